import { relative } from 'node:path';
import type { RuleSet } from '../core/lint/lint.ts';
import { rulesInForce, settingAt } from '../core/lint/settings.ts';
import { writeJson } from '../core/report/escape.ts';
import { makePlan } from '../node/plan.ts';
import type { Request } from '../node/request.ts';
import { writeOut } from '../node/streams.ts';
import { UserError } from '../node/user-error.ts';

/** `--print-config`: the configuration in force as JSON, for a path or in general. No rules run. */
export async function printConfig(request: Request, known: RuleSet): Promise<number> {
  const { paths = [], ignore = [] } = request;
  const [path, another] = paths;
  if (another !== undefined)
    throw new UserError('--print-config takes one path at most', `without "${another}"`);
  const { config, choice, inputs, threshold, baseline } = await makePlan(request, known);
  const source = path === undefined ? '' : relative('', path);
  const inForce = rulesInForce(known.rules, choice, known.mandatory);
  const rules = inForce.flatMap((rule) => {
    const here = settingAt(rule, choice, source, undefined);
    return here === undefined ? [] : [[rule.rule.id, [here.severity, here.options]] as const];
  });
  const printed = {
    configuration: config.paths.map((each) => relative('', each)),
    preset: choice.preset,
    files: path === undefined ? inputs.paths : [path],
    ignore: [...(config.ignore?.values ?? []), ...ignore],
    events: inputs.takesEvents ? inputs.events : 'none',
    failOn: threshold.failOn ?? 'error',
    maxWarnings: threshold.maxWarnings ?? null,
    baseline: baseline?.file ?? null,
    rules: Object.fromEntries(rules),
    overrides: config.overrides.map(({ rules: changed, ...conditions }) => ({
      ...conditions,
      rules: Object.fromEntries(changed),
    })),
    suppressions: config.suppressions,
  };
  await writeOut(writeJson(printed));
  return 0;
}

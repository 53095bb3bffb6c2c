import type { LintResult, RuleSet } from '../core/lint/lint.ts';
import type { Formats } from '../core/report/formats.ts';
import { updateBaseline } from './baseline.ts';
import { check } from './check.ts';
import { exitCode } from './exit-code.ts';
import { fix } from './fix.ts';
import { makePlan, type Plan, type SourceDecoder } from './plan.ts';
import { type Reading, readAll, type Source } from './read.ts';
import type { Request } from './request.ts';
import { note } from './streams.ts';
import { refuseInputs, write } from './write.ts';

/** A run with its reports. */
export interface Run {
  readonly plan: Plan;
  readonly result: LintResult;
  readonly exitCode: number;
}

/** What is read besides JSON files, and formats besides those of the core. */
interface Extras {
  readonly sources?: readonly Source[];
  readonly sourceDecoder?: SourceDecoder;
  readonly formats?: Formats;
}

/** The way of every command that lints. */
export async function run(
  request: Request,
  rules: RuleSet,
  { sources = [], sourceDecoder, formats }: Extras = {},
): Promise<Run> {
  const plan = await makePlan(request, rules, sourceDecoder);
  const reading = await readAll(plan, sources);
  refuseInputs(plan.targets, reading, plan);
  const { result, ...extras } = await checkAndFix(reading, plan);
  const code = exitCode(result, plan.threshold);
  await write(result, plan, code, { ignored: reading.ignored, formats, ...extras });
  return { plan, result, exitCode: code };
}

async function checkAndFix(reading: Reading, plan: Plan) {
  const { notes, ...fixed } = plan.fix
    ? await fix(reading, plan)
    : { result: check(reading, plan), notes: [] };
  const accepted = updateBaseline(fixed.result, plan);
  await note([...notes, ...accepted.notes]);
  return { ...fixed, result: withoutGuesses(accepted.result, plan) };
}

/** Of a part, nobody knows which suppressions and entries of the baseline have no finding. */
function withoutGuesses(result: LintResult, { inputs, choice }: Plan): LintResult {
  const isPart =
    inputs.from === 'arguments' || inputs.workflows.length > 0 || choice.only !== undefined;
  if (!isPart && result.failures.length === 0) return result;
  return { ...result, unused: { ...result.unused, suppressions: [], baseline: [] } };
}

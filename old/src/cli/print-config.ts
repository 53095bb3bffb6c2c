import { resolve } from 'node:path';
import type { CommandContext, Request } from '../command.ts';
import type { Config } from '../core/config/config.ts';
import { compare } from '../core/lint/order.ts';
import { createCondition } from '../core/lint/overrides.ts';
import { createPathMatcher } from '../core/lint/patterns.ts';
import { type ActiveRule, lacksOption, reasonToIdle } from '../core/lint/settings.ts';
import { escapeSegment } from '../core/model/place.ts';
import { escapeJson, escapeLine, escapeText } from '../core/report/escape.ts';
import type { AnyRule } from '../core/rule.ts';
import { relativePath } from '../load/config/find.ts';
import { EXIT } from '../run/exit-code.ts';
import type { SharedArgs } from '../run/flags.ts';
import { writeReports } from '../run/output.ts';
import { type RuleFlags, type RunSetup, setUp } from '../run/setup.ts';
import { UserError } from '../run/user-error.ts';

/** A setting that is in force, and where it comes from: a place in a file, a flag, or the defaults. */
interface Shown {
  readonly value: unknown;
  readonly from: string;
}

const DEFAULT = 'default';

/** `--print-config`: the configuration in force for a path, or in general. No rules run. */
export async function printConfig(
  args: RuleFlags & SharedArgs<'format'> & Pick<Request, 'positional' | 'color'>,
  context: CommandContext,
): Promise<number> {
  const [path, another] = args.positional;
  if (another !== undefined || args.format.some(({ format }) => !FORMATS.includes(format)))
    throw new UserError(
      '--print-config takes one path at most, and prints text or json',
      'such as edgewise --print-config workflows/welcome.json -f json',
    );
  const setup = await setUp(args, context);
  const { active, settingAt } = setup;
  const cwd = context.runtime.cwd();
  const source = path === undefined ? undefined : relativePath(cwd, resolve(cwd, path)) || '.';
  const here = active.flatMap((rule) =>
    settingAt === undefined ? rule : (settingAt(rule, source ?? '', undefined) ?? []),
  );
  const inForce = describe(setup, { here, source, args, cwd });
  const targets = args.format.length === 0 ? [{ format: 'text', file: undefined }] : args.format;
  await writeReports({ format: targets, color: args.color }, context.runtime, ({ format }) =>
    format === 'json'
      ? [escapeJson(`${JSON.stringify(inForce, null, 2)}\n`)]
      : [...asText(inForce, setup.rules)].map((line) => `${escapeLine(line)}\n`),
  );
  return EXIT.clean;
}

const FORMATS = ['text', 'json'];

type RuleArgs = SharedArgs<'preset' | 'rule' | 'only' | 'now'>;

type InForce = ReturnType<typeof describe>;

/** @param asked.here the rules in force for the source. */
function describe(
  { rules, config }: RunSetup,
  asked: {
    readonly here: readonly ActiveRule[];
    readonly source: string | undefined;
    readonly args: RuleArgs;
    readonly cwd: string;
  },
) {
  const { here, source, args, cwd } = asked;
  const shownOr = (key: string, given: unknown, otherwise: unknown): Shown => ({
    value: given ?? otherwise,
    from: config.from(`/${key}`) ?? DEFAULT,
  });
  const preset =
    args.preset === undefined
      ? shownOr('preset', config.preset, 'recommended')
      : { value: args.preset, from: '--preset' };
  const overrides = config.overrides.map((each) => ({ each, applies: applies(each, source) }));
  const inForce = new Map(here.map((rule) => [rule.rule.id, rule]));
  const describeOne = (rule: AnyRule): readonly [string, ShownRule] => {
    const override = overrides.findLast(
      ({ each, applies: how }) => how === 'yes' && each.rules.has(rule.id),
    )?.each.from;
    const context = { config, preset, override, args };
    return [rule.id, describeRule(rule, inForce.get(rule.id), context)];
  };
  const isIgnored =
    source !== undefined &&
    config.ignore !== undefined &&
    createPathMatcher(config.ignore.value)(
      relativePath(config.ignore.folder, resolve(cwd, source)),
    );
  return {
    ...(source !== undefined && {
      path: source,
      ignored: { value: isIgnored, from: (isIgnored && config.from('/ignore')) || DEFAULT },
    }),
    configuration: config.names,
    preset,
    files: shownOr('files', config.files?.value, ['.']),
    ignore: shownOr('ignore', config.ignore?.value, []),
    events: shownOr('events', config.events?.value, []),
    failOn: shownOr('failOn', config.failOn, 'error'),
    maxWarnings: shownOr('maxWarnings', config.maxWarnings, null),
    baseline: shownOr('baseline', config.baseline?.value[0], null),
    rules: Object.fromEntries(rules.map(describeOne).sort(([a], [b]) => compare(a, b))),
    overrides: overrides.map(
      ({ each: { workflows, files, status, rules: changed, from }, ...how }) => ({
        workflows,
        files,
        status,
        rules: Object.fromEntries(changed),
        from,
        ...how,
      }),
    ),
    suppressions: config.suppressions,
  };
}

function applies(
  override: Config['overrides'][number],
  source: string | undefined,
): 'yes' | 'no' | 'to some workflows' | undefined {
  if (source === undefined) return undefined;
  const { workflows, files, status } = override;
  const ofFile = { ...override, workflows: undefined, status: undefined };
  if (files !== undefined && !createCondition(ofFile)(source, undefined)) return 'no';
  return workflows === undefined && status === undefined ? 'yes' : 'to some workflows';
}

type ShownRule = ReturnType<typeof describeRule>;

function describeRule(
  rule: AnyRule,
  active: ActiveRule | undefined,
  context: {
    readonly config: Config;
    readonly preset: Shown;
    /** The place of the override that applies to the rule. */
    readonly override: string | undefined;
    readonly args: RuleArgs;
  },
) {
  const { config, preset, override, args } = context;
  const byPreset = preset.from === DEFAULT ? DEFAULT : `preset (${preset.from})`;
  const pointer = `/rules/${escapeSegment(rule.id)}`;
  const byConfig = override ?? config.from(`${pointer}/0`, pointer) ?? byPreset;
  const isFlagged = args.rule.some((given) => given.startsWith(`${rule.id}=`));
  const from = isFlagged ? '--rule' : args.only.length > 0 ? '--only' : byConfig;
  const general = { ...rule.options?.defaults, ...config.rules.get(rule.id)?.options };
  const sourceOf = (name: string, value: unknown): string => {
    if (name === 'now' && value === args.now) return '--now';
    if (value !== general[name]) return override ?? DEFAULT;
    return config.from(`${pointer}/1/${escapeSegment(name)}`) ?? DEFAULT;
  };
  return {
    severity: { value: active?.severity ?? 'off', from },
    options: Object.fromEntries(
      Object.entries<unknown>(active?.options ?? general).map(([name, value]) => [
        name,
        { value, from: sourceOf(name, value) },
      ]),
    ),
    // Why it is not checked, although it is on.
    ...(active !== undefined &&
      lacksOption(rule, { ...active.options }) && { idle: reasonToIdle(rule) }),
  };
}

function* asText(shown: InForce, rules: readonly AnyRule[]): Iterable<string> {
  const { path, ignored, configuration, preset, files, ignore, overrides, suppressions } = shown;
  yield configuration.length === 0
    ? 'no configuration file: the defaults are in force'
    : `configuration: ${configuration.map(escapeText).join(', ')}`;
  if (path !== undefined)
    yield `for ${escapeText(path)}${ignored?.value === true ? `, which is left out when found in a folder (${ignored.from})` : ''}`;
  yield '';
  yield* table([
    ['preset', String(preset.value), preset.from],
    ['files', listed(files.value), files.from],
    ['ignore', listed(ignore.value), ignore.from],
    ['events', listed(shown.events.value), shown.events.from],
    ...(['failOn', 'maxWarnings', 'baseline'] as const).map((key) => [
      key,
      String(shown[key].value ?? '-'),
      shown[key].from,
    ]),
  ]);
  const entries = Object.entries(shown.rules);
  const on = entries.filter(([, { severity }]) => severity.value !== 'off').length;
  const isDefault = ({ severity, options }: ShownRule): boolean =>
    isPlain(severity.from) && Object.values(options).every(({ from }) => from === DEFAULT);
  const changed = entries.filter(([, rule]) => !isDefault(rule));
  yield '';
  yield `rules: ${on} of ${rules.length} on${changed.length === 0 ? ', all as in the preset' : `; different from the preset:`}`;
  yield* table(changed.flatMap(([id, rule]) => rowsOf(id, rule)));
  if (overrides.length > 0)
    yield* ['', 'overrides:', ...overrides.map((each) => `  ${inLine(each)}`)];
  if (suppressions.length > 0)
    yield* ['', 'suppressions:', ...suppressions.map((each) => `  ${inLine(each)}`)];
}

const isPlain = (from: string): boolean =>
  from === DEFAULT || from.startsWith('preset (') || from === '--only';

function rowsOf(
  id: string,
  { severity, options, idle }: ShownRule,
): readonly (readonly string[])[] {
  const given = Object.entries(options).filter(([, { from }]) => from !== DEFAULT);
  return [
    [id, String(severity.value), severity.from],
    ...given.map(([name, { value, from }]) => [`  ${name}`, JSON.stringify(value), from]),
    ...(idle === undefined ? [] : [['', '', idle]]),
  ];
}

function* table(rows: readonly (readonly string[])[]): Iterable<string> {
  const escaped = rows.map((row) => row.map(escapeText));
  const widths = [0, 1].map((column) =>
    Math.max(0, ...escaped.map((row) => (row[column] as string).length)),
  );
  for (const row of escaped)
    yield `  ${row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] as number) : cell)).join('  ')}`;
}

const listed = (value: unknown): string => (value as readonly string[]).join(', ') || '-';

/** An entry of a list on one line: its fields, then its place. */
function inLine({ from, basePath: _, ...fields }: { from?: string; basePath?: string }): string {
  const words = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? `${name}: ${value}` : `${name}: ${JSON.stringify(value)}`,
    );
  return escapeText(`${words.join(' · ')}  (${from})`);
}

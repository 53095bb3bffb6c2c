import { resolve } from 'node:path';
import type { Config, RuleSetting } from '../config/config.ts';
import { wayFrom } from '../config/find.ts';
import { createCondition } from '../lint/overrides.ts';
import { createPathMatcher } from '../lint/patterns.ts';
import { type ActiveRule, lacksOption, reasonToIdle } from '../lint/settings.ts';
import { escapeJson, escapeLine, escapeText } from '../report/escape.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { EXIT } from './exit-code.ts';
import { parseFormats } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { readConfig, settleRules } from './setup.ts';
import { UserError } from './user-error.ts';

/** A setting that is in force, and where it comes from: a place in a file, a flag, or the defaults. */
interface Shown {
  readonly value: unknown;
  readonly from: string;
}

interface ShownRule {
  readonly severity: Shown;
  readonly options: Readonly<Record<string, Shown>>;
  /** Why it checks nothing, though it is on. */
  readonly idle?: string;
}

interface InForce {
  readonly path?: string;
  readonly ignored?: Shown;
  readonly configuration: readonly string[];
  readonly preset: Shown;
  readonly files: Shown;
  readonly ignore: Shown;
  readonly rules: Readonly<Record<string, ShownRule>>;
  readonly overrides: readonly object[];
  readonly suppressions: readonly object[];
}

const DEFAULT = 'default';

/** `edgewise config [path]`: what is in force, for a file or in general, and where each value comes from. */
export async function showConfig(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const [path, another] = args.positional;
  if (another !== undefined) throw new UserError(`one path at a time, but got "${another}" as well`);
  const config = await readConfig(rules, args, program);
  const { active, settingAt } = await settleRules(rules, config, args);
  const cwd = program.cwd();
  const source = path === undefined ? undefined : wayFrom(cwd, resolve(cwd, path));
  const here = active.flatMap((rule) => (settingAt === undefined ? rule : (settingAt(rule, source ?? '', undefined) ?? [])));
  const inForce = describe(rules, config, here, source, args, cwd);
  for (const { format, file } of parseFormats(args.format)) {
    if (format !== 'text' && format !== 'json') throw new UserError(`the configuration can be shown as text or json, not as ${format}`);
    const chunks =
      format === 'json' ? [escapeJson(`${JSON.stringify(inForce, null, 2)}\n`)] : [...asText(inForce, rules)].map((line) => `${escapeLine(line)}\n`);
    if (file === undefined) await writeStream(program.stdout, chunks);
    else writeFileWhole(file, chunks);
  }
  return EXIT.clean;
}

function describe(rules: readonly AnyRule[], config: Config, here: readonly ActiveRule[], source: string | undefined, args: Args, cwd: string): InForce {
  const { preset, files, ignore } = config;
  const presetShown = args.preset !== undefined ? { value: args.preset, from: '--preset' } : (preset ?? { value: 'recommended', from: DEFAULT });
  const applying =
    source === undefined
      ? []
      : config.overrides
          .filter(({ workflows, status }) => workflows === undefined && status === undefined)
          .filter((each) => createCondition(each)(source, undefined));
  const inForce = new Map(here.map((rule) => [rule.rule.id, rule]));
  const shown = rules.map((rule): readonly [string, ShownRule] => {
    const setting = config.rules.get(rule.id);
    const override = applying.findLast((each) => each.rules.has(rule.id));
    const flag = args.rule.findLast((given) => given.startsWith(`${rule.id}=`));
    const active = inForce.get(rule.id);
    const from =
      flag !== undefined
        ? '--rule'
        : args.only.length > 0
          ? '--only'
          : (override?.from ?? setting?.severity.from ?? (presetShown.from === DEFAULT ? DEFAULT : `preset (${presetShown.from})`));
    const options = optionsShown(rule, active, setting, override?.from, args);
    const idle = active !== undefined && lacksOption(rule, { ...active.options }) ? { idle: reasonToIdle(rule) } : {};
    return [rule.id, { severity: { value: active?.severity ?? 'off', from }, options, ...idle }];
  });
  const isIgnored = source !== undefined && ignore !== undefined && createPathMatcher(ignore.value)(wayFrom(ignore.folder, resolve(cwd, source)));
  return {
    ...(source !== undefined && { path: source, ignored: { value: isIgnored, from: isIgnored ? (ignore?.from as string) : DEFAULT } }),
    configuration: config.names,
    preset: { value: presetShown.value, from: presetShown.from },
    files: files === undefined ? { value: ['.'], from: DEFAULT } : { value: files.value, from: files.from },
    ignore: ignore === undefined ? { value: [], from: DEFAULT } : { value: ignore.value, from: ignore.from },
    rules: Object.fromEntries([...shown].sort(([a], [b]) => (a < b ? -1 : 1))),
    overrides: config.overrides.map((each) => {
      const { workflows, files: patterns, status, rules: changed, from } = each;
      const applies =
        source === undefined
          ? undefined
          : patterns !== undefined && !createCondition({ ...each, workflows: undefined, status: undefined })(source, undefined)
            ? 'no'
            : workflows !== undefined || status !== undefined
              ? 'to some workflows'
              : 'yes';
      return { workflows, files: patterns, status, rules: Object.fromEntries(changed), from, applies };
    }),
    suppressions: config.suppressions,
  };
}

function optionsShown(
  rule: AnyRule,
  active: ActiveRule | undefined,
  setting: RuleSetting | undefined,
  override: string | undefined,
  { now }: Args,
): Readonly<Record<string, Shown>> {
  const { defaults } = rule.options ?? { defaults: {} };
  const values = Object.entries(
    (active?.options ?? { ...defaults, ...Object.fromEntries([...(setting?.options ?? [])].map(([name, { value }]) => [name, value])) }) as object,
  );
  return Object.fromEntries(
    values.map(([name, value]: [string, unknown]) => {
      const given = setting?.options.get(name);
      const general = given === undefined ? defaults[name] : given.value;
      const from = name === 'now' && now !== undefined ? '--now' : value === general ? (given?.from ?? DEFAULT) : (override ?? DEFAULT);
      return [name, { value, from }];
    }),
  );
}

function* asText(shown: InForce, rules: readonly AnyRule[]): Iterable<string> {
  const { path, ignored, configuration, preset, files, ignore, overrides, suppressions } = shown;
  yield configuration.length === 0 ? 'no configuration file: the defaults are in force' : `configuration: ${configuration.map(escapeText).join(', ')}`;
  if (path !== undefined) yield `for ${escapeText(path)}${ignored?.value === true ? `, which is left out when found in a folder (${ignored.from})` : ''}`;
  yield '';
  yield* table([
    ['preset', String(preset.value), preset.from],
    ['files', listed(files.value), files.from],
    ['ignore', listed(ignore.value), ignore.from],
  ]);
  const entries = Object.entries(shown.rules);
  const on = entries.filter(([, { severity }]) => severity.value !== 'off').length;
  const isDefault = ({ severity, options }: ShownRule): boolean => isPlain(severity.from) && Object.values(options).every(({ from }) => from === DEFAULT);
  const changed = entries.filter(([, rule]) => !isDefault(rule));
  yield '';
  yield `rules: ${on} of ${rules.length} on${changed.length === 0 ? ', all as in the preset' : `; different from the preset:`}`;
  yield* table(changed.flatMap(([id, rule]) => rowsOf(id, rule)));
  if (overrides.length > 0) yield* ['', 'overrides:', ...overrides.map((each) => `  ${inLine(each)}`)];
  if (suppressions.length > 0) yield* ['', 'suppressions:', ...suppressions.map((each) => `  ${inLine(each)}`)];
}

const isPlain = (from: string): boolean => from === DEFAULT || from.startsWith('preset (') || from === '--only';

function rowsOf(id: string, { severity, options, idle }: ShownRule): readonly (readonly string[])[] {
  const given = Object.entries(options).filter(([, { from }]) => from !== DEFAULT);
  return [
    [id, String(severity.value), severity.from],
    ...given.map(([name, { value, from }]) => [`  ${name}`, JSON.stringify(value), from]),
    ...(idle === undefined ? [] : [['', '', idle]]),
  ];
}

function* table(rows: readonly (readonly string[])[]): Iterable<string> {
  const escaped = rows.map((row) => row.map(escapeText));
  const widths = [0, 1].map((column) => Math.max(0, ...escaped.map((row) => row[column]?.length ?? 0)));
  for (const row of escaped) yield `  ${row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] as number) : cell)).join('  ')}`;
}

function listed(value: unknown): string {
  const texts = value as readonly string[];
  return texts.length === 0 ? '-' : texts.join(', ');
}

/** An entry of a list on one line: its fields, and last where it stands. */
function inLine({ from, way: _, ...fields }: { readonly from?: string; readonly way?: string }): string {
  const words = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
  return escapeText(`${words.join(' · ')}  (${from})`);
}

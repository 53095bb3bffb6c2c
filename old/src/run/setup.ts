import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, NO_CONFIG } from '../core/config/config.ts';
import { isDate } from '../core/config/date.ts';
import type { Override, RuleOverride, Settings } from '../core/lint/overrides.ts';
import { type ActiveRule, activate, type RuleChoice } from '../core/lint/settings.ts';
import { SEVERITIES, type Severity, type Silenced } from '../core/model/finding.ts';
import { nearest } from '../core/model/nearest.ts';
import { escapeText } from '../core/report/escape.ts';
import { type AnyRule, type CallSource, runsWith } from '../core/rule.ts';
import { CONFIG_NAME, findConfig } from '../load/config/find.ts';
import type { RunContext } from './context.ts';
import type { FlagValues } from './flag.ts';
import { type RULE_FLAGS, SHARED_FLAG_NAMES, type SharedArgs } from './flags.ts';
import { writeStream } from './output.ts';
import { didYouMean, oneOf, UserError } from './user-error.ts';

export type RuleFlags = FlagValues<typeof RULE_FLAGS> & Partial<SharedArgs<'ignore'>>;

/** The rules in force by configuration and command line, which takes precedence. */
export interface RunSetup extends Settings {
  readonly rules: readonly AnyRule[];
  readonly config: Config;
  readonly overrides: readonly Override[];
  readonly silenced: SilencedRules;
  /** In UTC, as `2027-01-31`. */
  readonly today: string;
}

const USES: ReadonlyMap<CallSource, string> = new Map([
  ['code', 'edgewise code PATH'],
  ['record', 'edgewise record -- COMMAND'],
]);

/** @param calls where the calls of the run are from. */
export async function setUp(
  args: RuleFlags,
  context: RunContext,
  calls?: CallSource,
): Promise<RunSetup> {
  const today = dayOf(args.now, new Date());
  const rules = await context.rules();
  const config = await readConfig(args, context);
  const other = rules.find((rule) => args.only.includes(rule.id) && !runsWith(rule, calls));
  if (other !== undefined)
    throw new UserError(
      `"${other.id}" is a rule about ${other.callsOf?.includes('code') === false ? 'the requests of programs' : 'application code'}`,
      `use it with ${(other.callsOf ?? ['code']).map((of) => USES.get(of)).join(' or ')}`,
    );
  const settings = await rulesInForce(rules, config, { ...chosenRules(args, rules), calls });
  return { ...settings, rules, config, today };
}

/** The rules in force by a configuration and the flags; the flags have priority. */
export async function rulesInForce(
  rules: readonly AnyRule[],
  config: Config,
  asked: RuleChoice,
): Promise<Settings & Pick<RunSetup, 'overrides' | 'silenced'>> {
  const severities = new Map([...config.rules].map(([id, { severity }]) => [id, severity]));
  const choice: RuleChoice = {
    preset: asked.preset ?? config.preset,
    severities: new Map([...severities, ...(asked.severities ?? [])]),
    options: new Map(
      rules.map(({ id }) => [id, { ...config.rules.get(id)?.options, ...asked.options?.get(id) }]),
    ),
    only: asked.only,
    calls: asked.calls,
  };
  if (config.overrides.length === 0) {
    const active = activate(rules, choice);
    return { active, overrides: [], silenced: silencedRules(rules, config, asked, active) };
  }
  // A severity from a flag applies everywhere.
  const overrides = config.overrides.map((override) => ({
    ...override,
    rules: new Map(
      [...override.rules].map(([id, { severity, options }]) => [
        id,
        { severity: asked.severities?.has(id) ? undefined : severity, options },
      ]),
    ),
  }));
  const { resolveSettings } = await import('../core/lint/overrides.ts');
  const settings = resolveSettings(rules, choice, overrides);
  const silenced = silencedRules(rules, { ...config, overrides }, asked, settings.active);
  return { ...settings, overrides, silenced };
}

type SilencedRules = Omit<Silenced, 'files'>;

/** The rules that would be on without the configuration, or without its overrides. */
function silencedRules(
  rules: readonly AnyRule[],
  { preset, overrides, ...config }: Config,
  asked: RuleChoice,
  active: readonly ActiveRule[],
): SilencedRules {
  const isOff = (id: string): boolean =>
    config.rules.get(id)?.severity === 'off' && asked.severities?.has(id) !== true;
  // A preset that is smaller than the default silences rules.
  const larger = preset === 'strict' ? preset : undefined;
  const alone = activate(rules, { ...asked, preset: asked.preset ?? larger });
  const isOn = new Set(active.map(({ rule }) => rule.id));
  const overriding = (id: string) => overrides.flatMap((each) => each.rules.get(id) ?? []);
  const exempts = ({ rule }: ActiveRule): boolean =>
    [...overriding(rule.id), config.rules.get(rule.id)].some((each) => exemptsNames(rule, each));
  const isLowered = ({ rule, severity }: ActiveRule): boolean =>
    (config.rules.has(rule.id) && isLower(severity, rule.severity)) ||
    overriding(rule.id).some((each) => isLower(each.severity, rule.severity));
  const isOffSomewhere = ({ rule: { id, mandatory } }: ActiveRule): boolean =>
    mandatory !== true && !isOff(id) && overriding(id).some(({ severity }) => severity === 'off');
  return {
    rules: alone.map(({ rule }) => rule.id).filter((id) => isOff(id) || !isOn.has(id)),
    overrides: active.filter(isOffSomewhere).map(({ rule }) => rule.id),
    options: active.filter(exempts).map(({ rule }) => rule.id),
    severities: active.filter(isLowered).map(({ rule }) => rule.id),
  };
}

const isLower = (given: RuleOverride['severity'], own: Severity): boolean =>
  SEVERITIES.some((each, i) => each === given && i > SEVERITIES.indexOf(own));

/** A list of names, unless the rule needs it to check anything. */
const exemptsNames = ({ requires }: AnyRule, setting: RuleOverride | undefined): boolean =>
  Object.entries<unknown>({ ...setting?.options }).some(
    ([name, value]) => name !== requires && Array.isArray(value) && value.length > 0,
  );

export function configPath({ config }: SharedArgs<'config'>, cwd: string): string | undefined {
  if (config === false) return undefined;
  if (config === '') throw new UserError('--config needs a file', 'or --no-config for none');
  return config === undefined ? findConfig(cwd) : resolve(cwd, config);
}

// Names that configurations of other tools have.
const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'jsonc', 'json5', 'yml', 'yaml', 'toml'];
const MISNAMED = [
  ...ENDINGS.map((ending) => `edgewise.config.${ending}`),
  ...['edgewise.json', '.edgewiserc', '.edgewiserc.json', '.edgewise.json'],
  ...['.edgewise.yml', 'edgewise.yml'],
];

/** The configuration in force. All its mistakes are reported at once. */
export async function readConfig(
  args: SharedArgs<'config'> & Partial<SharedArgs<'ignore'>>,
  context: Pick<RunContext, 'runtime' | 'rules'>,
): Promise<Config> {
  const config = await configInForce(args, context);
  const { ignore = [] } = args;
  if (ignore.length === 0) return config;
  const folder = context.runtime.cwd();
  return { ...config, ignoredByFlag: { value: ignore, folder } };
}

async function configInForce(
  args: SharedArgs<'config'>,
  { runtime, rules }: Pick<RunContext, 'runtime' | 'rules'>,
): Promise<Config> {
  const cwd = runtime.cwd();
  const path = configPath(args, cwd);
  if (path === undefined) {
    const other =
      args.config === false ? undefined : MISNAMED.find((name) => existsSync(join(cwd, name)));
    if (other !== undefined)
      await writeStream(runtime.stderr, [
        `edgewise: ${other} is not read: a configuration is called ${CONFIG_NAME}\n`,
      ]);
    return NO_CONFIG;
  }
  // The code for configurations is only loaded if there is one.
  const { loadConfig } = await import('../load/config/load.ts');
  const loaded = loadConfig(path, cwd, await rules(), SHARED_FLAG_NAMES);
  if ('config' in loaded) {
    const notes = loaded.warnings.map(
      ({ at, message }) => `edgewise: ${escapeText(`${at}: ${message}`)}\n`,
    );
    if (notes.length > 0) await writeStream(runtime.stderr, notes);
    return loaded.config;
  }
  const mistakes = loaded.mistakes.map(({ at, message }) => `${at}: ${message}`);
  if (mistakes.length === 1) throw new UserError(String(mistakes[0]));
  throw new UserError(`the configuration has ${mistakes.length} mistakes`, undefined, mistakes);
}

function chosenRules({ preset, rule, only }: RuleFlags, rules: readonly AnyRule[]): RuleChoice {
  const severities = new Map<string, Severity | 'off'>();
  for (const given of rule) {
    const [id = '', severity, ...rest] = given.split('=');
    if (severity === undefined || rest.length > 0)
      throw new UserError(
        `--rule wants ID=SEVERITY, not "${given}"`,
        `such as --rule ${id || 'unused-event'}=off`,
      );
    const { mandatory, severity: own } = knownRule(id, rules);
    if (mandatory === true && own !== severity)
      throw new UserError(
        `"${id}" is always an error: what was not checked must not pass as clean`,
        'leave the file out, or correct it',
      );
    severities.set(id, oneOf('severity', severity, ['error', 'warning', 'info', 'off']));
  }
  return {
    preset,
    severities,
    ...(only.length > 0 && { only: new Set(only.map((id) => knownRule(id, rules).id)) }),
  };
}

/** The rule of an id, or a usage error with the nearest one. */
export function knownRule(id: string, rules: readonly AnyRule[]): AnyRule {
  const found = rules.find((rule) => rule.id === id);
  if (found === undefined) throw unknownRule(id, rules);
  return found;
}

export function unknownRule(id: string, rules: readonly AnyRule[]): UserError {
  const near = nearest(
    id,
    rules.map((rule) => rule.id),
  );
  return new UserError(
    `unknown rule "${id}"`,
    near === undefined && id.includes('/')
      ? 'if a plugin brings it, name the plugin: --plugin FILE'
      : `${didYouMean(near)}edgewise explain lists them all`,
  );
}

/** Today in UTC, as `2027-01-31`: `--now`, or the clock. */
function dayOf(now: string | undefined, clock: Date): string {
  if (now === undefined) return clock.toISOString().slice(0, 10);
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00))?$/.test(now);
  if (!isTime || !isDate(now.slice(0, 10)) || Number.isNaN(Date.parse(now)))
    throw new UserError(
      `--now wants a day or a time in UTC, not "${now}"`,
      'such as 2027-01-31 or 2027-01-31T12:00:00Z',
    );
  return now.slice(0, 10);
}

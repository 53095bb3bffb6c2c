import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { joinChoices, overridesBeneath } from '../config/apply.ts';
import { type Config, NO_CONFIG } from '../config/config.ts';
import { CONFIG_NAME, findConfig } from '../config/find.ts';
import type { Override, Settings } from '../lint/overrides.ts';
import { activate, type RuleChoice } from '../lint/settings.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { parseChoice } from './choice.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { UserError } from './user-error.ts';

type Asked = Pick<Args, 'config' | 'preset' | 'rule' | 'only' | 'now'>;

/** Where the configuration stands that is in force, if there is one. */
export function configPath({ config }: Pick<Args, 'config'>, cwd: string): string | undefined {
  if (config === false) return undefined;
  if (config === '') throw new UserError('--config needs a file', 'or --no-config for none');
  return config === undefined ? findConfig(cwd) : resolve(cwd, config);
}

// What people call the configurations of other tools.
const MISNAMED = [
  ...['js', 'mjs', 'cjs', 'ts', 'jsonc', 'json5', 'yml', 'yaml', 'toml'].map((ending) => `edgewise.config.${ending}`),
  ...['edgewise.json', '.edgewiserc', '.edgewiserc.json', '.edgewise.json', '.edgewise.yml', 'edgewise.yml'],
];

/** The configuration in force. All its mistakes are told at once. */
export async function readConfig(rules: readonly AnyRule[], args: Pick<Args, 'config'>, program: Program): Promise<Config> {
  const cwd = program.cwd();
  const path = configPath(args, cwd);
  if (path === undefined) {
    const other = args.config === false ? undefined : MISNAMED.find((name) => existsSync(join(cwd, name)));
    if (other !== undefined) await writeStream(program.stderr, [`edgewise: ${other} is not read: a configuration is called ${CONFIG_NAME}\n`]);
    return NO_CONFIG;
  }
  // What checks a configuration is only loaded when there is one.
  const { loadConfig } = await import('../config/load.ts');
  const loaded = loadConfig(path, cwd, rules);
  if ('config' in loaded) return loaded.config;
  const [first, ...others] = loaded.mistakes.map(({ at, message }) => `${at}: ${message}`);
  if (others.length === 0) throw new UserError(first as string);
  throw new UserError(`the configuration has ${loaded.mistakes.length} mistakes`, undefined, [first as string, ...others]);
}

/** The rules in force, and what they follow from. */
export interface Settled extends Settings {
  readonly choice: RuleChoice;
  readonly overrides: readonly Override[];
}

/** The rules in force by configuration and command line together, which has the last word. */
export async function settleRules(rules: readonly AnyRule[], config: Config, args: Asked): Promise<Settled> {
  if (args.now !== undefined) dayOf(args.now, new Date(0));
  const asked = parseChoice(args, rules);
  const choice = joinChoices(config, asked, withNow(rules, config, args.now));
  const overrides = overridesBeneath(config, asked);
  if (overrides.length === 0) return { active: activate(rules, choice), choice, overrides };
  return { ...(await import('../lint/overrides.ts')).settle(rules, choice, overrides), choice, overrides };
}

/** The options of the configuration; `--now` is an option of every rule that has a clock. */
function withNow(rules: readonly AnyRule[], config: Config, now: string | undefined): ReadonlyMap<string, object> {
  const options = new Map<string, object>();
  for (const { id, options: own } of rules) {
    const given = Object.fromEntries([...(config.rules.get(id)?.options ?? [])].map(([name, { value }]) => [name, value]));
    const clock = now !== undefined && own !== undefined && Object.hasOwn(own.schema, 'now') ? { now } : {};
    options.set(id, { ...given, ...clock });
  }
  return options;
}

/** The day it is, in UTC, as `2027-01-31`: `--now`, or else the clock's. */
export function dayOf(now: string | undefined, clock: Date): string {
  if (now === undefined) return clock.toISOString().slice(0, 10);
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00))?$/.test(now);
  if (!isTime || Number.isNaN(Date.parse(now)))
    throw new UserError(`--now wants a day or a time in UTC, not "${now}"`, 'such as 2027-01-31 or 2027-01-31T12:00:00Z');
  return now.slice(0, 10);
}

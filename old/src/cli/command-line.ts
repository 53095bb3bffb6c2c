import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import parser from 'yargs-parser';
import type { Command, Request } from '../command.ts';
import { nearest } from '../core/model/nearest.ts';
import { type Flag, type Flags, spelling } from '../run/flag.ts';
import { parseTarget, type ReportTarget } from '../run/output.ts';
import { oneOf, UserError } from '../run/user-error.ts';
import { COMMANDS, DEFAULT_COMMAND, loadAll, loadCommand } from './registry.ts';

export interface CommandLine {
  readonly command: Command;
  /** Whether it was named; without a name, the words are paths to lint. */
  readonly isNamed: boolean;
  /** Without its name. */
  readonly words: readonly string[];
  readonly typed: readonly string[];
}

const NAMES = [...COMMANDS.keys()];

/** Finds the command: the first word that is neither a flag nor the value of one, if it is the name of a command. */
export async function findCommand(argv: readonly string[], cwd: string): Promise<CommandLine> {
  const at = isFlag(argv[0] ?? '') ? await firstWord(argv) : 0;
  const word = argv[at] ?? '';
  if (COMMANDS.has(word))
    return {
      command: await loadCommand(word),
      isNamed: true,
      words: argv.toSpliced(at, 1),
      typed: argv,
    };
  const isMistyped = /^[a-z-]+$/i.test(word) && nearest(word, NAMES) !== undefined;
  if (isMistyped && !existsSync(resolve(cwd, word))) oneOf('command', word, NAMES, 'commands');
  return { command: await loadCommand(DEFAULT_COMMAND), isNamed: false, words: argv, typed: argv };
}

/** Before the command, only the flags of lint can be distinguished from their values. */
async function firstWord(argv: readonly string[]): Promise<number> {
  const { flags } = await loadCommand(DEFAULT_COMMAND);
  const valued = Object.entries(flags).flatMap(([name, { nargs, alias }]) =>
    nargs === 1 ? [`--${spelling(name)}`, `-${alias}`] : [],
  );
  const at = argv.findIndex((word, i) => !isFlag(word) && !valued.includes(argv[i - 1] ?? ''));
  return at === -1 || argv.slice(0, at).includes('--') ? argv.length : at;
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-';

const canNegate = ({ nargs, isNegatable }: Flag): boolean => nargs === 0 || isNegatable === true;

const endOfFlags = (words: readonly string[]): number =>
  words.includes('--') ? words.indexOf('--') : words.length;

interface Parsed {
  readonly flags: ReadonlyMap<string, Flag>;
  /** All given values of a flag, and of names that are no flags. */
  readonly given: ReadonlyMap<string, readonly (string | boolean)[]>;
  readonly rest: readonly string[];
  /** The flag whose value is missing, or which takes none. */
  readonly misused: string | undefined;
}

function parse(words: readonly string[], table: Flags): Parsed {
  const flags = Object.entries(table).map(([key, flag]) => [spelling(key), flag] as const);
  const valued = flags.filter(([, { nargs }]) => nargs === 1);
  const longForms = new Map(valued.map(([name, { alias }]) => [`-${alias}`, `--${name}=`]));
  const end = endOfFlags(words);
  // To yargs, `-fjson` would be five flags.
  const spread = words.map((word, i) => {
    const long = i < end && word.length > 2 ? longForms.get(word.slice(0, 2)) : undefined;
    return long === undefined ? word : `${long}${word.slice(2).replace(/^=/, '')}`;
  });
  const { argv, error } = parser.detailed(spread, {
    narg: Object.fromEntries(
      flags.flatMap(([name, { nargs }]) => (nargs === undefined ? [] : [[name, nargs]])),
    ),
    string: flags.flatMap(([name, { type }]) => (type === undefined ? [] : name)),
    alias: Object.fromEntries(flags.map(([name, { alias = [] }]) => [name, alias])),
    configuration: {
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    },
  });
  const { _: rest, ...given } = argv;
  return {
    flags: new Map(flags),
    given: new Map(Object.entries(given).map(([name, values]) => [name, [values].flat()])),
    rest: rest.map(String),
    // "Not enough arguments following: format", "Argument unexpected for: quiet"
    misused: error?.message.split(': ')[1],
  };
}

export async function parseLine({
  command,
  words,
  typed,
}: Omit<CommandLine, 'isNamed'>): Promise<Request | 'help' | 'version'> {
  const { flags, given, rest, misused } = parse(words, command.flags);
  // yargs takes `--f` for `-f`.
  const short = words.find((word) => /^--[^-](=|$)/.test(word));
  if (short !== undefined && words.indexOf(short) < endOfFlags(words))
    throw await unknownFlag(short.slice(2, 3), words, command);
  for (const wanted of ['version', 'help'] as const)
    if (given.get(wanted)?.includes(true)) return wanted;
  for (const [name, values] of given) {
    const flag = flags.get(name);
    if (flag === undefined || (values.includes(false) && !canNegate(flag)))
      throw await unknownFlag(name, words, command);
    const value = values.find((each) => typeof each === 'string');
    if (flag.nargs === 0 && value !== undefined)
      throw new UserError(`--${name} takes no value, but got "${value}"`);
  }
  if (misused !== undefined) throw misusedFlag(misused, words);
  checkPositionals(rest, command);
  const args = Object.entries(command.flags).map(([key, flag]) => {
    const name = spelling(key);
    const spelt = words.includes(`-${flag.alias}`) ? `-${flag.alias}` : `--${name}`;
    return [key, flag.read(given.get(name) ?? [], spelt)];
  });
  return { ...Object.fromEntries(args), positional: rest, words: typed };
}

function misusedFlag(name: string, words: readonly string[]): UserError {
  const raw = name.length === 1 ? `-${name}` : `--${name}`;
  const withValue = words.find((word) => word.startsWith(`${raw}=`));
  return withValue === undefined
    ? new UserError(`${raw} needs a value`, 'see edgewise --help')
    : new UserError(`${raw} takes no value, but got "${withValue.slice(raw.length + 1)}"`);
}

async function unknownFlag(
  parsed: string,
  words: readonly string[],
  command: Command,
): Promise<UserError> {
  // yargs renames this one.
  const flag = parsed === '___proto___' ? '__proto__' : parsed;
  const isGiven = (raw: string): boolean => words.some((word) => word.split('=')[0] === raw);
  const raw = [`--${flag}`, `--no-${flag}`].find(isGiven) ?? `-${flag}`;
  const name = raw.replace(/^--?/, '');
  const own = Object.entries(command.flags).flatMap(([key, flag]) =>
    canNegate(flag) ? [spelling(key), `no-${spelling(key)}`] : [spelling(key)],
  );
  if (own.includes(name)) return misusedFlag(name, words);
  const help = `see edgewise ${command.name} --help`;
  const others = (await loadAll())
    .filter(({ flags }) =>
      Object.entries(flags).some(([key, { alias }]) =>
        [`--${spelling(key)}`, `-${alias}`].includes(raw),
      ),
    )
    .map((each) => `"${each.name}"`);
  if (others.length > 0)
    return new UserError(
      `"${command.name}" has no flag ${raw}`,
      `${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} it; ${help}`,
    );
  const near = raw.startsWith('--') ? nearest(name, own) : undefined;
  return new UserError(
    `unknown flag ${raw}`,
    near === undefined ? help : `did you mean --${near}? ${help}`,
  );
}

const AMOUNTS = ['no argument', 'one argument', 'two arguments'];

function checkPositionals(
  given: readonly string[],
  { name, positionals, examples = [] }: Command,
): void {
  const required = positionals.filter((each) => !each.startsWith('['));
  // Words of another command line may be empty.
  const isOwn = !positionals.includes('COMMAND…');
  if (given[0] === '' || (isOwn && given.includes('')))
    throw new UserError(
      'an argument is empty',
      'leave it out, or set the variable that it comes from',
    );
  if (given.length < required.length)
    throw new UserError(
      `"${name}" needs ${required.length === 1 ? 'an argument' : AMOUNTS[required.length]}: ${required.join(' ')}`,
      `such as ${examples[0]?.[0]}`,
    );
  const unexpected = given[positionals.length];
  if (unexpected !== undefined && positionals.at(-1)?.includes('…') !== true)
    throw new UserError(
      `"${name}" takes ${AMOUNTS[positionals.length]}, but got "${unexpected}"${positionals.length === 0 ? '' : ' as well'}`,
      `usage: edgewise ${[name, ...positionals].join(' ')}`,
    );
}

/** The reports of a command line that may be invalid, and its other words. */
export function readLeniently(
  words: readonly string[],
  { flags }: Command,
): { readonly targets: readonly ReportTarget[]; readonly positional: readonly string[] } {
  const { given, rest } = parse(words, flags);
  const formats = flags['format']?.choices ?? [];
  const targets = (given.get('format') ?? []).flatMap((value) => {
    try {
      return [parseTarget(String(value), formats)];
    } catch {
      return [];
    }
  });
  const onStdout = targets.find(({ file }) => file === undefined);
  return {
    targets: targets.filter((each) => each.file !== undefined || each === onStdout),
    positional: rest,
  };
}

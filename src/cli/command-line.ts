import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Command, ParsedArgs } from '../command.ts';
import { nearest } from '../core/model/nearest.ts';
import { type Flag, type Flags, spelling } from '../run/flag.ts';
import { parseTarget, type ReportTarget } from '../run/output.ts';
import { oneOf, UserError } from '../run/user-error.ts';
import { COMMANDS, DEFAULT_COMMAND, loadAll, loadCommand } from './registry.ts';

export interface CommandLine {
  readonly command: Command;
  /** Whether it was named; without a name, the words are paths to lint. */
  readonly isNamed: boolean;
  readonly words: readonly string[];
}

const NAMES = [...COMMANDS.keys()];

/** Finds the command: the first word that is neither a flag nor the value of one, if it is the name of a command. */
export async function findCommand(argv: readonly string[], cwd: string): Promise<CommandLine> {
  const at = isFlag(argv[0] ?? '') ? await firstWord(argv) : 0;
  const word = argv[at] ?? '';
  if (COMMANDS.has(word))
    return { command: await loadCommand(word), isNamed: true, words: argv.toSpliced(at, 1) };
  const isMistyped = /^[a-z-]+$/i.test(word) && nearest(word, NAMES) !== undefined;
  if (isMistyped && !existsSync(resolve(cwd, word))) oneOf('command', word, NAMES, 'commands');
  return { command: await loadCommand(DEFAULT_COMMAND), isNamed: false, words: argv };
}

/** Before the command, only the flags of lint can be distinguished from their values. */
async function firstWord(argv: readonly string[]): Promise<number> {
  const { flags } = await loadCommand(DEFAULT_COMMAND);
  const tokens = scan(argv, flags);
  const first = tokens.find(({ kind }) => kind !== 'option');
  return first?.kind === 'positional' ? first.index : argv.length;
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-';

const canNegate = ({ value, isNegatable }: Flag): boolean =>
  value === undefined || isNegatable === true;

/** Separates flags, their values and other words. Flags that are not in the table are passed on without a value. */
function scan(words: readonly string[], flags: Flags) {
  const options = Object.entries(flags).map(([name, { value, alias }]) => [
    spelling(name),
    {
      type: value === undefined ? 'boolean' : 'string',
      ...(alias !== undefined && { short: alias }),
    } as const,
  ]);
  const optional = new Map(
    Object.entries(flags).flatMap(([name, { isValueOptional, values = [] }]) =>
      isValueOptional ? [[`--${spelling(name)}`, values]] : [],
    ),
  );
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const args = words.map((word, i) => {
    const values = i < end ? optional.get(word) : undefined;
    return values === undefined || values.includes(words[i + 1] ?? '') ? word : `${word}=`;
  });
  return parseArgs({
    args,
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

type OptionToken = Extract<ReturnType<typeof scan>[number], { kind: 'option' }>;

function givenValue({ rawName, value, inlineValue }: OptionToken): string {
  if (value === undefined || (inlineValue !== true && isFlag(value)))
    throw new UserError(`${rawName} needs a value`, 'see edgewise --help');
  // -f=json
  return rawName.length === 2 && inlineValue === true ? value.replace(/^=/, '') : value;
}

// An empty path would be the current folder.
const KINDS = new Map([
  ['PATH', 'path'],
  ['DIR', 'folder'],
]);
const UNSET = 'leave it out, or set the variable that it comes from';

export async function parseWords(
  words: readonly string[],
  command: Command,
): Promise<ParsedArgs | 'help' | 'version'> {
  const { flags } = command;
  const names = new Map(Object.keys(flags).map((name) => [spelling(name), name]));
  const given = new Map<string, (string | boolean)[]>();
  const positional: string[] = [];
  const tokens = scan(words, flags);
  for (const wanted of ['version', 'help'] as const)
    if (tokens.some((token) => token.kind === 'option' && token.name === wanted)) return wanted;
  for (const token of tokens) {
    if (token.kind === 'positional') positional.push(token.value);
    if (token.kind !== 'option') continue;
    const isNegated = !names.has(token.name);
    const name = names.get(isNegated ? token.name.replace(/^no-/, '') : token.name) ?? '';
    const flag = flags[name];
    if (flag === undefined || (isNegated && !canNegate(flag)))
      throw await unknownFlag(token.rawName, token.name, command);
    const isValued = !isNegated && flag.value !== undefined;
    if (!isValued && token.value !== undefined)
      throw new UserError(`${token.rawName} takes no value, but got "${token.value}"`);
    const kind = isValued && KINDS.get(flag.value);
    if (kind && token.value === '') throw new UserError(`${token.rawName} needs a ${kind}`, UNSET);
    given.set(name, [...(given.get(name) ?? []), isValued ? givenValue(token) : !isNegated]);
  }
  checkPositionals(positional, command);
  const values = Object.entries(flags).map(([name, flag]) => [
    name,
    flag.read(given.get(name) ?? [], `--${spelling(name)}`),
  ]);
  return { ...Object.fromEntries(values), positional };
}

async function unknownFlag(raw: string, name: string, command: Command): Promise<UserError> {
  const has = ({ flags }: Command): boolean =>
    Object.entries(flags).some(([each, { alias }]) => [spelling(each), alias].includes(name));
  const others = (await loadAll()).filter(has).map((each) => `"${each.name}"`);
  const help = `see edgewise ${command.name} --help`;
  if (others.length > 0)
    return new UserError(
      `"${command.name}" has no flag ${raw}`,
      `${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} it; ${help}`,
    );
  const own = Object.entries(command.flags).flatMap(([each, flag]) => [
    spelling(each),
    ...(canNegate(flag) ? [`no-${spelling(each)}`] : []),
  ]);
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
  const isOwn = !positionals.some((each) => ['COMMAND…', '[words…]'].includes(each));
  if (given[0] === '' || (isOwn && given.includes('')))
    throw new UserError('an argument is empty', UNSET);
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
  const formats = flags['format']?.values ?? [];
  const targets: ReportTarget[] = [];
  const positional: string[] = [];
  for (const token of scan(words, flags)) {
    if (token.kind === 'positional') positional.push(token.value);
    if (token.kind !== 'option' || token.name !== 'format') continue;
    try {
      const target = parseTarget(givenValue(token), formats);
      if (target.file !== undefined || targets.every(({ file }) => file !== undefined))
        targets.push(target);
    } catch {
      // It is not a report that can be written.
    }
  }
  return { targets, positional };
}

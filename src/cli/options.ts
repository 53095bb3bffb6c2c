/** Options of commands, as yargs takes them, and how their values are read. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Options } from 'yargs';
import { defined } from '../core/model/json.ts';
import { nearest, nearestNames } from '../core/model/nearest.ts';
import { didYouMean, quote } from '../core/model/text.ts';
import type { Target } from '../node/request.ts';
import { UserError } from '../node/user-error.ts';

export const flag = (describe: string) => ({ boolean: true, describe }) as const;

/** All given values; `--no-NAME` is none. yargs replaces what `coerce` throws, so it never does. */
const textsOf = (given: unknown): readonly string[] =>
  [given].flat().filter((each): each is string => typeof each === 'string');

export const texts = (value: string, describe: string) =>
  ({ string: true, describe: `${value}: ${describe}; repeatable`, coerce: textsOf }) as const;

/** The last of several values counts. */
export const text = (describe: string) =>
  ({ string: true, describe, coerce: (given: unknown) => textsOf(given).at(-1) }) as const;

export const formatFlag = (formats: string) =>
  ({ ...texts('NAME[=FILE]', formats), alias: 'f' }) as const;

/** How the account is reached. The key is in the environment. */
export const ACCESS = {
  'base-url': text('URL: of the API'),
  'auth-header': text("FORM: default: 'Authorization: Bearer {key}'"),
} as const;

type Access = { readonly [K in keyof typeof ACCESS]?: string | undefined };

export const accessOf = (argv: Access) =>
  defined({ baseUrl: argv['base-url'], authHeader: argv['auth-header'] });

/** Throws for flags of the account where it is not read. @param remedy how it is read. */
export function refuseAccess(argv: Access, remedy: string): void {
  const name = Object.keys(ACCESS).find((each) => argv[each as keyof Access] !== undefined);
  if (name !== undefined)
    throw new UserError(
      `--${name} is for the account, which is not read`,
      `${remedy}, or remove it`,
    );
}

/** A text, or false for `--no-NAME`. */
export const negatable = (describe: string) => {
  const coerce = (given: unknown) => (given === false ? false : textsOf(given).at(-1));
  return { string: true, describe, coerce } as const;
};

export function readCount(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new UserError(`${name} needs a whole number, not ${quote(given)}`, 'such as 10');
}

/**
 * The reports to write, each as NAME or NAME=FILE.
 * @param fallback the format where none is given.
 */
export function readTargets(
  given: readonly string[] | undefined,
  formats: readonly string[],
  fallback = 'text',
): readonly Target[] {
  if (given === undefined) return [{ format: fallback }];
  const all = given.map((each) => parseTarget(each, formats));
  const files = all.flatMap(({ file }) => (file === undefined ? [] : resolve(file)));
  if (new Set(files).size < files.length)
    throw new UserError('two reports go to one file', 'name another file for one of them');
  const [first, second] = all.filter(({ file }) => file === undefined);
  if (first === undefined || second === undefined) return all;
  throw new UserError(
    `only one report can go to standard output, not ${first.format} and ${second.format}`,
    'give the others a file: -f NAME=FILE',
  );
}

function parseTarget(given: string, formats: readonly string[]): Target {
  const [name = '', ...rest] = given.split('=');
  const format = oneOf('format', name, formats, 'formats');
  if (rest.length === 0) return { format };
  const file = rest.join('=');
  if (file !== '') return { format, file };
  throw new UserError(`no file given in -f ${given}`, `-f ${format} is standard output`);
}

/** A value of a fixed list, or an error with the nearest one. */
export function oneOf<T extends string>(
  what: string,
  given: string,
  allowed: readonly T[],
  list = 'allowed',
): T {
  const found = allowed.find((each) => each === given);
  if (found !== undefined) return found;
  const near = nearest(given, allowed);
  const all = `${list}: ${allowed.join(', ')}`;
  throw new UserError(
    `unknown ${what} ${quote(given)}`,
    near === undefined ? all : `${didYouMean(near)} ${all}`,
  );
}

/**
 * Throws for the first word that is no option of the command, has no value, or has one that it does
 * not take. yargs accepts some of them, and does not name the word as it is written.
 */
export function checkFlags(words: readonly string[], options: Readonly<Record<string, Options>>) {
  const known = new Map(Object.entries(options));
  for (const [name, { alias }] of Object.entries(options))
    if (typeof alias === 'string') known.set(alias, options[name] as Options);
  const own = beforeDashes(words);
  for (const [i, word] of own.entries()) {
    const [, dashes, no, name = '', value] = /^(--?)(no-)?([^=\d][^=]*)(=.*)?$/s.exec(word) ?? [];
    if (dashes === undefined) continue;
    const option = (dashes === '-') === (name.length === 1) ? known.get(name) : undefined;
    const isText = option?.boolean !== true;
    if (option === undefined || (no && isText && name !== 'config'))
      throw unknownOption(word.split('=', 1)[0] ?? word, [...known.keys()]);
    if (!isText && value !== undefined)
      throw new UserError(`${word.split('=', 1)[0]} takes no value`, `write it without "${value}"`);
    const next = own[i + 1];
    const isMissing = value === undefined && (next === undefined || /^-(?!\d|$)/.test(next));
    if (isText && !no && (isMissing || value === '=' || (value === undefined && next === '')))
      throw new UserError(`${word.replace(/=$/, '')} needs a value`, String(option.describe));
  }
}

/** What follows `--` is for another program. */
export const beforeDashes = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

function unknownOption(word: string, names: readonly string[]): UserError {
  const all = names.flatMap((name) => (name.length > 1 ? [name, `no-${name}`] : []));
  const near = nearest(word.replace(/^-+/, ''), all);
  const help = 'the option --help lists all flags';
  return new UserError(
    `unknown flag ${word}`,
    near === undefined ? help : `${didYouMean(`--${near}`)} ${help}`,
  );
}

/** A first word that is no path, and near the name of a command, is a mistyped command. */
export function checkFirstWord([first = '']: readonly string[], commands: readonly string[]): void {
  if (!/^[a-z-]+$/i.test(first) || existsSync(first)) return;
  if (commands.includes(first))
    throw new UserError(`the command ${quote(first)} is not first`, `write edgewise ${first} …`);
  if (nearestNames(first, commands).length > 0) oneOf('command', first, commands, 'commands');
}

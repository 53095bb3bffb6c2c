import { parseChosen, parseTargets, type ReportTarget } from './output.ts';
import { oneOf, UserError } from './user-error.ts';

/** One flag: an option of yargs, and how its value is read. `maxWarnings` in a table is `--max-warnings` on the command line. */
export interface Flag<T = unknown> {
  /** Lower case, no full stop. */
  readonly describe: string;
  /** Without a value, it has a form `--no-…`. */
  readonly nargs?: 0 | 1;
  /** It may have a value; without one, it is ''. */
  readonly type?: 'string';
  readonly alias?: string;
  /** Its heading in the help. */
  readonly group?: string;
  /** Its possible values, for the help. */
  readonly choices?: readonly string[];
  readonly default?: string;
  /** It takes a value, and has a form `--no-…` as well. */
  readonly isNegatable?: boolean;
  /** Its value, from all given values. Throws a UserError. */
  read(given: readonly (string | boolean)[], spelt: string): T;
}

export type Flags = Readonly<Record<string, Flag>>;

export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never;
};

/**
 * What a command line asks for, parsed once: what to read, the rules, and the reports to write, by the names of the flags in the table.
 * Every function of the run that needs a part of it takes this value.
 */
export interface Request {
  /** What is not a flag: what to read. */
  readonly positional: readonly string[];
  /** The whole command line, without the program. */
  readonly words: readonly string[];
  /** `--color` or `--no-color`, when given. */
  readonly color?: boolean | undefined;
  readonly [flag: string]: unknown;
}

const flag = <T>(nargs: 0 | 1, describe: string, read: Flag<T>['read']): Flag<T> => ({
  describe,
  nargs,
  read,
});

export const switchFlag = (describe: string): Flag<boolean> =>
  flag(0, describe, (given) => given.at(-1) === true);

/** `--color` or `--no-color`; `undefined` without either. */
export const toggleFlag = (describe: string): Flag<boolean | undefined> =>
  flag(0, describe, (given) => given.at(-1) as boolean | undefined);

export const textFlag = (value: string, describe: string): Flag<string | undefined> =>
  flag(1, `${value}: ${describe}`, (given, spelt) => textsOf(value, given, spelt).at(-1));

export const listFlag = (value: string, describe: string): Flag<readonly string[]> =>
  flag(1, `${value}: ${describe}; repeatable`, (given, spelt) => textsOf(value, given, spelt));

/** A text, or `false` for `--no-…`. */
export const negatableFlag = (
  value: string,
  describe: string,
): Flag<string | false | undefined> => ({
  ...flag(1, `${value}: ${describe}`, (given) => given.at(-1) as string | false | undefined),
  isNegatable: true,
});

// An empty path would be the current folder.
const KINDS = new Map([
  ['PATH', 'path'],
  ['DIR', 'folder'],
]);

function textsOf(value: string, given: readonly unknown[], spelt: string): readonly string[] {
  const kind = KINDS.get(value);
  if (kind !== undefined && given.includes(''))
    throw new UserError(
      `${spelt} needs a ${kind}`,
      'leave it out, or set the variable that it comes from',
    );
  return given as readonly string[];
}

export function choiceFlag<const V extends string, D extends V | undefined = undefined>(
  choices: readonly V[],
  describe: string,
  usual?: D,
): Flag<V | D> {
  const base = flag(1, describe, (given, spelt) =>
    given.length === 0 ? (usual as D) : oneOf(`value of ${spelt}`, String(given.at(-1)), choices),
  );
  return usual === undefined ? { ...base, choices } : { ...base, choices, default: usual };
}

/** A number with up to three decimals; without a range, a whole one. */
export const numberFlag = (
  value: string,
  describe: string,
  range?: readonly [min: number, max: number, step?: 'whole'],
): Flag<number | undefined> =>
  flag(1, `${value}: ${describe}`, (given, spelt) =>
    given.length === 0 ? undefined : parseNumber(spelt, String(given.at(-1)), range),
  );

function parseNumber(
  spelt: string,
  given: string,
  [min, max, step]: readonly [number, number, 'whole'?] = [0, 999_999_999, 'whole'],
): number {
  const form = step === 'whole' ? /^\d{1,9}$/ : /^\d{1,9}(?:\.\d{1,3})?$/;
  const number = form.test(given) ? Number(given) : Number.NaN;
  if (number >= min && number <= max) return number;
  const kind = step === 'whole' ? 'a whole number' : 'a number';
  const range = max === 999_999_999 ? '' : ` from ${min} to ${max}`;
  throw new UserError(`${spelt} wants ${kind}${range}, not "${given}"`);
}

/** The reports to write. Without `parse`, the first of the formats on standard output when none is given. */
export const formatFlag = (
  formats: readonly string[],
  parse = parseTargets,
): Flag<readonly ReportTarget[]> => ({
  ...flag(1, 'NAME to standard output, or NAME=FILE; repeatable', (given) =>
    parse(given.map(String), formats),
  ),
  alias: 'f',
  group: 'How to report:',
  choices: formats,
  default: String(formats[0]),
});

/** The reports to write; none when none is given: see `chooseTargets`. */
export const lintFormatFlag = (formats: readonly string[]): Flag<readonly ReportTarget[]> =>
  formatFlag(formats, parseChosen);

/** The same flags under a heading of the help. */
export function grouped<F extends Flags>(group: string, flags: F): F {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }]),
  ) as F;
}

/** `max-warnings` for `maxWarnings`. */
export function spelling(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

import { parseChosen, parseTargets, type ReportTarget } from './output.ts';
import { oneOf, UserError } from './user-error.ts';

/** One flag. `maxWarnings` in a table is `--max-warnings` on the command line. */
export interface Flag<T = unknown> {
  /** Lower case, no full stop. Allowed values and the default are added. */
  readonly description: string;
  /** The name of its value in the help. A flag without it takes no value, and has a form `--no-…`. */
  readonly value?: string;
  readonly alias?: string;
  /** Its heading in the help. */
  readonly group?: string;
  /** Its possible values, for the help and the completion; without them, a file. */
  readonly values?: readonly string[];
  /** The default, when it is one of the values. */
  readonly usual?: string;
  readonly isRepeatable?: boolean;
  /** It takes a value, and has a form `--no-…` as well. */
  readonly isNegatable?: boolean;
  /** The value is optional; without it, it is ''. The next word is its value only if it is one of `values`. */
  readonly isValueOptional?: boolean;
  /** Its value, from all given values. Throws a UserError. */
  read(given: readonly (string | boolean)[], spelt: string): T;
}

export type Flags = Readonly<Record<string, Flag>>;

export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never;
};

export const switchFlag = (description: string): Flag<boolean> => ({
  description,
  read: (given) => given.at(-1) === true,
});

/** `--color` or `--no-color`; `undefined` without either. */
export const toggleFlag = (description: string): Flag<boolean | undefined> => ({
  description,
  read: (given) => given.at(-1) as boolean | undefined,
});

export const textFlag = (value: string, description: string): Flag<string | undefined> => ({
  ...{ value, description },
  read: (given) => given.at(-1) as string | undefined,
});

/** A text, or `false` for `--no-…`. */
export const negatableFlag = (
  value: string,
  description: string,
): Flag<string | false | undefined> => ({
  ...{ value, description, isNegatable: true },
  read: (given) => given.at(-1) as string | false | undefined,
});

export const listFlag = (value: string, description: string): Flag<readonly string[]> => ({
  ...{ value, description, isRepeatable: true },
  read: (given) => given as readonly string[],
});

export function choiceFlag<const V extends string, D extends V | undefined = undefined>(
  values: readonly V[],
  description: string,
  usual?: D,
): Flag<V | D> {
  return {
    ...{ value: 'NAME', values, description },
    ...(usual !== undefined && { usual }),
    read: (given, spelt) =>
      given.length === 0 ? (usual as D) : oneOf(`value of ${spelt}`, String(given.at(-1)), values),
  };
}

/** A number with up to three decimals; without a range, a whole one. */
export const numberFlag = (
  value: string,
  description: string,
  range?: readonly [min: number, max: number, step?: 'whole'],
): Flag<number | undefined> => ({
  ...{ value, description },
  read: (given, spelt) =>
    given.length === 0 ? undefined : parseNumber(spelt, String(given.at(-1)), range),
});

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

/** The reports to write; the first of the formats on standard output when none is given. */
export const formatFlag = (
  formats: readonly string[],
  parse = parseTargets,
): Flag<readonly ReportTarget[]> => ({
  description: 'NAME to standard output, or NAME=FILE',
  ...{ value: 'NAME', alias: 'f', group: 'How to report:', values: formats, isRepeatable: true },
  ...(formats[0] !== undefined && { usual: formats[0] }),
  read: (given) => parse(given.map(String), formats),
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

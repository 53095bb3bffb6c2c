/** What is known of the value of an expression, and where it is written. */
import type { Module, Node, Variable } from './parse.ts';

export interface Place {
  readonly module: Module;
  readonly node: Node;
}

/** What parameters and variables of loops stand for. */
export type Env = ReadonlyMap<Variable, Value>;

interface Base {
  readonly at: Place;
}

export type Value =
  | Constant
  | ObjectValue
  | ListValue
  | FunctionValue
  | Unknown
  /** One of several, by what a program does at run time. */
  | (Base & { readonly is: 'choice'; readonly options: readonly Value[] })
  | (Base & { readonly is: 'class' | 'instance'; readonly of: Place })
  | (Base & { readonly is: 'module'; readonly of: Module })
  /** An export of a package that is not among the files; `*` is all of it. */
  | (Base & { readonly is: 'foreign'; readonly from: string; readonly name: string })
  /** A client of the SDK, or a member of it: `['events', 'send']`. */
  | (Base & { readonly is: 'client'; readonly path: readonly string[] })
  /** An instance of axios. */
  | (Base & { readonly is: 'http'; readonly base: Value })
  | (Base & { readonly is: 'json'; readonly of: Value });

export type Constant = Base & {
  readonly is: 'constant';
  /** Undefined is the value, or that there is none. */
  readonly value: string | number | boolean | null | undefined;
  /** Used where a variable of the environment is not set. */
  readonly isDefault?: true;
};

export type ObjectValue = Base & {
  readonly is: 'object';
  readonly entries: ReadonlyMap<string, Entry>;
  /** It may have other entries. */
  readonly isOpen: boolean;
  readonly waits?: Place;
};

export interface Entry {
  readonly key: Place;
  readonly value: Value;
}

export type ListValue = Base & {
  readonly is: 'list';
  readonly items: readonly Value[];
  readonly isOpen: boolean;
  readonly waits?: Place;
};

export type FunctionValue = Base & {
  readonly is: 'function';
  readonly of: Place;
  readonly env: Env;
};

export type Unknown = Base & {
  readonly is: 'unknown';
  /** Its JSON type. */
  readonly type?: string;
  /** Of a string whose parts are known; HOLE stands for the others. */
  readonly text?: string;
  /** The strings that its type allows. */
  readonly declared?: readonly string[];
  /** Its type, which is read when a member is asked. */
  readonly typed?: Place;
  /** The function or loop whose parameter or variable it depends on. */
  readonly waits?: Place;
  readonly isEnvironment?: true;
};

export const HOLE = '\0';

/** More is not followed. */
export const MOST_OPTIONS = 32;

export const constant = (value: Constant['value'], at: Place): Constant => ({
  is: 'constant',
  value,
  at,
});

type Known = { readonly [K in Exclude<keyof Unknown, 'is' | 'at'>]?: Unknown[K] | undefined };

export const unknown = (at: Place, known: Known = {}): Unknown => ({
  is: 'unknown',
  at,
  ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
});

/** One of the values: the only one where all are equal constants. */
export function choiceOf(values: readonly Value[], at: Place): Value {
  const options = values.flatMap((each) => (each.is === 'choice' ? each.options : [each]));
  const distinct = options.filter(
    (each, i) => each.is !== 'constant' || options.findIndex((other) => isSame(other, each)) === i,
  );
  const [first] = distinct;
  if (distinct.length === 1 && first !== undefined) return first;
  return distinct.length === 0 || distinct.length > MOST_OPTIONS
    ? unknown(at, { waits: waitsOf(options) })
    : { is: 'choice', options: distinct, at };
}

const isSame = (a: Value, b: Value): boolean =>
  a.is === 'constant' && b.is === 'constant' && a.value === b.value;

/** The values of a choice. */
export const optionsOf = (value: Value): readonly Value[] =>
  value.is === 'choice' ? value.options : [value];

/** What decides about one of the values, if a parameter or a loop does. */
export function waitsOf(values: readonly (Value | undefined)[]): Place | undefined {
  for (const value of values) {
    const own = value?.is === 'choice' ? waitsOf(value.options) : undefined;
    const found = value !== undefined && 'waits' in value ? value.waits : own;
    if (found !== undefined) return found;
  }
  return undefined;
}

export const textOf = (value: Value | undefined): string | undefined =>
  value?.is === 'constant' && typeof value.value === 'string' ? value.value : undefined;

export const entryOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.is === 'object' ? value.entries.get(name)?.value : undefined;

export const isAbsent = (value: Value | undefined): boolean =>
  value === undefined || (value.is === 'constant' && value.value === undefined);

/** The same value, used at another place. */
export const usedAt = (value: Value, at: Place): Value => ({ ...value, at });

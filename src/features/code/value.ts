/** What is known of the value of an expression, and where it is written. */
import type { Module, Node, Variable } from './parse.ts';

/** What parameters and variables of loops stand for. */
export type Env = ReadonlyMap<Variable, Value>;

interface Base {
  /** Where it is written; undefined where only what it is a part of is. */
  readonly at?: Node | undefined;
  /**
   * The function or loop that decides about it: a parameter, or the variable of a loop, was read
   * for it. Callers of the function and items of the list say what it is.
   */
  readonly decider?: Node | undefined;
  /**
   * Of an object that is not known whole, what a type says of a field; undefined where it cannot
   * have the field.
   */
  readonly fields?: ((name: string) => Value | undefined) | undefined;
}

type Form<Is extends string, Fields> = Base & Readonly<{ is: Is } & Fields>;

export type Value =
  | Constant
  | ObjectValue
  | ListValue
  | FunctionValue
  | Unknown
  /** One of several, by what a program does at run time or a type allows. */
  | Form<'choice', { options: readonly Value[] }>
  | Form<'class' | 'instance', { of: Node }>
  | Form<'module', { of: Module }>
  /** An export of a package that is not among the files; `*` is all of it. */
  | Form<'foreign', { from: string; name: string }>
  /** A client of the SDK, or a member of it: `['events', 'send']`. */
  | Form<'client', { path: readonly string[] }>
  | Form<'json', { of: Value }>;

/** Undefined is the value, or that there is none. */
export type Constant = Form<'constant', { value: string | number | boolean | null | undefined }>;

/** An open one may have other entries or items. */
export type ObjectValue = Form<'object', { entries: ReadonlyMap<string, Entry>; isOpen: boolean }>;
export type ListValue = Form<'list', { items: readonly Value[]; isOpen: boolean }>;
export type FunctionValue = Form<'function', { of: Node; env: Env }>;

export interface Entry {
  readonly key: Node;
  readonly value: Value;
}

export interface Unknown extends Base {
  readonly is: 'unknown';
  readonly type?: string | undefined;
  /** Of a string whose parts are known; HOLE stands for the others. */
  readonly text?: string | undefined;
  readonly isEnvironment?: boolean;
}

export const HOLE = '\0';

const MOST_OPTIONS = 32;

export const constant = (value: Constant['value']): Constant => ({ is: 'constant', value });

export const unknown = (known: Partial<Unknown> = {}): Unknown => ({ ...known, is: 'unknown' });

/** What depends on these values, and is not known. */
export const unknownOf = (values: readonly Value[]): Unknown =>
  unknown({ decider: deciderOf(values) });

export const listOf = (items: readonly Value[], isOpen = false): ListValue => ({
  is: 'list',
  items,
  isOpen,
});

/** A value where it is used, and not where it is written. */
export const unplaced = (value: Value): Value => ({ ...value, at: undefined });

/** One of the values: the only one where all are equal constants. */
export function choiceOf(values: readonly Value[]): Value {
  const distinct = new Map<unknown, Value>();
  for (const each of values.flatMap(optionsOf)) {
    const key = each.is === 'constant' ? each.value : each;
    if (!distinct.has(key)) distinct.set(key, each);
  }
  const options = [...distinct.values()];
  const [first, ...others] = options;
  const decider = deciderOf(values);
  if (first !== undefined && others.length === 0) return { ...first, decider };
  return options.length === 0 || options.length > MOST_OPTIONS
    ? unknown({ decider })
    : { is: 'choice', options, decider };
}

/** A field that an object may have besides its entries; undefined where it has no such field. */
export function otherField(value: Value, name: string): Value | undefined {
  if (value.is === 'constant' || (value.is === 'object' && !value.isOpen)) return undefined;
  return value.fields ? value.fields(name) : unknownOf([value]);
}

/** An object without the fields that are taken from it. */
export function without(taken: ReadonlySet<string>, value: Value): Value {
  const fields = (name: string): Value | undefined =>
    taken.has(name) ? undefined : otherField(value, name);
  if (value.is !== 'object') return { ...unknownOf([value]), fields };
  const entries = [...value.entries].filter(([name]) => !taken.has(name));
  return { ...value, entries: new Map(entries), fields };
}

export const optionsOf = (value: Value): readonly Value[] =>
  value.is === 'choice' ? value.options : [value];

/** Where a default takes the place of a variable of the environment, the default. */
export function byDefault(value: Value): Value {
  const options = optionsOf(value);
  const others = options.filter((each) => each.is !== 'unknown' || !each.isEnvironment);
  return others.length === 0 || others.length === options.length ? value : choiceOf(others);
}

/** What decides about the first of the values that are not decided. */
export const deciderOf = (values: readonly (Value | undefined)[]): Node | undefined =>
  values.find((each) => each?.decider !== undefined)?.decider;

export const textOf = (value: Value | undefined): string | undefined =>
  value?.is === 'constant' && typeof value.value === 'string' ? value.value : undefined;

export const entryOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.is === 'object' ? value.entries.get(name)?.value : undefined;

/** A client is the same object, whatever is set on it. */
export const isFixed = ({ is }: Value): boolean => is === 'client' || is === 'instance';

export const isAbsent = (value: Value | undefined): boolean =>
  value === undefined || (value.is === 'constant' && value.value === undefined);

/** The entries that JSON has of an object: it leaves out functions, as it does undefined. */
export const entriesIn = (value: Value): readonly (readonly [name: string, entry: Entry])[] =>
  [...(value.is === 'object' ? value.entries : [])].filter(
    ([, { value: each }]) => !isAbsent(each) && each.is !== 'function',
  );

export const itemsIn = (value: Value | undefined): readonly Value[] =>
  value?.is === 'list' ? value.items : [];

/** The JSON type of a value; undefined where it is not known. */
export function typeOf(value: Value): string | undefined {
  const types = new Set(optionsOf(value).map(typeOfOne));
  return types.size === 1 ? [...types][0] : undefined;
}

function typeOfOne(value: Value): string | undefined {
  if (value.is === 'constant') return value.value === null ? 'null' : typeof value.value;
  if (value.is === 'list') return 'array';
  if (value.is === 'object') return 'object';
  if (value.is === 'json') return 'string';
  if (value.is !== 'unknown') return undefined;
  return value.type ?? (value.text?.replaceAll(HOLE, '') ? 'string' : undefined);
}

import type {
  Class,
  ForOfStatement,
  Function as FunctionNode,
  Node,
  TSInterfaceDeclaration,
  TSTypeLiteral,
} from '@babel/types';
import type { PointerQuery, Span } from '../../core/document/locate.ts';
import { unescapeSegment } from '../../core/model/place.ts';
import type { Module } from './module.ts';

/** The source of the values of parameters: a function by its calls, a loop by its list. */
export type Binder = FunctionNode | ForOfStatement;

/** Where a value is written. */
export interface Site {
  readonly module: Module;
  readonly start: number;
  readonly end: number;
}

export const siteOf = (node: Node, module: Module): Site => ({
  module,
  // The parser sets them in all nodes.
  start: node.start as number,
  end: node.end as number,
});

export interface Field {
  readonly value: Value;
  /** The name of the property. */
  readonly key: Site;
}

/** The value of an expression, as far as it is known without running it. */
export type Value = {
  readonly site: Site;
  readonly origins?: readonly Site[];
  /** It is what counts without a variable of the environment. */
  readonly isDefault?: boolean;
  /** It, or parts of it, come from this parameter or loop. */
  readonly binder?: Binder | undefined;
} & (
  | {
      readonly kind: 'constant';
      readonly value: string | number | boolean | null;
    }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'object';
      readonly entries: ReadonlyMap<string, Field>;
      /** It has further, unknown properties. */
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'array';
      readonly items: readonly Value[];
      readonly isOpen: boolean;
      /** The items are the pairs of a Map. */
      readonly isMap?: boolean;
      /** Of its items, which are all, any may be left out. */
      readonly isSelection?: boolean;
    }
  | { readonly kind: 'choice'; readonly options: readonly Value[] }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  /** A class, or an object of it. */
  | { readonly kind: 'instance'; readonly of: Class }
  /** The client of the SDK. */
  | { readonly kind: 'client' }
  | { readonly kind: 'module'; readonly module: Module }
  /** Of a value that is not known: the type of an object. */
  | { readonly kind: 'type'; readonly of: TSInterfaceDeclaration | TSTypeLiteral }
  /** JSON text of a value. */
  | { readonly kind: 'json'; readonly of: Value }
  | Unknown
);

export type FunctionValue = Extract<Value, { kind: 'function' }>;

export interface Unknown {
  readonly kind: 'unknown';
  readonly type?: JsonType | undefined;
  /** The known parts of a text, with HOLE for each unknown part. */
  readonly text?: string;
  /** By its type in TypeScript. */
  readonly declared?: Value | undefined;
  /** It is created by something other than the SDK. */
  readonly isOther?: boolean;
  /** The variables of the environment, or one of them. */
  readonly isEnvironment?: boolean;
}

export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** Deeper values are unknown, so that nothing fills the stack. */
export const MAX_VALUE_DEPTH = 60;

/** Evaluated expressions for one call: `const a = [b, b]; const b = [c, c]; …` doubles with each line. */
export const MAX_EXPRESSIONS = 20_000;

/** A value and its parts, from outside inwards. */
export function partsOf(given: Value): readonly Value[] {
  const parts: Value[] = [given];
  for (let i = 0; i < Math.min(parts.length, MAX_EXPRESSIONS); i++)
    for (const each of innerOf(parts[i] as Value)) parts.push(each);
  return parts;
}

/** The items of a list, or the values of the properties of an object. */
export function innerOf(value: Value): readonly Value[] {
  if (value.kind === 'array') return value.items;
  return value.kind === 'object' ? Array.from(value.entries.values(), (entry) => entry.value) : [];
}

export const HOLE = '\0';

export const entryOf = (value: Value | undefined, name: string): Value | undefined => {
  const found = value?.kind === 'object' ? value.entries.get(name)?.value : undefined;
  return found?.kind === 'absent' ? undefined : found;
};

export const knownText = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;

/** The name of a property or an index that a value gives. */
export const keyIn = (value: Value): string | undefined =>
  value.kind === 'constant' ? String(value.value) : undefined;

/** The names that it can give; `undefined` if there may be others. */
export function keysIn(value: Value): readonly string[] | undefined {
  const known = value.kind === 'unknown' && value.declared ? value.declared : value;
  const keys = known.kind === 'choice' ? known.options.map(keyIn) : [keyIn(known)];
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

/** The parameter or loop that a value comes from, or one of several. */
export const binderIn = (value: Value): Binder | undefined =>
  value.kind === 'choice' ? value.options.map(binderIn).find(Boolean) : value.binder;

/** The parameter or loop that any part of a value comes from. */
export const binderWithin = (value: Value): Binder | undefined =>
  partsOf(value).map(binderIn).find(Boolean);

/** A value as used at a place: for values from another place, this place counts. */
export function at(site: Site, value: Value): Value {
  if (HAS_PLACE.has(value.kind)) return value;
  const { origins = [] } = value;
  // In a loop, `a = a` would add one each time.
  if (origins.length > MAX_VALUE_DEPTH) return { ...value, site };
  return { ...value, site, origins: [value.site, ...origins] };
}

const HAS_PLACE: ReadonlySet<Value['kind']> = new Set(['object', 'array', 'function', 'instance']);

/** One of several values. */
export function choiceOf(given: readonly Value[], site: Site): Value {
  const all = given.flatMap((value) => (value.kind === 'choice' ? value.options : [value]));
  return { kind: 'choice', options: [...new Set(all)], site };
}

/** Whether a value meets a condition without the variables of the environment; `undefined` if unknown. */
export const usualTruthOf = (value: Value): boolean | undefined =>
  isDefault(value) && value.kind === 'constant'
    ? Boolean(value.value)
    : isEnvironment(value)
      ? false
      : truthOf(value);

/** Whether a value meets a condition; `undefined` if unknown. */
export function truthOf(value: Value): boolean | undefined {
  if (value.kind === 'unknown' || value.kind === 'choice') return undefined;
  // A comparison with a variable of the environment.
  if (value.kind === 'constant' && typeof value.value === 'boolean' && value.isDefault === true)
    return undefined;
  return value.kind === 'constant' ? Boolean(value.value) : value.kind !== 'absent';
}

export const isNullish = (value: Value): boolean =>
  value.kind === 'absent' || (value.kind === 'constant' && value.value === null);

export const isEnvironment = (value: Value): boolean =>
  value.kind === 'unknown' && value.isEnvironment === true;

export const isDefault = (value: Value): boolean => value.isDefault === true;

export const asDefault = (value: Value): Value =>
  value.kind === 'constant' ? { ...value, isDefault: true } : value;

/** A value that is made of others: a default if one of them is. */
export const likeDefault = (parts: readonly Value[], value: Value): Value =>
  parts.some(isDefault) ? asDefault(value) : value;

/** The JSON type of a value; `undefined` if unknown. */
export function jsonTypeOf(value: Value): JsonType | undefined {
  switch (value.kind) {
    case 'constant':
      return value.value === null ? 'null' : (typeof value.value as JsonType);
    case 'object':
    case 'array':
      return value.kind;
    case 'json':
      return 'string';
    case 'unknown':
      return value.type;
    case 'choice': {
      const types = new Set(value.options.map(jsonTypeOf));
      return types.size === 1 ? [...types][0] : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * The place of a pointer into a value: the innermost part on its path that is in the file of the call. Values in
 * the call itself take precedence over those in a called function.
 */
export function spanIn(root: Value, call: Site, { pointer, onKey }: PointerQuery): Span {
  const isIn = ({ module, start, end }: Site): boolean =>
    module === call.module && start >= call.start && end <= call.end;
  let found = call;
  const note = (sites: readonly Site[]): void => {
    found = sites.find(isIn) ?? sites.find(({ module }) => module === call.module) ?? found;
  };
  let value: Value | undefined = root;
  note([root.site, ...(root.origins ?? [])]);
  const segments = pointer.split('/').slice(1).map(unescapeSegment);
  for (const [i, segment] of segments.entries()) {
    let entry: Field | undefined;
    if (value.kind === 'array') value = value.items[Number(segment)];
    else {
      entry = value.kind === 'object' ? value.entries.get(segment) : undefined;
      value = entry?.value;
    }
    if (value === undefined) break;
    if (entry !== undefined && onKey === true && i === segments.length - 1) note([entry.key]);
    else note([value.site, ...(value.origins ?? [])]);
  }
  return { offset: found.start, length: found.end - found.start };
}

interface Literal {
  readonly value: Site | undefined;
  readonly key: Site | undefined;
  /** All its properties are written in it. */
  readonly isWhole: boolean;
}

/** Where the value of a pointer is written, unless it is computed, and the name of its property. */
export function literalIn(root: Value, pointer: string): Literal {
  const segments = pointer.split('/').slice(1).map(unescapeSegment);
  let value = root;
  let key: Site | undefined;
  for (const segment of segments) {
    const entry = value.kind === 'object' ? value.entries.get(segment) : undefined;
    const next = value.kind === 'array' ? value.items[Number(segment)] : entry?.value;
    if (next === undefined) break;
    value = next;
    key = entry?.key;
  }
  const { kind, site } = value;
  const keys = kind === 'object' ? Array.from(value.entries.values(), (entry) => entry.key) : [];
  const isComputed = kind === 'unknown';
  return {
    value: isComputed ? undefined : (value.origins?.at(-1) ?? site),
    key,
    isWhole: keys.every((each) => isSiteWithin(site, each)),
  };
}

export const isSiteWithin = ({ module, start, end }: Site, site: Site): boolean =>
  site.module === module && site.start >= start && site.end <= end;

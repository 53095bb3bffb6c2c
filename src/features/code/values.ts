import type { Class, ForOfStatement, Function as FunctionNode, Node } from '@babel/types';
import type { PointerQuery, Span } from '../../core/document/locate.ts';
import { unescapeSegment } from '../../core/model/place.ts';
import type { Module } from './modules.ts';

/** What gives its parameters values: a function by its calls, a loop by its list. */
export type Binder = FunctionNode | ForOfStatement;

/** Where a value is written. */
export interface Site {
  readonly module: Module;
  readonly start: number;
  readonly end: number;
}

export const siteOf = (node: Node, module: Module): Site => ({
  module,
  start: node.start ?? 0,
  end: node.end ?? 0,
});

interface Entry {
  readonly value: Value;
  /** The name of the property. */
  readonly key: Site;
}

/** What an expression is, as far as it can be told without running it. */
export type Value = { readonly site: Site; readonly origins?: readonly Site[] } & (
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'object';
      readonly entries: ReadonlyMap<string, Entry>;
      /** It has other properties as well, which are not known. */
      readonly isOpen: boolean;
    }
  | { readonly kind: 'array'; readonly items: readonly Value[]; readonly isOpen: boolean }
  | { readonly kind: 'choice'; readonly options: readonly Value[] }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  /** An object of a class. */
  | { readonly kind: 'instance'; readonly of: Class }
  | { readonly kind: 'module'; readonly module: Module }
  /** JSON text of a value. */
  | { readonly kind: 'json'; readonly of: Value }
  | Unknown
);

interface Unknown {
  readonly kind: 'unknown';
  readonly type?: JsonType | undefined;
  /** Of a text, what is known of it, with HOLE for each part that is not. */
  readonly text?: string;
  /** It comes from this parameter or loop. */
  readonly binder?: Binder | undefined;
}

export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

export const HOLE = '\0';

export const entryOf = (value: Value | undefined, name: string): Value | undefined => {
  const found = value?.kind === 'object' ? value.entries.get(name)?.value : undefined;
  return found?.kind === 'absent' ? undefined : found;
};

export const knownText = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;

/** The type a value has in JSON; `undefined` where that is not known. */
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
 * Where a pointer into a value stands: the innermost part on its way that is written in the file of the call. What is
 * written in the call itself wins over how a function that it calls names it.
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
    let entry: Entry | undefined;
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

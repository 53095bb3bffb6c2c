/** Values as JSON with the places of its parts in one file. */
import { joinPointer } from '../../core/model/place.ts';
import { UNKNOWN } from '../../core/model/unknown.ts';
import type { SourceSpan } from '../../core/model/workflow.ts';
import type { Module, Node } from './parse.ts';
import { HOLE, isAbsent, optionsOf, type Place, type Value } from './value.ts';

export interface Spans {
  readonly module: Module;
  readonly byPointer: Map<string, SourceSpan>;
}

const DEEPEST = 100;

/** Notes where a value is; one of another file is where it is used. */
export function note(
  spans: Spans,
  pointer: string,
  at: Place,
  { outer, key }: { readonly outer: Node; readonly key?: Place },
): Node {
  const { module, byPointer } = spans;
  const node = at.module === module ? at.node : outer;
  const own = key?.module === module ? key.node : undefined;
  byPointer.set(pointer, { ...spanOf(node), ...(own !== undefined && { key: spanOf(own) }) });
  return node;
}

const spanOf = ({ start, end }: Node) => ({ offset: start, length: end - start });

/** A value as JSON; UNKNOWN where it is not known whole. @param holder what it is a part of. */
export function toJson(
  value: Value,
  path: readonly (string | number)[],
  spans: Spans,
  holder: { readonly outer: Node; readonly key?: Place },
): unknown {
  const node = note(spans, joinPointer(path), value.at, holder);
  if (path.length > DEEPEST) return UNKNOWN;
  if (value.is === 'constant') return value.value;
  if (value.is === 'list' && !value.isOpen)
    return value.items.map((item, i) => toJson(item, [...path, i], spans, { outer: node }) ?? null);
  if (value.is === 'object' && !value.isOpen) {
    const fields = [...value.entries].flatMap(([name, entry]) => {
      // JSON leaves out functions, as it does undefined.
      if (isAbsent(entry.value) || entry.value.is === 'function') return [];
      return [
        [
          name,
          toJson(entry.value, [...path, name], spans, { outer: node, key: entry.key }),
        ] as const,
      ];
    });
    return Object.fromEntries(fields);
  }
  return UNKNOWN;
}

/** The JSON type of a value; undefined where it is not known. */
export function typeOf(value: Value): string | undefined {
  const types = new Set(optionsOf(value).map(typeOfOne));
  return types.size === 1 ? [...types][0] : undefined;
}

function typeOfOne(value: Value): string | undefined {
  if (value.is === 'constant') return value.value === null ? 'null' : typeof value.value;
  if (value.is === 'list') return 'array';
  if (value.is === 'json') return 'string';
  if (value.is === 'object') return 'object';
  if (value.is !== 'unknown') return undefined;
  return value.type ?? (value.text?.replaceAll(HOLE, '') ? 'string' : undefined);
}

/** Values as JSON, with the places of their parts in one file. */
import type { JsonObject } from '../../core/model/json.ts';
import { joinPointer } from '../../core/model/place.ts';
import { UNKNOWN } from '../../core/model/unknown.ts';
import type { Input, SourceSpan } from '../../core/model/workflow.ts';
import type { Node } from './parse.ts';
import { moduleOf } from './syntax.ts';
import { byDefault, entriesIn, type Value } from './value.ts';

export interface Spans {
  readonly input: Input;
  readonly byPointer: Map<string, SourceSpan>;
}

export type Path = readonly (string | number)[];

/** What a value is a part of, and the name that it has there. */
type Holder = { readonly node: Node; readonly key?: Node };

const DEEPEST = 100;

/** Notes where a value is; one of another file is where it is used. Returns the node. */
export function note(spans: Spans, path: Path, at: Node | undefined, holder: Holder): Node {
  const node = ownOf(spans, at) ?? holder.node;
  const key = ownOf(spans, holder.key);
  spans.byPointer.set(joinPointer(path), { ...spanOf(node), ...(key && { key: spanOf(key) }) });
  return node;
}

export const ownOf = ({ input }: Spans, node: Node | undefined): Node | undefined =>
  node && moduleOf(node).input === input ? node : undefined;

const spanOf = ({ start, end }: Node) => ({ offset: start, length: end - start });

/** A value as JSON; UNKNOWN where it is not known whole. */
function toJson(given: Value, path: Path, spans: Spans, holder: Holder): unknown {
  const value = byDefault(given);
  const node = note(spans, path, given.at, holder);
  if (path.length > DEEPEST) return UNKNOWN;
  if (value.is === 'constant') return value.value;
  if (value.is === 'list' && !value.isOpen)
    return value.items.map((item, i) => toJson(item, [...path, i], spans, { node }) ?? null);
  if (value.is === 'object' && !value.isOpen) return entriesAsJson(value, path, spans, node);
  return UNKNOWN;
}

/** What is known of an object, as JSON; of another value, nothing. */
export function entriesAsJson(given: Value, path: Path, spans: Spans, node: Node): JsonObject {
  const json = entriesIn(given).map(([name, { key, value }]) => {
    return [name, toJson(value, [...path, name], spans, { node, key })] as const;
  });
  return Object.fromEntries(json);
}

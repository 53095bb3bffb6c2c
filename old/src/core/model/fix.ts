import { SPELLINGS } from './fields.ts';
import { isGiven, isObject, type JsonObject } from './json.ts';
import type { Edge, FixSafety, Node, NodeFix, Place, Step, Workflow } from './nodes.ts';
import { edgesFieldOf, keyPlaceOf, placeOf, pointerOf, type Target } from './place.ts';
import { truncate } from './text.ts';

type Fixes = readonly NodeFix[];

/** Replaces the value at places that have one. No change without a value. */
export function writeFix(
  places: readonly (Target | Place)[],
  value: unknown,
  safety: FixSafety = 'safe',
): Fixes {
  if (value === undefined || !places.every(isPresent)) return [];
  return [
    {
      title: `replace with ${truncate(printInline(value), 61)}`,
      safety,
      edits: places.map((at) => ({ kind: 'write', place: asPlace(at), value })),
    },
  ];
}

/** Renames a field of a node, unless its object has the new name. */
export function renameFix(
  [node, ...path]: readonly [Node, ...string[]],
  name: string | undefined,
): Fixes {
  const holder = valueAt(node, path.slice(0, -1));
  if (name === undefined || !isObject(holder) || !canRename(holder, path.at(-1), name)) return [];
  return [renameAt([keyPlaceOf([node, ...path])], name)];
}

export const renameAt = (
  places: readonly Place[],
  name: string,
  safety: FixSafety = 'safe',
): NodeFix => ({
  title: `rename to ${truncate(JSON.stringify(name), 61)}`,
  safety,
  edits: places.map((place) => ({ kind: 'rename', place, name })),
});

const canRename = (holder: JsonObject, field: string | undefined, name: string): boolean =>
  field !== undefined && Object.hasOwn(holder, field) && !Object.hasOwn(holder, name);

export const removeFix = (
  places: readonly (Target | Place)[],
  title: string,
  safety: FixSafety = 'unsafe',
): Fixes => [
  { title, safety, edits: places.map((at) => ({ kind: 'remove', place: asPlace(at) })) },
];

/** Adds a field, or writes one that is there, such as with null. */
export function addFix(at: readonly [Node, ...string[]], field: string, value: unknown): Fixes {
  const [node, ...path] = at;
  const holder = valueAt(node, path);
  if (!isPresent(at)) return [];
  if (isObject(holder) && Object.hasOwn(holder, field))
    return writeFix([[...at, field]], value, 'unsafe');
  return [
    {
      title: `add ${JSON.stringify(field)}: ${printInline(value)}`,
      safety: 'unsafe',
      edits: [{ kind: 'add', place: asPlace(at), field, value }],
    },
  ];
}

/** Connects two steps by an edge in the form of the others; nothing where edges have ids or are written in the steps. */
export function connectFix(
  workflow: Workflow,
  edge: { readonly from: Step; readonly to: Step; readonly type: string | undefined },
): Fixes {
  const { raw, edges } = workflow;
  const [first] = edges;
  const { from, to, type } = edge;
  if (first === undefined || first.within !== undefined || isGiven(first.raw['id'])) return [];
  if (from.key === undefined || to.key === undefined || type === undefined) return [];
  const nameOf = (names: readonly string[]): string =>
    names.find((name) => edges.some((one) => Object.hasOwn(one.raw, name))) ??
    (names.at(-1) as string);
  const { from: froms, to: tos, type: types } = SPELLINGS.edge;
  const value = { [nameOf(froms)]: from.key, [nameOf(tos)]: to.key, [nameOf(types)]: type };
  const place = placeOf([workflow, edgesFieldOf(raw)]);
  return [
    {
      title: `connect ${JSON.stringify(from.key)} to ${JSON.stringify(to.key)}`,
      safety: 'unsafe',
      edits: [{ kind: 'append', place, value }],
    },
  ];
}

/** Several fixes as one; nothing where one of them cannot be made. */
export function joinFixes(title: string, ...parts: readonly Fixes[]): Fixes {
  const edits = parts.flatMap(([fix]) => fix?.edits ?? []);
  return parts.some(({ length }) => length === 0) ? [] : [{ title, safety: 'unsafe', edits }];
}

/** Exchanges the ends of an edge with fields of its own. @param type the one that it then needs. */
export const reverseFix = (edge: Edge, type = edge.type): Fixes | undefined =>
  edge.within === undefined
    ? joinFixes(
        'exchange its ends',
        writeFix([[edge, 'from']], edge.to),
        writeFix([[edge, 'to']], edge.from),
        ...(type === edge.type ? [] : [writeFix([[edge, 'type']], type)]),
      )
    : undefined;

function valueAt({ raw }: Node, path: readonly string[]): unknown {
  let value: unknown = raw;
  for (const field of path)
    value = isObject(value) || Array.isArray(value) ? (value as JsonObject)[field] : undefined;
  return value;
}

export const moveFix = (at: Node, before: Node, title: string): Fixes => [
  {
    title,
    safety: 'unsafe',
    edits: [{ kind: 'move', place: placeOf(at), before: placeOf(before) }],
  },
];

/** A value on one line. */
export const printInline = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');

const asPlace = (at: Target | Place): Place => ('subject' in at ? at : placeOf(at));

/** The place of a missing field is that of its parent. */
function isPresent(at: Target | Place): boolean {
  if (!Array.isArray(at)) return true;
  const [node, ...path] = at as readonly [Node, ...(string | number)[]];
  const depth = (pointer: string): number => pointer.split('/').length;
  return depth(placeOf(at as Target).pointer) === depth(pointerOf(node)) + path.length;
}

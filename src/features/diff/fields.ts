import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../core/model/json.ts';
import { joinPointer } from '../../core/model/place.ts';

/** A field of a node, by today's names: `/config/template/id`. */
export interface FieldChange {
  readonly path: string;
  /** Undefined where that side lacks the field. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that differ; the order of names in objects does not count. */
export function compareFields(before: unknown, after: unknown): readonly FieldChange[] {
  const found: FieldChange[] = [];
  const open = [{ path: [] as readonly string[], before, after }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, before: old, after: now } = next;
    if (isDeepStrictEqual(old, now)) continue;
    const parts = partsOf(old, now);
    if (parts === undefined) found.push({ path: joinPointer(path), before: old, after: now });
    // The last is taken first.
    else for (const part of parts.reverse()) open.push({ ...part, path: [...path, part.name] });
  }
  return found;
}

interface Part {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Of two objects, or of two arrays of one length; other values differ as a whole. */
function partsOf(before: unknown, after: unknown): Part[] | undefined {
  const areLists = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (!areLists && !(isObject(before) && isObject(after))) return undefined;
  const [old, now] = [before, after].map((each) => new Map(Object.entries(each as object)));
  const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return Array.from(names, (name) => ({ name, before: old?.get(name), after: now?.get(name) }));
}

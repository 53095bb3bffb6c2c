import type { FieldChange } from '../model/difference.ts';
import { isObject } from '../model/json.ts';
import { type Fields, segment } from './fields.ts';
import type { Interner } from './interner.ts';

// Beyond, the value that holds them is reported as a whole: a list nobody reads must not grow without bound.
const MAX_CHANGES = 1000;

interface Pending {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields in which two nodes differ, down to the innermost value that does, in order of path. */
export function changesOf(before: Fields, after: Fields, interner: Interner): readonly FieldChange[] {
  const pending: Pending[] = [];
  for (const [path, { value, id }] of before) {
    const other = after.get(path);
    if (other?.id !== id) pending.push({ path, before: value, after: other?.value });
  }
  for (const [path, { value }] of after) if (!before.has(path)) pending.push({ path, before: undefined, after: value });

  const changes: FieldChange[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const inner = partsOf(next, interner);
    if (inner === undefined || inner.length + pending.length + changes.length > MAX_CHANGES) changes.push(changeOf(next));
    else pending.push(...inner);
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function changeOf({ path, before, after }: Pending): FieldChange {
  return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** What differs inside two values of one kind; `undefined` where they can only be told as a whole. */
function partsOf({ path, before, after }: Pending, interner: Interner): readonly Pending[] | undefined {
  if (Array.isArray(before) && Array.isArray(after))
    return path.endsWith('/rules') ? bagParts(path, before, after, interner) : listParts(path, before, after, interner);
  if (!isObject(before) || !isObject(after)) return undefined;
  const parts: Pending[] = [];
  const add = (key: string): void => {
    const [left, right] = [Object.hasOwn(before, key) ? before[key] : undefined, Object.hasOwn(after, key) ? after[key] : undefined];
    if (left === undefined || right === undefined || interner.idOf(left) !== interner.idOf(right))
      parts.push({ path: `${path}/${segment(key)}`, before: left, after: right });
  };
  for (const key of Object.keys(before)) add(key);
  for (const key of Object.keys(after)) if (!Object.hasOwn(before, key)) add(key);
  return parts;
}

/** Items are compared by position, but for those that both lists begin and end with. */
function listParts(path: string, before: readonly unknown[], after: readonly unknown[], interner: Interner): readonly Pending[] {
  const same = (i: number, j: number): boolean => interner.idOf(before[i]) === interner.idOf(after[j]);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && same(start, start)) start++;
  let tail = 0;
  while (tail < shorter - start && same(before.length - 1 - tail, after.length - 1 - tail)) tail++;
  const parts: Pending[] = [];
  for (let i = start; i < Math.max(before.length, after.length) - tail; i++) {
    const [left, right] = [i < before.length - tail ? before[i] : undefined, i < after.length - tail ? after[i] : undefined];
    if (left === undefined || right === undefined || !same(i, i)) parts.push({ path: `${path}/${i}`, before: left, after: right });
  }
  return parts;
}

/** The parts of an "and" or "or" have no order: equal ones cancel out, and the others are paired as they come. */
function bagParts(path: string, before: readonly unknown[], after: readonly unknown[], interner: Interner): readonly Pending[] {
  const counts = new Map<number, number>();
  for (const item of after) counts.set(interner.idOf(item), (counts.get(interner.idOf(item)) ?? 0) + 1);
  const take = (item: unknown): boolean => {
    const id = interner.idOf(item);
    const left = counts.get(id) ?? 0;
    counts.set(id, left - 1);
    return left <= 0;
  };
  const gone = [...before.entries()].filter(([, item]) => take(item));
  counts.clear();
  for (const item of before) counts.set(interner.idOf(item), (counts.get(interner.idOf(item)) ?? 0) + 1);
  const come = [...after.entries()].filter(([, item]) => take(item));
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, i) => ({
    path: `${path}/${gone[i]?.[0] ?? come[i]?.[0]}`,
    before: gone[i]?.[1],
    after: come[i]?.[1],
  }));
}

import { isObject, type JsonObject, own } from '../model/json.ts';
import type { Cut } from '../model/nodes.ts';
import { kindOf } from './recognize.ts';

/** A document without the items of the arrays that are read in portions. */
export interface Skeleton {
  readonly text: string;
  readonly cuts: readonly Cut[];
  /** Its value; these arrays are as long as they should be and hold little. */
  readonly value: unknown;
  /** Pointers of these arrays. */
  readonly arrays: readonly string[];
}

/** What is known of an array whose items come later. */
export interface ArrayOfItems {
  count: number;
  /** The first item that shows what they all are, and the first that is no object, with their indexes. */
  sample?: readonly [number, unknown];
  stranger?: readonly [number, unknown];
}

export function noteItems(array: ArrayOfItems, values: readonly unknown[]): void {
  for (const [i, value] of array.sample !== undefined && array.stranger !== undefined ? [] : values.entries()) {
    if (!isObject(value)) array.stranger ??= [array.count + i, null];
    else if (array.sample === undefined && kindOf(value) !== undefined) array.sample = [array.count + i, value];
  }
  array.count += values.length;
}

/** Puts into each array that was emptied what tells of its items; `undefined` when one of them is not there. */
export function fillArrays(value: unknown, arrays: ReadonlyMap<string, ArrayOfItems>): unknown {
  let root = value;
  for (const [pointer, { count, sample, stranger }] of arrays) {
    const items: unknown[] = [];
    items.length = count;
    for (const known of [sample, stranger]) if (known !== undefined) items[known[0]] = known[1];
    const names = pointer.split('/').slice(1);
    const last = names.pop();
    if (last === undefined) {
      root = items;
      continue;
    }
    const holder = names.length === 0 ? root : own(root as JsonObject, names[0] as string);
    if (!isObject(holder) || !Array.isArray(own(holder, last))) return undefined;
    (holder as Record<string, unknown>)[last] = items;
  }
  return root;
}

// For the eye only: an empty array would be something else.
export function withEllipses(text: string, cuts: readonly Cut[]): { readonly text: string; readonly cuts: readonly Cut[] } {
  let shown = '';
  let from = 0;
  const shifted = cuts.map((cut, i) => {
    shown += `${text.slice(from, cut.offset)}…`;
    from = cut.offset;
    return { ...cut, offset: cut.offset + i + 1 };
  });
  return { text: shown + text.slice(from), cuts: shifted };
}

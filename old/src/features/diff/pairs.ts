import { groupBy } from '../../core/model/groups.ts';

/**
 * Pairs items by name, one kind of name after the other. Items with equal names are paired in order. `removed` are those of the
 * first list only, `added` those of the second.
 */
export function pairUp<T>(
  before: readonly T[],
  after: readonly T[],
  names: readonly ((item: T, isBefore: boolean) => string | undefined)[],
) {
  const pairs: [T, T][] = [];
  let left = before;
  let right = after;
  for (const nameOf of names) {
    const byName = groupBy(right, (item) => nameOf(item, false));
    for (const group of byName.values()) group.reverse();
    const taken = new Set<T>();
    left = left.filter((item) => {
      const name = nameOf(item, true);
      const other = name === undefined ? undefined : byName.get(name)?.pop();
      if (other === undefined) return true;
      pairs.push([item, other]);
      taken.add(other);
      return false;
    });
    right = right.filter((item) => !taken.has(item));
  }
  return { pairs, removed: left, added: right };
}

/** How many items two lists have in common at their start, and of the others at their end. */
export function commonEnds(
  before: readonly string[],
  after: readonly string[],
): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { start, end };
}

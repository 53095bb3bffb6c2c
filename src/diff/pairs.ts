/** Two lists of things as pairs: those that are in both, those that were, those that are new. In the order of the lists. */
export interface Pairing<T> {
  readonly pairs: readonly (readonly [T, T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Pairs by the first name that both bear, one name after the other. Of several with one name, the first goes with the first. */
export function pairUp<T>(before: readonly T[], after: readonly T[], names: readonly ((item: T) => string | undefined)[]): Pairing<T> {
  const pairs: [T, T][] = [];
  let left = before;
  let right = after;
  for (const nameOf of names) {
    const byName = new Map<string, T[]>();
    for (const item of right) {
      const name = nameOf(item);
      if (name === undefined) continue;
      const group = byName.get(name);
      if (group === undefined) byName.set(name, [item]);
      else group.push(item);
    }
    for (const group of byName.values()) group.reverse();
    const taken = new Set<T>();
    left = left.filter((item) => {
      const name = nameOf(item);
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

export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** In the order in which keys first occur. */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, [V, ...V[]]> {
  const groups = new Map<K, V[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups as Map<K, [V, ...V[]]>;
}

export function countBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** A function that computes each result once. */
export function once<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.has(key) ? (known.get(key) as V) : compute(key);
    known.set(key, value);
    return value;
  };
}

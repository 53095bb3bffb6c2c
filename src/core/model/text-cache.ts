// The same few texts occur in most workflows, and several rules parse each.
const MAX_ENTRIES = 500;

export function cacheParser<T>(parse: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    let result = cache.get(text);
    if (result === undefined) {
      result = parse(text);
      if (cache.size >= MAX_ENTRIES) cache.clear();
      cache.set(text, result);
    }
    return result;
  };
}

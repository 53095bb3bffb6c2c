// The same few texts occur in most workflows, and several rules parse each.
export function cacheParser<T>(parse: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    let result = cache.get(text);
    if (result === undefined) {
      result = parse(text);
      cache.set(text, result);
    }
    return result;
  };
}

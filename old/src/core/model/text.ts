/** "1 day", "2 days", "0 days". */
export function pluralize(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** ", in 3 emails", where a fault is in more than one. */
export const inSeveral = (count: number, units: string): string =>
  count === 1 ? '' : `, in ${count} ${units}`;

/** At most `max` characters, with an ellipsis when cut; no character is cut in half. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Cuts the middle of a name or path; no character is cut in half. */
export function truncateMiddle(text: string, max = 240): string {
  if (text.length <= max) return text;
  const half = (max - 1) >> 1;
  return `${truncate(text, max - half)}${text.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}

/** Cuts the middle of each long word, such as a path in a sentence. */
export const truncateWords = (text: string): string =>
  text.replace(/\S{241,}/g, (word) => truncateMiddle(word));

/** The first items, and the number of the others. */
export function takeFirst<T>(
  items: readonly T[],
  max: number,
): { readonly first: readonly T[]; readonly more: number } {
  return { first: items.slice(0, max), more: Math.max(0, items.length - max) };
}

/** The first items that fit into a number of characters. */
export function takeFitting<T>(
  items: readonly T[],
  room: number,
  sizeOf: (item: T) => number,
): readonly T[] {
  let left = room;
  const end = items.findIndex((item) => (left -= sizeOf(item)) < 0);
  return end === -1 ? items : items.slice(0, end);
}

/** Makes names unique: each but the first of several equal ones gets a number. */
export function uniqueNames(
  numbered: (name: string, n: number) => string,
): (name: string) => string {
  const taken = new Set<string>();
  const times = new Map<string, number>();
  return (name) => {
    let n = times.get(name) ?? 1;
    let unique = n === 1 ? name : numbered(name, n);
    while (taken.has(unique)) unique = numbered(name, ++n);
    times.set(name, n + 1);
    taken.add(unique);
    return unique;
  };
}

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

/** The names that others mean: by each of these, the one under which they are listed with spaces between them. */
export const namesMeant = <N extends string>(
  others: Readonly<Record<N, string>>,
): ReadonlyMap<string, N> =>
  new Map(
    Object.entries<string>(others).flatMap(([name, listed]) =>
      listed.split(' ').map((other) => [other, name as N] as const),
    ),
  );

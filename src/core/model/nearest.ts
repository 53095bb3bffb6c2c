/**
 * The only place that guesses what a wrong name means. Near: equal but for case and separators, or
 * an optimal string alignment of at most a quarter of the letters (at least one). Names that differ
 * in digits only are never near.
 */
const LONGEST = 80;
/** Letters that are compared for one list of names, some hundred milliseconds. */
const MOST_WORK = 5_000_000;

/** The name that is meant, if one alone has the least distance. */
export const nearest = (name: string, names: Iterable<string>): string | undefined =>
  createNearest(names)(name);

/**
 * The same for many wrong names among the same names. The work for all of them together is limited:
 * beyond that, no name is near.
 * @param without a name that is not meant.
 */
export function createNearest(
  names: Iterable<string>,
): (name: string, without?: string) => string | undefined {
  const work = { left: MOST_WORK };
  let all: readonly string[] | undefined;
  return (name, without) => {
    all ??= [...names];
    const others = without === undefined ? all : all.filter((each) => each !== without);
    const near = nearestNames(name, others, work);
    return near.length > 1 ? undefined : near[0];
  };
}

/** All names with the least distance. The name itself is never near. */
export function nearestNames(
  name: string,
  names: readonly string[],
  work = { left: MOST_WORK },
): readonly string[] {
  if (name.length > LONGEST) return [];
  const [lower, folded] = [name.toLowerCase(), fold(name)];
  let least = Math.max(1, Math.floor(name.length / 4));
  let near: readonly string[] = [];
  for (const other of names) {
    if (work.left <= 0) return [];
    work.left -= other.length + 1;
    if (other === name || other === '') continue;
    const isSame = folded !== '' && fold(other) === folded;
    if (!isSame && Math.abs(name.length - other.length) > least) continue;
    if (!isSame) work.left -= name.length * other.length;
    const distance = isSame ? 0 : alignment(lower, other.toLowerCase(), least);
    const isNear = distance <= least && distance < Math.max(name.length, other.length);
    if (!isNear || isSeries(name, other)) continue;
    near = distance < least ? [other] : [...near, other];
    least = distance;
  }
  return near;
}

/** A name without case and the separators `. _ - space`. */
export const fold = (name: string): string => name.toLowerCase().replace(/[._\-\s]/g, '');

/** "mail_2" is another step, not a misspelling of "mail_1" or "mail". */
const isSeries = (a: string, b: string): boolean =>
  a.replace(/[._\-\s]?\d+/g, '') === b.replace(/[._\-\s]?\d+/g, '');

/** Insertions, deletions, substitutions and swaps of neighbours; Infinity where above the most. */
function alignment(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const changed = (last[column - 1] as number) + (isSame ? 0 : 1);
      const added = 1 + Math.min(last[column] as number, current[column - 1] as number);
      const swapped = isSwap ? 1 + (beforeLast[column - 2] ?? Infinity) : Infinity;
      current.push(Math.min(changed, added, swapped));
    }
    [beforeLast, last] = [last, current];
    // A row depends on the two before it.
    if (Math.min(...last, ...beforeLast) > most) return Infinity;
  }
  return last[b.length] as number;
}

/**
 * The only place that guesses what a wrong name means. Near: equal but for case and separators, or an optimal string
 * alignment of at most a quarter of the letters (at least one). Names that differ in digits only are never near.
 */
const LONGEST = 80;

export interface NearName {
  readonly name: string;
  /** 0: equal but for case and separators. */
  readonly distance: number;
}

/** The names near to a wrong one, nearest first; of equals in the order given. The name itself is never near. */
export function nearNames(name: string, names: Iterable<string>): readonly NearName[] {
  if (name.length > LONGEST) return [];
  const folded = fold(name);
  const lower = name.toLowerCase();
  const limit = Math.max(1, Math.floor(name.length / 4));
  const near: NearName[] = [];
  for (const other of names) {
    if (other === name || other.length > LONGEST || other === '') continue;
    const distance =
      folded !== '' && fold(other) === folded ? 0 : alignment(lower, other.toLowerCase(), limit);
    if (
      distance <= limit &&
      distance < Math.max(name.length, other.length) &&
      !isSeries(name, other)
    )
      near.push({ name: other, distance });
  }
  return near.sort((a, b) => a.distance - b.distance);
}

/** The name that is meant, if one alone has the least distance. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const [first, second] = nearNames(name, names);
  return first === undefined || first.distance === second?.distance ? undefined : first.name;
}

/** A name without case and the separators `. _ - space`. */
export const fold = (name: string): string => name.toLowerCase().replace(/[._\-\s]/g, '');

/** "mail_2" is another step, not a misspelling of "mail_1" or "mail". */
const isSeries = (a: string, b: string): boolean =>
  a.replace(/[._\-\s]?\d+/g, '') === b.replace(/[._\-\s]?\d+/g, '');

/** Optimal string alignment: insertions, deletions, substitutions, and swaps of two neighbours; above `limit` any higher number. */
function alignment(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column - 1] as number) + (isSame ? 0 : 1),
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
      );
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap && row > 1 && column > 1)
        cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] as number;
}

/**
 * The only place that guesses what a wrong name means. Near: equal but for case and separators, or
 * an optimal string alignment of at most a quarter of the letters (at least one). Names that differ
 * in digits only are never near.
 */
const LONGEST = 80;

export interface NearName {
  readonly name: string;
  /** 0: equal but for case and separators. */
  readonly distance: number;
}

interface Candidate {
  readonly name: string;
  readonly lower: string;
  readonly folded: string;
}

/** The names near to a wrong one, nearest first. The name itself is never near. */
export const nearNames = (name: string, names: Iterable<string>): readonly NearName[] =>
  findNear(name, prepare(names), { left: MOST_WORK });

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
  let candidates: readonly Candidate[] | undefined;
  const work = { left: MOST_WORK };
  return (name, without) => {
    candidates ??= prepare(names);
    const near = findNear(name, candidates, work).filter((each) => each.name !== without);
    const [first, second] = near;
    return first === undefined || first.distance === second?.distance ? undefined : first.name;
  };
}

/** Letters that are compared, some hundred milliseconds. */
const MOST_WORK = 5_000_000;

const prepare = (names: Iterable<string>): readonly Candidate[] =>
  Array.from(names, (name) => ({ name, lower: name.toLowerCase(), folded: fold(name) }));

function findNear(
  name: string,
  candidates: readonly Candidate[],
  work: { left: number },
): readonly NearName[] {
  if (name.length > LONGEST) return [];
  const folded = fold(name);
  const lower = name.toLowerCase();
  const limit = Math.max(1, Math.floor(name.length / 4));
  const near: NearName[] = [];
  for (const other of candidates) {
    if (work.left <= 0) return [];
    work.left--;
    if (other.name === name || other.name.length > LONGEST || other.name === '') continue;
    const isClose = Math.abs(lower.length - other.lower.length) <= limit;
    if (isClose) work.left -= lower.length * other.lower.length;
    const isSame = folded !== '' && other.folded === folded;
    const distance = isSame ? 0 : isClose ? alignment(lower, other.lower, limit) : limit + 1;
    const isAny = distance <= limit && distance < Math.max(name.length, other.name.length);
    if (isAny && !isSeries(name, other.name)) near.push({ name: other.name, distance });
  }
  return near.sort((a, b) => a.distance - b.distance);
}

/** A name without case and the separators `. _ - space`. */
export const fold = (name: string): string => name.toLowerCase().replace(/[._\-\s]/g, '');

/** "mail_2" is another step, not a misspelling of "mail_1" or "mail". */
const isSeries = (a: string, b: string): boolean =>
  a.replace(/[._\-\s]?\d+/g, '') === b.replace(/[._\-\s]?\d+/g, '');

/** Insertions, deletions, substitutions and swaps of neighbours; above `limit` any number. */
function alignment(a: string, b: string, limit: number): number {
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

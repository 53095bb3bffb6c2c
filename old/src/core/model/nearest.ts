const MAX_LENGTH = 80;
const MIN_PREFIX = 3;
const SEPARATOR = /[._\-\s]/;
// Compared letters, about 50 ms. Limits the work for ten thousand wrong names among ten thousand valid ones.
const MAX_WORK = 5_000_000;

interface Candidate {
  readonly name: string;
  readonly lower: string;
  readonly folded: string;
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  /** The first of each name without case and separators. */
  readonly byFold: ReadonlyMap<string, string>;
}

/** A candidate near to a wrong name. Distance 0: the same without case and separators. */
interface NearName {
  readonly name: string;
  readonly distance: number;
}

type FindNearest = (
  name: string,
  /** Leaves out candidates. */
  accepts?: (candidate: string) => boolean,
) => string | undefined;

/**
 * The candidate nearest to a wrong name, if any is near: the same without case and separators, an extension of it, or a
 * few edits away. Bounded work; of equals the first candidate.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return createNearest(candidates)(name);
}

/** The same for many names among the same candidates. The work is bounded for all of them together. */
export function createNearest(names: Iterable<string>, budget = { work: MAX_WORK }): FindNearest {
  const find = createNearNames(names, budget);
  return (name, accepts) => {
    let best: NearName | undefined;
    for (const near of find(name, accepts, true))
      if (best === undefined || near.distance < best.distance) best = near;
    return best?.name;
  };
}

/** The same for names among the keys of several maps. The work is bounded for all of them together. */
export function createNearestKey(): (
  name: string,
  of: ReadonlyMap<string, unknown>,
  accepts?: (candidate: string) => boolean,
) => string | undefined {
  const budget = { work: MAX_WORK };
  const finders = new Map<ReadonlyMap<string, unknown>, FindNearest>();
  return (name, of, accepts) => {
    const find = finders.get(of) ?? createNearest(of.keys(), budget);
    finders.set(of, find);
    return find(name, accepts);
  };
}

/** All candidates near to a wrong name, in their order. Bounded work for all names together. */
export function createNearNames(
  names: Iterable<string>,
  budget = { work: MAX_WORK },
): (
  name: string,
  accepts?: (candidate: string) => boolean,
  /** Whether the first that differs in case and separators only is enough. It is found without a search. */
  isTwinEnough?: boolean,
) => readonly NearName[] {
  let known: Candidates | undefined;
  return (name, accepts = () => true, isTwinEnough = false) => {
    if (name.length > MAX_LENGTH) return [];
    const lower = name.toLowerCase();
    const folded = fold(name);
    if (lower.length > MAX_LENGTH || folded === '') return [];
    known ??= prepare(names);
    const twin = known.byFold.get(folded);
    if (isTwinEnough && twin !== undefined && twin !== name && accepts(twin))
      return [{ name: twin, distance: 0 }];
    const limit = Math.max(1, Math.floor(name.length / 3)) + 1;
    const near: NearName[] = [];
    for (const candidate of known.candidates) {
      // A part of them could look like the only one.
      if (--budget.work <= 0) return [];
      if (candidate.name === name || !accepts(candidate.name)) continue;
      const { name: other, lower: otherLower, folded: otherFolded } = candidate;
      if (otherFolded === folded) near.push({ name: other, distance: 0 });
      // A prefix, such as "warn" of "warning", counts as one edit.
      else if (folded.length >= MIN_PREFIX && otherFolded.startsWith(folded))
        near.push({ name: other, distance: 1 });
      else if (Math.abs(lower.length - otherLower.length) < limit) {
        budget.work -= lower.length * otherLower.length;
        const distance = editDistance(lower, otherLower, limit);
        if (distance < limit && isNear(lower, otherLower, distance))
          near.push({ name: other, distance });
      }
    }
    return near;
  };
}

/** Whether two names differ in their numbers only: "mail_2" is another step, not a misspelling of "mail_1" or "mail". */
export const isSameSeries = (a: string, b: string): boolean => seriesOf(a) === seriesOf(b);

const seriesOf = (name: string): string => name.replace(/[._\-\s]?\d+$/, '').replace(/\d+/g, '#');

/** Whether two names differ in one letter, or in two neighbours that are swapped. */
export const isOneEdit = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) < 2 && editDistance(a, b, 2) === 1;

/** Whether a name is another in a different case, with other separators, or with one wrong letter. */
export const isSpelledLike = (given: string, name: string): boolean =>
  fold(name) === fold(given) || isOneEdit(name, given);

/** A name without case and the separators `. _ - space`. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[._\-\s]/g, '');
}

function prepare(names: Iterable<string>): Candidates {
  const candidates: Candidate[] = [];
  const byFold = new Map<string, string>();
  for (const name of names) {
    const lower = name.length > MAX_LENGTH ? name : name.toLowerCase();
    if (lower.length > MAX_LENGTH) continue;
    const folded = fold(name);
    candidates.push({ name, lower, folded });
    if (!byFold.has(folded)) byFold.set(folded, name);
  }
  return { candidates, byFold };
}

/**
 * Names that differ in every letter, as "b" and "a", are not near. Neither are those with a part that begins with another letter,
 * as "user.deleted" and "user.created", unless it is one edit away.
 */
function isNear(a: string, b: string, distance: number): boolean {
  if (distance === Math.max(a.length, b.length)) return false;
  const [parts, others] = [a.split(SEPARATOR), b.split(SEPARATOR)];
  return (
    parts.length !== others.length ||
    parts.every((part, i) => {
      const other = others[i] as string;
      return part[0] === other[0] || editDistance(part, other, 2) < 2;
    })
  );
}

// Rows of the edit table, reused; distances are at most MAX_LENGTH.
let beforeLast = new Uint8Array(MAX_LENGTH + 1);
let last = new Uint8Array(MAX_LENGTH + 1);
let current = new Uint8Array(MAX_LENGTH + 1);

// Damerau-Levenshtein distance, up to `limit`.
function editDistance(a: string, b: string, limit: number): number {
  for (let column = 0; column <= b.length; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    const letter = a.charCodeAt(row - 1);
    const before = a.charCodeAt(row - 2);
    let left = row;
    let lowest = row;
    current[0] = row;
    for (let column = 1; column <= b.length; column++) {
      const other = b.charCodeAt(column - 1);
      let cost = (last[column - 1] as number) + (letter === other ? 0 : 1);
      const above = (last[column] as number) + 1;
      if (above < cost) cost = above;
      if (left + 1 < cost) cost = left + 1;
      if (row > 1 && column > 1 && before === other && letter === b.charCodeAt(column - 2))
        cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current[column] = left = cost;
      if (cost < lowest) lowest = cost;
    }
    if (lowest >= limit) return limit;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length] as number;
}

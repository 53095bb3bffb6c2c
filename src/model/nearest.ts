const MAX_CANDIDATES = 5000;
const MAX_LENGTH = 80;
const MIN_PREFIX = 3;
// Compared letters: some 50 ms worth, so that ten thousand wrong names among ten thousand right ones take no minutes.
const MAX_WORK = 5_000_000;

interface Candidate {
  readonly name: string;
  readonly lower: string;
  readonly folded: string;
}

/**
 * The candidate a wrong name was most likely meant to be, if any is near: the same but for case and separators, its
 * beginning, or few edits away. Bounded work for hostile input; ties go to the first candidate.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return createNearest(candidates)(name);
}

/** The same for many names among the same candidates. Its work is bounded for all of them together. */
export function createNearest(names: Iterable<string>): (name: string) => string | undefined {
  let candidates: readonly Candidate[] | undefined;
  let byFold = new Map<string, string>();
  let work = MAX_WORK;
  return (name) => {
    if (name.length > MAX_LENGTH) return undefined;
    const lower = name.toLowerCase();
    if (lower.length > MAX_LENGTH) return undefined;
    if (candidates === undefined) [candidates, byFold] = prepare(names);
    const folded = fold(name);
    const twin = folded === '' ? undefined : byFold.get(folded);
    if (twin !== undefined && twin !== name) return twin;
    let best: string | undefined;
    let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
    for (const candidate of candidates) {
      if (--work <= 0) return undefined;
      if (candidate.name === name) continue;
      // A beginning, such as "warn" for "warning", counts as one edit.
      if (folded.length >= MIN_PREFIX && bestDistance > 1 && candidate.folded.startsWith(folded)) [best, bestDistance] = [candidate.name, 1];
      if (Math.abs(lower.length - candidate.lower.length) >= bestDistance) continue;
      work -= lower.length * candidate.lower.length;
      const distance = editDistance(lower, candidate.lower, bestDistance);
      // With every letter another one, as "b" for "a", nothing is left to be near.
      if (distance < bestDistance && distance < Math.max(lower.length, candidate.lower.length)) [best, bestDistance] = [candidate.name, distance];
    }
    return best;
  };
}

/** A name without what people vary: case, and the separators `. _ - space`. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[._\-\s]/g, '');
}

function prepare(names: Iterable<string>): [Candidate[], Map<string, string>] {
  const candidates: Candidate[] = [];
  const byFold = new Map<string, string>();
  for (const name of names) {
    if (candidates.length === MAX_CANDIDATES) break;
    const lower = name.length > MAX_LENGTH ? name : name.toLowerCase();
    if (lower.length > MAX_LENGTH) continue;
    const folded = fold(name);
    candidates.push({ name, lower, folded });
    if (!byFold.has(folded)) byFold.set(folded, name);
  }
  return [candidates, byFold];
}

// Three rows of the table of edits, used again and again: distances are at most MAX_LENGTH.
let beforeLast = new Uint8Array(MAX_LENGTH + 1);
let last = new Uint8Array(MAX_LENGTH + 1);
let current = new Uint8Array(MAX_LENGTH + 1);

// Edits, with a swap of neighbours as one; gives up at `limit`.
function editDistance(a: string, b: string, limit: number): number {
  for (let column = 0; column <= b.length; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    const letter = a.charCodeAt(row - 1);
    const before = a.charCodeAt(row - 2);
    let left = row;
    let least = row;
    current[0] = row;
    for (let column = 1; column <= b.length; column++) {
      const other = b.charCodeAt(column - 1);
      let cost = (last[column - 1] as number) + (letter === other ? 0 : 1);
      const above = (last[column] as number) + 1;
      if (above < cost) cost = above;
      if (left + 1 < cost) cost = left + 1;
      if (row > 1 && column > 1 && before === other && letter === b.charCodeAt(column - 2)) cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current[column] = left = cost;
      if (cost < least) least = cost;
    }
    if (least >= limit) return limit;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length] as number;
}

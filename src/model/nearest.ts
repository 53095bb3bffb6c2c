const MAX_CANDIDATES = 5000;
const MAX_LENGTH = 80;
const MIN_PREFIX = 3;

/**
 * The candidate a wrong name was most likely meant to be, if any is near: the same but for case and separators, its
 * beginning, or few edits away. Bounded work for hostile input; ties go to the first candidate.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const folded = fold(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  let count = 0;
  for (const candidate of candidates) {
    if (count++ > MAX_CANDIDATES) break;
    if (candidate === name || candidate.length > MAX_LENGTH) continue;
    const other = fold(candidate);
    if (folded !== '' && other === folded) return candidate;
    // A beginning, such as "warn" for "warning", counts as one edit.
    if (folded.length >= MIN_PREFIX && other.startsWith(folded) && bestDistance > 1) [best, bestDistance] = [candidate, 1];
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** A name without what people vary: case, and the separators `. _ - space`. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[._\-\s]/g, '');
}

// Edits, with a swap of neighbours as one; gives up at `limit`.
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min((last[column] as number) + 1, (current[column - 1] as number) + 1, (last[column - 1] as number) + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current.push(cost);
      if (cost < least) least = cost;
    }
    if (least >= limit) return limit;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] as number;
}

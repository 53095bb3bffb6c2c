import type { Location } from '../model/finding.ts';
import { groupBy, joinNames } from '../model/groups.ts';
import type { DocumentRef } from '../model/nodes.ts';
import type { Found } from './part.ts';

/** By UTF-16 unit, so it does not depend on the locale. */
export const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

export function compareRefs(a: DocumentRef, b: DocumentRef): number {
  return compareDocuments(a, b) || a.start - b.start;
}

function compareDocuments(a: DocumentRef, b: DocumentRef): number {
  return compare(a.source, b.source) || a.index - b.index;
}

/** By source, then by position in it, then by position in the document. */
export function compareAt(a: Position, b: Position): number {
  return (
    compareRefs(a.document, b.document) ||
    (a.pointer === b.pointer ? 0 : comparePointers(a.pointer, b.pointer))
  );
}

interface Position {
  readonly document: DocumentRef;
  readonly pointer: string;
}

/** The order of a report: source, position, rule. */
export function compareFound(a: Found, b: Found): number {
  return (
    compareDocuments(a.document, b.document) ||
    compareLocations(a.location, b.location) ||
    compare(a.rule, b.rule) ||
    comparePointers(a.location.pointer, b.location.pointer) ||
    compare(a.message, b.message)
  );
}

/** By position in one source. */
export function compareLocations(a: Location, b: Location): number {
  const [left, right] = [a.region, b.region];
  return left === undefined || right === undefined
    ? comparePointers(a.pointer, b.pointer)
    : left.startLine - right.startLine || left.startColumn - right.startColumn;
}

/**
 * Sorted findings with those that explain others first among those of their workflow, which keep their places in the report.
 * @param isCause whether the findings of a rule explain others.
 */
export function causesFirst(
  sorted: readonly Found[],
  isCause: (rule: string) => boolean,
): readonly Found[] {
  if (!sorted.some(({ rule }) => isCause(rule))) return sorted;
  const keyOf = ({ document, workflow }: Found): string =>
    joinNames(document.source, `${document.index}`, workflow?.id, workflow?.name);
  const slots = groupBy(sorted.keys(), (i) => {
    const found = sorted[i] as Found;
    return found.workflow === undefined ? undefined : keyOf(found);
  });
  const ordered = [...sorted];
  for (const [key, indexes] of slots) {
    if (key === undefined) continue;
    const own = indexes.map((i) => sorted[i] as Found);
    const first = own.filter(({ rule }) => isCause(rule));
    const rest = own.filter(({ rule }) => !isCause(rule));
    for (const [n, located] of [...first, ...rest].entries())
      ordered[indexes[n] as number] = located;
  }
  return ordered;
}

/** Segment by segment, indexes by number. The common beginning is skipped. */
function comparePointers(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const start = a.lastIndexOf('/', at - 1) + 1;
  const [x, y] = [segmentAt(a, start), segmentAt(b, start)];
  if (x === y) return a.length - b.length;
  return /^\d+$/.test(x) && /^\d+$/.test(y) ? Number(x) - Number(y) : compare(x, y);
}

function segmentAt(pointer: string, start: number): string {
  const end = pointer.indexOf('/', start);
  return end === -1 ? pointer.slice(start) : pointer.slice(start, end);
}

import type { DocumentRef } from '../model/nodes.ts';
import type { Located } from './part.ts';

/** By UTF-16 unit, the same in every locale. */
export const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** By source, then by position in it. */
export function compareRefs(a: DocumentRef, b: DocumentRef): number {
  return compareDocuments(a, b) || a.start - b.start;
}

/** Parts of one document are the same to it. */
function compareDocuments(a: DocumentRef, b: DocumentRef): number {
  return compare(a.source, b.source) || a.index - b.index;
}

/** By source, then by position in it, then by position in the document. */
export function compareAt(a: At, b: At): number {
  return compareRefs(a.document, b.document) || (a.pointer === b.pointer ? 0 : comparePointers(a.pointer, b.pointer));
}

interface At {
  readonly document: DocumentRef;
  readonly pointer: string;
}

/** The order of a report: source, position, rule. */
export function compareLocated(a: Located, b: Located): number {
  const byDocument = compareDocuments(a.document, b.document);
  if (byDocument !== 0) return byDocument;
  const [left, right] = [a.location.region, b.location.region];
  const byRegion = left !== undefined && right !== undefined ? left.startLine - right.startLine || left.startColumn - right.startColumn : 0;
  return (
    byRegion ||
    (left === undefined || right === undefined ? comparePointers(a.location.pointer, b.location.pointer) : 0) ||
    compare(a.rule, b.rule) ||
    comparePointers(a.location.pointer, b.location.pointer) ||
    compare(a.message, b.message)
  );
}

/** Segment by segment, indexes by number. Pointers of one document begin alike, so what they share is passed over at once. */
function comparePointers(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const start = at === 0 ? 0 : a.lastIndexOf('/', at - 1) + 1;
  const [x, y] = [segmentAt(a, start), segmentAt(b, start)];
  if (x === y) return a.length - b.length;
  return /^\d+$/.test(x) && /^\d+$/.test(y) ? Number(x) - Number(y) : compare(x, y);
}

function segmentAt(pointer: string, start: number): string {
  const end = pointer.indexOf('/', start);
  return end === -1 ? pointer.slice(start) : pointer.slice(start, end);
}

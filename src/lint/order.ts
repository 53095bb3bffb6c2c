import type { DocumentRef } from '../model/nodes.ts';
import type { Located } from './part.ts';

/** By UTF-16 unit, the same in every locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

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

function comparePointers(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i] as string, right[i] as string];
    if (x === y) continue;
    return /^\d+$/.test(x) && /^\d+$/.test(y) ? Number(x) - Number(y) : compare(x, y);
  }
  return left.length - right.length;
}

import type { Finding } from '../model/finding.ts';

/** By source, position, rule and message: independent of the order of files. */
export function compareFindings(a: Finding, b: Finding): number {
  const [left, right] = [a.location.region, b.location.region];
  return (
    compareText(a.location.source, b.location.source) ||
    (a.input.line ?? 0) - (b.input.line ?? 0) ||
    (left === undefined || right === undefined
      ? comparePointers(a.location.pointer, b.location.pointer)
      : left.startLine - right.startLine || left.startColumn - right.startColumn) ||
    compareText(a.rule, b.rule) ||
    comparePointers(a.location.pointer, b.location.pointer) ||
    compareText(a.message, b.message)
  );
}

/** By UTF-16 unit, so it does not depend on the locale. */
export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Indexes by number. */
const comparePointers = (a: string, b: string): number => compareText(padded(a), padded(b));

const padded = (pointer: string): string =>
  pointer.replace(/(?<=\/)\d+/g, (index) => index.padStart(7, '0'));

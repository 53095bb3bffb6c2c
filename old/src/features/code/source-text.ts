import { setFlagsFromString } from 'node:v8';
import { readWhole } from '../../load/file.ts';
import { fileSize } from '../../load/sources.ts';

/** The text of a file that is not too large. */
export function readSource(path: string): string {
  const size = fileSize(path);
  if (size > MAX_BYTES) throw new Error(TOO_LARGE);
  if (size > MAX_BYTES / 10) useLessMemory();
  const text = readWhole(path).toString('utf8');
  if (isMinified(text)) throw new Error(MINIFIED);
  return text;
}

const TOO_LARGE = 'is larger than 5 MB, and was not read';
const MINIFIED = 'is minified, and was not read';
const MAX_BYTES = 5 * 1024 * 1024;
/** The reasons for which a file is not read. */
export const UNREAD: ReadonlySet<string> = new Set([TOO_LARGE, MINIFIED]);

/**
 * A parsed file takes 30 times the memory of its text. By default, the memory of the process may then be twice as much before it is
 * collected, and the second of the optimizing compilers takes 40 MB.
 */
function useLessMemory(): void {
  const flags = ['--semi-space-growth-factor=1', '--heap-growing-percent=15', '--no-maglev'];
  for (const flag of flags) setFlagsFromString(flag);
}

/** A bundle of 1 MB or more, in which the lines are longer than anybody writes. */
function isMinified(text: string): boolean {
  return text.length >= 1024 * 1024 && text.length / text.split('\n').length > 1000;
}

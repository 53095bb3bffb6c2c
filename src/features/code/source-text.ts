import { readWhole } from '../../load/file.ts';
import { fileSize } from '../../load/sources.ts';

/** The text of a file that is not too large. */
export function readSource(path: string): string {
  if (fileSize(path) > MAX_BYTES) throw new Error(TOO_LARGE);
  const text = readWhole(path).toString('utf8');
  if (isMinified(text)) throw new Error(MINIFIED);
  return text;
}

const TOO_LARGE = 'is larger than 5 MB, and was not read';
const MINIFIED = 'is minified, and was not read';
const MAX_BYTES = 5 * 1024 * 1024;
/** The reasons for which a file is not read. */
export const UNREAD: ReadonlySet<string> = new Set([TOO_LARGE, MINIFIED]);

/** A bundle of 1 MB or more, in which the lines are longer than anybody writes. */
function isMinified(text: string): boolean {
  return text.length >= 1024 * 1024 && text.length / text.split('\n').length > 1000;
}

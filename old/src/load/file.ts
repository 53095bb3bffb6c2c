import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { SourceError } from './source-error.ts';

/** The maximum bytes of one value: a file that is not JSON Lines, or one line. */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;
const LIMIT = `larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB`;

export const tooLarge = (what = ''): SourceError =>
  new SourceError(`${what}${LIMIT}; only files of JSON Lines (.ndjson, .jsonl) may be larger`);

export const lineTooLarge = (line: number): SourceError =>
  new SourceError(`line ${line} is ${LIMIT}`);

/** Only regular files: reading a pipe or device may never end. */
export function openRegular(path: string): { readonly fd: number; readonly size: number } {
  // Without O_NONBLOCK, opening a pipe without a writer never returns. It is undefined, thus 0, on Windows.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, size: stat.size };
  closeSync(fd);
  throw new SourceError(
    stat.isDirectory()
      ? 'is a folder'
      : stat.isFIFO()
        ? 'is a pipe, not a file; to read from a pipe use "-"'
        : 'is not a regular file',
  );
}

/** A whole file, up to the size of one document. */
export function readWhole(path: string): Buffer {
  const { fd, size } = openRegular(path);
  try {
    if (size > MAX_DOCUMENT_BYTES) throw tooLarge();
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The text of a file; `undefined` when it cannot be read. */
export function textOfFile(path: string): string | undefined {
  try {
    return readWhole(path).toString('utf8');
  } catch {
    return undefined;
  }
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { SourceError } from './source-error.ts';

/** The maximum bytes of one value: a file that is not JSON Lines, or one line. */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;
const LIMIT = `larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB`;

export const tooLarge = (what = ''): SourceError =>
  new SourceError(`${what}${LIMIT}, and not JSON Lines, which could be read line by line`);

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

/**
 * Bytes of an open file, fewer when it ends before.
 * @param into a buffer to use, if they fit.
 */
function readRange(fd: number, start: number, end: number, into?: Buffer): Buffer {
  const bytes =
    into !== undefined && end - start <= into.length
      ? into.subarray(0, end - start)
      : Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(fd, bytes, filled, bytes.length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

export function readUpTo(path: string, limit: number, into?: Buffer): Buffer | undefined {
  const { fd, size } = openRegular(path);
  try {
    return size > limit ? undefined : readRange(fd, 0, size, into);
  } finally {
    closeSync(fd);
  }
}

/** A whole file, up to the size of one document. */
export function readWhole(path: string): Buffer {
  const bytes = readUpTo(path, MAX_DOCUMENT_BYTES);
  if (bytes === undefined) throw tooLarge();
  return bytes;
}

/** The text of a file; `undefined` when it cannot be read. */
export function textOfFile(path: string): string | undefined {
  try {
    return readWhole(path).toString('utf8');
  } catch {
    return undefined;
  }
}

/** All bytes of a file in chunks, each of which overwrites the previous one. */
export function* readChunks(path: string, size: number): Iterable<Buffer> {
  const { fd } = openRegular(path);
  const buffer = Buffer.allocUnsafeSlow(size);
  try {
    for (let at = 0; ; ) {
      const chunk = readRange(fd, at, at + size, buffer);
      if (chunk.length === 0) return;
      at += chunk.length;
      yield chunk;
    }
  } finally {
    closeSync(fd);
  }
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Refusal } from './refusal.ts';

// The bytes of files.

const CHUNK = 256 * 1024;

/** Only regular files: a pipe or device could keep us waiting for ever. */
export const openRegular = (path: string): number => openSized(path).fd;

function openSized(path: string): { readonly fd: number; readonly size: number } {
  // Without O_NONBLOCK, opening a pipe that nobody writes to never returns.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, size: stat.size };
  closeSync(fd);
  throw new Refusal(stat.isDirectory() ? 'is a folder' : stat.isFIFO() ? 'is a pipe, not a file; to read from a pipe use "-"' : 'is not a regular file');
}

/** Bytes of an open file, fewer when it ends before. */
export function readRange(fd: number, start: number, end: number, into?: Buffer): Buffer {
  const bytes = into !== undefined && end - start <= into.length ? into.subarray(0, end - start) : Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(fd, bytes, filled, bytes.length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/**
 * A whole file, unless it is larger.
 * @param into where its bytes may be, when they fit.
 */
export function readUpTo(path: string, limit: number, into?: Buffer): Buffer | undefined {
  const { fd, size } = openSized(path);
  try {
    return size > limit ? undefined : readRange(fd, 0, size, into);
  } finally {
    closeSync(fd);
  }
}

/** Part of a file, fewer bytes when it ends before. */
export function readPart(path: string, start: number, end: number): Buffer {
  const fd = openRegular(path);
  try {
    return readRange(fd, start, end);
  } finally {
    closeSync(fd);
  }
}

export function sizeOf(path: string): number {
  const { fd, size } = openSized(path);
  closeSync(fd);
  return size;
}

/** @param into where the bytes of each portion may be. */
export function* readRaw(path: string, into?: Buffer): Iterable<Buffer> {
  const fd = openRegular(path);
  try {
    yield* readFrom(fd, into);
  } finally {
    closeSync(fd);
  }
}

/**
 * All bytes of an open file.
 * @param into where they may be, when each portion is done with before the next is asked for.
 */
export function* readFrom(fd: number, into?: Buffer): Iterable<Buffer> {
  const most = into?.length ?? CHUNK;
  for (let at = 0; ; ) {
    const chunk = readRange(fd, at, at + most, into);
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

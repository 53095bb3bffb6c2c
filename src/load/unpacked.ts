import { closeSync } from 'node:fs';
import { Gunzip } from 'fflate';
import { openRegular, readRange } from './file.ts';
import type { OpenFile } from './reread.ts';

const CHUNK = 64 * 1024;

/**
 * Opens a gzip file to read parts of it synchronously: continues from the last one if possible, otherwise from the
 * beginning. Node's own gunzip unpacks either a whole file at once or asynchronously.
 */
export function openUnpacked(path: string): OpenFile {
  const { fd } = openRegular(path);
  let held: Buffer[] = [];
  /** Offset of the first byte in memory, and the offset after the last one. */
  let from = 0;
  let to = 0;
  let at = 0;
  let stream = begin();

  function begin(): Gunzip {
    [held, from, to, at] = [[], 0, 0, 0];
    return new Gunzip((piece) => {
      held.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
      to += piece.length;
    });
  }
  const drop = (before: number): void => {
    let first = held[0];
    while (first !== undefined && from + first.length <= before) {
      from += first.length;
      held.shift();
      first = held[0];
    }
  };

  return {
    part(start, end) {
      if (start < from) stream = begin();
      while (to < end) {
        const bytes = readRange(fd, at, at + CHUNK);
        if (bytes.length === 0) break;
        at += bytes.length;
        stream.push(bytes);
        drop(start);
      }
      drop(start);
      return Buffer.concat(held).subarray(start - from, end - from);
    },
    close: () => closeSync(fd),
  };
}

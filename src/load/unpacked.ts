import { closeSync } from 'node:fs';
import { Gunzip } from 'fflate';
import { openRegular, readRange } from './file.ts';

const CHUNK = 64 * 1024;

/** Parts of a packed file, unpacked: going on from the last one where that is possible, and from the beginning where it is not. */
export interface Unpacked {
  part(start: number, end: number): Buffer;
  close(): void;
}

/**
 * Opens a gzip file to be read here and there, without waiting. Node's own unpacks either a whole file at a time or in the
 * background, and neither is of use to whoever looks up lines in a large one.
 */
export function openUnpacked(path: string): Unpacked {
  const fd = openRegular(path);
  let held: Buffer[] = [];
  /** Byte at which the first held piece begins, and the one behind the last. */
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
    for (let first = held[0]; first !== undefined && from + first.length <= before; first = held[0]) {
      from += first.length;
      held.shift();
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

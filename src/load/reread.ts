import { closeSync } from 'node:fs';
import type { DocumentRef } from '../core/model/nodes.ts';
import { openRegular, readRange } from './file.ts';
import { decode } from './lines.ts';

/** Where the text of a source can be read again: a file, or bytes that are held. */
export type Origin = { readonly path: string } | Buffer;

/** Reads texts of documents again, for findings that are only known at the end. It is fastest in the order of the sources. */
export interface Rereader {
  /** `undefined` for what is gone or unreadable by now. */
  readonly text: (ref: DocumentRef) => string | undefined;
  /** To be called before a file is read again. */
  prepare(path: string): Promise<void>;
  close(): void;
}

export interface OpenFile {
  part(start: number, end: number): Buffer;
  close(): void;
}

export function createRereader(origins: ReadonlyMap<string, Origin>): Rereader {
  let openUnpacked: ((path: string) => OpenFile) | undefined;
  let last: (OpenFile & { readonly path: string }) | undefined;
  const close = (): void => {
    last?.close();
    last = undefined;
  };
  const bytesOf = (origin: Origin, start: number, end: number): Buffer => {
    if (Buffer.isBuffer(origin)) return origin.subarray(start, end);
    const { path } = origin;
    if (last?.path !== path) {
      close();
      const open = isPacked(path) ? (openUnpacked ?? openPlain) : openPlain;
      last = { path, ...open(path) };
    }
    return last.part(start, end);
  };
  return {
    text({ source, start, end }) {
      const origin = origins.get(source);
      if (origin === undefined) return undefined;
      try {
        return decode(bytesOf(origin, start, end), start).text;
      } catch {
        // The findings stay; they only have no line.
        return undefined;
      }
    },
    async prepare(path) {
      // What unpacks is only loaded when something is packed.
      if (isPacked(path)) ({ openUnpacked } = await import('./unpacked.ts'));
    },
    close,
  };
}

const isPacked = (path: string): boolean => path.toLowerCase().endsWith('.gz');

function openPlain(path: string): OpenFile {
  // A reference from elsewhere may give any end, and must not make this allocate as much.
  const { fd, size } = openRegular(path);
  return {
    part: (start, end) => readRange(fd, start, Math.max(start, Math.min(end, size))),
    close: () => closeSync(fd),
  };
}

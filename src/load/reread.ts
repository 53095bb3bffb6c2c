import { closeSync } from 'node:fs';
import type { DocumentRef } from '../core/model/nodes.ts';
import { openRegular, readRange } from './file.ts';
import { decode } from './lines.ts';

/** The place to read the text of a source again: a file, or bytes in memory. */
export type Origin = { readonly path: string } | Buffer;

/** Reads texts of documents again, for findings of workspace rules. Fastest in the order of the sources. */
export interface Rereader {
  /** `undefined` if it is missing or unreadable now. */
  readonly text: (ref: DocumentRef) => string | undefined;
  /** Called before a file is read again. */
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
      const open = (isPacked(path) && openUnpacked) || openPlain;
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
        // The findings are kept without lines.
        return undefined;
      }
    },
    async prepare(path) {
      // zlib is only loaded for gzip files.
      if (isPacked(path)) ({ openUnpacked } = await import('./unpacked.ts'));
    },
    close,
  };
}

const isPacked = (path: string): boolean => path.toLowerCase().endsWith('.gz');

function openPlain(path: string): OpenFile {
  // A reference from another machine may have any end, which must not be allocated.
  const { fd, size } = openRegular(path);
  return {
    part: (start, end) => readRange(fd, start, Math.max(start, Math.min(end, size))),
    close: () => closeSync(fd),
  };
}

import { closeSync, fstatSync } from 'node:fs';
import type { DocumentRef } from '../model/nodes.ts';
import { openRegular, readRange } from './file.ts';
import { decode } from './text.ts';
import type { Unpacked } from './unpacked.ts';

/** Where the text of a source can be had again: a file, a file that is open, or bytes that are held. */
export type Origin = FileOrigin | { readonly fd: number } | Buffer;

export interface FileOrigin {
  readonly path: string;
}

const isPacked = (path: string): boolean => path.toLowerCase().endsWith('.gz');

/**
 * Reads the text of documents once more, for findings that were only known at the end; what is gone or changed since has
 * none. It costs least in the order of the sources. When it is closed, so are the files.
 */
export async function rereadFrom(origins: ReadonlyMap<string, Origin>): Promise<((ref: DocumentRef) => string | undefined) & { close(): void }> {
  const somePacked = [...origins.values()].some((origin) => 'path' in origin && isPacked(origin.path));
  const open = somePacked ? (await import('./unpacked.ts')).openUnpacked : undefined;
  let last: (Unpacked & { readonly path: string }) | undefined;
  const partOf = ({ path }: FileOrigin, start: number, end: number): Buffer => {
    if (last?.path !== path) {
      last?.close();
      last = undefined;
      last = { path, ...(open !== undefined && isPacked(path) ? open(path) : openPlain(path)) };
    }
    return last.part(start, end);
  };
  const bytesOf = (origin: Origin, start: number, end: number): Buffer => {
    if (Buffer.isBuffer(origin)) return origin.subarray(start, end);
    if ('fd' in origin) return readRange(origin.fd, start, Math.min(end, fstatSync(origin.fd).size));
    return partOf(origin, start, end);
  };
  const textOf = ({ source, start, end, part }: DocumentRef): string | undefined => {
    if (part !== undefined && 'text' in part) return part.text;
    const origin = origins.get(source);
    if (origin === undefined) return undefined;
    try {
      const [from, to] = part?.bytes ?? [start, end];
      return decode(bytesOf(origin, from, to), start).text;
    } catch {
      // The findings stay; they only go without a line.
      return undefined;
    }
  };
  const close = (): void => {
    last?.close();
    for (const origin of origins.values()) if ('fd' in origin) closeSync(origin.fd);
  };
  return Object.assign(textOf, { close });
}

function openPlain(path: string): Unpacked {
  const fd = openRegular(path);
  // Who says where a part ends may be mistaken, and should not be given that much memory.
  const { size } = fstatSync(fd);
  return { part: (start, end) => readRange(fd, start, Math.max(start, Math.min(end, size))), close: () => closeSync(fd) };
}

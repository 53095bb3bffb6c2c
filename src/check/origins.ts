import { isUtf8 } from 'node:buffer';
import { decodeText } from '../document/bytes.ts';
import type { ReadText } from '../lint/drafts.ts';
import { readPart, readWhole } from '../load/read.ts';
import type { DocumentRef } from '../model/nodes.ts';

/** Where the text of a source can be had again: a file, or bytes that are held. */
export type Origin = { readonly path?: string } | Buffer;

/** The text of a document once more, for findings that were only known at the end. Gone or changed since: none. */
export function rereadFrom(origins: ReadonlyMap<string, Origin>): ReadText {
  return (ref) => {
    const origin = origins.get(ref.source);
    if (origin === undefined) return undefined;
    try {
      return decodeText(bytesOf(origin, ref), isUtf8).text;
    } catch {
      // The findings stay; they only go without a line.
      return undefined;
    }
  };
}

function bytesOf(origin: Origin, { start, end }: DocumentRef): Buffer {
  if (Buffer.isBuffer(origin)) return origin.subarray(start, end);
  const path = (origin as { path: string }).path;
  return path.toLowerCase().endsWith('.gz') ? readWhole(path, true).subarray(start, end) : readPart(path, start, end);
}

import { isAscii } from 'node:buffer';
import { isJsonLines, type SourceDocument, splitLines } from '../document/split.ts';
import type { Input } from './expand.ts';
import { readPart, readRaw, readUpTo, sizeOf } from './file.ts';
import { type LargeSource, LIMITS, MAX_DOCUMENT_BYTES, openLarge } from './large.ts';
import { allLines, isLinesFile, PORTION, streamLines } from './lines.ts';
import { Refusal } from './refusal.ts';
import { decode, lengthOfBom } from './text.ts';

/**
 * The documents of a file, in portions, so that not each one is waited for. Of JSON Lines a few megabytes are held at a
 * time. Throws what `reasonOf` explains.
 * @param inParts whether a large document may come in parts, each of which looks like a document.
 */
export async function* readDocuments(input: Input & { path: string }, inParts = false): AsyncIterable<Iterable<SourceDocument>> {
  const { path, source, assume } = input;
  const name = path.toLowerCase();
  const zipped = name.endsWith('.gz');
  if (isLinesFile(path)) yield* allLines(path, source);
  else if (/\.(?:ndjson|jsonl)\.gz$/.test(name)) yield* streamLines(readChunks(path, true), source);
  else {
    // Of a packed file the size is only known when it has been unpacked, so a fraction of that counts.
    const bytes = readUpTo(path, !inParts ? MAX_DOCUMENT_BYTES : zipped ? LARGE / 32 : LARGE);
    if (bytes !== undefined) yield documentsIn(zipped ? await unpack(bytes) : bytes, source);
    else if (inParts) yield* readLarge(largeFile(path, zipped), source, assume);
    else throw tooLarge();
  }
}

/**
 * The documents of a file that is read in one go, as nearly all are; `undefined` where it has to be waited for. Five
 * thousand small files take half as long when none is waited for.
 */
export function readAtOnce({ path, source }: { readonly path: string; readonly source: string }, inParts = false): Iterable<SourceDocument> | undefined {
  if (/\.(?:gz|ndjson|jsonl)$/i.test(path)) return undefined;
  const bytes = readUpTo(path, inParts ? LARGE : MAX_DOCUMENT_BYTES, shared);
  return bytes === undefined ? undefined : documentsIn(bytes, source);
}

// Of a file that becomes text at once the bytes need no place of their own.
const shared = Buffer.allocUnsafeSlow(64 * 1024);

/** The documents of bytes that are many, in parts where that is possible. */
export async function* readLarge(bytes: LargeSource, source: string, assume: Input['assume'], limits = LIMITS): AsyncIterable<Iterable<SourceDocument>> {
  if ((bytes.size ?? 0) > MAX_DOCUMENT_BYTES && !looksLikeJson(bytes.range?.(0, HEAD))) throw tooLarge();
  const parts = await openLarge(bytes, source, assume, limits);
  if (parts === 'lines') yield* streamLines(bytes.chunks(), source);
  else if (Buffer.isBuffer(parts)) yield documentsIn(parts, source);
  else yield* parts;
}

export function largeFile(path: string, zipped: boolean): LargeSource {
  const all = { chunks: () => readChunks(path, zipped), whole: async () => (zipped ? await unpack(readWhole(path)) : readWhole(path)) };
  return zipped ? all : { ...all, size: sizeOf(path), range: (start, end) => readPart(path, start, end) };
}

// Below this a document is read as a whole: that is quicker, and does not weigh much.
const LARGE = 8 * 1024 * 1024;
const HEAD = 1024;

const looksLikeJson = (head: Buffer | undefined): boolean => head === undefined || /^\ufeff?[ \t\r\n]*[[{]/.test(head.toString('utf8'));

const tooLarge = (): Refusal => new Refusal(`larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB, and no list that could be read in parts`);

/** The documents of bytes that are held as a whole. JSON Lines are told by their shape. */
export function documentsIn(bytes: Buffer, source: string): Iterable<SourceDocument> {
  // All that is wanted of the bytes is taken here: they may be others by the time the documents are asked for.
  const { text, fault } = decode(bytes);
  const start = lengthOfBom(bytes);
  const ref = { source, index: 0, line: 1, start, end: bytes.length };
  if (fault !== undefined) return [{ ref, text, fault }];
  if (!isJsonLines(text)) return [{ ref, text }];
  return splitLines(text, source, { index: 0, line: 1, byte: start }, isAscii(bytes) ? (line) => line.length : Buffer.byteLength);
}

/** A whole file, as far as one may be held. */
export function readWhole(path: string): Buffer {
  const bytes = readUpTo(path, MAX_DOCUMENT_BYTES);
  if (bytes === undefined) throw tooLarge();
  return bytes;
}

// What unpacks is only loaded when something is packed.
const unpack = async (bytes: Buffer): Promise<Buffer> => (await import('node:zlib')).gunzipSync(bytes, { maxOutputLength: MAX_DOCUMENT_BYTES });

async function* readChunks(path: string, zipped: boolean): AsyncIterable<Buffer> {
  if (!zipped) return yield* readRaw(path);
  const { createGunzip } = await import('node:zlib');
  const { Readable } = await import('node:stream');
  const unzip = createGunzip({ chunkSize: PORTION });
  const raw = Readable.from(readRaw(path), { objectMode: false });
  raw.on('error', (error) => unzip.destroy(error));
  yield* raw.pipe(unzip) as AsyncIterable<Buffer>;
}

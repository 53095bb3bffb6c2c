import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { decodeText } from '../document/bytes.ts';
import { isJsonLines, type LinePosition, type LineRange, type SourceDocument, splitLines } from '../document/split.ts';
import type { SyntaxFault } from '../document/syntax.ts';
import type { Input } from './expand.ts';
import { type LargeSource, LIMITS, MAX_DOCUMENT_BYTES, openLarge } from './large.ts';
import { Refusal } from './refusal.ts';

const CHUNK = 256 * 1024;
// Text of more than 128 KB would stand where only a whole collection takes it away: a memory that grows between two of them.
const PORTION = 64 * 1024;
const RANGE = 256 * 1024;
const NEWLINE = 0x0a;
const BOM = [0xef, 0xbb, 0xbf] as const;

/**
 * The documents of a file, in portions, so that not each one is waited for. Of JSON Lines a few megabytes are held at a
 * time. Throws what `reasonOf` explains.
 * @param inParts whether a large document may come in parts, each of which looks like a document.
 */
export async function* readDocuments(input: Input & { path: string }, inParts = false): AsyncIterable<Iterable<SourceDocument>> {
  const { path, source, assume } = input;
  const name = path.toLowerCase();
  const zipped = name.endsWith('.gz');
  if (isLinesFile(path)) yield* linesOf(path, source, WHOLE, Buffer.allocUnsafeSlow(PORTION));
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

/** Whether a file is JSON Lines that need no unpacking, as its name says. */
export const isLinesFile = (path: string): boolean => /\.(?:ndjson|jsonl)$/i.test(path);

/** The lines of a file as ranges of a fraction of a megabyte, without looking at what they hold. */
export function surveyLines(path: string): readonly LineRange[] {
  const ranges: LineRange[] = [];
  let [start, at, line, lines] = [0, 0, 1, 0];
  for (const chunk of readRaw(path, forRange())) {
    let cut = 0;
    for (let newline = chunk.indexOf(NEWLINE); newline !== -1; newline = chunk.indexOf(NEWLINE, cut)) {
      cut = newline + 1;
      lines++;
    }
    if (cut > 0) {
      ranges.push({ start, end: at + cut, line });
      [start, line] = [at + cut, 1 + lines];
    }
    at += chunk.length;
    if (at - start > MAX_DOCUMENT_BYTES) throw lineTooLarge(line);
  }
  if (at > start) ranges.push({ start, end: at, line });
  return ranges;
}

/**
 * The documents of a range of lines, to be taken before anything else is read. Blank lines count as well here, so their
 * positions are only in the right order.
 */
export function* readLines({ path, source }: { readonly path: string; readonly source: string }, range: LineRange): Iterable<SourceDocument> {
  for (const portion of linesOf(path, source, range, forRange().subarray(0, PORTION))) yield* portion;
}

// Bytes that become text at once need no place of their own: memory that is new costs more than to read into it.
const forRange = (): Buffer => (ofRange ??= Buffer.allocUnsafeSlow(RANGE));
let ofRange: Buffer | undefined;

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

function sizeOf(path: string): number {
  const { fd, size } = openSized(path);
  closeSync(fd);
  return size;
}

const tooLarge = (): Refusal => new Refusal(`larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB, and no list that could be read in parts`);

/** The documents of bytes that are held as a whole. JSON Lines are told by their shape. */
export function documentsIn(bytes: Buffer, source: string): Iterable<SourceDocument> {
  // All that is wanted of the bytes is taken here: they may be others by the time the documents are asked for.
  const { text, fault } = decode(bytes);
  const start = hasBom(bytes) ? BOM.length : 0;
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

/**
 * A whole file, unless it is larger.
 * @param into where its bytes may be, when they fit.
 */
function readUpTo(path: string, limit: number, into?: Buffer): Buffer | undefined {
  const { fd, size } = openSized(path);
  try {
    return size > limit ? undefined : readRange(fd, 0, size, into);
  } finally {
    closeSync(fd);
  }
}

// What unpacks is only loaded when something is packed.
const unpack = async (bytes: Buffer): Promise<Buffer> => (await import('node:zlib')).gunzipSync(bytes, { maxOutputLength: MAX_DOCUMENT_BYTES });

/** Part of a file, fewer bytes when it ends before. */
export function readPart(path: string, start: number, end: number): Buffer {
  const fd = openRegular(path);
  try {
    return readRange(fd, start, end);
  } finally {
    closeSync(fd);
  }
}

const WHOLE: LineRange = { start: 0, end: Infinity, line: 1 };

/**
 * Lines of a file, in portions that are to be taken one after the other: the bytes of the next take the place of its own.
 * @param into where these bytes may be, unless a line is longer.
 */
function* linesOf(path: string, source: string, { start, end, line }: LineRange, into: Buffer): Iterable<Iterable<SourceDocument>> {
  const at: LinePosition = { index: line - 1, line, byte: start };
  const fd = openRegular(path);
  try {
    let bytes = into;
    let held = 0;
    for (let from = start; ; ) {
      const filled = held + readRange(fd, from, Math.min(end, from + bytes.length - held), bytes.subarray(held)).length;
      if (filled === held) break;
      from += filled - held;
      const cut = bytes.subarray(held, filled).lastIndexOf(NEWLINE) + 1;
      if (cut > 0) yield linesIn(bytes.subarray(0, held + cut), source, at);
      bytes.copyWithin(0, cut > 0 ? held + cut : 0, filled);
      held = cut > 0 ? filled - held - cut : filled;
      if (held > MAX_DOCUMENT_BYTES) throw lineTooLarge(at.line);
      if (held === bytes.length) bytes = Buffer.concat([bytes], 2 * held);
    }
    if (held > 0) yield linesIn(bytes.subarray(0, held), source, at);
  } finally {
    closeSync(fd);
  }
}

async function* streamLines(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, source: string): AsyncIterable<Iterable<SourceDocument>> {
  const at: LinePosition = { index: 0, line: 1, byte: 0 };
  let rest: Buffer[] = [];
  let held = 0;
  for await (const chunk of chunks) {
    const cut = chunk.lastIndexOf(NEWLINE) + 1;
    if (cut > 0) yield linesIn(Buffer.concat([...rest, chunk.subarray(0, cut)]), source, at);
    if (cut > 0) [rest, held] = [[], 0];
    rest.push(chunk.subarray(cut));
    held += chunk.length - cut;
    if (held > MAX_DOCUMENT_BYTES) throw lineTooLarge(at.line);
  }
  if (held > 0) yield linesIn(Buffer.concat(rest), source, at);
}

const lineTooLarge = (line: number): Refusal => new Refusal(`line ${line} is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB`);

function* linesIn(bytes: Buffer, source: string, at: LinePosition): Iterable<SourceDocument> {
  const start = at.byte === 0 && hasBom(bytes) ? BOM.length : 0;
  at.byte += start;
  if (isAscii(bytes)) return yield* splitLines(bytes.toString('latin1', start), source, at, (line) => line.length);
  if (isUtf8(bytes) && !bytes.includes(0)) return yield* splitLines(bytes.toString('utf8', start), source, at, Buffer.byteLength);
  // Somewhere in here is a line that is no UTF-8: the others are still good.
  for (let from = start; from < bytes.length; at.line++) {
    const newline = bytes.indexOf(NEWLINE, from);
    const to = newline === -1 ? bytes.length : newline;
    const { text, fault } = decode(bytes.subarray(from, to));
    if (text.trim() !== '')
      yield { ref: { source, index: at.index++, line: at.line, start: at.byte, end: at.byte + to - from }, text, isLine: true, ...(fault && { fault }) };
    at.byte += to + 1 - from;
    from = to + 1;
  }
}

/** @param firstByte where the bytes begin in their document. */
export function decode(bytes: Buffer, firstByte = 0): { text: string; fault?: SyntaxFault } {
  // Nearly all text is ASCII, and then there is nothing to decode.
  if (isAscii(bytes) && bytes[1] !== 0 && bytes[0] !== 0) return { text: bytes.toString('latin1') };
  return decodeText(bytes, isUtf8, firstByte);
}

async function* readChunks(path: string, zipped: boolean): AsyncIterable<Buffer> {
  if (!zipped) return yield* readRaw(path);
  const { createGunzip } = await import('node:zlib');
  const { Readable } = await import('node:stream');
  const unzip = createGunzip({ chunkSize: PORTION });
  const raw = Readable.from(readRaw(path), { objectMode: false });
  raw.on('error', (error) => unzip.destroy(error));
  yield* raw.pipe(unzip) as AsyncIterable<Buffer>;
}

function* readRaw(path: string, into?: Buffer): Iterable<Buffer> {
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

const hasBom = (bytes: Buffer): boolean => bytes[0] === BOM[0] && bytes[1] === BOM[1] && bytes[2] === BOM[2];

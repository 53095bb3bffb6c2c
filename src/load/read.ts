import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { decodeText } from '../document/bytes.ts';
import { type DocumentText, isJsonLines, type LinePosition, splitLines } from '../document/split.ts';
import type { SyntaxFault } from '../document/syntax.ts';
import type { Input } from './expand.ts';
import { Refusal } from './refusal.ts';

/** The text of one document of a source; with `fault` it is no JSON text at all. */
export interface SourceDocument extends DocumentText {
  readonly fault?: SyntaxFault;
}

/** Bytes of one document: a file, or a line of JSON Lines. */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;
const BOM = [0xef, 0xbb, 0xbf] as const;

/**
 * The documents of a file, in portions, so that not each one is waited for. Of JSON Lines a few megabytes are held at a
 * time. Throws what `reasonOf` explains.
 */
export async function* readDocuments(input: Input & { path: string }): AsyncIterable<Iterable<SourceDocument>> {
  const name = input.path.toLowerCase();
  const zipped = name.endsWith('.gz');
  if (/\.(ndjson|jsonl)(\.gz)?$/.test(name)) yield* streamLines(readChunks(input.path, zipped), input.source);
  else yield documentsIn(readWhole(input.path, zipped), input.source);
}

/** Whether a file is JSON Lines that need no unpacking, as its name says. */
export const isLinesFile = (path: string): boolean => /\.(?:ndjson|jsonl)$/i.test(path);

/** Some of the lines of a file, and what number they start with. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** The lines of a file as ranges, each of about as many bytes as are read in one go, without looking at what they hold. */
export function surveyLines(path: string): readonly LineRange[] {
  const ranges: LineRange[] = [];
  let [start, at, line, lines] = [0, 0, 1, 0];
  for (const chunk of readRaw(path)) {
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

/** The documents of a range of lines. Blank lines count as well here, so their positions are only in the right order. */
export function readLines({ path, source }: { readonly path: string; readonly source: string }, { start, end, line }: LineRange): Iterable<SourceDocument> {
  return linesIn(readPart(path, start, end), source, { index: line - 1, line, byte: start });
}

/** The documents of bytes that are held as a whole. JSON Lines are told by their shape. */
export function* documentsIn(bytes: Buffer, source: string): Iterable<SourceDocument> {
  const { text, fault } = decode(bytes);
  const start = hasBom(bytes) ? BOM.length : 0;
  const ref = { source, index: 0, line: 1, start, end: bytes.length };
  if (fault !== undefined) yield { ref, text, fault };
  else if (!isJsonLines(text)) yield { ref, text };
  else yield* splitLines(text, source, { index: 0, line: 1, byte: start }, isAscii(bytes) ? (line) => line.length : Buffer.byteLength);
}

/** A whole file, unpacked when zipped. Only regular files: a pipe or device could keep us waiting for ever. */
export function readWhole(path: string, zipped: boolean): Buffer {
  const fd = openRegular(path);
  try {
    const { size } = fstatSync(fd);
    if (size > MAX_DOCUMENT_BYTES) throw new Refusal(`larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB`);
    const bytes = readRange(fd, 0, size);
    return zipped ? gunzipSync(bytes, { maxOutputLength: MAX_DOCUMENT_BYTES }) : bytes;
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

function decode(bytes: Buffer): { text: string; fault?: SyntaxFault } {
  if (isAscii(bytes) && bytes[1] !== 0 && bytes[0] !== 0) return { text: bytes.toString('latin1') };
  return decodeText(bytes, isUtf8);
}

async function* readChunks(path: string, zipped: boolean): AsyncIterable<Buffer> {
  if (!zipped) return yield* readRaw(path);
  const unzip = createGunzip();
  const raw = Readable.from(readRaw(path), { objectMode: false });
  raw.on('error', (error) => unzip.destroy(error));
  yield* raw.pipe(unzip) as AsyncIterable<Buffer>;
}

function* readRaw(path: string): Iterable<Buffer> {
  const fd = openRegular(path);
  try {
    for (let at = 0; ; ) {
      const chunk = readRange(fd, at, at + CHUNK);
      if (chunk.length === 0) return;
      at += chunk.length;
      yield chunk;
    }
  } finally {
    closeSync(fd);
  }
}

function openRegular(path: string): number {
  // Without O_NONBLOCK, opening a pipe that nobody writes to never returns.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stat = fstatSync(fd);
  if (stat.isFile()) return fd;
  closeSync(fd);
  throw new Refusal(stat.isDirectory() ? 'is a folder' : stat.isFIFO() ? 'is a pipe, not a file; to read from a pipe use "-"' : 'is not a regular file');
}

function readRange(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(fd, bytes, filled, bytes.length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

const hasBom = (bytes: Buffer): boolean => bytes[0] === BOM[0] && bytes[1] === BOM[1] && bytes[2] === BOM[2];

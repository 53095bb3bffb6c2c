import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync } from 'node:fs';
import { type LinePosition, type LineRange, type SourceDocument, splitLines } from '../document/split.ts';
import { openRegular, readRange, readRaw } from './file.ts';
import { MAX_DOCUMENT_BYTES } from './large.ts';
import { Refusal } from './refusal.ts';
import { decode, lengthOfBom } from './text.ts';

// Text of more than 128 KB would stand where only a whole collection takes it away: a memory that grows between two of them.
export const PORTION = 64 * 1024;
const RANGE = 256 * 1024;
const NEWLINE = 0x0a;

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

/** All documents of a file of lines, in portions like those of `linesOf`. */
export const allLines = (path: string, source: string): Iterable<Iterable<SourceDocument>> => linesOf(path, source, WHOLE, Buffer.allocUnsafeSlow(PORTION));

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

/** The documents of lines that come in chunks. */
export async function* streamLines(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, source: string): AsyncIterable<Iterable<SourceDocument>> {
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
  const start = at.byte === 0 ? lengthOfBom(bytes) : 0;
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

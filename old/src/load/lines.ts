import { isAscii, isUtf8 } from 'node:buffer';
import { decodeText } from '../core/document/bytes.ts';
import { type LinePosition, type SourceDocument, splitLines } from '../core/document/split.ts';
import type { SyntaxFault } from '../core/document/syntax.ts';
import { lineTooLarge, MAX_DOCUMENT_BYTES } from './file.ts';

const NEWLINE = 0x0a;

/** @param firstByte offset of the bytes in their document. */
export function decode(bytes: Buffer, firstByte = 0): { text: string; fault?: SyntaxFault } {
  // Nearly all text is ASCII, which needs no decoding.
  if (isAscii(bytes) && bytes[1] !== 0 && bytes[0] !== 0) return { text: bytes.toString('latin1') };
  return decodeText(bytes, isUtf8, firstByte);
}

export const lengthOfBom = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

/**
 * Lines of chunks as documents; a line may be in several chunks. Each batch must be read before the next one, as chunks may be in
 * the same memory.
 */
export async function* readLines(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  source: string,
): AsyncIterable<Iterable<SourceDocument>> {
  const at: LinePosition = { index: 0, line: 1, byte: 0 };
  let rest: Buffer[] = [];
  let held = 0;
  for await (const chunk of chunks) {
    const first = chunk.indexOf(NEWLINE) + 1;
    const last = chunk.lastIndexOf(NEWLINE) + 1;
    if (first > 0) {
      yield linesIn(Buffer.concat([...rest, chunk.subarray(0, first)]), source, at);
      if (last > first) yield linesIn(chunk.subarray(first, last), source, at);
      [rest, held] = [[], 0];
    }
    rest.push(Buffer.from(chunk.subarray(last)));
    held += chunk.length - last;
    if (held > MAX_DOCUMENT_BYTES) throw lineTooLarge(at.line);
  }
  if (held > 0) yield linesIn(Buffer.concat(rest), source, at);
}

function* linesIn(bytes: Buffer, source: string, at: LinePosition): Iterable<SourceDocument> {
  if (isAscii(bytes))
    return yield* splitLines(bytes.toString('latin1'), source, at, (line) => line.length);
  if (isUtf8(bytes) && !bytes.includes(0))
    return yield* splitLines(bytes.toString('utf8'), source, at, Buffer.byteLength);
  // One of these lines is not UTF-8: the others are still valid.
  for (let from = 0; from < bytes.length; at.line++) {
    const newline = bytes.indexOf(NEWLINE, from);
    const to = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(from, to);
    const { text, fault } = decode(line);
    const start = at.byte + lengthOfBom(line);
    if (text.trim() !== '')
      yield {
        ref: { source, index: at.index++, line: at.line, start, end: at.byte + line.length },
        text,
        isLine: true,
        ...(fault && { fault }),
      };
    at.byte += to + 1 - from;
    from = to + 1;
  }
}

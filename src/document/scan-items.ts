import { MAX_DEPTH } from './syntax.ts';

/** Where a scan through bytes of JSON stands: carried on from one chunk to the next. */
export interface Cursor {
  /** Open brackets, those around the array included. */
  depth: number;
  inString: boolean;
  /** The last byte of the chunk before was a backslash. */
  escaped: boolean;
  /** A byte or a depth that no JSON has. */
  faulty: boolean;
}

const QUOTE = 1;
const OPEN = 2;
const CLOSE = 3;
const COMMA = 4;
const CONTROL = 5;

const KINDS = new Uint8Array(256);
for (let byte = 0; byte < 0x20; byte++) if (byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) KINDS[byte] = CONTROL;
KINDS[0x22] = QUOTE;
for (const byte of [0x5b, 0x7b]) KINDS[byte] = OPEN;
for (const byte of [0x5d, 0x7d]) KINDS[byte] = CLOSE;
KINDS[0x2c] = COMMA;

/**
 * Runs over the items of an array, without looking at what they are: that is for `JSON.parse` to judge.
 * @param level depth of the items.
 * @param cutFrom from this byte on, the next comma between two items is an end.
 * @returns the index of that comma, of the bracket that closes the array or of what is faulty; the chunk's length when there is none.
 */
export function scanItems(bytes: Uint8Array, from: number, cursor: Cursor, level: number, cutFrom: number): number {
  let { depth } = cursor;
  const end = bytes.length;
  let i = from;
  if (cursor.inString) i = scanString(bytes, i, cursor);
  for (; i < end && !cursor.faulty; i++) {
    const kind = KINDS[bytes[i] as number] as number;
    if (kind === 0) continue;
    if (kind === QUOTE) {
      i = scanString(bytes, i + 1, cursor) - 1;
    } else if (kind === OPEN) {
      if (++depth > MAX_DEPTH) cursor.faulty = true;
    } else if (kind === CLOSE) {
      if (depth === level) break;
      depth--;
    } else if (kind === COMMA) {
      if (depth === level && i >= cutFrom) break;
    } else cursor.faulty = true;
  }
  cursor.depth = depth;
  return Math.min(i, end);
}

/** The index behind the quote that ends a string, from somewhere inside it; the chunk's length when it goes on. */
export function scanString(bytes: Uint8Array, from: number, cursor: Cursor): number {
  const end = bytes.length;
  let i = cursor.escaped ? from + 1 : from;
  cursor.escaped = false;
  for (; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === 0x22) {
      cursor.inString = false;
      return i + 1;
    }
    if (byte === 0x5c) i++;
    else if (byte < 0x20) {
      cursor.faulty = true;
      return i;
    }
  }
  cursor.escaped = i > end;
  cursor.inString = true;
  return end;
}

import { type Cursor, scanString } from './scan-items.ts';
import { MAX_DEPTH } from './syntax.ts';

/** Where a scan through what is around the large arrays stands. */
export interface AroundCursor {
  readonly cursor: Cursor;
  /** Keys that lead to the array whose items come next; of the root, none. */
  names: readonly string[];
  /** The keys at hand: in the root object, and in an object that is a part of a bundle. */
  readonly keys: [string | undefined, string | undefined];
  /** The string that was read last, as far as it may be a key that matters. */
  word: string;
  afterColon: boolean;
  /** The bracket of each level down to the second. */
  readonly brackets: [number, number];
  closed: boolean;
  /** There is a line break inside of the root value; and behind it. */
  multiline: boolean;
  endsLine: boolean;
}

export type Stop = 'end' | 'array' | 'more' | 'fault';

const ARRAY = 0x5b;
const OBJECT = 0x7b;
const LONGEST = 64;
const COLLECTIONS = ['workflows', 'events'];

export function createAroundCursor(): AroundCursor {
  const cursor = { depth: 0, inString: false, escaped: false, faulty: false };
  return { cursor, names: [], keys: [undefined, undefined], word: '', afterColon: false, brackets: [0, 0], closed: false, multiline: false, endsLine: false };
}

/** Runs on behind the bracket of the next array that is read in portions, or to what follows the root value; says where and why it stopped. */
export function scanAround(bytes: Uint8Array, from: number, around: AroundCursor): { readonly to: number; readonly stop: Stop } {
  const { cursor, keys, brackets } = around;
  let i = from;
  if (cursor.inString) i = readString(bytes, i, around);
  while (i < bytes.length) {
    if (cursor.faulty) return { to: i, stop: 'fault' };
    const byte = bytes[i] as number;
    i++;
    if (byte === 0x20 || byte === 0x09 || byte === 0x0d) continue;
    if (byte === 0x0a) {
      if (around.closed) around.endsLine = true;
      else if (cursor.depth > 0) around.multiline = true;
      continue;
    }
    if (around.closed) return { to: i - 1, stop: 'more' };
    if (byte === 0x22) {
      around.word = '';
      i = readString(bytes, i, around);
    } else if (byte === ARRAY || byte === OBJECT) {
      const names = byte === ARRAY ? namesHere(around) : undefined;
      if (cursor.depth < 2) brackets[cursor.depth] = byte;
      if (++cursor.depth > MAX_DEPTH) return { to: i, stop: 'fault' };
      if (cursor.depth === 2) keys[1] = undefined;
      around.afterColon = false;
      if (names === undefined) continue;
      around.names = names;
      return { to: i, stop: 'array' };
    } else if (byte === 0x5d || byte === 0x7d) {
      if (--cursor.depth <= 0) around.closed = true;
      around.afterColon = false;
    } else if (byte === 0x3a) {
      if (cursor.depth === 1 || cursor.depth === 2) keys[cursor.depth - 1] = plain(around.word);
      around.afterColon = true;
    } else if (byte === 0x2c) around.afterColon = false;
    else if (byte < 0x20) return { to: i - 1, stop: 'fault' };
  }
  return { to: i, stop: cursor.faulty ? 'fault' : 'end' };
}

/** The keys of the array that begins here, when it is one of those that may be large. */
function namesHere({ cursor: { depth }, keys: [key, inner], brackets, afterColon }: AroundCursor): readonly string[] | undefined {
  if (depth === 0) return [];
  if (!afterColon || key === undefined || brackets[0] !== OBJECT) return undefined;
  if (depth === 1) return key === 'data' || COLLECTIONS.includes(key) ? [key] : undefined;
  return depth === 2 && brackets[1] === OBJECT && COLLECTIONS.includes(key) && inner === 'data' ? [key, inner] : undefined;
}

function readString(bytes: Uint8Array, from: number, around: AroundCursor): number {
  const to = scanString(bytes, from, around.cursor);
  const end = around.cursor.inString || around.cursor.faulty ? to : to - 1;
  if (around.cursor.depth <= 2) for (let i = from; i < end && around.word.length < LONGEST; i++) around.word += String.fromCharCode(bytes[i] as number);
  return to;
}

// A key may be written with escapes; what is longer than any that matters is cut, and is then none.
function plain(word: string): string | undefined {
  if (!word.includes('\\')) return word;
  try {
    return JSON.parse(`"${word}"`) as string;
  } catch {
    return undefined;
  }
}

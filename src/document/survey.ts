import type { Cut } from '../model/nodes.ts';
import { createAroundCursor, scanAround } from './scan-around.ts';
import { scanItems } from './scan-items.ts';
import { type ArrayOfItems, fillArrays, noteItems, type Skeleton, withEllipses } from './skeleton.ts';

/** Where a byte stands in its document: lines and columns (in UTF-16 units) count from 0. */
export interface Position {
  readonly byte: number;
  readonly line: number;
  readonly column: number;
}

/** Neighbouring items of an array, few enough to be held at a time. */
export interface Portion {
  readonly pointer: string;
  /** Index of the first in the array. */
  readonly first: number;
  readonly start: Position;
  /** The byte behind the last. */
  readonly end: number;
}

export type Survey =
  | { readonly kind: 'parts'; readonly skeleton: Skeleton; readonly portions: readonly Portion[] }
  /** One value on the first line, and more after it: JSON Lines. */
  | { readonly kind: 'lines' }
  /** Cannot be read in parts. */
  | { readonly kind: 'whole' }
  /** No JSON: text with items left out, then bytes in which the fault is. */
  | { readonly kind: 'broken'; readonly before: string; readonly cuts: readonly Cut[]; readonly bytes: Uint8Array; readonly at: Position };

export interface SurveyLimits {
  /** Bytes after which a portion is full. */
  readonly portion: number;
  /** Bytes of one item. */
  readonly item: number;
  /** Bytes of everything around the items. */
  readonly around: number;
}

export interface Surveyor {
  /** Takes the next bytes of the document; `false` when it needs no more. Chunks are held on to. */
  push(chunk: Uint8Array): boolean;
  end(): Survey;
}

const AHEAD = 1024;
const COMMA = 0x2c;
const END = 0x5d;
const NOTHING = new Uint8Array();

/**
 * Looks through a document that is too large to be held, and finds where it can be divided: between the items of its list,
 * its array, or the lists and arrays of its bundle. It is JSON if its portions are and what is around them is, which is
 * for `JSON.parse` to say.
 * @param decode bytes of UTF-8 → text; `undefined` when they are something else.
 */
export function createSurveyor(limits: SurveyLimits, decode: (bytes: Uint8Array) => string | undefined): Surveyor {
  const arrays = new Map<string, ArrayOfItems>();
  const portions: Portion[] = [];
  const cuts: Cut[] = [];
  const around = createAroundCursor();
  const { cursor } = around;
  let text = '';
  let at: Position = { byte: 0, line: 0, column: 0 };
  /** What was read since `at`. */
  let held: Uint8Array[] = [];
  let size = 0;
  let current: { readonly pointer: string; readonly level: number; readonly array: ArrayOfItems; afterComma: boolean } | undefined;
  let verdict: Survey | undefined;

  const hold = (bytes: Uint8Array): void => {
    if (bytes.length > 0) held.push(bytes);
    size += bytes.length;
  };
  // What came before in the array must be there, or the text is faulty where the document is not.
  const fail = (ahead: Uint8Array, before = current?.afterComma === true ? `${text}0,` : text): void => {
    const here = { offset: before.length, line: at.line, column: at.column };
    verdict = { kind: 'broken', before, cuts: [...cuts, here], bytes: join([...held, ahead.subarray(0, AHEAD)]), at };
  };
  /** Moves on behind what is held, when it is text that the check finds good. */
  const pass = (ahead: Uint8Array, check: (passed: string) => boolean): void => {
    const bytes = join(held);
    const decoded = decode(bytes);
    const passed = at.byte === 0 && decoded?.startsWith('\ufeff') ? decoded.slice(1) : decoded;
    if (passed === undefined || !check(passed)) {
      fail(ahead);
      return;
    }
    at = after(at, passed, bytes.length);
    [held, size] = [[], 0];
  };
  const passAround = (ahead: Uint8Array): void => {
    pass(ahead, (passed) => {
      text += passed;
      return true;
    });
  };
  const passItems = (ahead: Uint8Array, isLast: boolean): void => {
    const { pointer, array, afterComma } = current as NonNullable<typeof current>;
    pass(ahead, (passed) => {
      const values = parse(`[${passed}]`) as readonly unknown[] | undefined;
      if (values === undefined || (values.length === 0 && (afterComma || !isLast))) return false;
      // White space in an empty array is left where it is.
      if (values.length === 0) text += passed;
      else portions.push({ pointer, first: array.count, start: at, end: at.byte + size });
      noteItems(array, values);
      if (passed.includes('\n')) around.multiline = true;
      return true;
    });
  };

  const pushAround = (chunk: Uint8Array, from: number): number => {
    const { to, stop } = scanAround(chunk, from, around);
    hold(chunk.subarray(from, to));
    const ahead = chunk.subarray(to);
    if (stop === 'fault') fail(ahead);
    else if (stop === 'more') {
      const isLine = !around.multiline && around.endsLine;
      passAround(ahead);
      if (verdict !== undefined) return to;
      if (isLine && parse(text) !== undefined) verdict = { kind: 'lines' };
      else fail(ahead);
    } else if (stop === 'array') {
      passAround(ahead);
      const pointer = around.names.map((name) => `/${name}`).join('');
      if (arrays.has(pointer)) verdict ??= { kind: 'whole' };
      const array = { count: 0 };
      arrays.set(pointer, array);
      current = { pointer, level: around.names.length + 1, array, afterComma: false };
    } else if (text.length + size > limits.around) verdict = { kind: 'whole' };
    return to;
  };

  const pushItems = (chunk: Uint8Array, from: number, into: NonNullable<typeof current>): number => {
    const to = scanItems(chunk, from, cursor, into.level, from + Math.max(0, limits.portion - size));
    hold(chunk.subarray(from, to));
    const ahead = chunk.subarray(to);
    if (cursor.faulty) fail(ahead);
    else if (to === chunk.length) {
      if (size > limits.item) verdict = { kind: 'whole' };
    } else if (chunk[to] === COMMA) {
      passItems(ahead, false);
      if (verdict !== undefined) return to;
      at = { ...at, byte: at.byte + 1, column: at.column + 1 };
      into.afterComma = true;
      return to + 1;
    } else {
      passItems(ahead, true);
      if (verdict === undefined && chunk[to] !== END && into.array.count > 0) fail(ahead, `${text}0`);
      if (verdict !== undefined) return to;
      current = undefined;
      if (into.array.count > 0) cuts.push({ offset: text.length, line: at.line, column: at.column });
    }
    return to;
  };

  const finish = (): Survey => {
    if (around.brackets[0] === 0) return { kind: 'whole' };
    if (current !== undefined || !around.closed) fail(NOTHING);
    else passAround(NOTHING);
    if (verdict !== undefined) return verdict;
    const value = parse(text);
    if (value === undefined) return { kind: 'broken', before: text, cuts, bytes: NOTHING, at };
    const filled = fillArrays(value, arrays);
    if (filled === undefined) return { kind: 'whole' };
    return { kind: 'parts', skeleton: { ...withEllipses(text, cuts), value: filled, arrays: [...arrays.keys()] }, portions };
  };

  return {
    push(chunk) {
      for (let i = 0; i < chunk.length && verdict === undefined; ) i = current === undefined ? pushAround(chunk, i) : pushItems(chunk, i, current);
      return verdict === undefined;
    },
    end: () => (verdict ??= finish()),
  };
}

function after({ byte, line, column }: Position, text: string, bytes: number): Position {
  const newline = text.lastIndexOf('\n');
  let lines = line;
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) lines++;
  return { byte: byte + bytes, line: lines, column: newline === -1 ? column + text.length : text.length - newline - 1 };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0] as Uint8Array;
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

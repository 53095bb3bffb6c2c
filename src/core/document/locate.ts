import { unescapeSegment } from '../model/place.ts';

/** A JSON pointer, and whether the name of the property or its value is searched. */
export interface PointerQuery {
  readonly pointer: string;
  readonly onKey?: boolean;
}

export interface Span {
  readonly offset: number;
  readonly length: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

interface Branch {
  readonly children: Map<string, Branch>;
  value?: Span;
  key?: Span;
}

interface Frame {
  readonly branch: Branch;
  readonly start: number;
  readonly isArray: boolean;
  index: number;
  member: Branch | undefined;
}

/**
 * Finds many pointers in one pass over valid JSON text, without recursion and without a tree.
 * Of a repeated key the last one is found, as by `JSON.parse`.
 */
export function locate(
  text: string,
  wanted: readonly PointerQuery[],
): (want: PointerQuery) => Span | undefined {
  const root: Branch = { children: new Map() };
  const branches = new Map<string, Branch>();
  for (const { pointer } of wanted) branches.set(pointer, addBranch(root, pointer));
  scan(text, root);
  return ({ pointer, onKey }) => {
    const branch = branches.get(pointer);
    return (onKey && branch?.key) || branch?.value;
  };
}

function scan(text: string, root: Branch): void {
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let expectsKey = false;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    switch (code) {
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        at++;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT: {
        const branch: Branch | undefined = next(frame, root);
        if (branch === undefined || branch.children.size === 0) {
          // No pointer leads into it: skip to its end.
          const end = endOfContainer(text, at);
          if (branch !== undefined) branch.value = { offset: at, length: end - at };
          at = end;
          break;
        }
        expectsKey = code === OPEN_OBJECT;
        frame = { branch, start: at, isArray: !expectsKey, index: 0, member: undefined };
        frames.push(frame);
        at++;
        break;
      }
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        at++;
        if (frame) frame.branch.value = { offset: frame.start, length: at - frame.start };
        frames.pop();
        frame = frames.at(-1);
        expectsKey = false;
        break;
      case COMMA:
        if (frame?.isArray) frame.index++;
        else expectsKey = true;
        at++;
        break;
      case COLON:
        expectsKey = false;
        at++;
        break;
      default: {
        const end = endOfScalar(text, at);
        if (expectsKey && frame !== undefined) {
          frame.member = frame.branch.children.get(keyIn(text, at, end));
          if (frame.member !== undefined) frame.member.key = { offset: at, length: end - at };
        } else {
          const branch = next(frame, root);
          if (branch !== undefined) branch.value = { offset: at, length: end - at };
        }
        at = end;
      }
    }
  }
}

function next(frame: Frame | undefined, root: Branch): Branch | undefined {
  if (frame === undefined) return root;
  return frame.isArray ? frame.branch.children.get(String(frame.index)) : frame.member;
}

/** The offset after the closing bracket of the array or object that begins here. */
function endOfContainer(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (--depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** The offset after the string, number or word that begins here. */
function endOfScalar(text: string, start: number): number {
  if (text.charCodeAt(start) === QUOTE) return Math.min(endOfString(text, start) + 1, text.length);
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT) break;
  }
  return at;
}

// The text may have changed since it was parsed.
function keyIn(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end - 1);
  if (!key.includes('\\')) return key;
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return key;
  }
}

function addBranch(root: Branch, pointer: string): Branch {
  let branch = root;
  for (const escaped of pointer.split('/').slice(1)) {
    const segment = unescapeSegment(escaped);
    let child = branch.children.get(segment);
    if (child === undefined) branch.children.set(segment, (child = { children: new Map() }));
    branch = child;
  }
  return branch;
}

/** Where the string that opens at `start` closes; the text's length when it does not. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === 0x5c /* \ */) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

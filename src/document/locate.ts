import type { ItemsPart } from '../model/nodes.ts';
import { endOfString } from './syntax.ts';

/** What to look for: a JSON pointer, and whether the property's name or its value is meant. */
export interface Wanted {
  readonly pointer: string;
  readonly onKey?: boolean;
}

export interface Span {
  readonly offset: number;
  readonly length: number;
}

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
  /** The branch of the member whose value comes next. */
  member: Branch | undefined;
}

/**
 * Finds many pointers in one pass over the text of a valid JSON value, without recursion and without building a tree.
 * Of a key that stands twice in one object the last is found, as by `JSON.parse`.
 * @param part when the text is some items of an array.
 */
export function locate(text: string, wanted: readonly Wanted[], part?: ItemsPart): (want: Wanted) => Span | undefined {
  const root: Branch = { children: new Map() };
  const branches = new Map<string, Branch>();
  for (const { pointer } of wanted) if (!branches.has(pointer)) branches.set(pointer, grow(root, pointer));
  if (part === undefined) scan(text, 0, text.length, root, []);
  else scan(text, part.from, part.to, root, [{ branch: grow(root, part.pointer), start: part.from, isArray: true, index: part.first, member: undefined }]);
  return ({ pointer, onKey }) => {
    const branch = branches.get(pointer);
    return (onKey && branch?.key) || branch?.value;
  };
}

function scan(text: string, from: number, to: number, root: Branch, frames: Frame[]): void {
  let frame = frames.at(-1);
  let expectsKey = false;
  for (let at = from; at < to; ) {
    const code = text.charCodeAt(at);
    // Every kind of JSON token has a first character of its own.
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
          // Nothing in here is wanted: on to its end, without looking at what is in between.
          const end = endOfContainer(text, at);
          if (branch !== undefined) branch.value = { offset: at, length: end - at };
          at = end;
          break;
        }
        const isArray = code === OPEN_ARRAY;
        frame = { branch, start: at, isArray, index: 0, member: undefined };
        frames.push(frame);
        expectsKey = !isArray;
        at++;
        break;
      }
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        at++;
        if (frame !== undefined) frame.branch.value = { offset: frame.start, length: at - frame.start };
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
        const end = code === QUOTE ? Math.min(endOfString(text, at) + 1, text.length) : endOfWord(text, at + 1);
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

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;

/** The branch of the value that comes next, if it is wanted. */
function next(frame: Frame | undefined, root: Branch): Branch | undefined {
  if (frame === undefined) return root;
  return frame.isArray ? frame.branch.children.get(String(frame.index)) : frame.member;
}

/** The offset behind the bracket that closes the array or object that begins here. */
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

/** Behind a number or a literal. */
function endOfWord(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT) break;
  }
  return at;
}

function keyIn(text: string, start: number, end: number): string {
  for (let at = start + 1; at < end; at++) if (text.charCodeAt(at) === BACKSLASH) return parsed(text.slice(start, end));
  return text.slice(start + 1, end - 1);
}

// A text that was read again may have changed meanwhile: what is no key then leads nowhere.
function parsed(key: string): string {
  try {
    return JSON.parse(key) as string;
  } catch {
    return key;
  }
}

/** The branch that a pointer leads to, made where it is missing. */
function grow(root: Branch, pointer: string): Branch {
  let branch = root;
  const first = pointer.indexOf('/') + 1;
  for (let from = first; first > 0 && from <= pointer.length; ) {
    const slash = pointer.indexOf('/', from);
    const to = slash === -1 ? pointer.length : slash;
    const escaped = pointer.slice(from, to);
    const segment = escaped.includes('~') ? escaped.replaceAll('~1', '/').replaceAll('~0', '~') : escaped;
    let child = branch.children.get(segment);
    if (child === undefined) branch.children.set(segment, (child = { children: new Map() }));
    branch = child;
    from = to + 1;
  }
  return branch;
}

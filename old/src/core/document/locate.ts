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

interface Branch {
  readonly children: Map<string, Branch>;
  value?: Span;
  key?: Span;
}

/** Finds many pointers in one pass over valid JSON text. Of a repeated key the last one is found, as by `JSON.parse`. */
export function locate(
  text: string,
  wanted: readonly PointerQuery[],
): (want: PointerQuery) => Span | undefined {
  const root: Branch = { children: new Map() };
  const branches = new Map<string, Branch>();
  for (const { pointer } of wanted) branches.set(pointer, addBranch(root, pointer));
  readValue(text, afterSpace(text, 0), root);
  return ({ pointer, onKey }) => {
    const branch = branches.get(pointer);
    return (onKey && branch?.key) || branch?.value;
  };
}

/** Returns the offset after the value. Only where a pointer leads into it, its members are read. */
function readValue(text: string, start: number, branch: Branch | undefined): number {
  const isInside =
    branch !== undefined && branch.children.size > 0 && /[[{]/.test(text.charAt(start));
  const end = isInside ? readMembers(text, start, branch) : endOfValue(text, start);
  if (branch !== undefined) branch.value = { offset: start, length: end - start };
  return end;
}

function readMembers(text: string, start: number, { children }: Branch): number {
  const isObject = text[start] === '{';
  let at = afterSpace(text, start + 1);
  for (let index = 0; at < text.length && !/[\]}]/.test(text.charAt(at)); index++) {
    let member = children.get(String(index));
    if (isObject) {
      const end = Math.min(endOfString(text, at) + 1, text.length);
      member = children.get(keyIn(text.slice(at, end)));
      if (member !== undefined) member.key = { offset: at, length: end - at };
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    at = afterSpace(text, readValue(text, at, member));
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return Math.min(at + 1, text.length);
}

/** The offset after the value that begins here. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter === '"') at = endOfString(text, at);
    else if (letter === '[' || letter === '{') depth++;
    else if (letter === ']' || letter === '}') depth--;
    else if (depth > 0) continue;
    else while (/[^\s,\]}]/.test(text.charAt(at + 1))) at++;
    if (depth <= 0) return Math.min(at + 1, text.length);
  }
  return text.length;
}

/** The offset of the first character from here that is not white space. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

export const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

// The text may have changed since it was parsed.
function keyIn(written: string): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    return written;
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

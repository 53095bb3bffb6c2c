import { createScanner } from 'jsonc-parser';
import type { Excerpt, Region } from '../model/finding.ts';

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
  readonly branch: Branch | undefined;
  readonly start: number;
  readonly isArray: boolean;
  index: number;
  /** The branch of the member whose value comes next. */
  member: Branch | undefined;
}

/**
 * Finds many pointers in one pass over the text of a valid JSON value, without recursion and without building a tree.
 * Of a key that stands twice in one object the last is found, as by `JSON.parse`.
 */
export function locate(text: string, wanted: readonly Wanted[]): (want: Wanted) => Span | undefined {
  const root: Branch = { children: new Map() };
  for (const { pointer } of wanted) descend(root, pointer, true);
  const scanner = createScanner(text, true);
  const frames: Frame[] = [];
  let expectKey = false;

  const begin = (): Branch | undefined => {
    const frame = frames.at(-1);
    if (frame === undefined) return root;
    return frame.isArray ? frame.branch?.children.get(String(frame.index)) : frame.member;
  };

  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= text.length) break;
    const frame = frames.at(-1);
    // Every kind of JSON token has a first character of its own.
    switch (text[offset]) {
      case '{':
      case '[': {
        const isArray = text[offset] === '[';
        const branch = begin();
        if (branch === undefined || branch.children.size === 0) {
          // Nothing in here is wanted: on to its end, without looking at what is in between.
          const end = endOfContainer(text, offset);
          if (branch !== undefined) branch.value = { offset, length: end - offset };
          scanner.setPosition(end);
          break;
        }
        frames.push({ branch, start: offset, isArray, index: 0, member: undefined });
        expectKey = !isArray;
        break;
      }
      case '}':
      case ']':
        frames.pop();
        if (frame?.branch !== undefined) frame.branch.value = { offset: frame.start, length: offset + 1 - frame.start };
        expectKey = false;
        break;
      case ',':
        if (frame?.isArray) frame.index++;
        else expectKey = true;
        break;
      case ':':
        expectKey = false;
        break;
      default: {
        const span = { offset, length: scanner.getTokenLength() };
        if (expectKey && frame !== undefined) {
          frame.member = frame.branch?.children.get(scanner.getTokenValue());
          if (frame.member !== undefined) frame.member.key = span;
        } else {
          const branch = begin();
          if (branch !== undefined) branch.value = span;
        }
      }
    }
  }
  return ({ pointer, onKey }) => {
    const branch = descend(root, pointer, false);
    return (onKey && branch?.key) || branch?.value;
  };
}

/** The offset behind the bracket that closes the array or object that begins here. */
function endOfContainer(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22 /* " */:
        for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c /* \\ */) i++;
        break;
      case 0x5b /* [ */:
      case 0x7b /* { */:
        depth++;
        break;
      case 0x5d /* ] */:
      case 0x7d /* } */:
        if (--depth === 0) return i + 1;
    }
  }
  return text.length;
}

/** Line and column of spans in a text whose first line has the number `firstLine`. */
export function createRegions(text: string, firstLine: number): (span: Span) => { readonly region: Region; readonly excerpt: Excerpt } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const lineText = (line: number): string => text.slice(starts[line], (starts[line + 1] ?? text.length + 1) - 1).replace(/\r$/, '');

  return ({ offset, length }) => {
    const start = lineOf(offset);
    const end = lineOf(offset + length);
    const startColumn = offset - (starts[start] as number);
    const region = {
      startLine: firstLine + start,
      startColumn: startColumn + 1,
      endLine: firstLine + end,
      endColumn: offset + length - (starts[end] as number) + 1,
    };
    const first = lineText(start);
    const markEnd = start === end ? startColumn + length : first.length;
    const lines = [];
    for (let line = start + 1; line <= Math.min(end, start + MORE_LINES); line++) lines.push(lineText(line).slice(0, MAX_LINE));
    const { line: shown, ...mark } = cut(first, startColumn, markEnd);
    return { region, excerpt: { startLine: region.startLine, lines: [shown, ...lines], ...mark } };
  };
}

const MAX_LINE = 160;
const CONTEXT = 40;
const MORE_LINES = 2;

// A one-line export has lines of megabytes: show the part around the mark.
function cut(line: string, markStart: number, markEnd: number): { line: string; markStart: number; markEnd: number; cutBefore: boolean; cutAfter: boolean } {
  if (line.length <= MAX_LINE) return { line, markStart, markEnd, cutBefore: false, cutAfter: false };
  const from = Math.max(0, Math.min(markStart - CONTEXT, line.length - MAX_LINE));
  const to = Math.min(line.length, from + MAX_LINE);
  return { line: line.slice(from, to), markStart: markStart - from, markEnd: Math.min(markEnd, to) - from, cutBefore: from > 0, cutAfter: to < line.length };
}

function descend(root: Branch, pointer: string, grow: boolean): Branch | undefined {
  let branch: Branch | undefined = root;
  for (const escaped of pointer.split('/').slice(1)) {
    const segment = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    let child: Branch | undefined = branch.children.get(segment);
    if (child === undefined) {
      if (!grow) return undefined;
      child = { children: new Map() };
      branch.children.set(segment, child);
    }
    branch = child;
  }
  return branch;
}

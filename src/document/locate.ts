import { createScanner } from 'jsonc-parser';
import type { Excerpt, Region } from '../model/finding.ts';
import type { Cut, DocumentRef, ItemsPart } from '../model/nodes.ts';

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
 * @param part when the text is some items of an array.
 */
export function locate(text: string, wanted: readonly Wanted[], part?: ItemsPart): (want: Wanted) => Span | undefined {
  const root: Branch = { children: new Map() };
  for (const { pointer } of wanted) descend(root, pointer, true);
  const scanner = createScanner(text, true);
  const frames: Frame[] = [];
  let expectKey = false;
  const textEnd = part?.to ?? text.length;
  if (part !== undefined) {
    scanner.setPosition(part.from);
    frames.push({ branch: descend(root, part.pointer, true), start: part.from, isArray: true, index: part.first, member: undefined });
  }

  const begin = (): Branch | undefined => {
    const frame = frames.at(-1);
    if (frame === undefined) return root;
    return frame.isArray ? frame.branch?.children.get(String(frame.index)) : frame.member;
  };

  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= textEnd) break;
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

/** Line and column of spans in the text of a document, or of a part of one. */
export function createRegions(text: string, firstLine: number, part?: DocumentRef['part']): (span: Span) => Spot {
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
  const cuts = part !== undefined && 'cuts' in part ? part.cuts : [];
  const begin: Cut = { offset: 0, line: firstLine - 1, column: part !== undefined && 'column' in part ? part.column : 0 };
  /** Line and column, 1-based, in the whole of the document. */
  const positionOf = (offset: number, line: number): readonly [number, number] => {
    let known = begin;
    for (const cut of cuts) if (cut.offset <= offset) known = cut;
    const lines = line - lineOf(known.offset);
    return [known.line + lines + 1, (lines === 0 ? known.column + offset - known.offset : offset - (starts[line] as number)) + 1];
  };

  return ({ offset, length }) => {
    const start = lineOf(offset);
    const end = lineOf(offset + length);
    const [startLine, startColumn] = positionOf(offset, start);
    const [endLine, endColumn] = positionOf(offset + length, end);
    const markStart = offset - (starts[start] as number);
    const first = lineText(start);
    const markEnd = start === end ? markStart + length : first.length;
    const lines = [];
    for (let line = start + 1; line <= Math.min(end, start + MORE_LINES); line++) lines.push(lineText(line).slice(0, MAX_LINE));
    const { line: shown, ...mark } = cut(first, markStart, markEnd, start === 0 && begin.column > 0);
    return { region: { startLine, startColumn, endLine, endColumn }, excerpt: { startLine, lines: [shown, ...lines], ...mark } };
  };
}

interface Spot {
  readonly region: Region;
  readonly excerpt: Excerpt;
}

const MAX_LINE = 160;
const CONTEXT = 40;
const MORE_LINES = 2;

// A one-line export has lines of megabytes: show the part around the mark.
function cut(
  line: string,
  markStart: number,
  markEnd: number,
  hasMore: boolean,
): { line: string; markStart: number; markEnd: number; cutBefore: boolean; cutAfter: boolean } {
  if (line.length <= MAX_LINE) return { line, markStart, markEnd, cutBefore: hasMore, cutAfter: false };
  const from = Math.max(0, Math.min(markStart - CONTEXT, line.length - MAX_LINE));
  const to = Math.min(line.length, from + MAX_LINE);
  return {
    line: line.slice(from, to),
    markStart: markStart - from,
    markEnd: Math.min(markEnd, to) - from,
    cutBefore: from > 0 || hasMore,
    cutAfter: to < line.length,
  };
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

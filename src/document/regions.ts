import type { Excerpt, Region } from '../model/finding.ts';
import type { Cut, DocumentRef } from '../model/nodes.ts';
import type { Span } from './locate.ts';

interface Spot {
  readonly region: Region;
  readonly excerpt: Excerpt;
}

const MAX_LINE = 160;
const CONTEXT = 40;
const MORE_LINES = 2;

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
  /** Where the text of a line ends, its line break not counted. */
  const endOf = (line: number): number => {
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    return end > (starts[line] as number) && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
  };
  const cuts = part !== undefined && 'cuts' in part ? part.cuts : [];
  const begin: Cut = { offset: 0, line: firstLine - 1, column: part !== undefined && 'column' in part ? part.column : 0 };
  /** Line and column, 1-based, in the whole of the document. */
  const positionOf = (offset: number, line: number): readonly [number, number] => {
    let known = begin;
    for (const cut of cuts) if (cut.offset <= offset) known = cut;
    const lines = line - lineOf(known.offset);
    return [known.line + lines + 1, (lines === 0 ? known.column + offset - known.offset : offset - (starts[line] as number)) + 1];
  };
  const excerptOf = (offset: number, length: number, start: number, end: number, startLine: number): Excerpt => {
    const from = starts[start] as number;
    const to = endOf(start);
    const hasMore = start === 0 && begin.column > 0;
    const [markStart, markEnd] = [offset, start === end ? offset + length : to];
    // A one-line export has lines of megabytes: show the part around the mark.
    const isLong = to - from > MAX_LINE;
    const shownFrom = isLong ? Math.max(from, Math.min(markStart - CONTEXT, to - MAX_LINE)) : from;
    const shownTo = isLong ? Math.min(to, shownFrom + MAX_LINE) : to;
    const lines = [copyOf(text, shownFrom, shownTo)];
    for (let line = start + 1; line <= Math.min(end, start + MORE_LINES); line++) {
      const first = starts[line] as number;
      lines.push(copyOf(text, first, Math.min(endOf(line), first + MAX_LINE)));
    }
    return {
      startLine,
      lines,
      markStart: markStart - shownFrom,
      markEnd: (isLong ? Math.min(markEnd, shownTo) : markEnd) - shownFrom,
      cutBefore: shownFrom > from || hasMore,
      cutAfter: shownTo < to,
    };
  };

  return ({ offset, length }) => {
    const start = lineOf(offset);
    const end = lineOf(offset + length);
    const [startLine, startColumn] = positionOf(offset, start);
    const [endLine, endColumn] = positionOf(offset + length, end);
    return { region: { startLine, startColumn, endLine, endColumn }, excerpt: excerptOf(offset, length, start, end, startLine) };
  };
}

const CARRIAGE_RETURN = 0x0d;

// A slice would hold on to the whole text, which may be a megabyte of lines, as long as there is a finding in it.
function copyOf(text: string, from: number, to: number): string {
  return ` ${text.slice(from, to)}`.slice(1);
}

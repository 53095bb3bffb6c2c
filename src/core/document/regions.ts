import type { Excerpt, Region } from '../model/finding.ts';
import { copyText } from '../model/json.ts';
import type { Span } from './locate.ts';

interface Spot {
  readonly region: Region;
  readonly excerpt: Excerpt;
}

const EXCERPT_WIDTH = 160;
const CONTEXT = 40;
const MORE_LINES = 2;

/** Line and column of spans in the text of a document. */
export function createRegions(text: string, firstLine: number): (span: Span) => Spot {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const startOf = (line: number): number => starts[line] as number;
  /** Where the text of a line ends, without its line break. */
  const endOf = (line: number): number => {
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    return text[end - 1] === '\r' ? end - 1 : end;
  };
  const lineOf = (offset: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return ({ offset, length }) => {
    const [start, end] = [lineOf(offset), lineOf(offset + length)];
    const region = {
      startLine: firstLine + start,
      startColumn: offset - startOf(start) + 1,
      endLine: firstLine + end,
      endColumn: offset + length - startOf(end) + 1,
    };
    const [from, to] = [startOf(start), endOf(start)];
    // A one-line export has megabytes.
    const shownFrom = Math.max(from, Math.min(offset - CONTEXT, to - EXCERPT_WIDTH));
    const shownTo = Math.min(to, shownFrom + EXCERPT_WIDTH);
    const lines = [copyText(text.slice(shownFrom, shownTo))];
    for (let line = start + 1; line <= Math.min(end, start + MORE_LINES); line++) {
      const first = startOf(line);
      lines.push(copyText(text.slice(first, Math.min(endOf(line), first + EXCERPT_WIDTH))));
    }
    const excerpt = {
      startLine: region.startLine,
      lines,
      markStart: offset - shownFrom,
      markEnd: Math.min(offset + length, shownTo) - shownFrom,
      cutBefore: shownFrom > from,
      cutAfter: shownTo < to,
    };
    return { region, excerpt };
  };
}

import { SPELLINGS } from '../model/fields.ts';
import type { Excerpt, Region } from '../model/finding.ts';
import { locate, type Span } from './locate.ts';

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
    const excerpt = excerptOf(meantIn(text, { offset, length }));
    return { region, excerpt };
  };

  function excerptOf({ offset, length }: Span): Excerpt {
    const [start, end] = [lineOf(offset), lineOf(offset + length)];
    const [from, to] = [startOf(start), endOf(start)];
    // A one-line export has megabytes.
    const shownFrom = Math.max(from, Math.min(offset - CONTEXT, to - EXCERPT_WIDTH));
    const shownTo = Math.min(to, shownFrom + EXCERPT_WIDTH);
    const lines = [text.slice(shownFrom, shownTo)];
    for (let line = start + 1; line <= Math.min(end, start + MORE_LINES); line++) {
      const first = startOf(line);
      lines.push(text.slice(first, Math.min(endOf(line), first + EXCERPT_WIDTH)));
    }
    return {
      startLine: firstLine + start,
      lines,
      markStart: offset - shownFrom,
      markEnd: Math.min(offset + length, shownTo) - shownFrom,
      cutBefore: shownFrom > from,
      cutAfter: shownTo < to,
    };
  }
}

/** The part to underline: of an object its name, else the name of the property that holds it, unless it is short. */
function meantIn(text: string, span: Span): Span {
  if (text[span.offset] !== '{') return span;
  const name = nameIn(text, span);
  if (name !== undefined) return name;
  const isShort = span.length <= 40 && !text.slice(span.offset, span.offset + 40).includes('\n');
  return isShort ? span : (keyBefore(text, span.offset) ?? span);
}

/** The most telling first: the key of a step, the name of a workflow or an event, the end of an edge. */
const NAMES = ['key', 'ref', 'name', 'id', ...SPELLINGS.edge.to];

/** The string value of the member that names an object. */
function nameIn(text: string, { offset, length }: Span): Span | undefined {
  const object = text.slice(offset, offset + length);
  const wanted = NAMES.map((name) => ({ pointer: `/${name}` }));
  const found = wanted
    .map(locate(object, wanted))
    .find((span) => span !== undefined && object[span.offset] === '"');
  return found && { offset: offset + found.offset, length: found.length };
}

function keyBefore(text: string, offset: number): Span | undefined {
  const key = /"([^"\\\n]*)"\s*:\s*$/.exec(text.slice(Math.max(0, offset - 200), offset));
  if (key === null) return undefined;
  const [whole, name = ''] = key;
  return { offset: offset - whole.length, length: name.length + 2 };
}

import stringWidth from 'fast-string-width';
import type { Excerpt, Region } from '../model/finding.ts';
import { truncate } from '../model/text.ts';
import { escapeText } from './escape.ts';
import type { Palette } from './reporter.ts';

export interface Underline {
  readonly sign: '^' | '-';
  readonly paint: (text: string) => string;
  /** Escaped. */
  readonly label?: string | undefined;
  /** Columns of a line. */
  readonly width?: number;
}

export interface CodeFrame {
  readonly lines: readonly string[];
  readonly labelled: boolean;
}

// A viewer breaks longer lines, which displaces the underline.
const WIDTH = 100;
/** Characters before the underline in a line that is cut. */
const CONTEXT = 30;

export function buildFrame(
  { excerpt, region }: { excerpt: Excerpt; region: Region },
  underline: Underline,
  { dim }: Palette,
): CodeFrame {
  const { label, width = WIDTH } = underline;
  const last = excerpt.startLine + excerpt.lines.length - 1;
  const digits = String(last).length;
  const room = width - digits - 3;
  const { before, marked, after } = firstLine(excerpt, room);
  const more = excerpt.lines.slice(1).map((line) => startOfLine(line, room));
  const goesOn = region.endLine > last && more.length > 0;
  const gutter = (number: string): string => dim(`${number.padStart(digits)} │`);
  const numbered = (line: string, i: number): string =>
    `${gutter(String(excerpt.startLine + i))} ${line}`;

  const start = stringWidth(before);
  const length = Math.max(1, stringWidth(marked));
  const labelled = label !== undefined && start + length + 1 + stringWidth(label) <= room;
  const mark = underline.paint(underline.sign.repeat(length) + (labelled ? ` ${label}` : ''));
  const lines = [
    numbered(before + marked + after, 0),
    `${gutter('')} ${' '.repeat(start)}${mark}`,
    ...more.map((line, i) => numbered(line, i + 1)),
  ];
  if (goesOn) lines.push(`${gutter('')} …`);
  return { lines, labelled };
}

interface FirstLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** The first line, cut to a number of columns and escaped. Characters that take more than one column are cut earlier. */
function firstLine(excerpt: Excerpt, columns: number): FirstLine {
  for (let length = columns; ; length >>= 1) {
    const { before, marked, after } = cutLine(excerpt, length);
    if (length < CONTEXT || stringWidth(before + marked + after) <= columns)
      return { before, marked, after };
  }
}

function startOfLine(line: string, columns: number): string {
  for (let length = columns; ; length >>= 1) {
    const start = truncate(line, length);
    if (length < CONTEXT || stringWidth(printable(start)) <= columns) return printable(start);
  }
}

function cutLine(
  { lines, markStart, markEnd, cutBefore, cutAfter }: Excerpt,
  length: number,
): FirstLine {
  const [line = ''] = lines;
  // Ellipses on both sides.
  const max = length - 2;
  let from = 0;
  let to = line.length;
  if (line.length > max) {
    from = Math.max(0, Math.min(markStart - CONTEXT, line.length - max));
    to = from + max;
  }
  const head = cutBefore || from > 0;
  const tail = cutAfter || to < line.length;
  // Not half a surrogate pair at a cut.
  if (head && /[\udc00-\udfff]/.test(line.charAt(from))) from++;
  if (tail && /[\ud800-\udbff]/.test(line.charAt(to - 1))) to--;
  const within = (offset: number): number => Math.min(Math.max(offset, from), to);
  const [start, end] = [within(markStart), within(markEnd)];
  return {
    before: (head ? '…' : '') + printable(line.slice(from, start)),
    marked: printable(line.slice(start, end)),
    after: printable(line.slice(end, to)) + (tail ? '…' : ''),
  };
}

// The width of a tab depends on the viewer.
const printable = (text: string): string => escapeText(text.replaceAll('\t', '  '));

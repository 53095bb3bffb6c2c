import stringWidth from 'fast-string-width';
import type { Excerpt, Region } from '../model/finding.ts';
import { escapeText } from './escape.ts';
import type { Palette } from './reporter.ts';

export interface Underline {
  readonly sign: '^' | '-';
  readonly paint: (text: string) => string;
  /** Escaped. */
  readonly label?: string | undefined;
}

export interface CodeFrame {
  readonly lines: readonly string[];
  readonly labelled: boolean;
}

// A log viewer breaks longer lines, which displaces the underline.
const WIDTH = 100;
/** Characters before the underline in a line that is cut. */
const CONTEXT = 30;

export function buildFrame(
  { excerpt, region }: { excerpt: Excerpt; region: Region },
  underline: Underline,
  { dim }: Palette,
): CodeFrame {
  const { before, marked, after } = firstLine(excerpt);
  const more = excerpt.lines
    .slice(1)
    .map((line) => printable(line.slice(0, WIDTH)) + (line.length > WIDTH ? '…' : ''));
  const goesOn = region.endLine > excerpt.startLine + more.length && more.length > 0;
  const digits = String(excerpt.startLine + more.length).length;
  const gutter = (number: string): string => dim(`${number.padStart(digits)} │`);
  const numbered = (line: string, i: number): string =>
    `${gutter(String(excerpt.startLine + i))} ${line}`;

  const start = stringWidth(before);
  const length = Math.max(1, stringWidth(marked));
  const { label } = underline;
  const labelled =
    label !== undefined && digits + 3 + start + length + 1 + stringWidth(label) <= WIDTH + 20;
  const mark = underline.paint(underline.sign.repeat(length) + (labelled ? ` ${label}` : ''));
  const lines = [
    numbered(before + marked + after, 0),
    `${gutter('')} ${' '.repeat(start)}${mark}`,
    ...more.map((line, i) => numbered(line, i + 1)),
  ];
  if (goesOn) lines.push(`${gutter('')} …`);
  return { lines, labelled };
}

/** The first line, cut and escaped, in three parts. */
function firstLine({ lines, markStart, markEnd, cutBefore, cutAfter }: Excerpt) {
  const [line = ''] = lines;
  let from = 0;
  let to = line.length;
  if (line.length > WIDTH) {
    from = Math.max(0, Math.min(markStart - CONTEXT, line.length - WIDTH));
    to = from + WIDTH;
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

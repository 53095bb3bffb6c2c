import stringWidth from 'fast-string-width';
import type { Excerpt, Region } from '../model/finding.ts';
import { escapeMarked, escapeText } from './escape.ts';
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
const MAX_SHOWN = 100;
const MAX_LABELLED = 120;
const CONTEXT = 30;
const TAB = '  ';

export function buildFrame(
  { excerpt, region }: { excerpt: Excerpt; region: Region },
  underline: Underline,
  { dim }: Palette,
): CodeFrame {
  const { text, start, end } = firstLine(excerpt);
  const more = excerpt.lines
    .slice(1)
    .map((line) => plainLine(line.slice(0, MAX_SHOWN), line.length > MAX_SHOWN));
  const goesOn = region.endLine > excerpt.startLine + more.length && more.length > 0;
  const digits = String(excerpt.startLine + more.length).length;
  const gutter = (number: string): string => dim(`${number.padStart(digits)} │`);
  const numbered = (line: string, i: number): string =>
    `${gutter(String(excerpt.startLine + i))} ${line}`;

  const isNarrow = NARROW.test(text);
  const before = isNarrow ? start : stringWidth(text.slice(0, start));
  const length = Math.max(1, isNarrow ? end - start : stringWidth(text.slice(start, end)));
  const { label } = underline;
  const labelled =
    label !== undefined && digits + 3 + before + length + 1 + widthOf(label) <= MAX_LABELLED;
  const mark = underline.paint(underline.sign.repeat(length) + (labelled ? ` ${label}` : ''));
  const lines = [
    numbered(text, 0),
    `${gutter('')} ${' '.repeat(before)}${mark}`,
    ...more.map((line, i) => numbered(line, i + 1)),
  ];
  if (goesOn) lines.push(`${gutter('')} …`);
  return { lines, labelled };
}

const widthOf = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));
// One column per character.
const NARROW = /^[ -~…]*$/;

/** The first line, shortened and escaped, and the offsets of the mark in it. */
function firstLine(excerpt: Excerpt): { text: string; start: number; end: number } {
  const { lines, markStart, markEnd, cutBefore, cutAfter } = excerpt;
  const [line = ''] = lines;
  let from = 0;
  let to = line.length;
  if (line.length > MAX_SHOWN) {
    from = Math.max(0, Math.min(markStart - CONTEXT, line.length - MAX_SHOWN));
    to = from + MAX_SHOWN;
  }
  // Not half a surrogate pair at a cut.
  if ((cutBefore || from > 0) && isLow(line, from)) from++;
  if ((cutAfter || to < line.length) && isHigh(line, to - 1)) to--;
  const head = cutBefore || from > 0 ? '…' : '';
  const tail = cutAfter || to < line.length ? '…' : '';
  const shift = (offset: number): number =>
    head.length + Math.min(Math.max(offset - from, 0), to - from);
  const shown = untab(head + line.slice(from, to) + tail, [shift(markStart), shift(markEnd)]);
  const { text, marks } = escapeMarked(shown.text, shown.marks);
  return { text, start: marks[0] as number, end: marks[1] as number };
}

function plainLine(line: string, cut: boolean): string {
  return escapeText(line.replaceAll('\t', TAB)) + (cut ? '…' : '');
}

// The width of a tab depends on the viewer.
function untab(text: string, marks: readonly number[]): { text: string; marks: readonly number[] } {
  if (!text.includes('\t')) return { text, marks };
  const moved = marks.map(
    (mark) => mark + (text.slice(0, mark).split('\t').length - 1) * (TAB.length - 1),
  );
  return { text: text.replaceAll('\t', TAB), marks: moved };
}

const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;

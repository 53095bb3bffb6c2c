import stringWidth from 'fast-string-width';
import { type Node as JsonNode, parseTree } from 'jsonc-parser';
import { lineStarts } from '../document/positions.ts';
import type { Location } from '../model/finding.ts';
import type { Document, Input } from '../model/workflow.ts';
import { escapeText } from './escape.ts';

export interface Excerpt {
  readonly line: number;
  readonly text: string;
  /** What is underlined, in the text. */
  readonly start: number;
  readonly end: number;
}

/** The line of a location, where there is text. */
export type ExcerptOf = (location: Location, input?: Input) => Excerpt | undefined;

export function createExcerpts(documents: readonly Document[]): ExcerptOf {
  const known = new Map<Input, readonly number[]>();
  const inputAt = (source: string, line: number): Input | undefined =>
    documents.findLast(({ input }) => input.name === source && (input.line ?? 1) <= line)?.input;
  return ({ source, region }, own) => {
    const input = region && (own ?? inputAt(source, region.startLine));
    if (region === undefined || input?.text === undefined) return undefined;
    const { text, line: firstLine = 1 } = input;
    const starts = known.get(input) ?? lineStarts(text);
    known.set(input, starts);
    const offsetOf = (line: number, column: number): number =>
      (starts[line - firstLine] ?? text.length) + column - 1;
    const first = offsetOf(region.startLine, region.startColumn);
    const [start, end] = meantIn(text, first, offsetOf(region.endLine, region.endColumn));
    const index = starts.findLastIndex((each) => each <= start);
    const from = starts[index] ?? 0;
    const line = text.slice(from, starts[index + 1]).replace(/[\r\n]+$/, '');
    const last = Math.min(end - from, line.length);
    return { line: firstLine + index, text: line, start: start - from, end: last };
  };
}

/** Of an object its name; of others in brackets their key, unless they are short. */
function meantIn(text: string, start: number, end: number): readonly [number, number] {
  if (!/[{[]/.test(text.charAt(start))) return [start, end];
  // The parser reads what there is of an object that is cut.
  const name = nameIn(text.slice(start, Math.min(end, start + 4000)));
  if (name !== undefined) return [start + name.offset, start + name.offset + name.length];
  if (end - start <= 40 && !text.slice(start, end).includes('\n')) return [start, end];
  const key = /("[^"\\\n]*")\s*:\s*$/.exec(text.slice(Math.max(0, start - 200), start));
  if (key === null) return [start, end];
  const [whole, written = ''] = key;
  return [start - whole.length, start - whole.length + written.length];
}

/** The most telling first: of a step, a workflow or an event, and the end of an edge. */
const NAMES = ['key', 'ref', 'name', 'id', 'to', 'to_step_id', 'toStepId'];

function nameIn(object: string): JsonNode | undefined {
  const members = parseTree(object)?.children ?? [];
  const values = NAMES.map(
    (name) => members.find(({ children: [key] = [] }) => key?.value === name)?.children?.[1],
  );
  return values.find((value) => value?.type === 'string');
}

export interface Underline {
  readonly sign: '^' | '-';
  readonly paint: (text: string) => string;
  readonly dim: (text: string) => string;
  /** Columns of a line. */
  readonly width: number;
}

/** Characters before the underline in a line that is cut. */
const CONTEXT = 30;

/** The line and its underline, escaped. */
export function printExcerpt(
  excerpt: Excerpt,
  { sign, paint, dim, width }: Underline,
): readonly string[] {
  const number = String(excerpt.line);
  const [before, marked, after] = cutToWidth(excerpt, width - number.length - 3);
  const mark = sign.repeat(Math.max(1, stringWidth(marked)));
  return [
    `${dim(`${number} │`)} ${before}${marked}${after}`,
    `${dim(`${' '.repeat(number.length)} │`)} ${' '.repeat(stringWidth(before))}${paint(mark)}`,
  ];
}

type Parts = readonly [before: string, marked: string, after: string];

/** Characters that take several columns are cut earlier. */
function cutToWidth(excerpt: Excerpt, columns: number): Parts {
  let length = columns;
  let parts = cutLine(excerpt, length);
  while (stringWidth(parts.join('')) > columns && length > CONTEXT) {
    length -= 8;
    parts = cutLine(excerpt, length);
  }
  return parts;
}

function cutLine({ text, start, end }: Excerpt, length: number): Parts {
  // Room for ellipses on both sides.
  const max = text.length <= length ? text.length : Math.max(1, length - 2);
  let from = Math.max(0, Math.min(start - CONTEXT, text.length - max));
  let to = Math.min(text.length, from + max);
  // No half of a surrogate pair.
  if (from > 0 && /[\udc00-\udfff]/.test(text.charAt(from))) from++;
  if (to < text.length && /[\ud800-\udbff]/.test(text.charAt(to - 1))) to--;
  const [left, right] = [start, end].map((each) => Math.min(Math.max(each, from), to));
  return [
    (from > 0 ? '…' : '') + printable(text.slice(from, left)),
    printable(text.slice(left, right)),
    printable(text.slice(right, to)) + (to < text.length ? '…' : ''),
  ];
}

// The width of a tab depends on the viewer.
const printable = (text: string): string => escapeText(text.replaceAll('\t', '  '));

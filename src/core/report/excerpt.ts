import stringWidth from 'fast-string-width';
import type { Location, Region } from '../model/finding.ts';
import { once } from '../model/once.ts';
import { truncate } from '../model/text.ts';
import type { Document, Input } from '../model/workflow.ts';
import { escapeText } from './escape.ts';

interface Excerpt {
  /** 1-based, in the file. */
  readonly line: number;
  readonly text: string;
  /** What is underlined, in the text. */
  readonly start: number;
  readonly end: number;
}

/** The line of a location and its underline; nothing where there is no text. */
export type PrintExcerpt = (
  location: Location,
  paint: (underline: string) => string,
) => readonly string[];

/** @param width columns of a line. */
export function createExcerpts(documents: readonly Document[], width: number): PrintExcerpt {
  const linesIn = once(({ text = '' }: Input) => text.split(/\r\n|\n|\r/));
  return ({ source, region }, paint) => {
    if (region === undefined) return [];
    const { startLine, startColumn, endLine, endColumn } = region;
    const input = documents.findLast(
      (each) => each.input.name === source && (each.input.line ?? 1) <= startLine,
    )?.input;
    if (input?.text === undefined) return [];
    const first = startLine - (input.line ?? 1);
    const lines = linesIn(input).slice(first, first + 1 + endLine - startLine);
    const [text = ''] = lines;
    const start = startColumn - 1;
    const isOpen = text[start] === '{' || text[start] === '[';
    const end = isOpen ? startColumn : endLine === startLine ? endColumn - 1 : text.length;
    const name = text[start] === '{' ? nameIn(lines, region) : undefined;
    return print(name ?? { line: startLine, text, start, end }, width, paint);
  };
}

const NAME = /"(?:key|ref|name|id|to|to_step_id|toStepId)"\s*:\s*("[^"\\]*")/g;

/** The name of an object in its first lines: it says more than a brace. */
function nameIn(lines: readonly string[], region: Region): Excerpt | undefined {
  for (const [i, text] of lines.slice(0, 5).entries()) {
    NAME.lastIndex = i === 0 ? region.startColumn : 0;
    const [, name] = NAME.exec(text) ?? [];
    const end = NAME.lastIndex;
    const isWithin = i < lines.length - 1 || end < region.endColumn;
    if (name !== undefined && isWithin)
      return { line: region.startLine + i, text, start: end - name.length, end };
  }
  return undefined;
}

/** Characters before the underline in a line that is cut. */
const CONTEXT = 30;

/** Escaped; in a number of columns, unless it has wide or escaped characters. */
function print(
  { line, text, start, end }: Excerpt,
  width: number,
  paint: (underline: string) => string,
): readonly string[] {
  const number = String(line);
  // Beside the line: its number, a bar, and a space.
  const columns = width - number.length - 3;
  const from = text.length <= columns ? 0 : Math.max(0, start - CONTEXT);
  const shown = truncate((from > 0 ? '…' : '') + text.slice(from), columns);
  const shift = from > 0 ? 1 - from : 0;
  const before = printable(shown.slice(0, start + shift));
  const marked = printable(shown.slice(start + shift, end + shift));
  const underline = '^'.repeat(Math.max(1, stringWidth(marked)));
  return [
    `${number} │ ${before}${marked}${printable(shown.slice(end + shift))}`,
    `${' '.repeat(number.length)} │ ${' '.repeat(stringWidth(before))}${paint(underline)}`,
  ];
}

/** The width of a tab depends on the viewer. */
const printable = (text: string): string => escapeText(text.replaceAll('\t', '  '));

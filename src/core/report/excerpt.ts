import stringWidth from 'fast-string-width';
import type { Location, Region } from '../model/finding.ts';
import { once } from '../model/once.ts';
import { truncate } from '../model/text.ts';
import type { Document, Input } from '../model/workflow.ts';
import { escapeText } from './escape.ts';

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
    const from = startColumn - 1;
    const isOpen = text[from] === '{' || text[from] === '[';
    const to = isOpen ? startColumn : endLine === startLine ? endColumn - 1 : text.length;
    const name = text[from] === '{' ? nameIn(lines, region) : undefined;
    const shown = name ?? { line: startLine, text, start: from, end: to };
    const number = String(shown.line);
    const [before, marked, after] = cut(shown, width - number.length - ' │ '.length);
    const underline = '^'.repeat(Math.max(1, stringWidth(marked)));
    return [
      `${number} │ ${before}${marked}${after}`,
      `${' '.repeat(number.length)} │ ${' '.repeat(stringWidth(before))}${paint(underline)}`,
    ];
  };
}

const NAME = /"(?:key|ref|name|id|to|to_step_id|toStepId)"\s*:\s*("[^"\\]*")/g;

/** The name of an object in its first lines: it says more than a brace. */
function nameIn(lines: readonly string[], { startLine, startColumn, endColumn }: Region) {
  for (const [i, text] of lines.slice(0, 5).entries()) {
    NAME.lastIndex = i === 0 ? startColumn : 0;
    const [, name] = NAME.exec(text) ?? [];
    const end = NAME.lastIndex;
    const isWithin = i < lines.length - 1 || end < endColumn;
    if (name !== undefined && isWithin)
      return { line: startLine + i, text, start: end - name.length, end };
  }
  return undefined;
}

/** Characters before the underline in a line that is cut. */
const CONTEXT = 30;

/** A line in three parts; within the columns, unless characters are wide or escaped. */
function cut(
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
  columns: number,
): readonly [before: string, marked: string, after: string] {
  const from = text.length <= columns ? 0 : Math.max(0, start - CONTEXT);
  // Without the rest of the line: a file may be one line of many megabytes.
  const near = text.slice(from, from + columns + 1);
  const shown = truncate((from > 0 ? '…' : '') + near, columns);
  const shift = from > 0 ? 1 - from : 0;
  const [at, to] = [start + shift, end + shift];
  return [
    printable(shown.slice(0, at)),
    printable(shown.slice(at, to)),
    printable(shown.slice(to)),
  ];
}

/** The width of a tab depends on the viewer. */
const printable = (text: string): string => escapeText(text.replaceAll('\t', '  '));

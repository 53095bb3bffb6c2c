import type { Document, DocumentRef } from '../model/nodes.ts';
import type { SyntaxFault } from './syntax.ts';

/** A document's text, and where it stands. */
export interface DocumentText {
  readonly ref: DocumentRef;
  readonly text: string;
  /** A line of JSON Lines: whoever wrote it meant it to be one of ours. */
  readonly isLine?: boolean;
}

/** The text of one document of a source; with `fault` it is no JSON text at all. */
export interface SourceDocument extends DocumentText {
  readonly fault?: SyntaxFault;
  /** What was read of it already. */
  readonly document?: Document;
}

/** Some of the lines of a file, and what number they start with. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Whether text that is no JSON as a whole is JSON Lines: its first line that is not blank is an object or array by itself. */
export function isJsonLines(text: string): boolean {
  const start = text.search(/\S/);
  const newline = text.indexOf('\n', start);
  if (start === -1 || newline === -1) return false;
  const first = text.slice(start, newline);
  if (!/^[[{]/.test(first) || !/[\]}]\s*$/.test(first.slice(-100)) || !/\S/.test(text.slice(newline))) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

/** The documents of a text: its lines when it is JSON Lines, by its name or by its look; else the whole. */
export function textDocuments(given: string, source: string): Iterable<DocumentText> {
  const text = given.replace(/^\ufeff/, '');
  if (/\.(?:ndjson|jsonl)$/i.test(source) || isJsonLines(text)) return splitLines(text, source);
  return [{ ref: { source, index: 0, line: 1, start: 0, end: text.length }, text }];
}

/** Where the next line of a source stands: counted on from one part of the source to the next. */
export interface LinePosition {
  index: number;
  line: number;
  byte: number;
}

/**
 * The lines of JSON Lines text as documents; blank lines are none.
 * @param at counts on from an earlier part of the source, and is moved on.
 * @param byteLength bytes of a line in UTF-8; its length where the text is known to be ASCII.
 */
export function* splitLines(
  text: string,
  source: string,
  at: LinePosition = { index: 0, line: 1, byte: 0 },
  byteLength: (line: string) => number = countBytes,
): Iterable<DocumentText> {
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 ? text.length : newline;
    const line = text.slice(from, to);
    const bytes = byteLength(line);
    if (!isBlank(line)) yield { ref: { source, index: at.index++, line: at.line, start: at.byte, end: at.byte + bytes }, text: line, isLine: true };
    at.line++;
    at.byte += bytes + 1;
    from = to + 1;
  }
}

const isBlank = (line: string): boolean => line.charCodeAt(0) !== 0x7b && line.trim() === '';

const encoder = new TextEncoder();
const countBytes = (line: string): number => encoder.encode(line).length;

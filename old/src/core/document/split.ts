import type { Failure, Location, SkippedFile } from '../model/finding.ts';
import type { Document, DocumentRef } from '../model/nodes.ts';
import type { PointerQuery, Span } from './locate.ts';
import type { SyntaxFault } from './syntax.ts';

export interface DocumentText {
  readonly ref: DocumentRef;
  readonly text: string;
  readonly isLine?: boolean;
}

/** A document made from application code, with the positions of its values there. */
export interface CodeDocument {
  readonly document: Document;
  readonly code: string;
  spanOf(query: PointerQuery): Span | undefined;
}

/** With `fault` it is not JSON. With `code`, there is no JSON. */
export interface SourceDocument extends DocumentText {
  readonly code?: CodeDocument;
  readonly fault?: SyntaxFault;
  /** Its position among all documents of a run that is divided, from 0. */
  readonly number?: number;
}

export interface SourceInfo {
  /** Named, not found in a folder or by a glob: it must hold workflows or events. */
  readonly explicit: boolean;
  /** The kind of items whose shape does not show it. */
  readonly assume?: string | undefined;
  /** Absolute. */
  readonly path?: string | undefined;
  readonly isLive?: boolean;
  readonly isShare?: boolean;
  /** The call of a program that created it; `null` where that is not known. */
  readonly createdBy?: Location | null | undefined;
}

/** Documents of a source, which must be read before the next item, or why it could not be read. */
export type SourceItem =
  | SourceBatch
  | SourceFailure
  | SourceIgnored
  | SourceSkipped
  | SourceAbsence;

export interface SourceBatch {
  readonly documents: Iterable<SourceDocument>;
  readonly from: SourceInfo;
}

/** A file that the configuration leaves out. */
interface SourceIgnored {
  readonly ignored: SkippedFile;
}

/** A file in a folder that is not read, by its name. */
interface SourceSkipped {
  readonly skipped: SkippedFile;
}

/** The reason for a file of edgewise itself. */
export const OWN_FILE = 'a configuration or baseline of edgewise';

/** A collection that is absent, and why. */
interface SourceAbsence {
  readonly absent: string;
  readonly of: string;
}

interface SourceFailure {
  readonly failure: Failure;
  /** The collections that are missing without it; default: workflows and events. */
  readonly of?: string | undefined;
}

/** Whether the first line that is not blank is an object or array by itself, and others follow. */
export function isJsonLines(text: string): boolean {
  const start = text.search(/\S/);
  const newline = text.indexOf('\n', start);
  if (newline === -1) return false;
  const first = text.slice(start, newline).trimEnd();
  // Most files are one value of many lines, and an error of JSON.parse takes longer than the rest of their reading.
  if (!/^(?:\{.*\}|\[.*\])$/s.test(first) || !/\S/.test(text.slice(newline))) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

/** The lines of JSON Lines, by its name or content, or the one document. */
export function textDocuments(given: string, source: string): Iterable<DocumentText> {
  const text = given.replace(/^\ufeff/, '');
  if (/\.(?:ndjson|jsonl)$/i.test(source) || isJsonLines(text)) return splitLines(text, source);
  return [{ ref: { source, index: 0, line: 1, start: 0, end: text.length }, text }];
}

export interface LinePosition {
  index: number;
  line: number;
  byte: number;
}

/**
 * The lines of JSON Lines text as documents, without blank lines. A byte order mark is skipped in each line: files that were joined
 * have several.
 * @param at is updated, and continues from an earlier part of the source.
 * @param byteLength bytes of a line in UTF-8.
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
    const isMarked = line.charCodeAt(0) === 0xfeff;
    if (line.trim() !== '')
      yield {
        ref: {
          source,
          index: at.index++,
          line: at.line,
          start: isMarked ? at.byte + 3 : at.byte,
          end: at.byte + bytes,
        },
        text: isMarked ? line.slice(1) : line,
        isLine: true,
      };
    at.line++;
    at.byte += bytes + 1;
    from = to + 1;
  }
}

const encoder = new TextEncoder();
const countBytes = (line: string): number => encoder.encode(line).length;

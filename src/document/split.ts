import type { DocumentRef } from '../model/nodes.ts';

/** A document's text, and where it stands. */
export interface DocumentText {
  readonly ref: DocumentRef;
  readonly text: string;
}

/** Whether text that is no JSON as a whole is JSON Lines: its first line that is not blank is an object or array by itself. */
export function isJsonLines(text: string): boolean {
  const first = /\S[^\n]*/.exec(text)?.[0];
  if (first === undefined || !/^[[{]/.test(first) || !text.slice(text.indexOf(first) + first.length).trim()) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

/** The lines of JSON Lines text as documents; blank lines are none. `at` counts on from an earlier part of the source. */
export function* splitLines(text: string, source: string, at = { index: 0, line: 1, byte: 0 }): Iterable<DocumentText> {
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 ? text.length : newline;
    const line = text.slice(from, to);
    // Most exports are ASCII: the bytes are counted only where a line has more bytes than characters.
    const bytes = byteLength(line);
    if (line.trim() !== '') yield { ref: { source, index: at.index++, line: at.line, start: at.byte, end: at.byte + bytes }, text: line };
    at.line++;
    at.byte += bytes + 1;
    from = to + 1;
  }
}

const encoder = new TextEncoder();

function byteLength(line: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return /^[\x00-\x7f]*$/.test(line) ? line.length : encoder.encode(line).length;
}

import { escapeText } from '../core/report/escape.ts';
import { decode } from '../load/lines.ts';
import type { FixedDocument } from './fix.ts';
import { OutputError } from './user-error.ts';

/** The bytes of a source with its fixed documents in their places. */
export function fixedBytes(
  bytes: Buffer,
  documents: readonly FixedDocument[],
  name: string,
): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { document, text } of documents) {
    const { start, end } = document.ref;
    if (decode(bytes.subarray(start, end), start).text !== document.text)
      throw new OutputError(`"${escapeText(name)}" was changed while it was checked`);
    pieces.push(bytes.subarray(at, start), Buffer.from(text));
    at = end;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

/** A unified diff that `git apply` accepts. */
export async function diffOf(name: string, before: Buffer, after: Buffer): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, String(before), String(after), '', '');
}

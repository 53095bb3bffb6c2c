import { groupBy } from '../core/model/groups.ts';
import { escapeText } from '../core/report/escape.ts';
import { readWhole } from '../load/file.ts';
import { decode } from '../load/lines.ts';
import type { FixedDocument } from './fix.ts';
import { OutputError } from './user-error.ts';

/** A file before and after its fixes. */
interface FixedFile {
  /** As findings name it. */
  readonly name: string;
  /** Absolute; `undefined` for a given text. */
  readonly path: string | undefined;
  readonly before: Buffer;
  readonly after: Buffer;
}

/**
 * The files of fixed documents. Throws an OutputError for one that was changed since it was read.
 * @param text what was read where there is no file.
 */
export function* fixedFiles(changed: readonly FixedDocument[], text = ''): Iterable<FixedFile> {
  for (const [name, documents] of groupBy(changed, ({ document }) => document.ref.source)) {
    const path = documents[0]?.from.path;
    const before = path === undefined ? Buffer.from(text) : readWhole(path);
    yield { name, path, before, after: fixedBytes(before, documents, name) };
  }
}

/** The bytes of a source with its fixed documents in their places. */
function fixedBytes(bytes: Buffer, documents: readonly FixedDocument[], name: string): Buffer {
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
export async function diffOf({ name, before, after }: FixedFile): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, String(before), String(after), '', '');
}

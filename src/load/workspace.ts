import { brokenDocument } from '../document/decode.ts';
import { parseDocument } from '../document/parse.ts';
import { isSomethingElse } from '../document/recognize.ts';
import type { SourceDocument } from '../document/split.ts';
import type { Document } from '../model/nodes.ts';
import { expandPaths, type Input } from './expand.ts';
import type { LiveItem } from './live/account.ts';
import { documentsIn, readDocuments } from './read.ts';
import { reasonOf } from './refusal.ts';
import { readStream } from './stdin.ts';

/** Documents that are held all at once, for the commands that need the whole: those that compare and serve. */
export interface HeldWorkspace {
  readonly documents: readonly HeldDocument[];
  /** What was asked for and could not be read, or is not what it should be. */
  readonly failures: readonly HeldFailure[];
  /** Files found in folders that hold something else. */
  readonly skipped: number;
}

export interface HeldDocument {
  readonly document: Document;
  /** Absent where there is no text that a person could look at. */
  readonly text?: string | undefined;
}

export interface HeldFailure {
  readonly source: string;
  readonly message: string;
  /** What is missing for it; anything, when absent. */
  readonly of?: 'workflows' | 'events';
  /** A fault of the service that may pass, rather than of the input. */
  readonly passing?: boolean;
}

export interface ReadOptions {
  /** What items are taken for when their shape does not say. */
  readonly assume?: Input['assume'] | undefined;
  /** Whether to leave out a file, by its absolute path; files named themselves are never left out. */
  readonly ignores?: ((path: string) => boolean) | undefined;
}

/** Reads everything that paths, folders, globs and `-` name. */
export async function readWorkspace(
  paths: readonly string[],
  cwd: string,
  stdin: AsyncIterable<Uint8Array>,
  { assume, ignores }: ReadOptions = {},
): Promise<HeldWorkspace> {
  const { inputs, refused } = await expandPaths(paths, cwd, assume, ignores);
  const documents: HeldDocument[] = [];
  const failures: HeldFailure[] = [...refused];
  let skipped = 0;
  const take = ({ ref, text, fault, isLine }: SourceDocument, explicit: boolean): void => {
    const document = fault === undefined ? parseDocument(text, ref, assume) : brokenDocument(ref, fault);
    if (document.form !== 'broken' && document.form !== 'unknown') documents.push({ document, text });
    else if (!explicit && isLine !== true && isSomethingElse(document, text)) skipped++;
    else failures.push({ source: ref.line > 1 ? `${ref.source}:${ref.line}` : ref.source, message: document.problems[0]?.message ?? 'cannot be read' });
  };
  for (const { source, path, explicit } of inputs) {
    try {
      if (path === undefined) for (const each of documentsIn(await readStream(stdin), source)) take(each, explicit);
      else for await (const portion of readDocuments({ source, path, explicit })) for (const each of portion) take(each, explicit);
    } catch (error) {
      failures.push({ source, message: reasonOf(error) });
    }
  }
  return { documents, failures, skipped };
}

/** The same of what the live API gives. */
export async function holdLive(items: AsyncIterable<LiveItem>): Promise<HeldWorkspace> {
  const documents: HeldDocument[] = [];
  const failures: HeldFailure[] = [];
  for await (const item of items) {
    const { source } = item;
    if (item.kind === 'failure') {
      failures.push({ source, message: item.message, of: item.of, passing: !item.refused });
      continue;
    }
    const ref = { source, index: 0, line: 1, start: 0, end: Buffer.byteLength(item.text) };
    const document = parseDocument(item.text, ref, item.of === 'events' ? 'events' : 'workflows');
    if (document.form !== 'broken' && document.form !== 'unknown') documents.push({ document });
    else failures.push({ source, message: document.problems[0]?.message ?? 'cannot be read', of: item.of === 'events' ? 'events' : 'workflows' });
  }
  return { documents, failures, skipped: 0 };
}

import { brokenDocument } from '../document/decode.ts';
import { parseDocument } from '../document/parse.ts';
import type { Document } from '../model/nodes.ts';
import { expandPaths } from './expand.ts';
import { documentsIn, readDocuments, type SourceDocument } from './read.ts';
import { reasonOf } from './refusal.ts';
import { readStream } from './stdin.ts';

/** Documents that are held all at once, for the commands that need the whole: those that compare and serve. */
export interface HeldWorkspace {
  readonly documents: readonly HeldDocument[];
  /** What was asked for and could not be read, or is not what it should be. */
  readonly failures: readonly { readonly source: string; readonly message: string }[];
  /** Files found in folders that hold something else. */
  readonly skipped: number;
}

export interface HeldDocument {
  readonly document: Document;
  readonly text: string;
}

/** Reads everything that paths, folders, globs and `-` name. */
export async function readWorkspace(paths: readonly string[], cwd: string, stdin: AsyncIterable<Uint8Array>): Promise<HeldWorkspace> {
  const { inputs, refused } = await expandPaths(paths, cwd);
  const documents: HeldDocument[] = [];
  const failures: { source: string; message: string }[] = [...refused];
  let skipped = 0;
  const take = ({ ref, text, fault, isLine }: SourceDocument, explicit: boolean): void => {
    const document = fault === undefined ? parseDocument(text, ref) : brokenDocument(ref, fault);
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

/** In folders, JSON of other tools is no business of ours; text that is no JSON may still be a damaged workflow. */
export function isSomethingElse(document: Document, text: string): boolean {
  if (document.form === 'broken') return !/"(?:steps|edges|connections|event_name|object)"/.test(text);
  return document.form === 'unknown';
}

import type { SourceItem } from '../core/document/split.ts';
import { compareRefs } from '../core/lint/order.ts';
import type { Failure } from '../core/model/finding.ts';
import type { Document, Problem } from '../core/model/nodes.ts';
import { decodeItems } from './decode.ts';
import { load } from './load.ts';

/** All documents in memory, for the commands that compare and simulate. */
export interface HeldWorkspace {
  readonly documents: readonly HeldDocument[];
  /** Requested input that could not be read, or has another content. */
  readonly failures: readonly HeldFailure[];
  /** Files in folders that contain something else. */
  readonly skipped: number;
}

interface HeldDocument {
  readonly document: Document;
  /** Absent if there is no text. */
  readonly text?: string | undefined;
}

export interface HeldFailure extends Pick<Failure, 'source' | 'message'> {
  /** The incomplete collection; default: any. */
  readonly of?: string | undefined;
  /** A temporary failure of the service, not of the input. */
  readonly isTemporary?: boolean;
}

/** Reads everything, without checking it. The documents are in order of source and position. */
export async function holdWorkspace(sources: AsyncIterable<SourceItem>): Promise<HeldWorkspace> {
  const { read, input, skipped } = decodeItems(await load(sources));
  const documents: HeldDocument[] = [];
  const failures: HeldFailure[] = (input.failures ?? []).map(({ failure, of }) => {
    const { source, message, refused } = failure;
    return { source, message, of, isTemporary: !refused };
  });
  for (const { document, text, from, skipReason } of read) {
    const { ref, form, problems } = document;
    if (form !== 'broken' && form !== 'unknown')
      documents.push(from.isLive === true ? { document } : { document, text });
    else if (skipReason === undefined)
      failures.push({
        source: ref.line > 1 ? `${ref.source}:${ref.line}` : ref.source,
        message: (problems[0] as Problem).message,
        of: from.isLive === true ? from.assume : undefined,
      });
  }
  documents.sort((a, b) => compareRefs(a.document.ref, b.document.ref));
  return { documents, failures, skipped: skipped.length };
}

import type { SourceItem } from '../core/document/split.ts';
import { compareRefs } from '../core/lint/order.ts';
import type { Failure } from '../core/model/finding.ts';
import type { Document, Problem } from '../core/model/nodes.ts';
import { addAll, createRun } from './run.ts';

/** All documents in memory, for the commands that compare, simulate and serve. */
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
  readonly passing?: boolean;
}

/** Reads everything, without checking it. The documents are in order of source and position. */
export async function holdWorkspace(sources: AsyncIterable<SourceItem>): Promise<HeldWorkspace> {
  const documents: HeldDocument[] = [];
  const failures: HeldFailure[] = [];
  const run = createRun({
    rules: [],
    onDocument({ document, text, from: { isLive, assume }, skipReason }) {
      const { ref, form, problems } = document;
      if (form !== 'broken' && form !== 'unknown')
        documents.push(isLive === true ? { document } : { document, text });
      else if (skipReason === undefined)
        failures.push({
          source: ref.line > 1 ? `${ref.source}:${ref.line}` : ref.source,
          message: (problems[0] as Problem).message,
          of: isLive === true ? assume : undefined,
        });
    },
  });
  for await (const item of sources) {
    if ('failure' in item) {
      const { source, message, refused } = item.failure;
      failures.push({ source, message, of: item.of, passing: !refused });
    } else if ('documents' in item) addAll(run, item);
    if (run.isFull()) break;
  }
  const { part, skipped } = run.collected();
  failures.push(...part.failures);
  documents.sort((a, b) => compareRefs(a.document.ref, b.document.ref));
  return { documents, failures, skipped: skipped.length };
}

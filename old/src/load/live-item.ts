import type { CodeDocument, SourceItem } from '../core/document/split.ts';
import type { Location } from '../core/model/finding.ts';
import { resourceTypeOf } from '../core/resources/registry.ts';

/** A document of the account, or a part that could not be read. */
export type LiveItem = LiveDocument | LiveFailure | LiveAbsence;

export interface LiveDocument {
  readonly kind: 'document';
  /**
   * `workflow`: one workflow. `events`: all definitions as one list. `workflows`: the empty list of an account without any.
   * Else the name of a resource: all its items as one list.
   */
  readonly of: string;
  /** Its URL, or the name of the file it was saved to. */
  readonly source: string;
  readonly text: string;
  /** What is found in a file of code, which has no JSON. */
  readonly code?: CodeDocument;
  /** A list that is known to be incomplete. */
  readonly partial?: boolean;
  /** Of a workflow, from the list. */
  readonly id?: string;
  readonly name?: string;
  /** Absolute path of the file that holds the text, when it was saved. */
  readonly path?: string;
  /** The call of a program that created it; `null` where that is not known. */
  readonly createdBy?: Location | null;
}

/** The documents that could not be read for one cause. */
export interface LiveFailure {
  readonly kind: 'failure';
  /** Collections that are incomplete because of it. */
  readonly of: readonly string[];
  readonly source: string;
  readonly message: string;
  /** Nothing of the request was read, and a retry would not help. */
  readonly refused: boolean;
}

/** A resource that the key may not read, or that the service does not have. */
interface LiveAbsence {
  readonly kind: 'absent';
  readonly of: string;
  readonly source: string;
  readonly reason: string;
}

export const BOTH = ['workflows', 'events'];

/**
 * The documents of the live API as sources of a run.
 */
export async function* sourceItems(items: AsyncIterable<LiveItem>): AsyncIterable<SourceItem> {
  for await (const item of items) {
    const { source } = item;
    if (item.kind === 'absent') {
      yield { absent: item.reason, of: item.of };
      continue;
    }
    if (item.kind === 'failure') {
      const { message, refused } = item;
      const of = BOTH.every((name) => item.of.includes(name)) ? undefined : item.of[0];
      yield { failure: { source, message, refused }, of };
      const resources = item.of.filter((name) => name !== of && resourceTypeOf(name) !== undefined);
      for (const name of resources) yield { absent: `${source} could not be read`, of: name };
      continue;
    }
    const { text, code, path, of, createdBy } = item;
    const ref = { source, index: 0, line: 1, start: 0, end: Buffer.byteLength(text) };
    const assume = of === 'workflow' ? 'workflows' : of;
    // Each shard reads the resources that its workflows use.
    const isShare = of === 'workflow' || resourceTypeOf(of) !== undefined;
    yield {
      documents: [code === undefined ? { ref, text } : { ref: code.document.ref, text, code }],
      from: { explicit: true, assume, isLive: true, isShare, path, createdBy },
    };
  }
}

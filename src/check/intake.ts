import { brokenDocument } from '../document/decode.ts';
import { parseDocument } from '../document/parse.ts';
import { isSomethingElse } from '../document/recognize.ts';
import type { SourceDocument } from '../document/split.ts';
import type { Linter } from '../lint/linter.ts';
import type { Input } from '../load/expand.ts';
import type { Document, Workflow } from '../model/nodes.ts';
import { type Filter, type Wanted, withoutEvents } from './filter.ts';
import { isMine, quickId, type Share, shareOf } from './shard.ts';

export interface ReadDocument {
  readonly document: Document;
  readonly text: string;
  /** Absolute path of its file. */
  readonly path?: string | undefined;
  readonly assume?: Input['assume'] | undefined;
  readonly isLive: boolean;
}

export type Names = Pick<Workflow, 'id' | 'name'>;

export interface IntakeOptions extends Pick<Wanted, 'shard' | 'workflows'> {
  readonly keep: Filter;
  /** The event definitions of the live API stand in for those found among the paths. */
  readonly replacesEvents?: boolean | undefined;
  /** Whether all facts are wanted, since this run cannot know which of them matter. */
  readonly everyFact?: boolean | undefined;
  /** Called for every workflow that is read. */
  readonly onWorkflow?: ((workflow: Workflow) => void) | undefined;
  /** The same, for whoever only wants to know what it is called. */
  readonly onNames?: ((names: Names) => void) | undefined;
  /** Called for every document that is read, with what is checked of it. */
  readonly onDocument?: ((read: ReadDocument) => void) | undefined;
}

export interface Taken extends Input {
  readonly isLive?: boolean;
  /** It was asked for because it belongs to this shard. */
  readonly isShare?: boolean;
}

/** Where the texts of documents come in: parsed, left out or checked, and let go. */
export interface Intake {
  take(source: SourceDocument, from: Taken): void;
  readonly tally: Tally;
}

export interface Tally {
  /** Files left out because they hold something else. */
  readonly skipped: number;
  /** Documents of one of our forms. */
  readonly recognized: number;
}

export function createIntake(linter: Linter, options: IntakeOptions): Intake {
  const { keep, replacesEvents, everyFact, onWorkflow, onNames, onDocument, shard, workflows: asked = [] } = options;
  const tally = { skipped: 0, recognized: 0 };
  return {
    tally,
    take({ ref, text, fault, isLine, document: read }, { explicit, assume, isLive, isShare, path }) {
      const quick = shard === undefined || fault !== undefined || read !== undefined ? undefined : quickId(text);
      // With --workflow each shard looks at all of them, so that each knows which names there are.
      if (shard !== undefined && quick !== undefined && asked.length === 0 && isShare !== true && !isMine(quick, shard)) return;
      const document = read ?? (fault === undefined ? parseDocument(text, ref, assume) : brokenDocument(ref, fault));
      const isReplaced = replacesEvents === true && isLive !== true && assume !== 'events';
      const filtered = keep.filter(document);
      const kept = isReplaced ? withoutEvents(filtered) : filtered;
      const share: Share = shard === undefined || isShare === true ? { document: kept, isOwn: true } : shareOf(kept, quick, shard);
      onDocument?.({ document: kept, text, path, assume, isLive: isLive === true });
      if (!explicit && isLine !== true && isSomethingElse(document, text)) {
        if (share.isOwn) tally.skipped++;
        return;
      }
      if (document.form !== 'unknown') tally.recognized++;
      const { workflows } = share.document;
      if (onWorkflow !== undefined) workflows.forEach(onWorkflow);
      if (onNames !== undefined) workflows.forEach(onNames);
      if (!share.isOwn) linter.learn(kept.events);
      if (!share.isOwn && workflows.length === 0) return;
      // Read once more it must be found as it was now.
      const canReturn = path !== undefined && everyFact !== true && isLive !== true && assume === undefined && ref.part === undefined;
      // What has no file has no lines either.
      linter.add(share.document, () => (isLive === true && path === undefined ? undefined : text), share.isOwn, canReturn);
    },
  };
}

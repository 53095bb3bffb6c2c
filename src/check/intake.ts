import { brokenDocument } from '../document/decode.ts';
import { parseDocument } from '../document/parse.ts';
import { isSomethingElse } from '../document/recognize.ts';
import type { Linter } from '../lint/linter.ts';
import type { Input } from '../load/expand.ts';
import type { SourceDocument } from '../load/read.ts';
import type { Document, Workflow } from '../model/nodes.ts';
import { type Filter, withoutEvents } from './filter.ts';

export interface ReadDocument {
  readonly document: Document;
  readonly text: string;
  /** Absolute path of its file. */
  readonly path?: string | undefined;
  readonly assume?: Input['assume'] | undefined;
  readonly isLive: boolean;
}

export type Names = Pick<Workflow, 'id' | 'name'>;

export interface IntakeOptions {
  readonly keep: Filter;
  /** The event definitions of the live API stand in for those found among the paths. */
  readonly replacesEvents?: boolean | undefined;
  /** Called for every workflow that is read. */
  readonly onWorkflow?: ((workflow: Workflow) => void) | undefined;
  /** The same, for whoever only wants to know what it is called. */
  readonly onNames?: ((names: Names) => void) | undefined;
  /** Called for every document that is read, with what is checked of it. */
  readonly onDocument?: ((read: ReadDocument) => void) | undefined;
}

export interface Taken extends Input {
  readonly isLive?: boolean;
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

export function createIntake(linter: Linter, { keep, replacesEvents, onWorkflow, onNames, onDocument }: IntakeOptions): Intake {
  const tally = { skipped: 0, recognized: 0 };
  return {
    tally,
    take({ ref, text, fault, isLine, document: read }, { explicit, assume, isLive, path }) {
      const document = read ?? (fault === undefined ? parseDocument(text, ref, assume) : brokenDocument(ref, fault));
      const isReplaced = replacesEvents === true && isLive !== true && assume !== 'events';
      const filtered = keep.filter(document);
      const kept = isReplaced ? withoutEvents(filtered) : filtered;
      onDocument?.({ document: kept, text, path, assume, isLive: isLive === true });
      if (!explicit && isLine !== true && isSomethingElse(document, text)) {
        tally.skipped++;
        return;
      }
      if (document.form !== 'unknown') tally.recognized++;
      if (onWorkflow !== undefined) kept.workflows.forEach(onWorkflow);
      if (onNames !== undefined) kept.workflows.forEach(onNames);
      // What has no file has no lines either.
      linter.add(kept, () => (isLive === true && path === undefined ? undefined : text));
    },
  };
}

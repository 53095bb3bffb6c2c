import { fingerprint } from '../core/lint/fingerprint.ts';
import type { Document, DocumentRef, Workflow } from '../core/model/nodes.ts';

/** One of several runs that each check a part of the workflows; `index` is from 1 to `total`. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

interface Share {
  readonly document: Document;
  /** The document itself is checked here: its form, its lists, its event definitions. */
  readonly isOwn: boolean;
}

/** Whether a workflow of this id, or another document of this name, is checked here. It depends only on these. */
export function isMine(name: string, { index, total }: Shard): boolean {
  return Number.parseInt(fingerprint([name]).slice(0, 8), 16) % total === index - 1;
}

/**
 * A workflow is identified by its id, else its name, else its place; a document with one workflow belongs to it, any other
 * is identified by its place. `quick` is the `quickId` of its text, which decides in every shard if present.
 */
export function shareOf(document: Document, quick: string | undefined, shard: Shard): Share {
  const { ref, form, workflows } = document;
  const nameOf = (workflow: Workflow): string =>
    quick ?? workflow.id ?? workflow.name ?? `${placeOf(ref)} ${workflow.pointer}`;
  const [single] = workflows;
  const isOwn = isMine(
    form === 'workflow' && single !== undefined ? nameOf(single) : (quick ?? placeOf(ref)),
    shard,
  );
  const mine = workflows.filter((workflow) => isMine(nameOf(workflow), shard));
  return {
    isOwn,
    document: isOwn
      ? { ...document, workflows: mine }
      : { ...document, workflows: mine, events: [], resources: [], lists: [], problems: [] },
  };
}

const placeOf = ({ source, start }: DocumentRef): string => `${source} ${start}`;

const WORKFLOW_WITH_ID =
  /^\s*\{\s*(?:"object"\s*:\s*"(?:workflow|automation)"\s*,\s*)?"id"\s*:\s*"([^"\\]{1,200})"/;
const MAYBE_MORE = /\\u|"(?:events|has_more|hasMore|list)"/;

/** The id of a text that is a single workflow, without parsing it, since other shards check most of the input. */
export function quickId(text: string): string | undefined {
  const id = WORKFLOW_WITH_ID.exec(text)?.[1];
  return id === undefined || !text.includes('"steps"') || MAYBE_MORE.test(text) ? undefined : id;
}

import type { SourceDocument, SourceInfo } from '../core/document/split.ts';
import { fingerprint } from '../core/lint/fingerprint.ts';
import { quote } from '../core/model/label.ts';
import type { Document } from '../core/model/nodes.ts';
import { UserError } from './user-error.ts';

/** One of several runs that each check a part of the workflows; `index` is from 1 to `total`. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/** Whether a workflow of a live account is fetched here. It depends only on its id. */
export const isFetchedHere = (id: string, shard: Shard): boolean =>
  isInShard(Number.parseInt(fingerprint([id]).slice(0, 8), 16), shard);

/** Whether the item with this number, from 0, is checked here. */
const isInShard = (number: number, { index, total }: Shard): boolean =>
  number % total === index - 1;

/** Documents that every shard needs whole: those of `--events`, and lists of a live account. */
const isForAll = ({ assume, isLive }: SourceInfo): boolean =>
  assume === 'events' || isLive === true;

/** Whether a shard needs a document at all. One that is not JSON may be a definition, so that none knows all of them. */
export const isNeeded = (
  { form, workflows }: Document,
  { number = 0 }: SourceDocument,
  from: SourceInfo,
  shard: Shard,
): boolean =>
  isForAll(from) ||
  form === 'broken' ||
  isInShard(number, shard) ||
  workflows.some((_, i) => isInShard(number + i, shard));

/**
 * The part of a document that is checked here: of document n, that is workflow i in shard (n + i) mod N, and the rest of it in shard
 * n mod N. `isOwn` tells whether the rest is.
 */
export function shareOf(
  document: Document,
  { number = 0 }: SourceDocument,
  from: SourceInfo,
  shard: Shard | undefined,
): { readonly document: Document; readonly isOwn: boolean } {
  if (shard === undefined || from.isShare === true) return { document, isOwn: true };
  const isOwn = isForAll(from) ? shard.index === 1 : isInShard(number, shard);
  if (isOwn && !isForAll(from)) refuseDefinitions(document);
  const workflows = document.workflows.filter((_, i) => isInShard(number + i, shard));
  const rest = { events: [], resources: [], lists: [], problems: [] };
  return { document: { ...document, workflows, ...(!isOwn && rest) }, isOwn };
}

function refuseDefinitions({ ref, events, resources }: Document): void {
  if (events.length + resources.length === 0) return;
  const what = events.length > 0 ? 'event definitions' : 'resources';
  throw new UserError(
    `${quote(ref.source)} has ${what}, which every shard needs whole`,
    `give it to --events: --events ${ref.source}`,
  );
}

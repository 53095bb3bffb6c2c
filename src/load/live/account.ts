import { isObject } from '../../model/json.ts';
import type { Cache } from './cache.ts';
import type { Client } from './client.ts';
import { ApiFault } from './fault.ts';
import { type Listing, type ListLimits, parseAnswer, readList } from './lists.ts';

/** What the service calls the resource: `workflows` in the alpha, `automations` today; `auto` finds out. */
export type Resource = 'workflows' | 'automations' | 'auto';

export interface AccountOptions {
  readonly client: Client;
  readonly workflows: boolean;
  readonly events: boolean;
  readonly resource: Resource;
  /** Gets under way at once. */
  readonly concurrency: number;
  readonly cache?: Cache | undefined;
  /** Only workflows of this status; only these ids or names. */
  readonly status?: string | undefined;
  readonly only?: readonly string[] | undefined;
  /** Only workflows of these ids, as far as they are this run's to read. */
  readonly isMine?: ((id: string) => boolean) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly limits?: ListLimits;
}

/** A document of the account, or something of it that could not be read. */
export type LiveItem = LiveDocument | LiveFailure;

export interface LiveDocument {
  readonly kind: 'document';
  /** `workflow`: one of them, whole. `events`: all definitions as one list. `workflows`: the empty list of an account without any. */
  readonly of: 'workflow' | 'events' | 'workflows';
  /** Its URL, or the name of the file it was saved to. */
  readonly source: string;
  readonly text: string;
  /** A list that is known to lack items. */
  readonly partial?: boolean;
  /** Of a workflow, as the list gave them. */
  readonly id?: string;
  readonly name?: string;
  /** Absolute path of the file that holds the text, when it was saved. */
  readonly path?: string;
}

export interface LiveFailure {
  readonly kind: 'failure';
  readonly of: 'workflows' | 'events';
  readonly source: string;
  readonly message: string;
  /** Nothing of what was asked for came, and trying again would not help. */
  readonly refused: boolean;
}

/** Reads an account: the event definitions first, then the workflows in the order of their list. Never throws for what the service does. */
export async function* readAccount(options: AccountOptions): AsyncIterable<LiveItem> {
  const { client } = options;
  // Both lists at once, so that a service which makes us wait does so only once.
  const workflows = options.workflows ? settle(findWorkflows(options)) : undefined;
  const events = options.events ? settle(readList(client, '/events', {}, options.limits)) : undefined;
  if (events !== undefined) yield* eventsOf(await events, `${client.baseUrl}/events`);
  if (workflows !== undefined) yield* workflowsOf(await workflows, options);
}

type Settled<T> = { readonly value: T } | { readonly fault: ApiFault };

/** A promise that nobody waits for yet must not fail. */
function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof ApiFault) return { fault: error };
      throw error;
    },
  );
}

function* eventsOf(settled: Settled<Listing>, source: string): Iterable<LiveItem> {
  const fault = 'fault' in settled ? settled.fault : settled.value.fault;
  if (fault !== undefined) yield { kind: 'failure', of: 'events', source, message: fault.message, refused: false };
  if ('fault' in settled || settled.value.void === true) return;
  // One list, as the service gives it without a limit. What is missing has been said: has_more would be a finding of its own.
  yield { kind: 'document', of: 'events', source, text: listOf(settled.value.items), partial: fault !== undefined };
}

const listOf = (data: readonly unknown[]): string => JSON.stringify({ object: 'list', has_more: false, data });

interface Found {
  readonly path: string;
  readonly listing: Listing;
}

const PATHS = { workflows: ['/workflows'], automations: ['/automations'], auto: ['/workflows', '/automations'] } as const;
const REMEMBERED = ' resource';

async function findWorkflows({ client, resource, cache, status, limits }: AccountOptions): Promise<Found> {
  const known = resource === 'auto' ? cache?.get(REMEMBERED, '') : undefined;
  const paths = known === '/automations' ? [...PATHS.auto].reverse() : PATHS[resource];
  for (const path of paths) {
    // The alpha does not know the filter; there the list itself is sorted out.
    const query = path === '/automations' ? { status } : {};
    try {
      const listing = await readList(client, path, query, limits);
      if (resource === 'auto' && known !== path) cache?.put(REMEMBERED, '', path);
      return { path, listing };
    } catch (error) {
      if (!(error instanceof ApiFault) || error.kind !== 'missing') throw error;
    }
  }
  throw new ApiFault('missing', `there is no list of workflows at ${paths.join(' or ')} (404); is the base URL right?`);
}

interface Summary {
  readonly id: string;
  readonly name: string | undefined;
  readonly updatedAt: string | undefined;
}

async function* workflowsOf(settled: Settled<Found>, options: AccountOptions): AsyncIterable<LiveItem> {
  const { client, concurrency, onProgress } = options;
  if ('fault' in settled) {
    const path = PATHS[options.resource][0];
    const { kind, message } = settled.fault;
    yield { kind: 'failure', of: 'workflows', source: `${client.baseUrl}${path}`, message, refused: kind !== 'passing' };
    return;
  }
  const { path, listing } = settled.value;
  const source = `${client.baseUrl}${path}`;
  if (listing.fault !== undefined) {
    yield { kind: 'failure', of: 'workflows', source, message: listing.fault.message, refused: listing.void === true };
    if (listing.void === true) return;
  }
  const summaries: Summary[] = [];
  for (const [i, item] of listing.items.entries()) {
    const summary = summaryOf(item);
    if (summary === undefined) yield { kind: 'failure', of: 'workflows', source, message: `item ${i} of the list has no usable id`, refused: false };
    else if (isWanted(item, summary, options)) summaries.push(summary);
  }
  if (summaries.length === 0) yield { kind: 'document', of: 'workflows', source, text: listOf([]) };
  const mine = options.isMine === undefined ? summaries : summaries.filter(({ id }) => options.isMine?.(id));

  const { pMapIterable } = await import('p-map');
  let done = 0;
  onProgress?.(0, mine.length);
  const fetchNext = async (summary: Summary): Promise<LiveItem> => {
    const item = await readWorkflow(summary, path, options);
    onProgress?.(++done, mine.length);
    return item;
  };
  // Results come in the order of the list; so many may wait for one that is slow.
  yield* pMapIterable(mine, fetchNext, { concurrency, backpressure: concurrency * 8 });
}

function summaryOf(item: unknown): Summary | undefined {
  if (!isObject(item)) return undefined;
  const { id, name, updated_at: updatedAt } = item;
  // A dot in a path means a folder, also when it is encoded: the request would go to the list.
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') return undefined;
  return { id, name: typeof name === 'string' ? name : undefined, updatedAt: typeof updatedAt === 'string' ? updatedAt : undefined };
}

function isWanted(item: unknown, { id, name }: Summary, { status, only }: AccountOptions): boolean {
  const own = isObject(item) ? item['status'] : undefined;
  if (status !== undefined && typeof own === 'string' && own !== status) return false;
  return only === undefined || only.length === 0 || only.includes(id) || name === undefined || only.includes(name);
}

async function readWorkflow({ id, name, updatedAt }: Summary, path: string, { client, cache }: AccountOptions): Promise<LiveItem> {
  const own = `${path}/${encodeId(id)}`;
  const source = `${client.baseUrl}${own}`;
  const document = (text: string): LiveDocument => ({ kind: 'document', of: 'workflow', source, text, id, ...(name !== undefined && { name }) });
  const cached = updatedAt === undefined ? undefined : cache?.get(own, updatedAt);
  if (cached !== undefined) return document(cached);
  try {
    const text = await client.get(own);
    const value = parseAnswer(text);
    if (!isObject(value)) throw new ApiFault('unusable', 'the answer is no workflow');
    if (updatedAt !== undefined) cache?.put(own, updatedAt, text);
    return document(text);
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    const message = error.kind === 'missing' ? 'it was in the list, and is gone now (404)' : error.message;
    return { kind: 'failure', of: 'workflows', source, message, refused: false };
  }
}

// Half a surrogate pair has no place in a URL.
const encodeId = (id: string): string => encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'));

import { isObject } from '../../core/model/json.ts';
import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import type { AuditChoice } from '../../run/audit-choice.ts';
import type { ResourceChoice } from '../../run/resource-choice.ts';
import { createAudit } from './audit.ts';
import { type Cache, type CacheOptions, openCache } from './cache.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { encodeId, foreignObject, printList, readItem, stampOf } from './items.ts';
import { type Listing, readList } from './lists.ts';
import { groupMissing, type Missing } from './missing.ts';
import { type Answer, ApiFault, settle } from './request.ts';
import { createUsage, readResources } from './resources.ts';

/** The service's name of the resource: `workflows` in the alpha, `automations` today; `auto` detects it. */
export type Resource = 'workflows' | 'automations' | 'auto';

interface AccountOptions {
  readonly client: Client;
  readonly workflows: boolean;
  readonly events: boolean;
  readonly resource: Resource;
  readonly concurrency: number;
  readonly cache?: Cache | undefined;
  /** Only workflows of this status; only these ids or names. */
  readonly status?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly isInShard?: ((id: string) => boolean) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** The number of pages after which a list counts as endless. */
  readonly pages?: number;
  readonly resources?: ResourceChoice | undefined;
  readonly audit?: AuditChoice | undefined;
  /** Called with the requests of the audit before they are sent. */
  readonly announce?: (requests: string) => Promise<void>;
}

/** The client of an account, and the cache of its responses if there is a folder for it. */
export function connect(
  options: ClientOptions,
  cache: Omit<CacheOptions, 'baseUrl' | 'secret'> | undefined,
): Pick<AccountOptions, 'client' | 'cache'> {
  const { baseUrl, key } = options;
  return {
    client: createClient(options),
    cache: cache && openCache({ ...cache, baseUrl, secret: key?.value ?? '' }),
  };
}

/** Reads an account: event definitions, then workflows in the order of their list, then failures grouped by cause. */
export async function* readAccount(options: AccountOptions): AsyncIterable<LiveItem> {
  const { client } = options;
  // Both lists at once, so that a rate limit delays them only once.
  const workflows = options.workflows ? settle(findWorkflows(options)) : undefined;
  const events = options.events
    ? settle(readList(client, '/events', {}, options.pages))
    : undefined;
  const { resources } = options;
  const usage = resources === undefined || resources.names.length === 0 ? undefined : createUsage();
  const audit = options.audit && createAudit(options.audit);
  const missing: Missing[] = [];
  let isNothing = true;
  const documents = async function* (): AsyncIterable<LiveDocument | Missing> {
    if (events !== undefined) yield* eventsOf(await events, `${client.baseUrl}/events`);
    if (workflows !== undefined) yield* workflowsOf(await workflows, options);
  };
  for await (const item of documents()) {
    if ('fault' in item) missing.push(item);
    else {
      isNothing = false;
      if (item.of === 'workflow') {
        usage?.add(item);
        audit?.add(item);
      }
      yield item;
    }
  }
  if (usage !== undefined && resources !== undefined && !isNothing)
    for await (const item of readResources(resources, usage, options))
      if ('fault' in item) missing.push(item);
      else yield item;
  yield* groupMissing(missing, client.baseUrl, isNothing);
  if (audit !== undefined && !isNothing) {
    const { concurrency, announce } = options;
    yield* audit.read({ client, concurrency, announce });
  }
}

function* eventsOf(answer: Answer<Listing>, source: string): Iterable<LiveDocument | Missing> {
  const of = 'events';
  let partial = false;
  const fault = 'fault' in answer ? answer.fault : answer.value.fault;
  if (fault !== undefined) {
    yield { of, source, fault };
    partial = true;
  }
  if ('fault' in answer || answer.value.void === true) return;
  const items: unknown[] = [];
  for (const item of answer.value.items) {
    const foreign = foreignObject(item, OBJECTS.events);
    if (foreign === undefined) {
      items.push(item);
      continue;
    }
    yield { of, source, fault: foreign, isItem: true };
    partial = true;
  }
  // One list. A partial list is reported as a failure, since has_more would be a separate finding.
  yield { kind: 'document', of, source, text: printList(items), partial };
}

const OBJECTS = { workflows: ['workflow', 'automation'], events: ['event'] } as const;

interface Found {
  readonly path: string;
  readonly listing: Listing;
}

const PATHS = {
  workflows: ['/workflows'],
  automations: ['/automations'],
  auto: ['/workflows', '/automations'],
} as const;
const REMEMBERED = ' resource';

async function findWorkflows(options: AccountOptions): Promise<Found> {
  const { client, resource, cache, status, pages } = options;
  const known = resource === 'auto' ? cache?.get(REMEMBERED, '') : undefined;
  const paths = known === '/automations' ? [...PATHS.auto].reverse() : PATHS[resource];
  for (const path of paths) {
    // The alpha has no such filter.
    const query = path === '/automations' ? { status } : {};
    const answer = await settle(readList(client, path, query, pages));
    if ('value' in answer) {
      if (resource === 'auto' && known !== path) cache?.put(REMEMBERED, '', path);
      return { path, listing: answer.value };
    }
    if (answer.fault.kind !== 'missing') throw answer.fault;
  }
  throw new ApiFault(
    'missing',
    `there is no list of workflows at ${paths.join(' or ')} (404); is the base URL right?`,
  );
}

interface Summary {
  readonly id: string;
  readonly name: string | undefined;
  readonly status: unknown;
  /** The item of the list; `undefined` if it has no time of change. */
  readonly stamp: string | undefined;
}

async function* workflowsOf(
  answer: Answer<Found>,
  options: AccountOptions,
): AsyncIterable<LiveDocument | Missing> {
  const { client, concurrency, onProgress, isInShard } = options;
  const of = 'workflows';
  if ('fault' in answer) {
    const { fault } = answer;
    const source = `${client.baseUrl}${PATHS[options.resource][0]}`;
    yield { of, source, fault, isRefused: fault.kind !== 'temporary' };
    return;
  }
  const { path, listing } = answer.value;
  const source = `${client.baseUrl}${path}`;
  if (listing.fault !== undefined) {
    yield { of, source, fault: listing.fault, isRefused: listing.void === true };
    if (listing.void === true) return;
  }
  const summaries: Summary[] = [];
  for (const item of listing.items) {
    const summary = summaryOf(item);
    const fault = summary === undefined ? NO_ID : foreignObject(item, OBJECTS.workflows);
    if (fault !== undefined) yield { of, source, fault, isItem: true };
    else if (summary !== undefined && isWanted(summary, options)) summaries.push(summary);
  }
  if (summaries.length === 0) yield { kind: 'document', of, source, text: printList([]) };
  const own = isInShard === undefined ? summaries : summaries.filter(({ id }) => isInShard(id));

  const { pMapIterable } = await import('p-map');
  let done = 0;
  onProgress?.(0, own.length);
  const started = client.now();
  const fetchNext = async (summary: Summary): Promise<LiveDocument | Missing> => {
    const { id } = summary;
    if (client.now() - started >= HOUR) return { of, source, fault: TOO_LATE, id };
    const item = await readWorkflow(summary, path, options);
    onProgress?.(++done, own.length);
    return item;
  };
  // Results have the order of the list; this many may wait for a slow one.
  yield* pMapIterable(own, fetchNext, { concurrency, backpressure: concurrency * 8 });
}

const HOUR = 60 * 60_000;
const TOO_LATE = new ApiFault(
  'temporary',
  'not asked for, after an hour of requests; run it again: what was read is in the cache',
  { isAsked: false },
);
const NO_ID = new ApiFault('unusable', 'an item of the list has no usable id');

function summaryOf(item: unknown): Summary | undefined {
  if (!isObject(item)) return undefined;
  const { id, name, status } = item;
  // A dot in a path is a folder, also when encoded, so the request would go to the list.
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') return undefined;
  return {
    id,
    name: typeof name === 'string' ? name : undefined,
    status,
    stamp: stampOf(item),
  };
}

function isWanted({ id, name, status: own }: Summary, { status, only }: AccountOptions): boolean {
  if (status !== undefined && typeof own === 'string' && own !== status) return false;
  if (only === undefined || only.length === 0 || name === undefined) return true;
  return only.includes(id) || only.includes(name);
}

async function readWorkflow(
  { id, name, status, stamp }: Summary,
  path: string,
  { client, cache }: AccountOptions,
): Promise<LiveDocument | Missing> {
  const own = `${path}/${encodeId(id)}`;
  const source = `${client.baseUrl}${own}`;
  const document = (text: string): LiveDocument => ({
    kind: 'document',
    of: 'workflow',
    source,
    text,
    id,
    ...(name !== undefined && { name }),
  });
  const cached = stamp === undefined ? undefined : cache?.get(own, stamp);
  if (cached !== undefined) return document(cached);
  const fetched = async () => {
    const text = await client.get(own);
    const value = readItem(text, id, 'workflow', OBJECTS.workflows);
    if (value['steps'] === undefined)
      throw new ApiFault('unusable', 'the answer is a workflow without "steps"');
    // If it was changed after the list was read, the next run fetches it again.
    const isCurrent = value['name'] === name && value['status'] === status;
    if (stamp !== undefined && isCurrent) cache?.put(own, stamp, text);
    return document(text);
  };
  const answer = await settle(fetched());
  if ('value' in answer) return answer.value;
  const isGone = answer.fault.kind === 'missing';
  const fault = isGone
    ? answer.fault.with('it was in the list, and is gone now (404)')
    : answer.fault;
  return { of: 'workflows', source, fault, id };
}

import { isObject } from '../../core/model/json.ts';
import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import type { ResourceChoice } from '../../run/resource-choice.ts';
import type { Client } from './client.ts';
import { encodeId, foreignObject, printList, readItem } from './items.ts';
import { type Listing, readList } from './lists.ts';
import { groupMissing, type Missing } from './missing.ts';
import { type Answer, ApiFault, settle } from './request.ts';
import { createUsage, readResources } from './resources.ts';

interface AccountOptions {
  readonly client: Client;
  readonly workflows: boolean;
  readonly events: boolean;
  readonly concurrency: number;
  /** Only workflows of this status; only these ids or names. */
  readonly status?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly isInShard?: ((id: string) => boolean) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** The number of pages after which a list counts as endless. */
  readonly pages?: number;
  readonly resources?: ResourceChoice | undefined;
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
      if (item.of === 'workflow') usage?.add(item);
      yield item;
    }
  }
  if (usage !== undefined && resources !== undefined && !isNothing)
    for await (const item of readResources(resources, usage, options))
      if ('fault' in item) missing.push(item);
      else yield item;
  yield* groupMissing(missing, client.baseUrl, isNothing);
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

/** The name of the alpha, and that of today. */
const PATHS = ['/workflows', '/automations'] as const;

async function findWorkflows(options: AccountOptions): Promise<Found> {
  const { client, status, pages } = options;
  for (const path of PATHS) {
    // The alpha has no such filter.
    const query = path === '/automations' ? { status } : {};
    const answer = await settle(readList(client, path, query, pages));
    if ('value' in answer) return { path, listing: answer.value };
    if (answer.fault.kind !== 'missing') throw answer.fault;
  }
  throw new ApiFault(
    'missing',
    `there is no list of workflows at ${PATHS.join(' or ')} (404); is the base URL right?`,
  );
}

interface Summary {
  readonly id: string;
  readonly name: string | undefined;
  readonly status: unknown;
}

async function* workflowsOf(
  answer: Answer<Found>,
  options: AccountOptions,
): AsyncIterable<LiveDocument | Missing> {
  const { client, concurrency, onProgress, isInShard } = options;
  const of = 'workflows';
  if ('fault' in answer) {
    const { fault } = answer;
    const source = `${client.baseUrl}${PATHS[0]}`;
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
const TOO_LATE = new ApiFault('temporary', 'not asked for, after an hour of requests', {
  isAsked: false,
});
const NO_ID = new ApiFault('unusable', 'an item of the list has no usable id');

function summaryOf(item: unknown): Summary | undefined {
  if (!isObject(item)) return undefined;
  const { id, name, status } = item;
  // A dot in a path is a folder, also when encoded, so the request would go to the list.
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') return undefined;
  return { id, name: typeof name === 'string' ? name : undefined, status };
}

function isWanted({ id, name, status: own }: Summary, { status, only }: AccountOptions): boolean {
  if (status !== undefined && typeof own === 'string' && own !== status) return false;
  if (only === undefined || only.length === 0 || name === undefined) return true;
  return only.includes(id) || only.includes(name);
}

async function readWorkflow(
  { id, name }: Summary,
  path: string,
  { client }: AccountOptions,
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
  const fetched = async () => {
    const text = await client.get(own);
    const value = readItem(text, id, 'workflow', OBJECTS.workflows);
    if (value['steps'] === undefined)
      throw new ApiFault('unusable', 'the answer is a workflow without "steps"');
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

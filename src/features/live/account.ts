/** Reads workflows and events of an account. */
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/text.ts';
import type { Client } from './client.ts';
import { ApiFault, settle } from './faults.ts';
import { type Listing, parseAnswer, readList } from './list.ts';

/** One value of the account: a workflow, or all items of a collection as a list. */
export interface Part {
  /** The collection. */
  readonly of: string;
  /** Its URL. */
  readonly source: string;
  readonly value: unknown;
  /** Of a workflow, as the list has it. */
  readonly id?: string;
  readonly name?: string;
  /** A list of which something could not be read. */
  readonly isPartial?: boolean;
}

/** What could not be read: a list, an item of it, or, with an id, a single item. */
export interface Missing {
  readonly of: string;
  readonly source: string;
  readonly fault: ApiFault;
  readonly id?: string;
  /** Nothing of the list was read, and another run would not help. */
  readonly isRefused?: boolean;
}

export interface Account {
  readonly parts: readonly Part[];
  readonly missing: readonly Missing[];
  /** The interface of the alpha, which has no resources. */
  readonly isAlpha: boolean;
}

export interface Wanted {
  readonly workflows: boolean;
  readonly events: boolean;
  /** Ids or names of workflows; empty: all. */
  readonly only: readonly string[];
  readonly onProgress: (done: number, total: number) => void;
}

export async function readAccount(client: Client, wanted: Wanted): Promise<Account> {
  const nothing: Account = { parts: [], missing: [], isAlpha: false };
  const [events, workflows] = await Promise.all([
    wanted.events ? readEvents(client) : nothing,
    wanted.workflows ? readWorkflows(client, wanted) : nothing,
  ]);
  return {
    parts: [...events.parts, ...workflows.parts],
    missing: [...events.missing, ...workflows.missing],
    isAlpha: workflows.isAlpha,
  };
}

async function readEvents(client: Client): Promise<Account> {
  const of = 'events';
  const source = `${client.baseUrl}/events`;
  const listing = await settle(readList(client, '/events'));
  if (listing instanceof ApiFault)
    return { parts: [], missing: [{ of, source, fault: listing }], isAlpha: false };
  const { items, missing } = sortOut(listing, ['event'], { of, source });
  const isPartial = missing.length > 0;
  return { parts: [listPart({ of, source }, items, isPartial)], missing, isAlpha: false };
}

export const listPart = (
  place: Pick<Part, 'of' | 'source'>,
  data: readonly unknown[],
  isPartial: boolean,
): Part => ({ ...place, value: { object: 'list', has_more: false, data }, isPartial });

/** The items of a list that may be what was asked for, and what else is wrong with it. */
export function sortOut(
  { items, fault }: Listing,
  objects: readonly [string, ...string[]],
  place: Pick<Missing, 'of' | 'source'>,
): { readonly items: readonly JsonObject[]; readonly missing: readonly Missing[] } {
  const good: JsonObject[] = [];
  const missing: Missing[] = fault === undefined ? [] : [{ ...place, fault }];
  for (const item of items) {
    const wrong = isObject(item) ? foreign(item, objects) : NO_OBJECT;
    if (wrong === undefined) good.push(item as JsonObject);
    else missing.push({ ...place, fault: wrong });
  }
  return { items: good, missing };
}

const NO_OBJECT = new ApiFault('unusable', 'an item of the list is not an object');

/** Items of a list may have no `object`; one of another resource is not read. */
function foreign({ object }: JsonObject, objects: readonly [string, ...string[]]) {
  if (typeof object !== 'string' || objects.includes(object)) return undefined;
  const message = `the answer has an object ${quote(object)} in place of ${quote(objects[0])}`;
  return new ApiFault('unusable', message, `no ${objects[0]}`);
}

/** The paths of the alpha, and of today. */
const PATHS = ['/workflows', '/automations'] as const;
const OBJECTS = ['workflow', 'automation'] as const;

async function readWorkflows(client: Client, { only, onProgress }: Wanted): Promise<Account> {
  const of = 'workflows';
  const found = await settle(findList(client));
  if (found instanceof ApiFault) {
    const isRefused = found.kind !== 'temporary';
    const source = client.baseUrl + PATHS[0];
    return { parts: [], missing: [{ of, source, fault: found, isRefused }], isAlpha: false };
  }
  const { path, listing } = found;
  const place = { of, source: client.baseUrl + path };
  const { items, missing } = sortOut(listing, OBJECTS, place);
  const wanted = items.filter((item) => isAsked(item, only));
  let done = 0;
  onProgress(0, wanted.length);
  const read = await Promise.all(
    wanted.map(async (item) => {
      const part = await readWorkflow(client, path, item);
      done++;
      onProgress(done, wanted.length);
      return part;
    }),
  );
  const parts = read.filter((each) => 'value' in each);
  return {
    // Without workflows, the empty list shows that there are none.
    parts: wanted.length === 0 ? [listPart(place, [], missing.length > 0)] : parts,
    missing: [...missing, ...read.filter((each) => 'fault' in each)],
    isAlpha: path === PATHS[0],
  };
}

async function findList(
  client: Client,
): Promise<{ readonly path: (typeof PATHS)[number]; readonly listing: Listing }> {
  for (const path of PATHS) {
    const listing = await settle(readList(client, path));
    if (!(listing instanceof ApiFault)) return { path, listing };
    if (listing.kind !== 'missing') throw listing;
  }
  const message = `neither ${PATHS.join(' nor ')} exists (404); is the base URL right?`;
  throw new ApiFault('missing', message);
}

/** A list without names does not tell, so the workflow is read. */
const isAsked = ({ id, name }: JsonObject, only: readonly string[]): boolean =>
  only.length === 0 ||
  typeof name !== 'string' ||
  only.includes(name) ||
  (typeof id === 'string' && only.includes(id));

async function readWorkflow(
  client: Client,
  path: string,
  { id, name }: JsonObject,
): Promise<Part | Missing> {
  const of = 'workflows';
  const list = { of, source: client.baseUrl + path };
  if (!isId(id)) return { ...list, fault: NO_ID };
  const source = `${list.source}/${encodeId(id)}`;
  const value = await settle(readItem(client, `${path}/${encodeId(id)}`, id, OBJECTS));
  const fault = value instanceof ApiFault ? value : value['steps'] === undefined && NO_STEPS;
  if (fault) return { of, source, fault: fault.kind === 'missing' ? fault.with(GONE) : fault, id };
  return { of, source, value, id, ...(typeof name === 'string' && { name }) };
}

const NO_ID = new ApiFault('unusable', 'an item of the list has no usable id');
const NO_STEPS = new ApiFault('unusable', 'the answer is a workflow without "steps"');
const GONE = 'in the list, but deleted since (404)';

/** In a path, a dot is a folder, also when it is encoded: the request would go to the list. */
export const isId = (id: unknown): id is string =>
  typeof id === 'string' && !['', '.', '..'].includes(id);

// A lone surrogate cannot be encoded.
export const encodeId = (id: string): string =>
  encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'));

/** One item by its id. Throws an ApiFault for anything else. */
export async function readItem(
  client: Client,
  path: string,
  id: string,
  objects: readonly [string, ...string[]],
): Promise<JsonObject> {
  const value = parseAnswer(await client.get(path));
  if (!isObject(value)) throw new ApiFault('unusable', `the answer is not a ${objects[0]}`);
  const wrong = foreign(value, objects);
  if (wrong !== undefined) throw wrong;
  if (typeof value['id'] === 'string' && value['id'] !== id)
    throw new ApiFault('unusable', `the answer is a ${objects[0]} of another id`);
  return value;
}

/** Reads workflows and events of an account. */
import { asString, defined, isObject, type JsonObject } from '../../core/model/json.ts';
import { plural } from '../../core/model/text.ts';
import type { Client } from './client.ts';
import { ApiFault, settle } from './faults.ts';
import { type Listing, parseAnswer, readList } from './list.ts';
import type { Progress } from './open.ts';

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
}

export interface Wanted {
  readonly workflows: boolean;
  readonly events: boolean;
  /** Ids or names of workflows; empty: all. */
  readonly only: readonly string[];
  readonly progress: Progress;
}

export async function readAccount(client: Client, wanted: Wanted): Promise<Account> {
  const read = await Promise.all([
    ...(wanted.events ? [readEvents(client)] : []),
    ...(wanted.workflows ? [readWorkflows(client, wanted)] : []),
  ]);
  return joinAccounts(read);
}

export const joinAccounts = (all: readonly Account[]): Account => ({
  parts: all.flatMap(({ parts }) => parts),
  missing: all.flatMap(({ missing }) => missing),
});

async function readEvents(client: Client): Promise<Account> {
  const place = { of: 'events', source: `${client.baseUrl}/events` };
  const { items, fault } = await readList(client, '/events');
  return listOf(place, items, fault === undefined ? [] : [{ ...place, fault }]);
}

/** A list as one part, with what of it is missing. */
export const listOf = (
  place: Pick<Part, 'of' | 'source'>,
  data: readonly unknown[] | undefined,
  missing: readonly Missing[],
): Account => {
  const value = { object: 'list', has_more: false, data };
  const part = { ...place, isPartial: missing.length > 0, value };
  return { parts: data === undefined ? [] : [part], missing };
};

/** The paths of the alpha, and of today. */
const PATHS = ['/workflows', '/automations'];

async function readWorkflows(client: Client, { only, progress }: Wanted): Promise<Account> {
  const { path, items, fault } = await findList(client);
  const place = { of: 'workflows', source: client.baseUrl + path };
  const isRefused = items === undefined && fault?.kind !== 'temporary';
  const asked = (items ?? []).filter((item) => isAsked(item, only));
  const wanted = asked.filter(hasId);
  const others = plural(asked.length - wanted.length, 'item');
  const noId = new ApiFault('unusable', `${others} of the list: no usable id`);
  const hasAll = asked.length === wanted.length;
  const missing: readonly Missing[] = [
    ...(fault === undefined ? [] : [{ ...place, fault, isRefused }]),
    ...(hasAll ? [] : [{ ...place, fault: noId }]),
  ];
  // Without workflows, the empty list shows that there are none.
  if (wanted.length === 0) return listOf(place, hasAll ? items && [] : undefined, missing);
  let done = 0;
  const show = (): void => progress(`reading workflows: ${done} of ${wanted.length}`);
  show();
  const read = await Promise.all(
    wanted.map(async (item) => {
      const part = await readWorkflow(client, path, item);
      done++;
      show();
      return part;
    }),
  );
  progress('');
  return {
    parts: read.filter((each) => 'value' in each),
    missing: [...missing, ...read.filter((each) => 'fault' in each)],
  };
}

async function findList(client: Client): Promise<Listing & { readonly path: string }> {
  for (const path of PATHS) {
    const listing = await readList(client, path);
    if (listing.items !== undefined || listing.fault?.kind !== 'missing')
      return { path, ...listing };
  }
  const message = `neither ${PATHS.join(' nor ')} exists (404); is the base URL right?`;
  return { path: '', items: undefined, fault: new ApiFault('missing', message) };
}

/** A list without names does not tell, so the workflow is read. */
function isAsked(item: unknown, only: readonly string[]): boolean {
  const { id, name } = isObject(item) ? item : {};
  const names = [id, name].filter((each) => typeof each === 'string');
  return only.length === 0 || name === undefined || names.some((each) => only.includes(each));
}

async function readWorkflow(client: Client, path: string, item: Item): Promise<Part | Missing> {
  const of = 'workflows';
  const { id } = item;
  const name = asString(item['name']);
  const source = `${client.baseUrl}${path}/${encodeId(id)}`;
  const value = await settle(readItem(client, path, id));
  const fault = value instanceof ApiFault ? value : value['steps'] === undefined && NO_STEPS;
  if (fault) return { of, source, fault: fault.kind === 'missing' ? fault.with(GONE) : fault, id };
  return { of, source, value, id, ...defined({ name }) };
}

const NO_STEPS = new ApiFault('unusable', 'the answer is no workflow with "steps"');
const GONE = 'in the list, but deleted since (404)';

type Item = JsonObject & { readonly id: string };

/** In a path, a dot is a folder, also when it is encoded: the request would go to the list. */
export const hasId = (item: unknown): item is Item =>
  isObject(item) && !['', '.', '..'].includes(asString(item['id']) ?? '');

// A lone surrogate cannot be encoded.
export const encodeId = (id: string): string =>
  encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'));

/** One item of a list by its id. Throws an ApiFault for anything else. */
export async function readItem(client: Client, path: string, id: string): Promise<JsonObject> {
  const value = parseAnswer(await client.get(`${path}/${encodeId(id)}`));
  if (isObject(value) && (value['id'] === id || value['id'] === undefined)) return value;
  throw new ApiFault('unusable', 'the answer is not the item that was asked for');
}

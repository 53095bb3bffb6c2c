/** Reads lists of an account, and items of them. */
import { asString, defined, isObject, type JsonObject } from '../../core/model/json.ts';
import type { Client } from './client.ts';
import { ApiFault, excerptOf } from './faults.ts';

/** One value of the account: a workflow, or all items of a collection as a list. */
export interface Part {
  /** The collection, as a bundle names it: `contact_properties`. */
  readonly of: string;
  /** Its URL, or that of the workflow. */
  readonly source: string;
  readonly value: JsonObject;
  /** Of a workflow. */
  readonly id?: string;
  /** A list of which something could not be read. */
  readonly isPartial?: boolean;
}

/** What could not be read: a list, an item of it, or, with an id, a single item. */
export interface Missing extends Pick<Part, 'of' | 'source' | 'id'> {
  readonly fault: ApiFault;
}

/** A list of the account. */
export interface Collection extends Pick<Part, 'of' | 'source'> {
  /** Of the API: `/contact-properties`. */
  readonly path: string;
  /** Undefined where nothing of the list can be used. */
  readonly items: readonly unknown[] | undefined;
  readonly missing: readonly Missing[];
}

/** Reads all pages of a list. */
export async function readList(client: Client, of: string, path: string): Promise<Collection> {
  const { baseUrl, limits } = client;
  const place = { of, path, source: baseUrl + path };
  const items = new Map<unknown, unknown>();
  const none = (fault: ApiFault): Collection => ({
    ...{ ...place, items: undefined, missing: [{ of, source: place.source, fault }] },
  });
  const some = (fault: ApiFault): Collection => ({ ...none(fault), items: [...items.values()] });
  const cursors = new Set<string | undefined>();
  let after: string | undefined;
  let wasEmpty = false;
  for (let page = 1; page <= limits.pages; page++) {
    const answer = await readPage(client, path, after);
    if (answer instanceof ApiFault) {
      if (page === 1) return none(answer);
      return some(answer.with(`page ${page} of the list: ${answer.message}`));
    }
    // Pages overlap where items are added meanwhile.
    for (const item of answer.data) items.set(idOf(item) ?? item, item);
    if (answer.hasMore === false) return { ...place, items: [...items.values()], missing: [] };
    const fault = faultOf(answer, wasEmpty, cursors);
    if (fault !== undefined) return some(new ApiFault('unusable', fault));
    wasEmpty = answer.data.length === 0;
    after = idOf(answer.data.at(-1)) ?? after;
    cursors.add(after);
  }
  return none(new ApiFault('unusable', `the list has no end in ${limits.pages} pages`));
}

/** Why a page has no next one, though it is not the last. */
function faultOf(
  { data, hasMore }: Page,
  wasEmpty: boolean,
  cursors: ReadonlySet<string | undefined>,
): string | undefined {
  if (hasMore !== true) return 'the list does not say whether it has more (has_more)';
  // One empty page may be that of an index that is behind.
  if (data.length === 0)
    return wasEmpty ? 'the list has more (has_more), but only empty pages' : undefined;
  const cursor = idOf(data.at(-1));
  if (cursor === undefined) return 'the list has more, but its last item has no id';
  return cursors.has(cursor) ? 'the list repeats a page' : undefined;
}

const idOf = (item: unknown): string | undefined =>
  isObject(item) ? asString(item['id']) : undefined;

interface Page {
  readonly data: readonly unknown[];
  readonly hasMore: unknown;
}

async function readPage(
  client: Client,
  path: string,
  after: string | undefined,
): Promise<Page | ApiFault> {
  const query = new URLSearchParams({ limit: '100', ...defined({ after }) });
  const value = await client.get(`${path}?${query}`);
  if (value instanceof ApiFault) return value;
  const data = isObject(value) ? value['data'] : undefined;
  if (isObject(value) && Array.isArray(data)) return { data, hasMore: value['has_more'] };
  const message = `the answer is not a list, but ${excerptOf(JSON.stringify(value))}`;
  return new ApiFault('unusable', message, { group: 'no list' });
}

/** An item of a list that has an id, which is another one than that of its folder. */
export type Item = JsonObject & { readonly id: string };

/** In a path, a dot is a folder, also when it is encoded: the request would go to the list. */
export const hasId = (item: unknown): item is Item => !['', '.', '..'].includes(idOf(item) ?? '');

/** An item of a collection by its id, with all its fields. */
export async function readItem(
  client: Client,
  { of, path }: Collection,
  { id }: Item,
): Promise<Part | Missing> {
  // A lone surrogate cannot be encoded.
  const own = `${path}/${encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'))}`;
  const place = { of, source: client.baseUrl + own, id };
  const value = await client.get(own);
  if (value instanceof ApiFault)
    return { ...place, fault: value.kind === 'missing' ? value.with(GONE) : value };
  const isAsked = isObject(value) && (value['id'] ?? id) === id;
  return isAsked ? { ...place, value } : { ...place, fault: OTHER };
}

const GONE = 'in the list, but deleted since (404)';
const OTHER = new ApiFault('unusable', 'the answer is not the item that was asked for');

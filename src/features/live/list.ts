import { decodeText } from '../../core/document/text.ts';
import { asString, isObject } from '../../core/model/json.ts';
import type { Client } from './client.ts';
import { ApiFault, excerptOf, settle } from './faults.ts';

/** The items of a list; with a fault, there may be more. */
export interface Listing {
  readonly items: readonly unknown[];
  readonly fault?: ApiFault;
}

const PAGE = 100;

/** Reads all pages of a list. Throws where nothing of it can be used. */
export async function readList(client: Client, path: string): Promise<Listing> {
  const { pages, listTime } = client.limits;
  const started = Date.now();
  const items = new Map<unknown, unknown>();
  const cursors = new Set<string>();
  let after: string | undefined;
  let wasEmpty = false;
  const listing = (message?: string): Listing => ({
    items: [...items.values()],
    ...(message !== undefined && { fault: new ApiFault('unusable', message) }),
  });
  for (let page = 1; page <= pages; page++) {
    const answer = await settle(readPage(client, path, after));
    if (answer instanceof ApiFault) {
      if (page === 1) throw answer;
      const fault = answer.with(`page ${page} of the list: ${answer.message}`);
      return { ...listing(), fault };
    }
    const { data } = answer;
    const known = items.size;
    // Pages overlap where items are added meanwhile.
    for (const item of data) items.set(idOf(item) ?? item, item);
    const cursor = idOf(data.at(-1));
    const end = endOf(answer, { cursor, cursors, isFresh: items.size > known, wasEmpty });
    if (end !== undefined) return end === '' ? listing() : listing(end);
    if (Date.now() - started >= listTime) return listing('the list takes too long to read');
    wasEmpty = data.length === 0;
    if (!wasEmpty) after = cursor;
    if (cursor !== undefined) cursors.add(cursor);
  }
  // What a list without an end has is not worth reading.
  throw new ApiFault('unusable', `the list has no end in ${pages} pages`);
}

interface Seen {
  readonly cursor: string | undefined;
  /** Of the pages before. */
  readonly cursors: ReadonlySet<string>;
  /** The page has an item that no page before it has. */
  readonly isFresh: boolean;
  readonly wasEmpty: boolean;
}

/** Why no page follows: empty where the list is complete; undefined where one does. */
function endOf({ data, hasMore }: Page, seen: Seen): string | undefined {
  if (hasMore === false) return '';
  if (hasMore === undefined) {
    // The end is an empty page, or everything at once, whatever limit was asked for.
    if (data.length === 0 || data.length > PAGE) return '';
    // The server ignores the cursor. A full page may be a part.
    if (!seen.isFresh)
      return data.length < PAGE ? '' : 'the list has no "has_more", and repeats a page';
  }
  // One empty page may be that of an index that is behind.
  if (data.length === 0)
    return seen.wasEmpty ? 'the list has more (has_more), but only empty pages' : undefined;
  if (seen.cursor === undefined) return 'the list may have more, but its last item has no id';
  return seen.cursors.has(seen.cursor) ? 'the list repeats a page' : undefined;
}

const idOf = (item: unknown): string | undefined =>
  isObject(item) ? asString(item['id']) : undefined;

interface Page {
  readonly data: readonly unknown[];
  /** Undefined where the server does not say it. */
  readonly hasMore: boolean | undefined;
}

async function readPage(client: Client, path: string, after: string | undefined): Promise<Page> {
  const text = await client.get(path, { limit: String(PAGE), after });
  const value = parseAnswer(text);
  if (Array.isArray(value)) return { data: value, hasMore: undefined };
  const data = isObject(value) ? value['data'] : undefined;
  const hasMore = isObject(value) ? value['has_more'] : undefined;
  if (!Array.isArray(data))
    throw new ApiFault('unusable', `the answer is not a list, but ${excerptOf(text)}`, 'no list');
  return { data, hasMore: typeof hasMore === 'boolean' ? hasMore : undefined };
}

/** The JSON value of an answer. Throws an ApiFault for other text, and for one nested too deeply. */
export function parseAnswer(text: string): unknown {
  const { form, value, faults } = decodeText({ name: '', text, isNamed: true });
  if (form !== 'broken') return value;
  const [fault] = faults;
  const isDeep = fault?.kind === 'syntax' && fault.reason.is === 'depth';
  const what = isDeep ? 'nested too deeply' : 'not JSON';
  throw new ApiFault('unusable', `the answer is ${what}; it begins with ${excerptOf(text)}`, what);
}

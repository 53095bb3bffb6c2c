import { decodeText } from '../../core/document/text.ts';
import { asString, isObject } from '../../core/model/json.ts';
import type { Client } from './client.ts';
import { ApiFault, excerptOf, settle } from './faults.ts';

export interface Listing {
  /** Undefined where nothing of the list can be used. */
  readonly items: readonly unknown[] | undefined;
  /** Why there may be more. */
  readonly fault?: ApiFault;
}

/** Reads all pages of a list. */
export async function readList(client: Client, path: string): Promise<Listing> {
  const { pages } = client.limits;
  const items = new Map<unknown, unknown>();
  const cursors = new Set<string>();
  let after: string | undefined;
  let wasEmpty = false;
  for (let page = 1; page <= pages; page++) {
    const answer = await settle(readPage(client, path, after));
    if (answer instanceof ApiFault) {
      if (page === 1) return { items: undefined, fault: answer };
      return {
        items: [...items.values()],
        fault: answer.with(`page ${page} of the list: ${answer.message}`),
      };
    }
    const { data, hasMore } = answer;
    // Pages overlap where items are added meanwhile.
    for (const item of data) items.set(idOf(item) ?? item, item);
    if (hasMore === false) return { items: [...items.values()] };
    const cursor = idOf(data.at(-1));
    const fault = faultOf(answer, cursor, wasEmpty, cursors);
    if (fault !== undefined)
      return { items: [...items.values()], fault: new ApiFault('unusable', fault) };
    wasEmpty = data.length === 0;
    if (cursor === undefined) continue;
    after = cursor;
    cursors.add(cursor);
  }
  const message = `the list has no end in ${pages} pages`;
  return { items: undefined, fault: new ApiFault('unusable', message) };
}

/** Why a page has no next one, though it is not the last. */
function faultOf(
  { data, hasMore }: Page,
  cursor: string | undefined,
  wasEmpty: boolean,
  cursors: ReadonlySet<string>,
): string | undefined {
  if (hasMore !== true) return 'the list does not say whether it has more (has_more)';
  // One empty page may be that of an index that is behind.
  if (data.length === 0)
    return wasEmpty ? 'the list has more (has_more), but only empty pages' : undefined;
  if (cursor === undefined) return 'the list has more, but its last item has no id';
  return cursors.has(cursor) ? 'the list repeats a page' : undefined;
}

const idOf = (item: unknown): string | undefined =>
  isObject(item) ? asString(item['id']) : undefined;

interface Page {
  readonly data: readonly unknown[];
  readonly hasMore: unknown;
}

async function readPage(client: Client, path: string, after: string | undefined): Promise<Page> {
  const text = await client.get(path, { limit: '100', after });
  const value = parseAnswer(text);
  const data = isObject(value) ? value['data'] : undefined;
  if (isObject(value) && Array.isArray(data)) return { data, hasMore: value['has_more'] };
  throw new ApiFault('unusable', `the answer is not a list, but ${excerptOf(text)}`, 'no list');
}

/** The JSON value of an answer. Throws an ApiFault for other text, and for one that is too deep. */
export function parseAnswer(text: string): unknown {
  const { form, value } = decodeText({ name: '', text, isNamed: true });
  if (form !== 'broken') return value;
  const message = `the answer is not JSON; it begins with ${excerptOf(text)}`;
  throw new ApiFault('unusable', message, 'not JSON');
}

import { explainSyntax, firstTooDeep } from '../../core/document/syntax.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { Client, Query } from './client.ts';
import { ApiFault, excerptOf } from './request.ts';

/** The items of a list that were read; with `fault` if it is incomplete. */
export interface Listing {
  readonly items: readonly unknown[];
  readonly fault?: ApiFault;
  /** The list is inconsistent and must not be used. */
  readonly void?: boolean;
}

const PAGE = 100;
const MAX_PAGES = 1000;
// Of one list.
const MAX_TEXT = 128 * 1024 ** 2;
const MAX_TIME = 10 * 60_000;

// A server may have an outdated index; one that always has is broken.
const MAX_EMPTY = 3;
// Items before a deleted one that are tried as the cursor in its place.
const MAX_STEPS_BACK = 10;

/** Reads all pages of a list. Throws a failure of the first page; a later one is in the result. */
export async function readList(
  client: Client,
  path: string,
  query: Query = {},
  pages = MAX_PAGES,
): Promise<Listing> {
  const items: unknown[] = [];
  const ids = new Set<string>();
  const cursors = new Set<string>();
  let before: readonly string[] = [];
  let after: string | undefined;
  let empty = 0;
  let size = 0;
  const started = client.now();
  const stop = (message: string): Listing => ({ items, fault: new ApiFault('unusable', message) });
  for (let page = 1; page <= pages; page++) {
    let envelope: Envelope;
    try {
      const get = async (from: string | undefined): Promise<Envelope> => {
        const text = await client.get(path, { ...query, limit: String(PAGE), after: from });
        size += text.length;
        return parseEnvelope(text);
      };
      envelope = await afterDeleted(get, after, before);
    } catch (error) {
      if (page === 1 || !(error instanceof ApiFault)) throw error;
      return { items, fault: error.with(`page ${page} of the list: ${error.message}`) };
    }
    const { data, hasMore } = envelope;
    const known = items.length;
    for (const item of data) {
      const id = idOf(item);
      // Pages overlap when items are added meanwhile.
      if (id !== undefined && ids.has(id)) continue;
      if (id !== undefined) ids.add(id);
      items.push(item);
    }
    // Without has_more, the end is an empty page, or a page with more items than requested.
    if (hasMore === false || (hasMore === undefined && (data.length === 0 || data.length > PAGE)))
      return { items };
    if (hasMore === undefined && items.length === known) {
      // It ignores the cursor: a full page may be cut, a shorter one is complete.
      if (data.length < PAGE) return { items };
      return stop(
        'the list does not say whether there is more (no "has_more"), and repeats a page',
      );
    }

    if (size > MAX_TEXT) return stop(`the list has more than ${MAX_TEXT / 1024 ** 2} MB`);
    if (client.now() - started > MAX_TIME) return stop('the list does not end within 10 minutes');
    if (data.length === 0) {
      if (++empty >= MAX_EMPTY)
        return stop('the list says that there is more, and gives empty pages');
      continue;
    }
    empty = 0;
    const cursor = idOf(data.at(-1));
    if (cursor === undefined)
      return stop(
        hasMore === true
          ? 'the list says that there is more, and its last item has no id to go on from'
          : 'the list does not say whether there is more (no "has_more"), and its last item has no id',
      );
    if (cursors.has(cursor))
      return stop('the list leads round in a circle: it gives a page again that was given before');
    cursors.add(cursor);
    before = data.slice(-1 - MAX_STEPS_BACK, -1).flatMap((item) => idOf(item) ?? []);
    after = cursor;
  }
  const fault = new ApiFault('unusable', `the list does not end within ${pages} pages`);
  return { items: [], fault, void: true };
}

/** The first items of a list, in one request: the newest, if the service sorts them so. */
export async function readFirst(
  client: Client,
  path: string,
  limit: number,
  query: Query = {},
): Promise<{ readonly items: readonly JsonObject[]; readonly isMore: boolean }> {
  const text = await client.get(path, { ...query, limit: String(limit) });
  const { data, hasMore } = parseEnvelope(text);
  return {
    items: data.slice(0, limit).filter(isObject),
    isMore: hasMore ?? data.length >= limit,
  };
}

/** The first pages of a list, each item once. */
export async function* readPages(
  client: Client,
  path: string,
  pages: number,
  query: Query = {},
): AsyncIterable<{ readonly items: readonly JsonObject[]; readonly isMore: boolean }> {
  const ids = new Set<unknown>();
  let after: string | undefined;
  for (let page = 1; page <= pages; page++) {
    const { items, isMore } = await readFirst(client, path, PAGE, { ...query, after });
    const fresh = items.filter(({ id }) => !ids.has(id));
    for (const { id } of fresh) ids.add(id);
    yield { items: fresh, isMore };
    const last = idOf(fresh.at(-1));
    if (!isMore || last === undefined) return;
    after = last;
  }
}

/** A page after an item; if that item was deleted meanwhile, after the last existing one before it. */
async function afterDeleted(
  get: (after: string | undefined) => Promise<Envelope>,
  after: string | undefined,
  before: readonly string[],
): Promise<Envelope> {
  const cursors = [after, ...before.toReversed()];
  for (const [i, cursor] of cursors.entries()) {
    try {
      return await get(cursor);
    } catch (error) {
      const isCursor = error instanceof ApiFault && [400, 404, 422].includes(error.status ?? 0);
      if (after === undefined || !isCursor || i === cursors.length - 1) throw error;
    }
  }
  throw new Error('there is at least one cursor');
}

function idOf(item: unknown): string | undefined {
  const id = isObject(item) ? item['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

interface Envelope {
  readonly data: readonly unknown[];
  /** `undefined` if the server does not send it. */
  readonly hasMore: boolean | undefined;
}

function parseEnvelope(text: string): Envelope {
  const value = parseAnswer(text);
  if (Array.isArray(value)) return { data: value, hasMore: undefined };
  const { data, has_more: hasMore } = isObject(value) ? value : ({} as JsonObject);
  if (!Array.isArray(data))
    throw new ApiFault('unusable', `the answer is not a list, but ${excerptOf(text)}`, {
      group: 'no list',
    });
  return { data, hasMore: typeof hasMore === 'boolean' ? hasMore : undefined };
}

/** The JSON value of a response, or an ApiFault with its beginning. */
export function parseAnswer(text: string): unknown {
  // Before JSON.parse, which takes seconds over millions of levels.
  if (firstTooDeep(text) !== undefined)
    throw new ApiFault('unusable', `the answer is nested too deeply: ${excerptOf(text)}`, NO_JSON);
  if (text.trim() === '') throw new ApiFault('unusable', 'the answer is empty', NO_JSON);
  try {
    return JSON.parse(text);
  } catch {
    const why = explainSyntax(text).message;
    const message = `the answer is not JSON (${why}); it begins with ${excerptOf(text)}`;
    throw new ApiFault('unusable', message, NO_JSON);
  }
}

const NO_JSON = { group: 'no JSON' };

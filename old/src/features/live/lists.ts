import { explainSyntax, firstTooDeep } from '../../core/document/syntax.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { Client, Query } from './client.ts';
import { ApiFault, excerptOf, settle } from './request.ts';

/** The items of a list that were read; with `fault` if it is incomplete. */
export interface Listing {
  readonly items: readonly unknown[];
  readonly fault?: ApiFault;
  /** The list is inconsistent and must not be used. */
  readonly void?: boolean;
}

const PAGE = 100;
const MAX_PAGES = 1000;
// Of one list, in memory. More would end the process.
const MAX_TEXT = 128 * 1024 ** 2;
const LONGEST = 10 * 60_000;

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
  let wasEmpty = false;
  let size = 0;
  const started = client.now();
  const get = async (from: string | undefined): Promise<Envelope> => {
    const text = await client.get(path, { ...query, limit: String(PAGE), after: from });
    size += text.length;
    return parseEnvelope(text);
  };
  for (let page = 1; page <= pages; page++) {
    const answer = await settle(afterDeleted(get, after, before));
    if ('fault' in answer) {
      const { fault } = answer;
      if (page === 1) throw fault;
      return { items, fault: fault.with(`page ${page} of the list: ${fault.message}`) };
    }
    const { data } = answer.value;
    const known = items.length;
    for (const item of data) {
      const id = idOf(item);
      // Pages overlap when items are added meanwhile.
      if (id === undefined || !ids.has(id)) items.push(item);
      if (id !== undefined) ids.add(id);
    }
    const end = endOf(answer.value, items.length > known, wasEmpty, cursors);
    if (end !== undefined)
      return end === '' ? { items } : { items, fault: new ApiFault('unusable', end) };
    if (size > MAX_TEXT)
      return { items, fault: new ApiFault('unusable', 'the list has more than 128 MB') };
    if (client.now() - started >= LONGEST)
      return {
        items,
        fault: new ApiFault('unusable', 'the list does not end within 10 minutes'),
      };
    wasEmpty = data.length === 0;
    if (wasEmpty) continue;
    after = idOf(data.at(-1));
    cursors.add(after as string);
    // Items before a deleted one that are tried as the cursor in its place.
    before = data.slice(-11, -1).flatMap((item) => idOf(item) ?? []);
  }
  const fault = new ApiFault('unusable', `the list does not end within ${pages} pages`);
  return { items: [], fault, void: true };
}

/** Why a list ends with a page: an empty text when it is complete; `undefined` when another page follows. */
function endOf(
  { data, hasMore }: Envelope,
  hasFresh: boolean,
  wasEmpty: boolean,
  cursors: ReadonlySet<string>,
): string | undefined {
  // Without has_more, the end is an empty page, or a page with more items than requested.
  if (hasMore === false || (hasMore === undefined && (data.length === 0 || data.length > PAGE)))
    return '';
  // It ignores the cursor: a full page may be cut, a shorter one is complete.
  if (hasMore === undefined && !hasFresh)
    return data.length < PAGE
      ? ''
      : 'the list does not say whether there is more (no "has_more"), and repeats a page';
  // A server may have an outdated index; one that always has is broken.
  if (data.length === 0)
    return wasEmpty ? 'the list says that there is more, and gives empty pages' : undefined;
  const cursor = idOf(data.at(-1));
  if (cursor === undefined)
    return hasMore === true
      ? 'the list says that there is more, and its last item has no id to go on from'
      : 'the list does not say whether there is more (no "has_more"), and its last item has no id';
  return cursors.has(cursor)
    ? 'the list leads round in a circle: it gives a page again that was given before'
    : undefined;
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

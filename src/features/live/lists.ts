import { explainSyntax, firstTooDeep } from '../../core/document/syntax.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { Client, Query } from './client.ts';
import { ApiFault, excerptOf } from './request.ts';

/** The items of a list that were read; with `fault`, why that is not all of them. */
export interface Listing {
  readonly items: readonly unknown[];
  readonly fault?: ApiFault;
  /** The list cannot be trusted: nothing of it should be used. */
  readonly void?: boolean;
}

const PAGE = 100;
const MAX_PAGES = 1000;

// A server may be behind with an index; one that is always behind is broken.
const MAX_EMPTY = 3;

/** Follows a list from page to page. Throws what the first page throws; a later fault is part of the answer. */
export async function readList(
  client: Client,
  path: string,
  query: Query = {},
  pages = MAX_PAGES,
): Promise<Listing> {
  const items: unknown[] = [];
  const ids = new Set<string>();
  const cursors = new Set<string>();
  let after: string | undefined;
  let empty = 0;
  const stop = (message: string): Listing => ({ items, fault: new ApiFault('unusable', message) });
  for (let page = 1; page <= pages; page++) {
    let envelope: Envelope;
    try {
      envelope = parseEnvelope(await client.get(path, { ...query, limit: String(PAGE), after }));
    } catch (error) {
      if (page === 1 || !(error instanceof ApiFault)) throw error;
      const fault = new ApiFault(error.kind, `page ${page} of the list: ${error.message}`);
      return { items, fault };
    }
    for (const item of envelope.data) {
      const id = isObject(item) ? item['id'] : undefined;
      // Pages overlap when something is added meanwhile.
      if (typeof id === 'string' && ids.has(id)) continue;
      if (typeof id === 'string') ids.add(id);
      items.push(item);
    }
    if (!envelope.hasMore) return { items };

    if (envelope.data.length === 0) {
      if (++empty >= MAX_EMPTY)
        return stop('the list says that there is more, and gives empty pages');
      continue;
    }
    empty = 0;
    const last = envelope.data.at(-1);
    const cursor = isObject(last) ? last['id'] : undefined;
    if (typeof cursor !== 'string')
      return stop('the list says that there is more, and its last item has no id to go on from');
    if (cursors.has(cursor))
      return stop('the list leads round in a circle: it gives a page again that was given before');
    cursors.add(cursor);
    after = cursor;
  }
  const fault = new ApiFault('unusable', `the list does not end within ${pages} pages`);
  return { items: [], fault, void: true };
}

interface Envelope {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
}

function parseEnvelope(text: string): Envelope {
  const value = parseAnswer(text);
  if (Array.isArray(value)) return { data: value, hasMore: false };
  const { data } = isObject(value) ? value : ({} as JsonObject);
  if (!Array.isArray(data))
    throw new ApiFault('unusable', `the answer is no list, but ${excerptOf(text)}`);
  return { data, hasMore: (value as JsonObject)['has_more'] === true };
}

/** The JSON value of an answer, or an ApiFault with its beginning. */
export function parseAnswer(text: string): unknown {
  // Before JSON.parse, which takes seconds over millions of levels.
  if (firstTooDeep(text) !== undefined)
    throw new ApiFault('unusable', `the answer is nested too deeply: ${excerptOf(text)}`);
  try {
    return JSON.parse(text);
  } catch {
    const why = explainSyntax(text).message;
    const message = `the answer is no JSON (${why}); it begins with ${excerptOf(text)}`;
    throw new ApiFault('unusable', message);
  }
}

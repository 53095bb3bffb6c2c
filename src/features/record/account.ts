import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { RESOURCE_TYPES, resourceTypeOf } from '../../core/resources/registry.ts';

interface RecordedItem {
  readonly id: string;
  readonly name: string | undefined;
  readonly value: JsonObject;
  /** `file:line:column` of the call that gave it its steps. */
  readonly origin: string | undefined;
}

/** The templates, segments and the like that the account has afterwards. */
interface RecordedResources {
  /** The name of their type. */
  readonly of: string;
  readonly items: readonly object[];
  /** The account can have more of them. */
  readonly partial: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** An account that exists only while a script runs: what the script writes can be read back. */
export interface RecordedAccount {
  answer(
    method: string,
    path: readonly string[],
    query: URLSearchParams,
    body: unknown,
    origin?: string,
  ): Answer;
  workflows(): readonly RecordedItem[];
  events(): readonly JsonObject[];
  resources(): readonly RecordedResources[];
}

/** What the account has before the script runs. */
interface Contents {
  readonly workflows: readonly JsonObject[];
  readonly events: readonly JsonObject[];
  readonly resources: readonly RecordedResources[];
}

type Row = JsonObject & { readonly id: string };

const WORKFLOWS = 'automations';
const EVENTS = 'events';
/** Names that stand for the same collection. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['workflows', WORKFLOWS],
  ['audiences', 'segments'],
]);
/** Fields that a list leaves out. */
const STEP_FIELDS = new Set(['object', 'steps', 'connections', 'edges']);
/** Fields that find an item besides its id. */
const NAMES = ['name', 'alias', 'email', 'key'];
// Recordings of one script are equal, so the time is not the clock's.
const CREATED = '2026-01-01T00:00:00.000Z';
const MAX_LIMIT = 100;

export function createAccount(given: Contents): RecordedAccount {
  const collections = new Map<string, Map<string, Row>>();
  const counts = new Map<string, number>();
  const origins = new Map<string, string>();
  let calling: string | undefined;
  const rowsOf = (name: string): Map<string, Row> => {
    const rows = collections.get(name) ?? new Map<string, Row>();
    collections.set(name, rows);
    return rows;
  };
  /** The same names get the same ids in every run. */
  const newId = (collection: string, body: JsonObject): string => {
    const named = NAMES.map((field) => body[field]).find((value) => typeof value === 'string');
    const text = JSON.stringify([collection, named ?? body]);
    const nth = counts.get(text) ?? 0;
    counts.set(text, nth + 1);
    return uuidOf(`${nth} ${text}`);
  };
  const add = (collection: string, body: JsonObject): Row => {
    const { id = newId(collection, body) } = body;
    const row = { object: objectOf(collection), ...body, id: String(id) };
    rowsOf(collection).set(row.id, row);
    if (calling !== undefined) origins.set(row.id, calling);
    return row;
  };
  for (const workflow of given.workflows) add(WORKFLOWS, workflow);
  for (const event of given.events) add(EVENTS, event);
  for (const { of, items } of given.resources)
    for (const item of items) add(resourceTypeOf(of)?.path ?? of, item as JsonObject);
  const complete = new Set(given.resources.flatMap(({ of, partial }) => (partial ? [] : of)));
  const find = (collection: string, name: string): Row | undefined => {
    const rows = rowsOf(collection);
    const isNamed = (row: Row): boolean => NAMES.some((field) => row[field] === name);
    return rows.get(name) ?? [...rows.values()].find(isNamed);
  };

  const create = (collection: string, body: unknown): Answer => {
    const { id: _, ...fields } = isObject(body) ? body : ({} as JsonObject);
    const status = STATUS.get(collection);
    const row = add(collection, { ...(status !== undefined && { status }), ...fields });
    return { status: 201, body: SHORT.has(collection) ? short(row) : shown(row) };
  };
  const update = (collection: string, id: string, change: JsonObject): Row => {
    // Without --from, the script knows more of the account.
    const known = find(collection, id) ?? { object: objectOf(collection), id };
    const row = { ...known, ...change, id: known.id } as Row;
    rowsOf(collection).set(row.id, row);
    if (calling !== undefined && change['steps'] !== undefined) origins.set(row.id, calling);
    return row;
  };
  const act = (collection: string, id: string, action: string, body: unknown): Answer => {
    const found = find(collection, id);
    if (action === 'duplicate' && found !== undefined) {
      const { id: _, ...fields } = found;
      const copied = { ...fields, ...(isObject(body) ? body : {}), status: STATUS.get(collection) };
      return {
        status: 201,
        body: short(add(collection, { ...copied, name: `${found['name']} (copy)` })),
      };
    }
    if (action === 'stop') {
      const stopped = update(collection, id, { status: 'disabled' });
      return { status: 200, body: { ...short(stopped), status: 'disabled' } };
    }
    if (action === 'publish') {
      const change = { status: 'published', has_unpublished_versions: false };
      return ok(short(update(collection, id, change)));
    }
    return ok({ object: objectOf(action), id: found?.id ?? id });
  };

  return {
    answer(method, [first = '', id, action, ...rest], query, body, origin) {
      calling = origin;
      const collection = SAME.get(first) ?? first;
      const isRead = method === 'GET' || method === 'HEAD';
      if (collection === '') return notFound();
      if (id === undefined) {
        if (isRead) return ok(page([...rowsOf(collection).values()], query, collection));
        return method === 'POST' ? create(collection, body) : notAllowed(method);
      }
      if (collection === EVENTS && id === 'send') {
        const event = isObject(body) ? body['event'] : undefined;
        return { status: 202, body: { object: 'event', event } };
      }
      if (id === 'batch' && Array.isArray(body))
        return ok({ data: body.map((each) => ({ id: newId(collection, { each }) })) });
      if (action !== undefined) {
        if (isRead && rest.length === 0) return ok({ object: 'list', has_more: false, data: [] });
        return isRead ? notFound() : act(collection, id, action, body);
      }
      if (isRead) {
        const row = find(collection, id);
        return row === undefined ? notFound() : ok(shown(row));
      }
      if (method === 'DELETE') {
        const row = find(collection, id);
        if (row !== undefined) rowsOf(collection).delete(row.id);
        return ok({ object: objectOf(collection), id: row?.id ?? id, deleted: true });
      }
      if (method !== 'PATCH' && method !== 'PUT') return notAllowed(method);
      const isPublished = find(collection, id)?.['status'] === 'published';
      return ok(
        short(
          update(collection, id, {
            ...(isObject(body) ? body : {}),
            ...(isPublished && { has_unpublished_versions: true }),
          }),
        ),
      );
    },
    workflows: () =>
      [...rowsOf(WORKFLOWS).values()].flatMap((row) => recordedItem(row, origins.get(row.id))),
    events: () => [...rowsOf(EVENTS).values()].filter(({ name }) => typeof name === 'string'),
    resources: () =>
      RESOURCE_TYPES.flatMap(({ name, path, required, keep }) => {
        const rows = [...rowsOf(path).values()];
        // Of an item that the script only changes, the rest is not known.
        const items = rows.filter((row) => required.every((field) => row[field] !== undefined));
        const partial = !complete.has(name);
        return items.length > 0 || !partial ? [{ of: name, items: items.map(keep), partial }] : [];
      }),
  };
}

/** A workflow with a status alone is left out. Without a name it is the body of an update. */
function recordedItem(row: Row, origin: string | undefined): readonly RecordedItem[] {
  const { id, name, steps } = row;
  if (typeof name === 'string') return [{ id, name, value: row, origin }];
  if (steps === undefined) return [];
  const { object: _, id: __, status: ___, ...body } = row;
  return [{ id, name: undefined, value: body, origin }];
}

/** The status that a new item has. */
const STATUS: ReadonlyMap<string, string> = new Map([
  [WORKFLOWS, 'disabled'],
  ['templates', 'draft'],
  ['domains', 'not_started'],
]);
/** Of these, the answer to a creation is only the id. */
const SHORT = new Set([WORKFLOWS, EVENTS, 'templates', 'topics', 'contact-properties', 'emails']);

const ok = (body: object): Answer => ({ status: 200, body });
const short = ({ object, id }: Row): object => ({ object, id });
const shown = (row: Row): object => ({ created_at: CREATED, updated_at: CREATED, ...row });
const refuse = (statusCode: number, name: string, message: string): Answer => ({
  status: statusCode,
  body: { statusCode, name, message },
});
const notFound = (): Answer => refuse(404, 'not_found', 'Not found');
const notAllowed = (method: string): Answer =>
  refuse(405, 'method_not_allowed', `Method ${method} is not allowed`);

function page(rows: readonly Row[], query: URLSearchParams, collection: string): object {
  const after = rows.findIndex(({ id }) => id === query.get('after'));
  const status = query.get('status');
  const following = rows
    .slice(after + 1)
    .filter((row) => status === null || row['status'] === status);
  const limit = Number(query.get('limit') ?? 20) || 20;
  const data = following.slice(0, Math.min(Math.max(limit, 1), MAX_LIMIT));
  const hidden = collection === WORKFLOWS ? STEP_FIELDS : new Set(['object']);
  return {
    object: 'list',
    has_more: data.length < following.length,
    data: data.map((row) =>
      Object.fromEntries(Object.entries(shown(row)).filter(([field]) => !hidden.has(field))),
    ),
  };
}

/** `contact_property` for `contact-properties`. */
const objectOf = (collection: string): string =>
  collection.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

/** A UUID of version 8, made of a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { ResourceType } from '../../core/model/resource.ts';
import { RESOURCE_TYPES, resourceTypeOf } from '../../core/resources/registry.ts';
import { hasSameFields, isReading, type LoggedRequest } from './requests.ts';

interface RecordedItem {
  readonly id: string;
  readonly name: string | undefined;
  readonly value: JsonObject;
  /** `file:line:column` of the call that gave it its steps. */
  readonly origin: string | undefined;
}

/** The templates, segments and other resources of the account after the run. */
interface RecordedResources {
  /** The name of the resource. */
  readonly of: string;
  readonly items: readonly object[];
  /** The account may have further ones. */
  readonly partial: boolean;
}

export interface AccountAnswer {
  readonly status: number;
  readonly body: object;
}

export interface AccountRequest {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** `file:line:column` of the call. */
  readonly origin?: string | null;
  /** Why the body cannot be read. */
  readonly fault?: AccountAnswer;
}

/** A temporary account for a script, which can read back what it writes. */
export interface RecordedAccount {
  answer(request: AccountRequest): AccountAnswer;
  workflows(): readonly RecordedItem[];
  events(): readonly JsonObject[];
  resources(): readonly RecordedResources[];
  /** All requests, in order. */
  requests(): readonly LoggedRequest[];
}

/** The content of the account before the script. */
interface Contents {
  readonly workflows: readonly JsonObject[];
  readonly events: readonly JsonObject[];
  readonly resources: readonly RecordedResources[];
}

type Row = JsonObject & { readonly id: string };

const WORKFLOWS = 'automations';
const EVENTS = 'events';
/** Names of the same collection. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['workflows', WORKFLOWS],
  ['audiences', 'segments'],
]);
/** Fields that a list leaves out. */
const HIDDEN: ReadonlyMap<string, readonly string[]> = new Map([
  [WORKFLOWS, ['steps', 'connections', 'edges']],
  ...RESOURCE_TYPES.map(({ path, details = [] }) => [path, details] as const),
]);
/** Fields that find an item besides its id. */
const NAMES = ['name', 'alias', 'email', 'key'];
// A fixed time, so that recordings of one script are equal.
const CREATED = '2026-01-01T00:00:00.000Z';
const MAX_LIMIT = 100;
const PUBLISHED = { status: 'published', published_at: CREATED, has_unpublished_versions: false };
const GRAPH_FAULT = 'The graph of an enabled automation cannot be updated';
const LIMIT_FAULT = `The pagination limit must be a number between 1 and ${MAX_LIMIT}`;

const pathOf = (name: string): string => (resourceTypeOf(name) as ResourceType).path;

/** Everything the account has. */
interface Store {
  readonly collections: Map<string, Map<string, Row>>;
  /** How many items have had these names. */
  readonly counts: Map<string, number>;
  /** The call that gave a workflow its steps, by the id of the workflow. */
  readonly origins: Map<string, string>;
  /** In these collections, unknown items do not exist. */
  readonly complete: ReadonlySet<string>;
  readonly requests: LoggedRequest[];
}

export function createAccount({ workflows, events, resources }: Contents): RecordedAccount {
  const store: Store = {
    collections: new Map(),
    counts: new Map(),
    requests: [],
    origins: new Map(),
    complete: new Set([
      ...(workflows.length > 0 ? [WORKFLOWS] : []),
      ...(events.length > 0 ? [EVENTS] : []),
      ...resources.flatMap(({ of, partial }) => (partial ? [] : pathOf(of))),
    ]),
  };
  for (const workflow of workflows) add(store, WORKFLOWS, workflow);
  for (const event of events) add(store, EVENTS, event);
  for (const { of, items } of resources)
    for (const item of items) add(store, pathOf(of), item as JsonObject);
  return {
    answer(request) {
      const before = itemOf(store, request);
      const answer = request.fault ?? answerOf(store, request);
      const row = before ?? itemOf(store, request);
      store.requests.push(loggedRequest(request, answer, row));
      return answer;
    },
    requests: () => store.requests,
    workflows: () =>
      [...rowsOf(store, WORKFLOWS).values()].flatMap((row) =>
        recordedItem(row, store.origins.get(row.id)),
      ),
    events: () =>
      [...rowsOf(store, EVENTS).values()].filter(({ name }) => typeof name === 'string'),
    resources: () => resourcesIn(store),
  };
}

function loggedRequest(
  { method, path: given, body, origin = null }: AccountRequest,
  { status, body: response }: AccountAnswer,
  row: Row | undefined,
): LoggedRequest {
  const [first = '', ...rest] = given;
  const message = status < 400 ? undefined : (response as JsonObject)['message'];
  const name = NAMES.map((field) => row?.[field]).find((value) => typeof value === 'string');
  return {
    method,
    path: [collectionOf(first), ...rest],
    fields: isObject(body) ? Object.keys(body) : [],
    status,
    message: typeof message === 'string' ? message : undefined,
    origin,
    item: row && { id: row.id, name: typeof name === 'string' ? name : undefined },
    isSame: status === 409 && row !== undefined && hasSameFields(row, body),
  };
}

/** The item of the path of a request, or with the unique name that it gives to a new item. */
function itemOf(store: Store, { path: [first = '', id], body }: AccountRequest): Row | undefined {
  const collection = collectionOf(first);
  if (id !== undefined) return find(store, collection, id);
  const unique = UNIQUE.get(collection);
  const name = unique !== undefined && isObject(body) ? body[unique] : undefined;
  return typeof name === 'string' ? find(store, collection, name) : undefined;
}

const collectionOf = (name: string): string => SAME.get(name) ?? name;

function answerOf(
  store: Store,
  { method, path, query, body, origin = null }: AccountRequest,
): AccountAnswer {
  const [first = '', id, action, ...rest] = path;
  const collection = collectionOf(first);
  const isRead = isReading(method);
  if (collection === '') return notFound();
  if (id === undefined) {
    if (isRead) return page([...rowsOf(store, collection).values()], query, collection);
    return method === 'POST' ? create(store, collection, body, origin) : notAllowed(method);
  }
  if (collection === EVENTS && id === 'send') {
    const event = isObject(body) ? body['event'] : undefined;
    return { status: 202, body: { object: 'event', event } };
  }
  if (id === 'batch' && Array.isArray(body))
    return ok({ data: body.map((each) => ({ id: newId(store, collection, { each }) })) });
  const known = find(store, collection, id);
  if (known === undefined && store.complete.has(collection)) return notFound();
  if (action !== undefined) {
    if (isRead && rest.length === 0) return ok({ object: 'list', has_more: false, data: [] });
    return isRead ? notFound() : act(store, { collection, id, action, body, origin });
  }
  if (isRead) return known === undefined ? notFound() : ok(shown(known));
  if (method === 'DELETE') {
    if (known !== undefined) rowsOf(store, collection).delete(known.id);
    return ok({ object: objectOf(collection), id: known?.id ?? id, deleted: true });
  }
  if (method !== 'PATCH' && method !== 'PUT') return notAllowed(method);
  const change = isObject(body) ? body : {};
  const isRunning = known?.['status'] === 'enabled' && change['status'] !== 'disabled';
  if (collection === WORKFLOWS && isRunning && change['steps'] !== undefined)
    return refuse(422, 'validation_error', GRAPH_FAULT);
  const unpublished = known?.['status'] === 'published' ? { has_unpublished_versions: true } : {};
  const changed = { ...change, ...unpublished };
  return ok(short(update(store, { collection, id, change: changed, origin })));
}

function rowsOf({ collections }: Store, name: string): Map<string, Row> {
  const rows = collections.get(name) ?? new Map<string, Row>();
  collections.set(name, rows);
  return rows;
}

function find(store: Store, collection: string, name: string): Row | undefined {
  const rows = rowsOf(store, collection);
  const isNamed = (row: Row): boolean => NAMES.some((field) => row[field] === name);
  return rows.get(name) ?? [...rows.values()].find(isNamed);
}

/** The same names get the same ids in every run. */
function newId({ counts }: Store, collection: string, body: JsonObject): string {
  const named = NAMES.map((field) => body[field]).find((value) => typeof value === 'string');
  const text = JSON.stringify([collection, named ?? body]);
  const nth = counts.get(text) ?? 0;
  counts.set(text, nth + 1);
  return uuidOf(`${nth} ${text}`);
}

function add(
  store: Store,
  collection: string,
  body: JsonObject,
  origin: string | null = null,
): Row {
  const { id = newId(store, collection, body) } = body;
  const row = { object: objectOf(collection), ...body, id: String(id) };
  rowsOf(store, collection).set(row.id, row);
  if (origin !== null) store.origins.set(row.id, origin);
  return row;
}

function create(
  store: Store,
  collection: string,
  body: unknown,
  origin: string | null,
): AccountAnswer {
  const { id: _, ...fields } = isObject(body) ? body : ({} as JsonObject);
  const unique = UNIQUE.get(collection);
  const rows = [...rowsOf(store, collection).values()];
  if (unique !== undefined && rows.some((row) => row[unique] === fields[unique]))
    return refuse(409, 'validation_error', `${objectOf(collection)} already exists`);
  const row = add(store, collection, { ...NEW.get(collection), ...fields }, origin);
  return { status: 201, body: SHORT.has(collection) ? short(row) : shown(row) };
}

interface Update {
  readonly collection: string;
  readonly id: string;
  readonly change: JsonObject;
  readonly origin: string | null;
}

function update(store: Store, { collection, id, change, origin }: Update): Row {
  // Without --from, the script may use items that are not known here.
  const known = find(store, collection, id) ?? { object: objectOf(collection), id };
  const row = { ...known, ...change, id: known.id } as Row;
  rowsOf(store, collection).set(row.id, row);
  if (origin !== null && change['steps'] !== undefined) store.origins.set(row.id, origin);
  return row;
}

interface Action extends Omit<Update, 'change'> {
  readonly action: string;
  readonly body: unknown;
}

function act(store: Store, { collection, id, action, body, origin }: Action): AccountAnswer {
  const found = find(store, collection, id);
  if (action === 'duplicate' && found !== undefined) {
    const { id: _, ...fields } = found;
    const status = NEW.get(collection)?.['status'];
    const copied = { ...fields, ...(isObject(body) ? body : {}), status };
    const named = { ...copied, name: `${found['name']} (copy)` };
    return { status: 201, body: short(add(store, collection, named, origin)) };
  }
  if (action === 'stop') {
    const change = { status: 'disabled' };
    const stopped = update(store, { collection, id, change, origin });
    return { status: 200, body: { ...short(stopped), status: 'disabled' } };
  }
  if (action === 'publish')
    return ok(short(update(store, { collection, id, change: PUBLISHED, origin })));
  return ok({ object: objectOf(collection), id: found?.id ?? id });
}

const resourcesIn = (store: Store): readonly RecordedResources[] =>
  RESOURCE_TYPES.flatMap(({ name, path, names: [first], keep }) => {
    const rows = [...rowsOf(store, path).values()];
    // The other fields of an item that the script only updates are unknown.
    const items = rows.filter((row) => row[first] !== undefined);
    const partial = !store.complete.has(path);
    return items.length > 0 || !partial ? [{ of: name, items: items.map(keep), partial }] : [];
  });

/** A workflow with a status alone is left out. Without a name it is the body of an update. */
function recordedItem(row: Row, origin: string | undefined): readonly RecordedItem[] {
  const { id, name, steps } = row;
  if (typeof name === 'string') return [{ id, name, value: row, origin }];
  if (steps === undefined) return [];
  const { object: _, id: __, status: ___, ...body } = row;
  return [{ id, name: undefined, value: body, origin }];
}

/** The default fields of a new item. */
const NEW: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [WORKFLOWS, { status: 'disabled' }],
  [
    'templates',
    { status: 'draft', published_at: null, from: null, subject: null, variables: null },
  ],
  ['domains', { status: 'not_started', region: 'us-east-1', records: [] }],
]);
/** The field with a unique value. */
const UNIQUE: ReadonlyMap<string, string> = new Map([
  [EVENTS, 'name'],
  ['contact-properties', 'key'],
  ['domains', 'name'],
]);
/** For these, the response to a creation has only the id. */
const SHORT = new Set([WORKFLOWS, EVENTS, 'templates', 'topics', 'contact-properties', 'emails']);

const ok = (body: object): AccountAnswer => ({ status: 200, body });
const short = ({ object, id }: Row): object => ({ object, id });
const shown = (row: Row): object => ({ created_at: CREATED, updated_at: CREATED, ...row });
const refuse = (statusCode: number, name: string, message: string): AccountAnswer => ({
  status: statusCode,
  body: { statusCode, name, message },
});
const notFound = (): AccountAnswer => refuse(404, 'not_found', 'Not found');
const notAllowed = (method: string): AccountAnswer =>
  refuse(405, 'method_not_allowed', `Method ${method} is not allowed`);

function page(rows: readonly Row[], query: URLSearchParams, collection: string): AccountAnswer {
  const limit = Number(query.get('limit') ?? 20);
  if (!(limit >= 1 && limit <= MAX_LIMIT)) return refuse(422, 'invalid_parameter', LIMIT_FAULT);
  const status = query.get('status');
  const asked = rows.filter((row) => status === null || row['status'] === status);
  const indexOf = (name: string): number => asked.findIndex(({ id }) => id === query.get(name));
  const before = indexOf('before');
  const end = before === -1 ? asked.length : before;
  const start = before === -1 ? indexOf('after') + 1 : Math.max(0, end - limit);
  const data = asked.slice(start, Math.min(start + limit, end));
  const hidden = new Set(['object', ...(HIDDEN.get(collection) ?? [])]);
  return ok({
    object: 'list',
    has_more: before === -1 ? start + data.length < end : start > 0,
    data: data.map((row) =>
      Object.fromEntries(Object.entries(shown(row)).filter(([field]) => !hidden.has(field))),
    ),
  });
}

/** `contact_property` for `contact-properties`. */
const objectOf = (collection: string): string =>
  collection.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

/** A UUID of version 8, made of a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

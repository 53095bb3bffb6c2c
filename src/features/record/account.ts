import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { ResourceType } from '../../core/model/resource.ts';
import { RESOURCE_TYPES, resourceTypeOf } from '../../core/resources/registry.ts';

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

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** A temporary account for a script, which can read back what it writes. */
export interface RecordedAccount {
  answer(
    method: string,
    path: readonly string[],
    query: URLSearchParams,
    body: unknown,
    origin?: string | null,
  ): Answer;
  workflows(): readonly RecordedItem[];
  events(): readonly JsonObject[];
  resources(): readonly RecordedResources[];
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
const LIMIT_FAULT = `The pagination limit must be a number between 1 and ${MAX_LIMIT}`;

const pathOf = (name: string): string => (resourceTypeOf(name) as ResourceType).path;

export function createAccount(given: Contents): RecordedAccount {
  const collections = new Map<string, Map<string, Row>>();
  const counts = new Map<string, number>();
  const origins = new Map<string, string>();
  let calling: string | null = null;
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
    if (calling !== null) origins.set(row.id, calling);
    return row;
  };
  for (const workflow of given.workflows) add(WORKFLOWS, workflow);
  for (const event of given.events) add(EVENTS, event);
  for (const { of, items } of given.resources)
    for (const item of items) add(pathOf(of), item as JsonObject);
  // In these collections, unknown items do not exist.
  const complete = new Set([
    ...(given.workflows.length > 0 ? [WORKFLOWS] : []),
    ...(given.events.length > 0 ? [EVENTS] : []),
    ...given.resources.flatMap(({ of, partial }) => (partial ? [] : pathOf(of))),
  ]);
  const find = (collection: string, name: string): Row | undefined => {
    const rows = rowsOf(collection);
    const isNamed = (row: Row): boolean => NAMES.some((field) => row[field] === name);
    return rows.get(name) ?? [...rows.values()].find(isNamed);
  };

  const create = (collection: string, body: unknown): Answer => {
    const { id: _, ...fields } = isObject(body) ? body : ({} as JsonObject);
    const unique = UNIQUE.get(collection);
    const rows = [...rowsOf(collection).values()];
    if (unique !== undefined && rows.some((row) => row[unique] === fields[unique]))
      return refuse(409, 'validation_error', `${objectOf(collection)} already exists`);
    const row = add(collection, { ...NEW.get(collection), ...fields });
    return { status: 201, body: SHORT.has(collection) ? short(row) : shown(row) };
  };
  const update = (collection: string, id: string, change: JsonObject): Row => {
    // Without --from, the script may use items that are not known here.
    const known = find(collection, id) ?? { object: objectOf(collection), id };
    const row = { ...known, ...change, id: known.id } as Row;
    rowsOf(collection).set(row.id, row);
    if (calling !== null && change['steps'] !== undefined) origins.set(row.id, calling);
    return row;
  };
  const act = (collection: string, id: string, action: string, body: unknown): Answer => {
    const found = find(collection, id);
    if (action === 'duplicate' && found !== undefined) {
      const { id: _, ...fields } = found;
      const copied = {
        ...fields,
        ...(isObject(body) ? body : {}),
        status: NEW.get(collection)?.['status'],
      };
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
      const change = {
        ...{ status: 'published', published_at: CREATED, has_unpublished_versions: false },
      };
      return ok(short(update(collection, id, change)));
    }
    return ok({ object: objectOf(collection), id: found?.id ?? id });
  };

  return {
    answer(method, [first = '', id, action, ...rest], query, body, origin = null) {
      calling = origin;
      const collection = SAME.get(first) ?? first;
      const isRead = method === 'GET' || method === 'HEAD';
      if (collection === '') return notFound();
      if (id === undefined) {
        if (isRead) return page([...rowsOf(collection).values()], query, collection);
        return method === 'POST' ? create(collection, body) : notAllowed(method);
      }
      if (collection === EVENTS && id === 'send') {
        const event = isObject(body) ? body['event'] : undefined;
        return { status: 202, body: { object: 'event', event } };
      }
      if (id === 'batch' && Array.isArray(body))
        return ok({ data: body.map((each) => ({ id: newId(collection, { each }) })) });
      const known = find(collection, id);
      if (known === undefined && complete.has(collection)) return notFound();
      if (action !== undefined) {
        if (isRead && rest.length === 0) return ok({ object: 'list', has_more: false, data: [] });
        return isRead ? notFound() : act(collection, id, action, body);
      }
      if (isRead) return known === undefined ? notFound() : ok(shown(known));
      if (method === 'DELETE') {
        if (known !== undefined) rowsOf(collection).delete(known.id);
        return ok({ object: objectOf(collection), id: known?.id ?? id, deleted: true });
      }
      if (method !== 'PATCH' && method !== 'PUT') return notAllowed(method);
      const change = isObject(body) ? body : {};
      const isRunning = known?.['status'] === 'enabled' && change['status'] !== 'disabled';
      if (collection === WORKFLOWS && isRunning && change['steps'] !== undefined)
        return refuse(
          422,
          'validation_error',
          'The graph of an enabled automation cannot be updated',
        );
      const isPublished = known?.['status'] === 'published';
      const unpublished = isPublished ? { has_unpublished_versions: true } : {};
      return ok(short(update(collection, id, { ...change, ...unpublished })));
    },
    workflows: () =>
      [...rowsOf(WORKFLOWS).values()].flatMap((row) => recordedItem(row, origins.get(row.id))),
    events: () => [...rowsOf(EVENTS).values()].filter(({ name }) => typeof name === 'string'),
    resources: () =>
      RESOURCE_TYPES.flatMap(({ name, path, names: [first], keep }) => {
        const rows = [...rowsOf(path).values()];
        // The other fields of an item that the script only updates are unknown.
        const items = rows.filter((row) => row[first] !== undefined);
        const partial = !complete.has(path);
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

function page(rows: readonly Row[], query: URLSearchParams, collection: string): Answer {
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

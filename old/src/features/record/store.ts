import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { RESOURCE_TYPES } from '../../core/resources/registry.ts';
import type { LoggedRequest } from './requests.ts';

export interface AccountAnswer {
  readonly status: number;
  readonly body: object;
}

export type Row = JsonObject & { readonly id: string };

export const WORKFLOWS = 'automations';
export const EVENTS = 'events';
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
export const NAMES = ['name', 'alias', 'email', 'key'];
// A fixed time, so that recordings of one script are equal.
const CREATED = '2026-01-01T00:00:00.000Z';
const LONGEST_PAGE = 100;
const PUBLISHED = { status: 'published', published_at: CREATED, has_unpublished_versions: false };
export const GRAPH_FAULT = 'The graph of an enabled automation cannot be updated';
const LIMIT_FAULT = `The pagination limit must be a number between 1 and ${LONGEST_PAGE}`;

/** Everything the account has. */
export interface Store {
  readonly collections: Map<string, Map<string, Row>>;
  /** How many items have had these names. */
  readonly counts: Map<string, number>;
  /** The call that gave a workflow its steps, by the id of the workflow. */
  readonly origins: Map<string, string>;
  /** In these collections, unknown items do not exist. */
  readonly complete: ReadonlySet<string>;
  readonly requests: LoggedRequest[];
}

export const collectionNamed = (name: string): string => SAME.get(name) ?? name;

export function rowsIn({ collections }: Store, name: string): Map<string, Row> {
  const rows = collections.get(name) ?? new Map<string, Row>();
  collections.set(name, rows);
  return rows;
}

export function find(store: Store, collection: string, name: string): Row | undefined {
  const rows = rowsIn(store, collection);
  const isNamed = (row: Row): boolean => NAMES.some((field) => row[field] === name);
  return rows.get(name) ?? [...rows.values()].find(isNamed);
}

/** The same names get the same ids in every run. */
export function newId({ counts }: Store, collection: string, body: JsonObject): string {
  const named = NAMES.map((field) => body[field]).find((value) => typeof value === 'string');
  const text = JSON.stringify([collection, named ?? body]);
  const nth = counts.get(text) ?? 0;
  counts.set(text, nth + 1);
  return uuidOf(`${nth} ${text}`);
}

export function add(
  store: Store,
  collection: string,
  body: JsonObject,
  origin: string | null = null,
): Row {
  const { id = newId(store, collection, body) } = body;
  const row = { object: objectNamed(collection), ...body, id: String(id) };
  rowsIn(store, collection).set(row.id, row);
  if (origin !== null) store.origins.set(row.id, origin);
  return row;
}

export function create(
  store: Store,
  collection: string,
  body: unknown,
  origin: string | null,
): AccountAnswer {
  const { id: _, ...fields } = isObject(body) ? body : ({} as JsonObject);
  const unique = UNIQUE.get(collection);
  const rows = [...rowsIn(store, collection).values()];
  if (unique !== undefined && rows.some((row) => row[unique] === fields[unique]))
    return refuse(409, 'validation_error', `${objectNamed(collection)} already exists`);
  const row = add(store, collection, { ...NEW.get(collection), ...fields }, origin);
  return { status: 201, body: SHORT.has(collection) ? short(row) : detailed(row) };
}

interface Update {
  readonly collection: string;
  readonly id: string;
  readonly change: JsonObject;
  readonly origin: string | null;
}

export function update(store: Store, { collection, id, change, origin }: Update): Row {
  // Without --from, the script may use items that are not known here.
  const known = find(store, collection, id) ?? { object: objectNamed(collection), id };
  const row = { ...known, ...change, id: known.id } as Row;
  rowsIn(store, collection).set(row.id, row);
  if (origin !== null && change['steps'] !== undefined) store.origins.set(row.id, origin);
  return row;
}

interface Action extends Omit<Update, 'change'> {
  readonly action: string;
  readonly body: unknown;
}

export function act(store: Store, { collection, id, action, body, origin }: Action): AccountAnswer {
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
  return ok({ object: objectNamed(collection), id: found?.id ?? id });
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
export const UNIQUE: ReadonlyMap<string, string> = new Map([
  [EVENTS, 'name'],
  ['contact-properties', 'key'],
  ['domains', 'name'],
]);
/** For these, the response to a creation has only the id. */
const SHORT = new Set([WORKFLOWS, EVENTS, 'templates', 'topics', 'contact-properties', 'emails']);

export const ok = (body: object): AccountAnswer => ({ status: 200, body });
export const short = ({ object, id }: Row): object => ({ object, id });
export const detailed = (row: Row): object => ({
  created_at: CREATED,
  updated_at: CREATED,
  ...row,
});
export const refuse = (statusCode: number, name: string, message: string): AccountAnswer => ({
  status: statusCode,
  body: { statusCode, name, message },
});
export const notFound = (): AccountAnswer => refuse(404, 'not_found', 'Not found');
export const wrongMethod = (method: string): AccountAnswer =>
  refuse(405, 'method_not_allowed', `Method ${method} is not allowed`);

export function page(
  rows: readonly Row[],
  query: URLSearchParams,
  collection: string,
): AccountAnswer {
  const limit = Number(query.get('limit') ?? 20);
  if (!(limit >= 1 && limit <= LONGEST_PAGE)) return refuse(422, 'invalid_parameter', LIMIT_FAULT);
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
      Object.fromEntries(Object.entries(detailed(row)).filter(([field]) => !hidden.has(field))),
    ),
  });
}

/** `contact_property` for `contact-properties`. */
export const objectNamed = (collection: string): string =>
  collection.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

/** A UUID of version 8, made of a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A temporary account: it answers a program as the service would, and keeps what is written. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { faultOfSend } from './sends.ts';
import type { Contents, Row, Store } from './store.ts';
import {
  CREATED,
  createStore,
  detailed,
  EVENTS,
  nameOf,
  objectOf,
  pageOf,
  WORKFLOWS,
} from './store.ts';

export interface Asked {
  readonly method: string;
  /** The segments of the path. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** `file:line:column` of the call in the program. */
  readonly place?: string | undefined;
  /** Why the request cannot be read. */
  readonly refused?: Answer;
}

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

/** A request with its answer. Its path begins with the collection. */
export interface Logged extends Asked {
  readonly answer: Answer;
  /** Of the item that it is about. */
  readonly id: string | undefined;
  /** It would create what is there already, in the same words. */
  readonly isSame: boolean;
}

export interface Account extends Pick<Store, 'rows'> {
  answer(asked: Asked): Answer;
  /** In order. */
  readonly log: readonly Logged[];
}

/** Other names of collections. */
const SAME = new Map([
  ['workflows', WORKFLOWS],
  ['audiences', 'segments'],
]);

export function createAccount(contents: Contents): Account {
  const store = createStore(contents);
  const log: Logged[] = [];
  return {
    ...{ rows: store.rows, log },
    answer(given) {
      const [first = '', ...rest] = given.path;
      const collection = SAME.get(first) ?? first;
      const asked = { ...given, path: [collection, ...rest] };
      const name = rest[0] ?? (isObject(asked.body) ? nameOf(asked.body) : undefined);
      const itemOf = () => (name === undefined ? undefined : store.find(collection, name)?.value);
      const before = itemOf();
      const answer = asked.refused ?? answerTo(asked, store);
      const isSame = before !== undefined && hasFields(before, asked.body);
      log.push({ ...asked, answer, id: before?.id ?? itemOf()?.id, isSame });
      return answer;
    },
  };
}

const hasFields = (item: JsonObject, body: unknown): boolean =>
  isObject(body) &&
  Object.entries(body).every(([name, value]) =>
    isDeepStrictEqual(item[name] ?? null, value ?? null),
  );

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function answerTo(asked: Asked, store: Store): Answer {
  const { method, path, query, body, place } = asked;
  const [collection = '', name, action, ...rest] = path;
  if (collection === '') return NOT_FOUND;
  if (name === undefined && isRead(method)) {
    const limit = Number(query.get('limit') ?? 1);
    const rows = store.rows(collection);
    return limit >= 1 && limit <= 100 ? ok(pageOf(rows, query, collection)) : WRONG_LIMIT;
  }
  if (name === undefined && method !== 'POST') return wrongMethod(method);
  if (name === undefined) return create(asked, store);
  const given = isObject(body) ? body : {};
  if (collection === EVENTS && name === 'send') return send(store, given);
  if (name === 'batch' && Array.isArray(body))
    return ok({ data: body.map(() => ({ id: store.newId() })) });
  const known = store.find(collection, name);
  if (known === undefined && store.isWhole(collection)) return NOT_FOUND;
  // What is not known here may be in the account, unless all of it is known.
  const before = known ?? { value: { id: name }, place };
  const short = ok({ object: objectOf(collection), id: before.value.id });
  if (action !== undefined && isRead(method))
    return rest.length === 0 ? ok({ object: 'list', has_more: false, data: [] }) : NOT_FOUND;
  if (isRead(method)) return known === undefined ? NOT_FOUND : ok(detailed(known));
  const written = action === undefined ? given : ACTIONS.get(action);
  const isChange = action !== undefined || method === 'PATCH' || method === 'PUT';
  if (isChange) return (written && change({ collection, before, written, place }, store)) ?? short;
  if (method !== 'DELETE') return wrongMethod(method);
  store.remove(collection, before.value.id);
  return ok({ ...short.body, deleted: true });
}

/** What `POST /templates/{id}/publish` and the like write. Others change nothing here. */
const ACTIONS = new Map<string, JsonObject>([
  ['stop', { status: 'disabled' }],
  ['publish', { status: 'published', published_at: CREATED, has_unpublished_versions: false }],
]);

/** Their names, or keys, are unique. */
const UNIQUE = new Set([EVENTS, 'contact-properties', 'domains']);

/** What a new item has. */
const DEFAULTS = new Map<string, JsonObject>([
  [WORKFLOWS, { status: 'disabled' }],
  ['domains', { status: 'not_started', records: [] }],
  [
    'templates',
    { status: 'draft', published_at: null, from: null, subject: null, variables: null },
  ],
]);

function create({ path: [collection = ''], body, place }: Asked, store: Store): Answer {
  const { id: _, ...fields } = isObject(body) ? body : {};
  const name = nameOf(fields);
  if (UNIQUE.has(collection) && store.rows(collection).some(({ value }) => nameOf(value) === name))
    return refuse(409, `${objectOf(collection)} "${name}" already exists`);
  const value = { ...DEFAULTS.get(collection), ...fields };
  const { value: made } = store.put(collection, value, { place });
  return { status: 201, body: { object: objectOf(collection), id: made.id } };
}

function send(store: Store, given: JsonObject): Answer {
  const { event } = given;
  const schema = store.find(EVENTS, String(event))?.value['schema'];
  const fault = faultOfSend(given, isObject(schema) ? schema : {});
  if (fault !== undefined) return refuse(422, fault);
  return { status: 202, body: { object: 'event', event } };
}

interface Change {
  readonly collection: string;
  readonly before: Row;
  readonly written: JsonObject;
  readonly place: string | undefined;
}

/** Changes an item; an answer is a refusal. */
function change({ collection, before, written, place }: Change, store: Store): Answer | undefined {
  const { value } = before;
  const isGraph = collection === WORKFLOWS && written['steps'] !== undefined;
  if (isGraph && value['status'] === 'enabled' && written['status'] !== 'disabled') {
    const called = nameOf(value) ?? value.id;
    return refuse(422, `the graph of the enabled automation "${called}" cannot be updated`);
  }
  const isDraft = collection === 'templates' && value['status'] === 'published';
  const now = { ...value, ...(isDraft && { has_unpublished_versions: true }), ...written };
  // A call that only enables or publishes did not give the content.
  const isContent = collection === WORKFLOWS ? isGraph : written['published_at'] === undefined;
  const at = isContent ? place : (before.place ?? place);
  store.put(collection, { ...now, id: value.id }, { place: at });
  return undefined;
}

const ok = (body: JsonObject): Answer => ({ status: 200, body });

/** As the service words it. */
export const refuse = (statusCode: number, message: string): Answer => ({
  status: statusCode,
  body: { statusCode, name: statusCode === 404 ? 'not_found' : 'validation_error', message },
});
const NOT_FOUND = refuse(404, 'Not found');
const WRONG_LIMIT = refuse(422, 'the limit must be a number between 1 and 100');
const wrongMethod = (method: string): Answer => refuse(405, `method ${method} is not allowed`);

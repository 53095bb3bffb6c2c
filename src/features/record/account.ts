/** A temporary account: it answers a program as the service would, and keeps what is written. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { faultOfSend } from './sends.ts';
import {
  type Contents,
  createStore,
  EVENTS,
  nameOf,
  objectOf,
  type Row,
  type Store,
  WORKFLOWS,
} from './store.ts';

export interface Asked {
  readonly method: string;
  /** The segments of the path. */
  readonly path: readonly string[];
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
  const { method, path, body } = asked;
  const [collection = '', name, action] = path;
  if (collection === '') return NOT_FOUND;
  if (name === undefined) {
    if (method === 'POST') return create(asked, store);
    return isRead(method) ? listOf(store.rows(collection)) : wrongMethod(method);
  }
  if (collection === EVENTS && name === 'send') return send(store, isObject(body) ? body : {});
  if (name === 'batch' && Array.isArray(body))
    return ok({ data: body.map(() => ({ id: store.newId() })) });
  const known = store.find(collection, name);
  if (known === undefined && (isRead(method) || store.isWhole(collection))) return NOT_FOUND;
  // What is not known here may be in the account, unless all of it is known.
  const row = known ?? { value: { id: name } };
  if (isRead(method)) return action === undefined ? ok(detailed(row)) : listOf([]);
  const { id } = row.value;
  const short = { object: objectOf(collection), id };
  if (action !== undefined || method === 'PATCH' || method === 'PUT')
    return change(row, asked, store) ?? ok(short);
  if (method !== 'DELETE') return wrongMethod(method);
  store.remove(collection, id);
  return ok({ ...short, deleted: true });
}

// A fixed time, so that two recordings of one program are equal.
const CREATED = '2026-01-01T00:00:00.000Z';

/** What `POST /templates/{id}/publish` and the like write. Others change nothing here. */
const ACTIONS = new Map<string, JsonObject>([
  ['stop', { status: 'disabled' }],
  ['publish', { status: 'published', published_at: CREATED }],
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

/** Changes an item; an answer is a refusal. */
function change({ value, ...before }: Row, asked: Asked, store: Store): Answer | undefined {
  const { path, body, place } = asked;
  const [collection = '', , action] = path;
  const written = action === undefined && isObject(body) ? body : ACTIONS.get(action ?? '');
  const isGraph = collection === WORKFLOWS && written?.['steps'] !== undefined;
  if (isGraph && value['status'] === 'enabled' && written['status'] !== 'disabled') {
    const called = nameOf(value) ?? value.id;
    return refuse(422, `the graph of the enabled automation "${called}" cannot be updated`);
  }
  // A call that only enables or publishes did not give the content.
  const isContent = collection === WORKFLOWS ? isGraph : action === undefined;
  const at = isContent ? place : (before.place ?? place);
  if (written) store.put(collection, { ...value, ...written, id: value.id }, { place: at });
  return undefined;
}

const detailed = ({ value }: Row): JsonObject => ({
  ...{ created_at: CREATED, updated_at: CREATED },
  ...value,
});

const ok = (body: JsonObject): Answer => ({ status: 200, body });

/** On one page, with all fields. */
const listOf = (rows: readonly Row[]): Answer =>
  ok({ object: 'list', has_more: false, data: rows.map(detailed) });

/** As the service words it. */
export const refuse = (statusCode: number, message: string): Answer => ({
  status: statusCode,
  body: { statusCode, name: statusCode === 404 ? 'not_found' : 'validation_error', message },
});
const NOT_FOUND = refuse(404, 'Not found');
const wrongMethod = (method: string): Answer => refuse(405, `method ${method} is not allowed`);

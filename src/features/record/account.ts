/** A temporary account: it answers a program as the service would, and keeps what is written. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { faultOfSend } from './sends.ts';
import {
  type Contents,
  CREATED,
  collectionOf,
  createStore,
  detailed,
  EVENTS,
  MOST_ON_PAGE,
  nameOf,
  objectOf,
  pageOf,
  type Row,
  type Store,
  short,
  WORKFLOWS,
} from './store.ts';

export interface Asked {
  readonly method: string;
  /** The segments of the path. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** `file:line:column` of the call in the program. */
  readonly place?: string;
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

export interface Account extends Pick<Store, 'rows' | 'isWhole'> {
  answer(asked: Asked): Answer;
  /** In order. */
  readonly log: readonly Logged[];
}

export function createAccount(contents: Contents): Account {
  const store = createStore(contents);
  const log: Logged[] = [];
  return {
    ...{ rows: store.rows, isWhole: store.isWhole, log },
    answer(asked) {
      const [first = '', ...rest] = asked.path;
      const collection = collectionOf(first);
      const name = rest[0] ?? (isObject(asked.body) ? nameOf(asked.body) : undefined);
      const itemOf = () => (name === undefined ? undefined : store.find(collection, name)?.value);
      const before = itemOf();
      const answer = asked.refused ?? answerTo({ ...asked, path: [collection, ...rest] }, store);
      log.push({
        ...{ ...asked, path: [collection, ...rest], answer },
        id: before?.id ?? itemOf()?.id,
        isSame: before !== undefined && hasFields(before, asked.body),
      });
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

/** A request about one item. */
interface About {
  readonly store: Store;
  readonly collection: string;
  /** As the request names it, and as it is known. */
  readonly name: string;
  readonly known: Row | undefined;
  /** The fields of the body. */
  readonly given: JsonObject;
  /** Of what the request writes. */
  readonly own: Omit<Row, 'value'>;
}

function answerTo({ method, path, query, body, place }: Asked, store: Store): Answer {
  const [collection = '', name, action, ...rest] = path;
  const given = isObject(body) ? body : {};
  const own = { isOwn: true, ...(place !== undefined && { place }) };
  if (collection === '') return NOT_FOUND;
  if (name === undefined && isRead(method)) {
    const page = pageOf(store.rows(collection), query, collection);
    return page === undefined ? refuse(422, WRONG_LIMIT) : ok(page);
  }
  if (name === undefined)
    return method === 'POST' ? create(store, collection, given, own) : wrongMethod(method);
  if (collection === EVENTS && name === 'send') return send(store, given);
  if (name === 'batch' && Array.isArray(body))
    return ok({ data: body.map(() => ({ id: store.newId() })) });
  const known = store.find(collection, name);
  const about: About = { store, collection, name, known, given, own };
  if (known === undefined && store.isWhole(collection)) return NOT_FOUND;
  if (action !== undefined && isRead(method))
    return rest.length === 0 ? ok({ object: 'list', has_more: false, data: [] }) : NOT_FOUND;
  if (action !== undefined) return act(about, action);
  if (isRead(method)) return known === undefined ? NOT_FOUND : ok(detailed(known));
  if (method === 'PATCH' || method === 'PUT') return change(about);
  if (method !== 'DELETE') return wrongMethod(method);
  const id = known?.value.id ?? name;
  store.remove(collection, id);
  return ok({ object: objectOf(collection), id, deleted: true });
}

/** The field that two items cannot share. */
const UNIQUE = new Map([
  [EVENTS, 'name'],
  ['contact-properties', 'key'],
  ['domains', 'name'],
]);

/** What a new item has. */
const DEFAULTS = new Map<string, JsonObject>([
  [WORKFLOWS, { status: 'disabled' }],
  [
    'templates',
    { status: 'draft', published_at: null, from: null, subject: null, variables: null },
  ],
  ['domains', { status: 'not_started', region: 'us-east-1', records: [] }],
]);

function create(
  store: Store,
  collection: string,
  { id: _, ...fields }: JsonObject,
  own: About['own'],
): Answer {
  const unique = UNIQUE.get(collection);
  const isTaken = ({ value }: Row): boolean =>
    unique !== undefined && value[unique] === fields[unique];
  if (store.rows(collection).some(isTaken))
    return refuse(409, `${objectOf(collection)} "${nameOf(fields)}" already exists`);
  const row = store.put(collection, { ...DEFAULTS.get(collection), ...fields }, own);
  return { status: 201, body: collection === 'segments' ? detailed(row) : short(row) };
}

function send(store: Store, given: JsonObject): Answer {
  const { event } = given;
  const schema = store.find(EVENTS, String(event))?.value['schema'];
  const fault = faultOfSend(given, isObject(schema) ? schema : {});
  if (fault !== undefined) return refuse(422, fault);
  return { status: 202, body: { object: 'event', event } };
}

/** What is not known here may be in the account, unless all of it is known. */
function change({ store, collection, name, known, given, own }: About): Answer {
  const before: JsonObject = known?.value ?? { id: name };
  const isGraph = collection === WORKFLOWS && given['steps'] !== undefined;
  if (isGraph && before['status'] === 'enabled' && given['status'] !== 'disabled') {
    const called = nameOf(before) ?? name;
    return refuse(422, `the graph of the enabled automation "${called}" cannot be updated`);
  }
  const isDraft = collection === 'templates' && before['status'] === 'published';
  const value = { ...before, ...given, ...(isDraft && { has_unpublished_versions: true }) };
  // A call that only enables a workflow did not give it its steps.
  const at = collection === WORKFLOWS && !isGraph ? stillAt(known, own) : own;
  return ok(short(store.put(collection, { ...value, id: before['id'] }, at)));
}

/** A change that leaves the content at the call that gave it. */
const stillAt = (known: Row | undefined, own: About['own']): About['own'] =>
  known?.place === undefined ? own : { ...own, place: known.place };

/** `stop`, `publish`, and others that change nothing here. */
function act(about: About, action: string): Answer {
  const { store, collection, name, known, own } = about;
  const before: JsonObject = known?.value ?? { id: name };
  if (action === 'stop') return change({ ...about, given: { status: 'disabled' } });
  if (action === 'publish') {
    const published = { status: 'published', published_at: CREATED };
    const value = { ...before, ...published, has_unpublished_versions: false };
    return ok(short(store.put(collection, value, stillAt(known, own))));
  }
  return ok({ object: objectOf(collection), id: before['id'] });
}

const ok = (body: JsonObject): Answer => ({ status: 200, body });

/** As the service words it. */
export const refuse = (statusCode: number, message: string): Answer => ({
  status: statusCode,
  body: { statusCode, name: statusCode === 404 ? 'not_found' : 'validation_error', message },
});
const NOT_FOUND = refuse(404, 'Not found');
const WRONG_LIMIT = `the limit must be a number between 1 and ${MOST_ON_PAGE}`;
const wrongMethod = (method: string): Answer => refuse(405, `method ${method} is not allowed`);

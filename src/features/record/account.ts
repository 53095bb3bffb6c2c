/** A temporary account: it answers a program as the service would, and keeps what is written. */
import { isDeepStrictEqual } from 'node:util';
import { isDateText } from '../../core/model/condition.ts';
import { asString, isObject, type JsonObject } from '../../core/model/json.ts';
import type { Document } from '../../core/model/workflow.ts';
import { createStore, objectOf, type Row, type Store } from './store.ts';

export interface Asked {
  readonly method: string;
  /** The segments of the path. */
  readonly path: readonly string[];
  /** An error where it cannot be read. */
  readonly body: unknown;
  /** `file:line:column` of the call in the program. */
  readonly place: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  /** A refusal without consequences: the item is there already, with the same fields. */
  readonly isHarmless?: boolean;
}

export interface Logged extends Asked {
  readonly answer: Answer;
}

export type Account = ReturnType<typeof createAccount>;

/** @param given what it has before the program runs. */
export function createAccount(given: readonly Document[]) {
  const store = createStore(given);
  const log: Logged[] = [];
  return {
    ...{ rows: store.rows, log },
    answer(asked: Asked): Answer {
      const answer = answerTo(asked, store);
      log.push({ ...asked, answer });
      return answer;
    },
  };
}

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function answerTo(asked: Asked, store: Store): Answer {
  const { method, body } = asked;
  const [first = '', name, action] = asked.path;
  const collection = first === 'automations' ? 'workflows' : first.replaceAll('-', '_');
  if (body instanceof Error) return refuse(400, body.message);
  if (first === '') return NOT_FOUND;
  if (name === undefined) {
    if (method === 'POST') return create(collection, asked, store);
    return isRead(method) ? listOf(store.rows(collection)) : wrongMethod(method);
  }
  if (first === 'events' && name === 'send') return send(store, isObject(body) ? body : {});
  if (name === 'batch' && Array.isArray(body))
    return ok({ data: body.map(() => ({ id: store.put(collection, {}, {}) })) });
  const known = store.find(collection, name);
  if (known === undefined && (isRead(method) || store.isWhole(collection))) return NOT_FOUND;
  // What is not known here may be in the account, unless all of it is known.
  const row = known ?? { collection, id: name, value: {} };
  if (isRead(method)) return action === undefined ? ok(detailed(row)) : listOf([]);
  if (action === 'duplicate') return copy(row, asked, store);
  const short = { object: objectOf(collection), id: row.id };
  if (action !== undefined || method === 'PATCH' || method === 'PUT')
    return change(row, asked, store) ?? ok(short);
  if (method !== 'DELETE') return wrongMethod(method);
  store.remove(row);
  return ok({ ...short, deleted: true });
}

// A fixed time, so that two recordings of one program are equal.
const CREATED = '2026-01-01T00:00:00.000Z';

/** What `POST /templates/{id}/publish` and the like write. Others change nothing here. */
const ACTIONS = new Map<string, JsonObject>([
  ['stop', { status: 'disabled' }],
  ['publish', { status: 'published', published_at: CREATED }],
]);

/** What a new item has. */
const DEFAULTS = new Map<string, JsonObject>([
  ['workflows', { status: 'disabled' }],
  ['templates', { status: 'draft', from: null, subject: null, variables: null }],
]);

function create(collection: string, { body, place }: Asked, store: Store): Answer {
  const { id: _, ...fields } = isObject(body) ? body : {};
  const object = objectOf(collection);
  const name = String(fields['name']);
  const known = collection === 'events' ? store.find(collection, name)?.value : undefined;
  if (known !== undefined) {
    const isSame = (field: string): boolean =>
      isDeepStrictEqual(known[field] ?? null, fields[field] ?? null);
    const isHarmless = Object.keys(fields).every(isSame);
    return { ...refuse(409, `${object} "${name}" already exists`), isHarmless };
  }
  const id = store.put(collection, { ...DEFAULTS.get(collection), ...fields }, { place });
  return { status: 201, body: { object, id } };
}

/** Another item, which is not enabled or published. */
function copy({ collection, value }: Row, asked: Asked, store: Store): Answer {
  const { status: _, alias: __, ...fields } = value;
  const name = asString(fields['name']);
  const body = name === undefined ? fields : { ...fields, name: `${name} (Copy)` };
  return create(collection, { ...asked, body }, store);
}

function send(store: Store, given: JsonObject): Answer {
  const { event } = given;
  const schema = store.find('events', String(event))?.value['schema'];
  const fault = faultOfSend(given, isObject(schema) ? schema : {});
  return fault ? refuse(422, fault) : { status: 202, body: { object: 'event', event } };
}

/** Why the service refuses a body for `/events/send`; undefined where it takes it. */
function faultOfSend(body: JsonObject, schema: JsonObject): string | undefined {
  const { event, email, contact_id: contact, payload } = body;
  if (typeof event !== 'string' || event === '') return 'the field "event" is missing';
  if ((email === undefined) === (contact === undefined))
    return 'exactly one of "email" and "contact_id" is needed';
  if (payload === undefined || payload === null) return undefined;
  if (!isObject(payload)) return 'the field "payload" must be an object';
  const fields = Object.entries(schema);
  const [wrong] = fields.filter(([name, type]) => !isOfType(payload[name] ?? undefined, type));
  return wrong && `the field "payload.${wrong[0]}" must be a ${wrong[1]}`;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (value === undefined) return true;
  if (type === 'date') return typeof value === 'string' && isDateText(value);
  return typeof value === type || !['string', 'number', 'boolean'].includes(String(type));
}

/** Changes an item; an answer is a refusal. */
function change(row: Row, { path, body, place }: Asked, store: Store): Answer | undefined {
  const { collection, id, value } = row;
  const [, , action] = path;
  const written = action === undefined && isObject(body) ? body : ACTIONS.get(action ?? '');
  const isGraph = collection === 'workflows' && written?.['steps'] !== undefined;
  if (isGraph && value['status'] === 'enabled' && written['status'] !== 'disabled') {
    const called = asString(value['name']) ?? id;
    return refuse(422, `the graph of the enabled automation "${called}" cannot be updated`);
  }
  // A call that only enables or publishes did not give the content.
  const at = isGraph ? place : (row.place ?? place);
  if (written) store.put(collection, { ...value, ...written, id }, { place: at });
  return undefined;
}

const detailed = ({ value }: Row): JsonObject =>
  Object.assign({ created_at: CREATED, updated_at: CREATED }, value);

const ok = (body: JsonObject): Answer => ({ status: 200, body });

/** On one page, with all fields. */
const listOf = (rows: readonly Row[]): Answer =>
  ok({ object: 'list', has_more: false, data: rows.map(detailed) });

/** As the service words it. */
export const refuse = (statusCode: number, message: string): Answer => {
  const name = statusCode === 404 ? 'not_found' : 'validation_error';
  return { status: statusCode, body: { statusCode, name, message } };
};
const NOT_FOUND = refuse(404, 'Not found');
const wrongMethod = (method: string): Answer => refuse(405, `method ${method} is not allowed`);

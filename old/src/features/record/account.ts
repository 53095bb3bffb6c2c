import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { ResourceType } from '../../core/model/resource.ts';
import { RESOURCE_TYPES, resourceTypeOf } from '../../core/resources/registry.ts';
import { hasSameFields, isReading, type LoggedRequest } from './requests.ts';
import {
  type AccountAnswer,
  act,
  add,
  collectionNamed,
  create,
  detailed,
  EVENTS,
  find,
  GRAPH_FAULT,
  NAMES,
  newId,
  notFound,
  objectNamed,
  ok,
  page,
  type Row,
  refuse,
  rowsIn,
  type Store,
  short,
  UNIQUE,
  update,
  WORKFLOWS,
  wrongMethod,
} from './store.ts';

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

export type RecordedAccount = ReturnType<typeof createAccount>;

/** The content of the account before the script. */
interface Contents {
  readonly workflows: readonly JsonObject[];
  readonly events: readonly JsonObject[];
  readonly resources: readonly RecordedResources[];
}

const pathOf = (name: string): string => (resourceTypeOf(name) as ResourceType).path;

/** A temporary account for a script, which can read back what it writes. */
export function createAccount({ workflows, events, resources }: Contents) {
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
    answer(request: AccountRequest): AccountAnswer {
      const before = itemOf(store, request);
      const answer = request.fault ?? answerOf(store, request);
      const row = before ?? itemOf(store, request);
      store.requests.push(loggedRequest(request, answer, row));
      return answer;
    },
    /** All requests, in order. */
    requests: (): readonly LoggedRequest[] => store.requests,
    workflows: (): readonly RecordedItem[] =>
      [...rowsIn(store, WORKFLOWS).values()].flatMap((row) =>
        recordedItem(row, store.origins.get(row.id)),
      ),
    events: (): readonly JsonObject[] =>
      [...rowsIn(store, EVENTS).values()].filter(({ name }) => typeof name === 'string'),
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
    path: [collectionNamed(first), ...rest],
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
  const collection = collectionNamed(first);
  if (id !== undefined) return find(store, collection, id);
  const unique = UNIQUE.get(collection);
  const name = unique !== undefined && isObject(body) ? body[unique] : undefined;
  return typeof name === 'string' ? find(store, collection, name) : undefined;
}

function answerOf(
  store: Store,
  { method, path, query, body, origin = null }: AccountRequest,
): AccountAnswer {
  const [first = '', id, action, ...rest] = path;
  const collection = collectionNamed(first);
  const isRead = isReading(method);
  if (collection === '') return notFound();
  if (id === undefined) {
    if (isRead) return page([...rowsIn(store, collection).values()], query, collection);
    return method === 'POST' ? create(store, collection, body, origin) : wrongMethod(method);
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
  if (isRead) return known === undefined ? notFound() : ok(detailed(known));
  if (method === 'DELETE') {
    if (known !== undefined) rowsIn(store, collection).delete(known.id);
    return ok({ object: objectNamed(collection), id: known?.id ?? id, deleted: true });
  }
  if (method !== 'PATCH' && method !== 'PUT') return wrongMethod(method);
  const change = isObject(body) ? body : {};
  const isRunning = known?.['status'] === 'enabled' && change['status'] !== 'disabled';
  if (collection === WORKFLOWS && isRunning && change['steps'] !== undefined)
    return refuse(422, 'validation_error', GRAPH_FAULT);
  const unpublished = known?.['status'] === 'published' ? { has_unpublished_versions: true } : {};
  const changed = { ...change, ...unpublished };
  return ok(short(update(store, { collection, id, change: changed, origin })));
}

const resourcesIn = (store: Store): readonly RecordedResources[] =>
  RESOURCE_TYPES.flatMap(({ name, path, names: [first], keep }) => {
    const rows = [...rowsIn(store, path).values()];
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

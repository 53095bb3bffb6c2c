/** The items of a temporary account, by collection and id. */
import { asString, type JsonObject } from '../../core/model/json.ts';
import { RESOURCES } from '../../core/resources/registry.ts';

export interface Row {
  readonly value: JsonObject & { readonly id: string };
  /** As it was before the program, which did not write it. */
  readonly before?: JsonObject;
  /** `file:line:column` of the call that gave it its content. */
  readonly place?: string | undefined;
}

export interface Store {
  /** All items of this collection are known. */
  isWhole(collection: string): boolean;
  rows(collection: string): readonly Row[];
  /** By id or name. */
  find(collection: string, name: string): Row | undefined;
  /** Adds an item, or replaces that of its id. */
  put(collection: string, value: JsonObject, about: Omit<Row, 'value'>): Row;
  remove(collection: string, id: string): void;
  /** The same ones in every run. */
  newId(): string;
}

export const WORKFLOWS = 'automations';
export const EVENTS = 'events';

/** By the path of the API, each with all its items. */
export type Contents = ReadonlyMap<string, readonly JsonObject[]>;

export function createStore(contents: Contents): Store {
  const collections = new Map<string, Map<string, Row>>();
  let count = 0;
  const rowsOf = (name: string): Map<string, Row> => {
    const rows = collections.get(name) ?? new Map<string, Row>();
    collections.set(name, rows);
    return rows;
  };
  const newId = (): string => `${String(++count).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const put: Store['put'] = (collection, value, about) => {
    const id = asString(value['id']) ?? newId();
    const row = { value: { object: objectOf(collection), ...value, id }, ...about };
    rowsOf(collection).set(id, row);
    return row;
  };
  for (const [collection, values] of contents)
    for (const value of values) put(collection, value, { before: value });
  return {
    isWhole: (collection) => contents.has(collection),
    rows: (collection) => [...rowsOf(collection).values()],
    find(collection, name) {
      const rows = rowsOf(collection);
      const isNamed = ({ value }: Row): boolean => NAMES.some((field) => value[field] === name);
      return rows.get(name) ?? [...rows.values()].find(isNamed);
    },
    put,
    remove: (collection, id) => void rowsOf(collection).delete(id),
    newId,
  };
}

const NAMES = ['name', 'alias', 'email', 'key'];

export const nameOf = (value: JsonObject): string | undefined =>
  NAMES.flatMap((field) => asString(value[field]) ?? [])[0];

/** `contact_property` for `contact-properties`. */
export const objectOf = (collection: string): string =>
  collection.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

// A fixed time, so that two recordings of one program are equal.
export const CREATED = '2026-01-01T00:00:00.000Z';
const DETAILS = new Map<string, readonly string[]>([
  [WORKFLOWS, ['steps', 'connections', 'edges']],
  ...RESOURCES.map(({ path, details }) => [path, details] as const),
]);

export const detailed = ({ value }: Row): JsonObject => ({
  ...{ created_at: CREATED, updated_at: CREATED },
  ...value,
});

/** A page of a list, without what only single items have. */
export function pageOf(
  rows: readonly Row[],
  query: URLSearchParams,
  collection: string,
): JsonObject {
  const start = 1 + rows.findIndex(({ value }) => value.id === query.get('after'));
  const shown = rows.slice(start, start + Number(query.get('limit') ?? 20));
  const hidden = new Set(['object', ...(DETAILS.get(collection) ?? [])]);
  const data = shown.map((row) =>
    Object.fromEntries(Object.entries(detailed(row)).filter(([field]) => !hidden.has(field))),
  );
  return { object: 'list', has_more: start + shown.length < rows.length, data };
}

/** The items of a temporary account, by collection and id. */
import { asString, type JsonObject } from '../../core/model/json.ts';

export interface Row {
  readonly value: JsonObject & { readonly id: string };
  /** As it was before the program, which did not write it. */
  readonly before?: JsonObject;
  /** `file:line:column` of the call that gave it its content. */
  readonly place?: string | undefined;
}

export const WORKFLOWS = 'automations';
export const EVENTS = 'events';

/** By the path of the API, each with all its items. */
export type Contents = ReadonlyMap<string, readonly JsonObject[]>;

export type Store = ReturnType<typeof createStore>;

export function createStore(contents: Contents) {
  const collections = new Map<string, Map<string, Row>>();
  let count = 0;
  const rowsOf = (name: string): Map<string, Row> => {
    const rows = collections.get(name) ?? new Map<string, Row>();
    collections.set(name, rows);
    return rows;
  };
  /** The same ones in every run. */
  const newId = (): string => `${String(++count).padStart(8, '0')}-0000-4000-8000-000000000000`;
  /** Adds an item, or replaces that of its id. */
  const put = (collection: string, value: JsonObject, about: Omit<Row, 'value'>): Row => {
    const id = asString(value['id']) ?? newId();
    const row = { value: { object: objectOf(collection), ...value, id }, ...about };
    rowsOf(collection).set(id, row);
    return row;
  };
  for (const [collection, values] of contents)
    for (const value of values) put(collection, value, { before: value });
  return {
    ...{ put, newId },
    /** All items of this collection are known. */
    isWhole: (collection: string): boolean => contents.has(collection),
    rows: (collection: string): readonly Row[] => [...rowsOf(collection).values()],
    /** By id or name. */
    find(collection: string, name: string): Row | undefined {
      const rows = rowsOf(collection);
      const isNamed = ({ value }: Row): boolean => NAMES.some((field) => value[field] === name);
      return rows.get(name) ?? [...rows.values()].find(isNamed);
    },
    remove: (collection: string, id: string): unknown => rowsOf(collection).delete(id),
  };
}

const NAMES = ['name', 'alias', 'email', 'key'];

export const nameOf = (value: JsonObject): string | undefined =>
  NAMES.flatMap((field) => asString(value[field]) ?? [])[0];

/** `contact_property` for `contact-properties`. */
export const objectOf = (collection: string): string =>
  collection.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

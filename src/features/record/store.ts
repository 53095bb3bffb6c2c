/** The items of a temporary account. */
import { asString, type JsonObject } from '../../core/model/json.ts';
import type { Document } from '../../core/model/workflow.ts';

export interface Row {
  /** As a bundle names it: `workflows`, `contact_properties`. */
  readonly collection: string;
  readonly id: string;
  readonly value: JsonObject;
  /** As it was before the program, which did not write it. */
  readonly before?: JsonObject;
  /** `file:line:column` of the call that gave it its content. */
  readonly place?: string | undefined;
}

export type Store = ReturnType<typeof createStore>;

/** @param given what the account has before the program runs. */
export function createStore(given: readonly Document[]) {
  const all = new Map<string, Row>();
  let count = 0;
  // The same ids in every run.
  const newId = (): string => `${String(++count).padStart(8, '0')}-0000-4000-8000-000000000000`;
  /** Adds an item, or replaces that of its id. Returns the id. */
  const put = (collection: string, value: JsonObject, about: Partial<Row>): string => {
    const id = asString(value['id']) ?? newId();
    const own = { object: objectOf(collection), ...value, id };
    all.set(`${collection}/${id}`, { ...about, collection, id, value: own });
    return id;
  };
  for (const { workflows, events, items } of given) {
    for (const { raw } of workflows) put('workflows', raw, { before: raw });
    for (const { raw } of events) put('events', raw, { before: raw });
    for (const { of, raw } of items) put(of, raw, { before: raw });
  }
  const rows = (of: string): readonly Row[] =>
    [...all.values()].filter(({ collection }) => collection === of);
  return {
    ...{ put, rows },
    /** All items of this collection are known: some workflows or events mean all. */
    isWhole: (collection: string): boolean =>
      (collection === 'workflows' || collection === 'events') &&
      given.some((each) => each[collection].length > 0) &&
      !given.some(({ lists }) => lists.some(({ of, hasMore }) => of === collection && hasMore)),
    /** By id or name. */
    find: (collection: string, name: string): Row | undefined =>
      rows(collection).find(({ value }) => NAMES.some((field) => value[field] === name)),
    remove: ({ collection, id }: Row): unknown => all.delete(`${collection}/${id}`),
  };
}

const NAMES = ['id', 'name', 'alias', 'email', 'key'];

export const objectOf = (collection: string): string =>
  collection === 'workflows' ? 'automation' : collection.replace(/ies$/, 'y').replace(/s$/, '');

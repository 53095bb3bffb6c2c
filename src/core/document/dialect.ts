/**
 * The names of fields in the four dialects of the service. Everything else knows today's names only.
 * Which dialect a file has is decided per field, never per file.
 */
import { isObject, type JsonObject } from '../model/json.ts';
import { joinPointer } from '../model/place.ts';
import type { StepType } from '../model/step-type.ts';
import { STEP_TYPES } from '../steps/registry.ts';

/** Field → its names, in the order in which they are read. */
export type Spellings = ReadonlyMap<string, readonly string[]>;

/** `eventName` for `event_name`. */
const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const spellings = (fields: Readonly<Record<string, readonly string[]>>): Spellings =>
  new Map(
    Object.entries(fields).map(([field, names]) => [
      field,
      [...new Set(names.flatMap((name) => [name, camelCase(name)]))],
    ]),
  );

/** Fields of the service that edgewise does not read; `$schema` is for editors. */
const OTHERS = ['$schema', 'object', 'id', 'created_at', 'updated_at'];
const others = Object.fromEntries(OTHERS.map((name) => [name, [name]]));

export const WORKFLOW: Spellings = spellings({
  ...others,
  name: ['name'],
  status: ['status'],
  steps: ['steps'],
  // `edges` wins, unless it is null, or empty while `connections` is not.
  edges: ['edges', 'connections'],
});
export const STEP: Spellings = spellings({
  key: ['key', 'id', 'ref'],
  type: ['type'],
  config: ['config'],
});
export const EDGE: Spellings = spellings({
  id: ['id'],
  from: ['from_step_id', 'from'],
  to: ['to_step_id', 'to'],
  type: ['edge_type', 'type'],
});
export const EVENT: Spellings = spellings({ ...others, name: ['name'], schema: ['schema'] });
export const LIST: Spellings = spellings({
  ...{ $schema: ['$schema'], object: ['object'], data: ['data'] },
  has_more: ['has_more'],
});

const CONFIGS = new Map<StepType, Spellings>();

/** The names of the fields of a config. */
export function spellingsOf(type: StepType): Spellings {
  let known = CONFIGS.get(type);
  if (known === undefined) {
    const fields = [...type.fields].map(([name, { spellings: more = [] }]) => [
      name,
      [name, ...more],
    ]);
    known = spellings(Object.fromEntries(fields));
    CONFIGS.set(type, known);
  }
  return known;
}

/** All names of all fields. */
export const namesIn = (known: Spellings): readonly string[] => [...known.values()].flat();

/** An object of the file in today's words. */
export interface ReadFields {
  readonly values: Map<string, unknown>;
  /** Field → its name in the file, where that is another one. */
  readonly names: Map<string, string>;
  /** Fields of the file that no dialect knows. */
  readonly unknown: readonly string[];
}

const FIELDS = new WeakMap<Spellings, ReadonlyMap<string, string>>();

/** Name in any dialect → field. */
function fieldsByName(known: Spellings): ReadonlyMap<string, string> {
  let byName = FIELDS.get(known);
  if (byName === undefined) {
    byName = new Map([...known].flatMap(([field, names]) => names.map((name) => [name, field])));
    FIELDS.set(known, byName);
  }
  return byName;
}

/** Reads the fields of an object: of several names of one field, the first that is not null. */
export function readFields(raw: JsonObject, known: Spellings): ReadFields {
  const byName = fieldsByName(known);
  const values = new Map<string, unknown>();
  const names = new Map<string, string>();
  const unknown: string[] = [];
  for (const name of Object.keys(raw)) {
    const field = byName.get(name);
    if (field === undefined) unknown.push(name);
    else if (!values.has(field) || isBefore(name, names.get(field) ?? field, field, raw, known)) {
      values.set(field, raw[name]);
      if (name === field) names.delete(field);
      else names.set(field, name);
    }
  }
  return { values, names, unknown };
}

/** Whether one name of a field is read in place of another that the object has too. */
function isBefore(
  name: string,
  other: string,
  field: string,
  raw: JsonObject,
  known: Spellings,
): boolean {
  if (raw[other] === null || raw[name] === null) return raw[other] === null;
  const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;
  if (field === 'edges' && isEmpty(raw[other]) !== isEmpty(raw[name])) return isEmpty(raw[other]);
  const order = known.get(field) as readonly string[];
  return order.indexOf(name) < order.indexOf(other);
}

/** The config of a step in today's words: `template_id` is `template.id`. */
export function nestFields(
  { values, names }: ReadFields,
  type: StepType,
  written: Map<string, string>,
): void {
  for (const [field, { becomes }] of type.fields) {
    if (becomes === undefined || !values.has(field)) continue;
    const [holder, inner] = becomes;
    const value = values.get(field);
    const name = names.get(field) ?? field;
    const nested = values.get(holder) ?? {};
    values.delete(field);
    if (value === null || !isObject(nested) || (nested[inner] ?? undefined) !== undefined) continue;
    values.set(holder, { ...nested, [inner]: value });
    written.set(joinPointer(['config', holder, inner]), joinPointer(['config', name]));
  }
}

/** The only type that has the fields of a config. */
export function typeOfConfig(config: unknown): string | undefined {
  const names = isObject(config) ? Object.keys(config) : [];
  const types = STEP_TYPES.filter((type) => {
    const known = namesIn(spellingsOf(type));
    return names.every((name) => known.includes(name));
  });
  return names.length > 0 && types.length === 1 ? types[0]?.name : undefined;
}

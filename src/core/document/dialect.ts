/**
 * The names of fields in the four dialects of the service. Everything else knows today's names.
 * Which dialect a file has is decided per field, never per file.
 */
import { isObject, type JsonObject } from '../model/json.ts';
import { once } from '../model/once.ts';
import { joinPointer } from '../model/place.ts';
import type { StepType } from '../model/step-type.ts';

/** The fields of an object. */
export interface Spellings {
  /** Field → its names, in the order in which they are read. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Name in any dialect → field. */
  readonly fields: ReadonlyMap<string, string>;
}

/** `eventName` for `event_name`. */
const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export function spellings(fields: Readonly<Record<string, readonly string[]>>): Spellings {
  const names = new Map(
    Object.entries(fields).map(([field, given]) => [
      field,
      [...new Set(given.flatMap((name) => [name, camelCase(name)]))],
    ]),
  );
  const byName = [...names].flatMap(([field, all]) => all.map((name) => [name, field] as const));
  return { names, fields: new Map(byName) };
}

/** Fields of the service that edgewise does not read; `$schema` is for editors. */
const OTHERS = ['$schema', 'object', 'id', 'created_at', 'updated_at'];
const others = Object.fromEntries(OTHERS.map((name) => [name, [name]]));

export const WORKFLOW: Spellings = spellings({
  ...others,
  name: ['name'],
  status: ['status'],
  steps: ['steps'],
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

/** The names of the fields of a config. */
export const spellingsOf = once((type: StepType) => {
  const fields = [...type.fields].map(
    ([name, { spellings: more = [] }]) => [name, [name, ...more]] as const,
  );
  return spellings(Object.fromEntries(fields));
});

/** An object of the file in today's words. */
export interface ReadFields {
  readonly raw: JsonObject;
  readonly values: Map<string, unknown>;
  /** Field → its name in the file, where that is another one. */
  readonly names: ReadonlyMap<string, string>;
  /** Fields of the file that no dialect knows. */
  readonly unknown: readonly string[];
}

/** Reads the fields of an object: of several names of one field, the first that is not null. */
export function readFields(raw: JsonObject, known: Spellings): ReadFields {
  const values = new Map<string, unknown>();
  // Most objects have today's names, and no others.
  let names: Map<string, string> | undefined;
  let unknown: string[] | undefined;
  for (const written of Object.keys(raw)) {
    const field = known.fields.get(written);
    if (field === undefined) {
      unknown ??= [];
      unknown.push(written);
    } else if (!values.has(field)) {
      const name = chosenName(raw, known.names.get(field) ?? []) ?? written;
      values.set(field, raw[name]);
      if (name === field) continue;
      names ??= new Map();
      names.set(field, name);
    }
  }
  return { raw, values, names: names ?? NO_NAMES, unknown: unknown ?? [] };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Of the names of a field that an object has, the first with a value. */
function chosenName(raw: JsonObject, names: readonly string[]): string | undefined {
  let empty: string | undefined;
  for (const name of names) {
    if (!Object.hasOwn(raw, name)) continue;
    const value = raw[name];
    if (value !== null && !(Array.isArray(value) && value.length === 0)) return name;
    empty ??= name;
  }
  return empty;
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

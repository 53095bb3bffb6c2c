/**
 * The names of fields in the four dialects of the service. Everything else knows today's names.
 * Which dialect a file has is decided per field, never per file.
 */
import { isObject, type JsonObject } from '../model/json.ts';
import { once } from '../model/once.ts';
import { chosenName, type FieldNames, fieldNames } from '../model/spelling.ts';
import type { StepType } from '../model/step-type.ts';

/** The fields of an object. */
export interface Spellings {
  readonly names: FieldNames;
  /** Name in any dialect → field. */
  readonly fields: ReadonlyMap<string, string>;
}

const spellingsOf = (names: FieldNames): Spellings => ({
  names,
  fields: new Map([...names].flatMap(([field, all]) => all.map((name) => [name, field] as const))),
});

const spellings = (fields: Readonly<Record<string, readonly string[]>>): Spellings =>
  spellingsOf(fieldNames(fields));

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

/** How the configs of a step type are read. */
export const configOf = once((type: StepType) => ({
  known: spellingsOf(type.names),
  /** Fields whose values are objects with known names. */
  nested: [...type.fields].flatMap(([field, { schema }]) => {
    const properties = schema?.['properties'];
    if (!isObject(properties)) return [];
    const names = Object.keys(properties).map((name) => [name, [name]] as const);
    return [[field, spellings(Object.fromEntries(names))] as const];
  }),
  /** `template_id` is `template.id`. */
  moved: [...type.fields].flatMap(([field, { becomes }]) =>
    becomes === undefined ? [] : [[field, ...becomes] as const],
  ),
  shape: `config_${type.name}`,
}));

/** An object of the file in today's words. */
export interface ReadFields {
  readonly raw: JsonObject;
  /** `raw` itself where it has today's names; it may have unknown ones too. */
  readonly values: JsonObject;
  /** Names in the file that no dialect knows. */
  readonly unknown: readonly string[];
}

/** Reads the fields of an object: of several names of one field, the first that is not null. */
export function readFields(raw: JsonObject, known: Spellings): ReadFields {
  let isToday = true;
  const unknown: string[] = [];
  for (const name of Object.keys(raw)) {
    const field = known.fields.get(name);
    if (field === undefined) unknown.push(name);
    else if (field !== name) isToday = false;
  }
  if (isToday) return { raw, values: raw, unknown };
  const values: Record<string, unknown> = {};
  for (const [field, names] of known.names) {
    const name = chosenName(raw, names);
    if (name !== undefined) values[field] = raw[name];
  }
  return { raw, values, unknown };
}

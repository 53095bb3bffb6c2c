/**
 * The names of fields in the four dialects of the service. Everything else knows today's names.
 * Which dialect a file has is decided per field, never per file.
 */
import { isObject, type JsonObject } from '../model/json.ts';
import { once } from '../model/once.ts';
import { chosenName, type FieldNames, fieldNames } from '../model/spelling.ts';
import type { StepType } from '../model/step-type.ts';
import type { Names } from '../model/workflow.ts';

/** The fields of an object. */
export interface Spellings {
  readonly names: FieldNames;
  /** Name in any dialect → field. */
  readonly fields: ReadonlyMap<string, string>;
  /** The fields of today's dialect. */
  readonly today: ReadonlySet<string>;
  /** Of nodes without wrong names. */
  readonly clean: Names;
}

const spellingsOf = (names: FieldNames, others: readonly string[] = []): Spellings => ({
  names,
  fields: new Map([...names].flatMap(([field, all]) => all.map((name) => [name, field] as const))),
  today: new Set([...names.keys()].filter((field) => !others.includes(field))),
  clean: { of: names, corrections: [], unknown: [] },
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

/** Of an item of a resource, whose names are read as they are. */
export const NO_FIELDS: Spellings = spellings({});

/** How the configs of a step type are read. */
export const configOf = once((type: StepType) => {
  const moved = [...type.fields].flatMap(([field, { becomes }]) =>
    becomes === undefined ? [] : [[field, ...becomes] as const],
  );
  const nested = [...type.fields].flatMap(([field, { schema }]) => {
    const properties = schema?.['properties'];
    if (!isObject(properties)) return [];
    const names = Object.keys(properties).map((name) => [name, [name]] as const);
    return [[field, spellings(Object.fromEntries(names))] as const];
  });
  return {
    known: spellingsOf(
      type.names,
      moved.map(([field]) => field),
    ),
    /** Fields whose values are objects with known names. */
    nested,
    /** `template_id` is `template.id`. */
    moved,
    shape: `config_${type.name}`,
  };
});

/** Whether an object has no other names than those of today. */
export function hasTodaysNames(raw: JsonObject, { today }: Spellings): boolean {
  for (const name in raw) if (!today.has(name)) return false;
  return true;
}

/**
 * The known fields of an object: of several names of one field, the first that is not null.
 * @param unknown gets the other names.
 */
export function todaysFields(
  raw: JsonObject,
  known: Spellings,
  unknown: string[] = [],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in raw) {
    const field = known.fields.get(name);
    if (field === undefined) unknown.push(name);
    else if (values[field] === undefined) values[field] = raw[name];
    else values[field] = raw[chosenName(raw, known.names.get(field) ?? []) ?? name];
  }
  return values;
}

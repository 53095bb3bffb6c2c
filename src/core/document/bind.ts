/**
 * A wrong name is bound once, where it is read: exactly one known name is near to it. The node then
 * has the meant name and a correction, which one rule reports with its fix. Nothing else guesses.
 */
import { asString, isObject, type JsonObject } from '../model/json.ts';
import { createNearest, nearest, nearestNames } from '../model/nearest.ts';
import { once } from '../model/once.ts';
import { joinPointer } from '../model/place.ts';
import type { StepType } from '../model/step-type.ts';
import type { Correction, Edge, Node, Step } from '../model/workflow.ts';
import { EDGE_TYPES, STEP_TYPES } from '../steps/registry.ts';
import { type ReadFields, readFields, type Spellings, spellings } from './dialect.ts';

/** What a node keeps of the names in the file. */
export interface Names {
  readonly corrections: Correction[];
  readonly written: Map<string, string>;
  /** Names that are no fields, and near to none: `['config', 'sbject']`. */
  readonly unknown: (readonly string[])[];
}

/**
 * Binds the unknown fields of an object, and notes how the file writes the others.
 * @param path of the object below its node: `[]` or `['config']`.
 */
export function bindFields(
  read: ReadFields,
  known: Spellings,
  path: readonly string[],
  names: Names,
): void {
  for (const [field, name] of read.names) note(path, field, name, names);
  if (read.unknown.length === 0) return;
  const free = [...known.fields].filter(([, field]) => !read.values.has(field));
  for (const name of read.unknown) {
    // Two names of one field in different dialects are no choice.
    const [meant = '', ...others] = nearestNames(name, new Map(free).keys());
    const field = known.fields.get(meant);
    const isRival = others.some((other) => known.fields.get(other) !== field);
    if (field === undefined || read.values.has(field) || isRival) {
      names.unknown.push([...path, name]);
      continue;
    }
    read.values.set(field, read.raw[name]);
    note(path, field, name, names);
    names.corrections.push({ field: [...path, field], isKey: true, written: name, meant });
  }
}

function note(path: readonly string[], field: string, name: string, { written }: Names): void {
  written.set(joinPointer([...path, field]), joinPointer([...path, name]));
}

const TYPE_NAMES = STEP_TYPES.map(({ name }) => name);

/** The step type that a wrong one means. */
export function bindStepType(written: string, names: Names): StepType | undefined {
  const meant = nearest(written, TYPE_NAMES);
  if (meant !== undefined)
    names.corrections.push({ field: ['type'], isKey: false, written, meant });
  return STEP_TYPES.find(({ name }) => name === meant);
}

/** Known values, with their names in other tools. */
export type Values = ReadonlyMap<string, readonly string[]>;

export const STATUSES: Values = new Map([
  ['enabled', ['active', 'live', 'on', 'running']],
  ['disabled', ['archived', 'draft', 'inactive', 'off', 'paused', 'stopped']],
]);
/** The types that a property of an event can have. */
export const SCHEMA_TYPES: Values = new Map([
  ['string', ['text', 'str', 'varchar', 'email', 'url', 'uuid', 'enum']],
  ['number', ['int', 'integer', 'float', 'double', 'decimal', 'bigint', 'numeric']],
  ['boolean', ['bool']],
  ['date', ['datetime', 'date-time', 'timestamp', 'time']],
]);

/** The known value that a wrong one means, such as a status; as written where there is none. */
export function bindValue(
  written: string | undefined,
  values: Values,
  field: readonly string[],
  names: Names,
): string | undefined {
  if (written === undefined || values.has(written)) return written;
  const called = [...values].find(([, others]) => others.includes(written.toLowerCase()));
  const meant = called?.[0] ?? nearest(written, values.keys());
  if (meant === undefined) return written;
  names.corrections.push({ field, isKey: false, written, meant });
  return meant;
}

/** The correction of a value, by its field in the model. */
export const correctionOf = ({ corrections }: Node, ...field: string[]): Correction | undefined =>
  corrections.find((each) => !each.isKey && each.field.join('.') === field.join('.'));

/** The types in the schema of an event. */
export const bindTypes = (
  schema: JsonObject,
  names: Names,
): ReadonlyMap<string, string | undefined> =>
  new Map(
    Object.entries(schema).map(([name, type]) => [
      name,
      bindValue(asString(type), SCHEMA_TYPES, ['schema', name], names),
    ]),
  );

/** Of an object in a config, by its schema. */
const namesIn = once((properties: JsonObject) =>
  spellings(Object.fromEntries(Object.keys(properties).map((name) => [name, [name]]))),
);

/** Misspelt names in an object of a config, such as `template`. It may have other names as well. */
export function bindNested(values: Map<string, unknown>, spec: StepType, names: Names): void {
  for (const [field, { schema = {} }] of spec.fields) {
    const [value, properties] = [values.get(field), schema['properties']];
    if (!isObject(value) || !isObject(properties)) continue;
    const known = namesIn(properties);
    const read = readFields(value, known);
    if (read.unknown.length === 0) continue;
    bindFields(read, known, ['config', field], names);
    values.set(field, { ...value, ...Object.fromEntries(read.values) });
  }
}

/** Edges as they are built, before their ends and types are bound. */
type OpenEdge = { -readonly [K in 'from' | 'to' | 'type']: Edge[K] } & {
  corrections: readonly Correction[];
};

/**
 * Binds the ends of edges that no step has as key, never to the other end; and unknown types to
 * those that the step leaves by.
 */
export function bindEdges(steps: readonly Step[], edges: readonly OpenEdge[]): void {
  const keys = steps.flatMap(({ key, alias }) => [key, alias]).filter((key) => key !== undefined);
  const known = new Set(keys);
  const near = createNearest(known);
  const write = (edge: OpenEdge, field: 'from' | 'to' | 'type', meant: string | undefined) => {
    const written = edge[field];
    if (meant === undefined || written === undefined) return;
    edge[field] = meant;
    edge.corrections = [...edge.corrections, { field: [field], isKey: false, written, meant }];
  };
  for (const edge of edges) {
    const { from, to, type } = edge;
    if (from !== undefined && !known.has(from)) write(edge, 'from', near(from, to));
    if (to !== undefined && !known.has(to)) write(edge, 'to', near(to, from));
    if (type === undefined || EDGE_TYPES.includes(type)) continue;
    const step = steps.find(({ key, alias }) => edge.from === key || edge.from === alias);
    if (step?.spec.isKnown === false) continue;
    const types = step?.spec.branches.map((branch) => branch.type) ?? EDGE_TYPES;
    write(edge, 'type', nearest(type, types));
  }
}

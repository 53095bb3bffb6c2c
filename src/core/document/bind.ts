/**
 * A wrong name is bound once, where it is read: exactly one known name is near to it. The node then
 * has the meant name and a correction, which one rule reports with its fix. Nothing else guesses.
 */
import { stepsByKey } from '../model/config.ts';
import { asString, isObject, type JsonObject, NONE } from '../model/json.ts';
import { createNearest, nearest, nearestNames } from '../model/nearest.ts';
import type { StepType } from '../model/step-type.ts';
import type { Correction, Edge, Names, Node, Step, Workflow } from '../model/workflow.ts';
import { EDGE_TYPES, STEP_TYPES } from '../steps/registry.ts';
import { configOf, hasTodaysNames, type Spellings, todaysFields } from './dialect.ts';
import { append } from './node.ts';

/** The wrong names of a node while they are read. */
export type OpenNames = { -readonly [K in 'corrections' | 'unknown']: Names[K] };

export const noNames = (): OpenNames => ({ corrections: NONE, unknown: NONE });

/** Nothing is added to the names any more. */
export const closeNames = ({ clean }: Spellings, { corrections, unknown }: OpenNames): Names =>
  corrections === NONE && unknown === NONE ? clean : { of: clean.of, corrections, unknown };

/**
 * The fields of an object in today's words: the object itself where it has no other names.
 * @param path of the object below its node: `[]` or `['config']`.
 */
export function readFields(
  raw: JsonObject,
  known: Spellings,
  names: OpenNames,
  path: readonly string[] = NONE,
): JsonObject {
  if (hasTodaysNames(raw, known)) return raw;
  const unknown: string[] = [];
  const values = todaysFields(raw, known, unknown);
  if (unknown.length === 0) return values;
  const free = [...known.fields.keys()].filter(
    (name) => values[known.fields.get(name) as string] === undefined,
  );
  for (const name of unknown) {
    // Two names of one field in different dialects are no choice.
    const [meant = '', ...others] = nearestNames(name, free);
    const field = known.fields.get(meant);
    const isRival = others.some((other) => known.fields.get(other) !== field);
    if (field === undefined || values[field] !== undefined || isRival) {
      names.unknown = append(names.unknown, [...path, name]);
      continue;
    }
    values[field] = raw[name];
    correct(names, { field: [...path, field], isKey: true, written: name, meant });
  }
  return values;
}

function correct(names: OpenNames, correction: Correction): void {
  names.corrections = append(names.corrections, correction);
}

const TYPE_NAMES = STEP_TYPES.map(({ name }) => name);

/** The step type that a wrong one means. */
export function bindStepType(written: string, names: OpenNames): StepType | undefined {
  const meant = nearest(written, TYPE_NAMES);
  if (meant !== undefined) correct(names, { field: ['type'], isKey: false, written, meant });
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
  names: OpenNames,
): string | undefined {
  if (written === undefined || values.has(written)) return written;
  const called = [...values].find(([, others]) => others.includes(written.toLowerCase()));
  const meant = called?.[0] ?? nearest(written, values.keys());
  if (meant === undefined) return written;
  correct(names, { field, isKey: false, written, meant });
  return meant;
}

/** The correction of a value, by its field in the model: `from`, `schema.plan`. */
export const correctionOf = ({ names }: Node, field: string): Correction | undefined =>
  names.corrections.find((each) => !each.isKey && each.field.join('.') === field);

/** The types in the schema of an event. */
export const bindTypes = (
  schema: JsonObject,
  names: OpenNames,
): ReadonlyMap<string, string | undefined> =>
  new Map(
    Object.entries(schema).map(([name, type]) => [
      name,
      bindValue(asString(type), SCHEMA_TYPES, ['schema', name], names),
    ]),
  );

/** Misspelt names in an object of a config, such as `template`. It may have other names as well. */
export function bindNested(config: JsonObject, type: StepType, names: OpenNames): JsonObject {
  let bound = config;
  for (const [field, known] of configOf(type).nested) {
    const value = config[field];
    if (!isObject(value) || hasTodaysNames(value, known)) continue;
    const fields = readFields(value, known, names, ['config', field]);
    bound = { ...bound, [field]: { ...value, ...fields } };
  }
  return bound;
}

/** Steps and edges as they are built, before they are bound to each other. */
type OpenStep = Step & { isDuplicate: boolean };
type OpenEdge = {
  -readonly [K in 'from' | 'to' | 'fromStep' | 'toStep' | 'type' | 'names']: Edge[K];
};

/**
 * Binds the ends of edges that no step has as key, never to the other end; and unknown types to
 * those that the step leaves by.
 */
export function bindEdges(steps: readonly OpenStep[], edges: readonly OpenEdge[]): void {
  const known = stepsByKey(steps);
  for (const step of steps)
    step.isDuplicate = step.key !== undefined && known.get(step.key) !== step;
  const near = createNearest(known.keys());
  const write = (edge: OpenEdge, field: 'from' | 'to' | 'type', meant: string | undefined) => {
    const written = edge[field];
    if (meant === undefined || written === undefined) return;
    edge[field] = meant;
    const correction = { field: [field], isKey: false, written, meant };
    edge.names = { ...edge.names, corrections: [...edge.names.corrections, correction] };
  };
  const bindEnd = (edge: OpenEdge, end: 'from' | 'to', other: string | undefined) => {
    const key = edge[end];
    const step = key === undefined ? undefined : known.get(key);
    if (key === undefined || step !== undefined) return step;
    const meant = near(key, other);
    write(edge, end, meant);
    return meant === undefined ? undefined : known.get(meant);
  };
  for (const edge of edges) {
    const { from, to, type } = edge;
    edge.fromStep = bindEnd(edge, 'from', to);
    edge.toStep = bindEnd(edge, 'to', from);
    if (type === undefined || EDGE_TYPES.includes(type)) continue;
    const spec = edge.fromStep?.spec;
    if (spec?.isKnown === false) continue;
    const types = spec?.branches.map((branch) => branch.type) ?? EDGE_TYPES;
    write(edge, 'type', nearest(type, types));
  }
}

/** A workflow with the ends of edges that the service reads, also where they are wrong. */
export const asWritten = (workflow: Workflow): Workflow => ({
  ...workflow,
  edges: workflow.edges?.map((edge): Edge => {
    const [from, to] = [correctionOf(edge, 'from'), correctionOf(edge, 'to')];
    return {
      ...edge,
      ...(from && { from: from.written, fromStep: undefined }),
      ...(to && { to: to.written, toStep: undefined }),
    };
  }),
});

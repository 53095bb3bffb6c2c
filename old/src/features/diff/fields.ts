import { configField } from '../../core/model/config.ts';
import { lengthsOf } from '../../core/model/duration.ts';
import { FIELDS, SPELLINGS } from '../../core/model/fields.ts';
import { isObject, type JsonObject, own } from '../../core/model/json.ts';
import type { EventDefinition, Step, Workflow } from '../../core/model/nodes.ts';
import { escapeSegment } from '../../core/model/place.ts';
import { truncate } from '../../core/model/text.ts';

interface Field {
  /** As written. */
  readonly value: unknown;
  /** Equal for fields that mean the same. */
  readonly meaning: string;
}

/** Path → field, in today's spelling for all dialects. */
export type Fields = ReadonlyMap<string, Field>;

/** The own fields of a workflow; its id, kind and times do not count. */
export function fieldsOfWorkflow(workflow: Workflow): Fields {
  const { raw, hasSteps, hasEdges } = workflow;
  const fields = othersOf(raw, FIELDS.workflow);
  for (const name of ['name', 'status']) put(fields, `/${name}`, own(raw, name));
  // Anything but an array of steps or edges is compared raw.
  if (!hasSteps) put(fields, '/steps', own(raw, 'steps'));
  if (!hasEdges) put(fields, '/edges', own(raw, 'edges') ?? own(raw, 'connections'));
  return fields;
}

export function fieldsOfEvent({ raw }: EventDefinition): Fields {
  const fields = othersOf(raw, FIELDS.event);
  const schema = own(raw, 'schema');
  if (schema !== null) put(fields, '/schema', schema);
  put(fields, '/name', own(raw, 'name'));
  return fields;
}

export function fieldsOfStep(step: Step): Fields {
  const stored = (step.workflow.raw['steps'] as readonly unknown[])[step.index];
  const fields = new Map<string, Field>();
  if (!isObject(stored)) {
    put(fields, '', stored);
    return fields;
  }
  for (const [path, field] of othersOf(stored, FIELDS.step)) fields.set(path, field);
  put(fields, '/type', own(stored, 'type'));
  for (const name of SPELLINGS.step.key)
    if (typeof stored[name] !== 'string') put(fields, `/${name}`, own(stored, name));
  const config = own(stored, 'config');
  if (!isObject(config)) put(fields, '/config', config);
  else addConfig(fields, step, config);
  return fields;
}

function addConfig(fields: Map<string, Field>, step: Step, config: JsonObject): void {
  const { fields: known, lengths } = step.spec;
  const nested = nestedPartsOf(step, config);
  const [length, another] = lengthsOf(step);
  for (const [name, value] of Object.entries(config)) {
    const today = todaysName(name, step, config);
    if (value === null && Object.hasOwn(known, today) && known[today]?.nullIsAbsent) continue;
    if (nested?.consumed.has(today)) continue;
    // Two lengths may contradict each other, so both are compared raw.
    const isLength = today === lengths?.text || today === lengths?.seconds;
    if (length !== undefined && another === undefined && isLength) {
      const { duration } = length;
      const isClear = duration.kind === 'known' && !duration.unclear;
      const meaning = isClear ? `${duration.seconds} seconds` : meaningOf(value);
      fields.set(`/config/${lengths?.text}`, { value, meaning });
      continue;
    }
    put(fields, `/config/${segment(today)}`, value);
  }
  for (const [name, value] of nested?.parts ?? [])
    put(fields, `/config/${nested?.holder}/${segment(name)}`, value);
}

/** A nested object, such as a template, whose parts are separate fields in some dialects. */
interface NestedParts {
  readonly holder: string;
  readonly parts: ReadonlyMap<string, unknown>;
  readonly consumed: ReadonlySet<string>;
}

/** `undefined` if there is none, or if the two spellings contradict each other. */
function nestedPartsOf(step: Step, config: JsonObject): NestedParts | undefined {
  const flat = Object.entries(step.spec.fields).flatMap(([name, { sameAs }]) =>
    sameAs === undefined ? [] : [{ name, holder: sameAs[0], part: sameAs[1] }],
  );
  const [first] = flat;
  if (first === undefined) return undefined;
  const { holder } = first;
  const nested = config[holder] ?? undefined;
  if (nested !== undefined && !isObject(nested)) return undefined;
  const parts = new Map(Object.entries(nested ?? {}));
  for (const { name, part } of flat) {
    const value = configField(step, name) ?? undefined;
    const other = parts.get(part) ?? undefined;
    if (value !== undefined && other !== undefined && other !== value) return undefined;
    if (value !== undefined) parts.set(part, value);
    if (isNothing(parts.get(part))) parts.delete(part);
  }
  return { holder, parts, consumed: new Set([holder, ...flat.map(({ name }) => name)]) };
}

const isNothing = (value: unknown): boolean =>
  value === null || (isObject(value) && Object.keys(value).length === 0);

/** Today's name of a field. If the config has the field under both names, the other name is kept. */
function todaysName(name: string, { spec }: Step, config: JsonObject): string {
  for (const [today, others] of spec.spellings)
    if (others.includes(name)) return Object.hasOwn(config, today) ? name : today;
  return name;
}

function othersOf(raw: JsonObject, known: ReadonlySet<string>) {
  const fields = new Map<string, Field>();
  for (const [name, value] of Object.entries(raw))
    if (!known.has(name)) put(fields, `/${segment(name)}`, value);
  return fields;
}

function put(fields: Map<string, Field>, path: string, value: unknown): void {
  if (value === undefined) return;
  fields.set(path, { value, meaning: meaningOf(value, path.slice(path.lastIndexOf('/') + 1)) });
}

/** The meaning of all fields together. */
export const meaningOfFields = (fields: Fields): string =>
  Array.from(fields, ([path, { meaning }]) => `${JSON.stringify(path)}:${meaning}`)
    .sort()
    .join();

const LONGEST = 100;

/** A name as part of a path, shortened. */
export function segment(name: string): string {
  return escapeSegment(truncate(name, LONGEST + 1));
}

/** The meaning of a value as text: the same for objects in any order of fields, and for conditions in any order of `rules`. */
export function meaningOf(value: unknown, field = ''): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => meaningOf(item));
    return `[${(field === 'rules' ? items.sort() : items).join()}]`;
  }
  // Not the text of JSON.stringify, where an infinite number is null.
  if (!isObject(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${meaningOf(value[name], name)}`).join()}}`;
}

import { fieldOf } from '../model/config.ts';
import { lengthsOf } from '../model/duration.ts';
import { CONFIG_FIELDS, FIELDS } from '../model/fields.ts';
import { isObject, type JsonObject, own } from '../model/json.ts';
import type { EventDefinition, Step, Workflow } from '../model/nodes.ts';
import { escapeSegment } from '../model/place.ts';
import type { Interner } from './interner.ts';

/** A field as it is written, and the number of what it means. */
export interface Field {
  readonly value: unknown;
  readonly id: number;
}

/** Path → field, in today's spelling whatever the dialect. */
export type Fields = ReadonlyMap<string, Field>;

// The API may send null for what was never set.
const NULL_IS_ABSENT = new Map([
  ['send_email', new Set(['template', 'template_id', 'subject', 'from', 'reply_to', 'topic_id', 'variables'])],
  ['wait_for_event', new Set(['timeout', 'timeout_seconds', 'filter_rule'])],
]);
const LENGTH_FIELDS = new Set(['duration', 'seconds', 'timeout', 'timeout_seconds']);

/** What a workflow says of itself. Its id, its kind and its times say nothing about what it does. */
export function fieldsOfWorkflow(workflow: Workflow, interner: Interner): Fields {
  const { raw, hasSteps, hasEdges } = workflow;
  const fields = othersOf(raw, FIELDS.workflow, interner);
  for (const name of ['name', 'status']) put(fields, `/${name}`, own(raw, name), interner);
  // What is no array of steps or edges is compared as it stands.
  if (!hasSteps) put(fields, '/steps', own(raw, 'steps'), interner);
  if (!hasEdges) put(fields, '/edges', own(raw, 'edges') ?? own(raw, 'connections'), interner);
  return fields;
}

export function fieldsOfEvent({ raw }: EventDefinition, interner: Interner): Fields {
  const fields = othersOf(raw, FIELDS.event, interner);
  const schema = own(raw, 'schema');
  if (schema !== null) put(fields, '/schema', schema, interner);
  if (typeof raw['name'] !== 'string') put(fields, '/name', own(raw, 'name'), interner);
  return fields;
}

export function fieldsOfStep(step: Step, interner: Interner): Fields {
  const steps = own(step.workflow.raw, 'steps');
  const stored = Array.isArray(steps) ? steps[step.index] : undefined;
  const fields = new Map<string, Field>();
  if (!isObject(stored)) {
    put(fields, '', stored, interner);
    return fields;
  }
  for (const [path, field] of othersOf(stored, FIELDS.step, interner)) fields.set(path, field);
  put(fields, '/type', own(stored, 'type'), interner);
  for (const name of ['key', 'id', 'ref']) if (typeof stored[name] !== 'string') put(fields, `/${name}`, own(stored, name), interner);
  const config = own(stored, 'config');
  if (!isObject(config)) put(fields, '/config', config, interner);
  else addConfig(fields, step, config, interner);
  return fields;
}

function addConfig(fields: Map<string, Field>, step: Step, config: JsonObject, interner: Interner): void {
  const known = CONFIG_FIELDS.get(step.type ?? '');
  const skipped = NULL_IS_ABSENT.get(step.type ?? '');
  const template = step.type === 'send_email' ? templatePartsOf(config) : undefined;
  const [length, another] = lengthsOf(step);
  for (const [name, value] of Object.entries(config)) {
    const today = known === undefined ? name : todaysName(name, known, config);
    if (value === null && skipped?.has(today) === true) continue;
    if (template?.consumed.has(today) === true) continue;
    // Two lengths contradict each other, perhaps: both are compared as they stand.
    if (length !== undefined && another === undefined && LENGTH_FIELDS.has(today)) {
      const { duration } = length;
      const id = duration.kind === 'known' && !duration.unclear ? interner.idOfText(`${duration.seconds} seconds`) : interner.idOf(value);
      fields.set(step.type === 'delay' ? '/config/duration' : '/config/timeout', { value, id });
      continue;
    }
    put(fields, `/config/${segment(today)}`, value, interner);
  }
  for (const [name, value] of template?.parts ?? []) put(fields, `/config/template/${segment(name)}`, value, interner);
}

/** The template and its variables, wherever the dialect has them; `undefined` where the two spellings contradict each other. */
function templatePartsOf(config: JsonObject): { readonly parts: ReadonlyMap<string, unknown>; readonly consumed: ReadonlySet<string> } | undefined {
  const nested = config['template'] ?? undefined;
  const flat = fieldOf(config, 'template_id') ?? undefined;
  const variables = config['variables'] ?? undefined;
  if (nested !== undefined && !isObject(nested)) return undefined;
  const parts = new Map(Object.entries(nested ?? {}));
  if (flat !== undefined && parts.has('id') && parts.get('id') !== flat) return undefined;
  if (variables !== undefined && (parts.get('variables') ?? undefined) !== undefined) return undefined;
  if (flat !== undefined) parts.set('id', flat);
  if (variables !== undefined) parts.set('variables', variables);
  if (isNothing(parts.get('variables'))) parts.delete('variables');
  return { parts, consumed: new Set(['template', 'template_id', 'variables']) };
}

const isNothing = (value: unknown): boolean => value === null || (isObject(value) && Object.keys(value).length === 0);

// The twin of a field that is itself given stays what it is.
function todaysName(name: string, known: ReadonlySet<string>, config: JsonObject): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake !== name && known.has(snake) && !Object.hasOwn(config, snake) ? snake : name;
}

function othersOf(raw: JsonObject, known: ReadonlySet<string>, interner: Interner): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const [name, value] of Object.entries(raw)) if (!known.has(name)) put(fields, `/${segment(name)}`, value, interner);
  return fields;
}

function put(fields: Map<string, Field>, path: string, value: unknown, interner: Interner): void {
  if (value === undefined) return;
  // The parts of a condition have no order, which only their name tells.
  fields.set(path, { value, id: interner.idOf(path.endsWith('/rules') ? { rules: value } : value) });
}

const LONGEST = 100;

/** A name as part of a path: paths are for people, and a list of changes repeats them. */
export function segment(name: string): string {
  return escapeSegment(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
}

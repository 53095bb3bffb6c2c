import { configField } from '../../core/model/config.ts';
import { lengthsOf } from '../../core/model/duration.ts';
import { FIELDS, SPELLINGS } from '../../core/model/fields.ts';
import { isObject, type JsonObject, own } from '../../core/model/json.ts';
import type { EventDefinition, Step, Workflow } from '../../core/model/nodes.ts';
import { escapeSegment } from '../../core/model/place.ts';

/** A field as written, and the number of its meaning. */
interface Field {
  readonly value: unknown;
  readonly id: number;
}

/** Path → field, in today's spelling for all dialects. */
export type Fields = ReadonlyMap<string, Field>;

/** The own fields of a workflow; its id, kind and times do not count. */
export function fieldsOfWorkflow(workflow: Workflow, interner: Interner): Fields {
  const { raw, hasSteps, hasEdges } = workflow;
  const fields = othersOf(raw, FIELDS.workflow, interner);
  for (const name of ['name', 'status']) put(fields, `/${name}`, own(raw, name), interner);
  // Anything but an array of steps or edges is compared raw.
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
  const stored = (step.workflow.raw['steps'] as readonly unknown[])[step.index];
  const fields = new Map<string, Field>();
  if (!isObject(stored)) {
    put(fields, '', stored, interner);
    return fields;
  }
  for (const [path, field] of othersOf(stored, FIELDS.step, interner)) fields.set(path, field);
  put(fields, '/type', own(stored, 'type'), interner);
  for (const name of SPELLINGS.step.key)
    if (typeof stored[name] !== 'string') put(fields, `/${name}`, own(stored, name), interner);
  const config = own(stored, 'config');
  if (!isObject(config)) put(fields, '/config', config, interner);
  else addConfig(fields, step, config, interner);
  return fields;
}

function addConfig(
  fields: Map<string, Field>,
  step: Step,
  config: JsonObject,
  interner: Interner,
): void {
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
      const id = isClear ? interner.idOfText(`${duration.seconds} seconds`) : interner.idOf(value);
      fields.set(`/config/${lengths?.text}`, { value, id });
      continue;
    }
    put(fields, `/config/${segment(today)}`, value, interner);
  }
  for (const [name, value] of nested?.parts ?? [])
    put(fields, `/config/${nested?.holder}/${segment(name)}`, value, interner);
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
  if (!spec.fieldNames.has(name)) return name;
  for (const [today, others] of spec.spellings)
    if (others.includes(name)) return Object.hasOwn(config, today) ? name : today;
  return name;
}

function othersOf(raw: JsonObject, known: ReadonlySet<string>, interner: Interner) {
  const fields = new Map<string, Field>();
  for (const [name, value] of Object.entries(raw))
    if (!known.has(name)) put(fields, `/${segment(name)}`, value, interner);
  return fields;
}

function put(fields: Map<string, Field>, path: string, value: unknown, interner: Interner): void {
  if (value === undefined) return;
  // The parts of a condition have no order; the interner finds them by name.
  const named = path.endsWith('/rules') ? { rules: value } : value;
  fields.set(path, { value, id: interner.idOf(named) });
}

const LONGEST = 100;

/** A name as part of a path, shortened. */
export function segment(name: string): string {
  return escapeSegment(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
}

/** Gives equal values equal numbers, so that comparing does not depend on depth. */
export interface Interner {
  /** Objects are equal in any order of fields, and conditions in any order of `rules`. */
  idOf(value: unknown): number;
  /** The number of an internal text, never equal to that of a value. */
  idOfText(text: string): number;
}

interface Frame {
  readonly value: object;
  readonly keys: readonly string[] | undefined;
  readonly children: readonly unknown[];
  /** The order of the children has no meaning. */
  readonly unordered: boolean;
  readonly ids: number[];
}

export function createInterner(): Interner {
  const numbers = new Map<string, number>();
  const known = new Map<object, number>();
  const numberOf = (text: string): number => {
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = numbers.size));
    return number;
  };
  const idOfLeaf = (value: unknown): number =>
    numberOf(typeof value === 'string' ? `"${value}` : `${typeof value} ${value}`);

  const idOf = (root: unknown): number => {
    if (typeof root !== 'object' || root === null) return idOfLeaf(root);
    const done = known.get(root);
    if (done !== undefined) return done;
    const stack: Frame[] = [frameOf(root, false)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const { value, keys, children, unordered, ids } = frame;
      if (ids.length < children.length) {
        const child = children[ids.length];
        const id = typeof child === 'object' && child !== null ? known.get(child) : idOfLeaf(child);
        if (id !== undefined) ids.push(id);
        else stack.push(frameOf(child as object, keys?.[ids.length] === 'rules'));
        continue;
      }
      if (unordered) ids.sort((a, b) => a - b);
      known.set(
        value,
        numberOf(
          keys === undefined
            ? `[${ids.join()}`
            : `{${keys.map((key, i) => `${JSON.stringify(key)}${ids[i]}`).join()}`,
        ),
      );
      stack.pop();
    }
    return known.get(root) as number;
  };
  return { idOf, idOfText: (text) => numberOf(`=${text}`) };
}

function frameOf(value: object, unordered: boolean): Frame {
  if (!isObject(value))
    return { value, keys: undefined, children: value as readonly unknown[], unordered, ids: [] };
  const keys = Object.keys(value).sort();
  return { value, keys, children: keys.map((key) => value[key]), unordered: false, ids: [] };
}

import { FIELDS } from '../model/fields.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import { describeValue } from '../model/operators.ts';
import type { ErrorObject } from './validator.ts';

/** A misfit in plain words. `path` leads from the validated value to the field, or to what should hold it. */
export interface Misfit {
  readonly path: readonly string[];
  readonly message: string;
  readonly help?: string;
  /** The field it is about, by name. */
  readonly field: string;
}

const EXPECTED = new Map([
  ['string', 'text'],
  ['string,null', 'text or null'],
  ['object', 'an object'],
  ['object,null', 'an object or null'],
  ['array', 'an array'],
  ['boolean', 'true or false'],
  ['string,array,null', 'text or an array of texts'],
]);

/**
 * Turns what ajv says of a value into misfits, one per field.
 * @param labelOf names the part of the value that a path leads to, in the words of a message.
 */
export function misfitsOf(root: unknown, errors: readonly ErrorObject[], labelOf: (path: readonly string[]) => string): readonly Misfit[] {
  const misfits: Misfit[] = [];
  for (const { keyword, instancePath, params } of errors) {
    const path = instancePath
      .split('/')
      .slice(1)
      .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (keyword === 'requireOne') misfits.push(missing(root, path, (params as { names: string }).names.split(','), labelOf(path)));
    else if (keyword === 'required' || keyword === 'requireWith') {
      misfits.push(missing(root, path, [(params as { missingProperty: string }).missingProperty], labelOf(path)));
    } else if (keyword === 'pattern') {
      misfits.push({ path, field: nameOf(path), message: `${fieldLabel(root, path, labelOf)} is blank` });
    } else if (!isUnusedSpelling(root, path)) {
      misfits.push(wrongType(root, path, String((params as { type: unknown }).type), fieldLabel(root, path, labelOf)));
    }
  }
  return misfits;
}

// Some tools write out every field they know, and null for those they do not use.
function isUnusedSpelling(root: unknown, path: readonly string[]): boolean {
  const holder = valueAt(root, path.slice(0, -1)) as JsonObject;
  const others = INSTEAD.get(nameOf(path));
  if (others === undefined || holder[nameOf(path)] !== null) return false;
  return others.some((name) => Object.hasOwn(holder, name) && holder[name] !== null);
}

// Field → the fields that are read in its place while it is null.
const INSTEAD = new Map<string, readonly string[]>([
  ...interchangeable('key', 'id', 'ref'),
  ...interchangeable('from', 'from_step_id', 'fromStepId'),
  ...interchangeable('to', 'to_step_id', 'toStepId'),
  ...interchangeable('type', 'edge_type', 'edgeType'),
  ...interchangeable('edges', 'connections'),
  ['template', ['template_id', 'templateId']],
  ['template_id', ['template']],
  ['templateId', ['template', 'template_id']],
  ['eventName', ['event_name']],
  ['segmentId', ['segment_id']],
  ['createdAt', ['created_at']],
]);

function interchangeable(...names: readonly string[]): [string, readonly string[]][] {
  return names.map((name) => [name, names.filter((other) => other !== name)]);
}

function missing(root: unknown, path: readonly string[], names: readonly string[], label: string): Misfit {
  const holder = valueAt(root, path) as JsonObject;
  const possible = spellings(root, path, names);
  const field = possible[0] as string;
  const example = EXAMPLES.get(field);
  const help = nearKey(Object.keys(holder), possible) ?? (example === undefined ? undefined : `add "${field}": ${example}`);
  return { path, field, message: `${label} has no ${possible.map((name) => `"${name}"`).join(' or ')}`, ...(help !== undefined && { help }) };
}

const EXAMPLES = new Map([
  ['config', '{}, or with the fields this step needs'],
  ['connections', '[ … ]; without steps to connect, an empty one'],
  ['template', '{"id": "…"}'],
  ['duration', '"3 days", or however long it should be'],
  ['seconds', '259200 for 3 days, or however long it should be'],
]);

function wrongType(root: unknown, path: readonly string[], type: string, label: string): Misfit {
  const value = valueAt(root, path);
  const isSchemaType = path[0] === 'schema' && path.length === 2;
  const expected = isSchemaType ? 'the name of a type, such as "string"' : EXPECTED.get(type);
  const message = `${label} must be ${expected}, but is ${describeValue(value)}`;
  const help = isSchemaType ? undefined : helpFor(type, value, nameOf(path));
  return { path, field: nameOf(path), message, ...(help !== undefined && { help }) };
}

function helpFor(type: string, value: unknown, field: string): string | undefined {
  if (/^(?:created|updated)/.test(field)) return 'write it as "2026-10-01T12:00:00.000Z"';
  if (type.startsWith('string') && typeof value === 'number' && field !== 'type') return `put it in double quotes: "${value}"`;
  if (type === 'boolean' && (value === 'true' || value === 'false')) return `write ${value} without the quotes`;
  if (type === 'array' && isObject(value)) return 'put its items in square brackets, without names';
  if (field === 'template' && typeof value === 'string') return `write {"id": ${quote(value)}}`;
  return undefined;
}

// Of several spellings those of the dialect at hand: what the thing itself or the first of its siblings shows.
function spellings(root: unknown, path: readonly string[], names: readonly string[]): readonly string[] {
  if (names.length === 1) return names;
  const snake = names.filter((name) => !/[A-Z]/.test(name));
  const holder = valueAt(root, path);
  const around = valueAt(root, path.slice(0, -1));
  const siblings: readonly unknown[] = Array.isArray(around) ? around : [];
  for (const one of [holder, ...siblings.slice(0, SIBLINGS)]) {
    if (!isObject(one)) continue;
    const used = names.find((name) => Object.hasOwn(one, name));
    if (used !== undefined) return [used];
    const otherEnd = snake.find((name) => Object.hasOwn(one, OTHER_END.get(name) ?? ''));
    if (otherEnd !== undefined) return [otherEnd];
  }
  return snake;
}

const SIBLINGS = 20;

// An edge that says from_step_id lacks to_step_id, not "to".
const OTHER_END = new Map([
  ['from', 'to'],
  ['to', 'from'],
  ['from_step_id', 'to_step_id'],
  ['to_step_id', 'from_step_id'],
]);

const KNOWN: ReadonlySet<string> = new Set(Object.values(FIELDS).flatMap((names) => [...names]));

function nearKey(keys: readonly string[], names: readonly string[]): string | undefined {
  const strangers = keys.filter((key) => !KNOWN.has(key));
  for (const name of names) {
    const key = nearest(name, strangers) ?? strangers.find((part) => part.length > 2 && name.includes(part));
    if (key !== undefined) return `${quote(key)} stands there: write "${name}"`;
  }
  return undefined;
}

// A field is named with what holds it; an item of an array is named by itself.
function fieldLabel(root: unknown, path: readonly string[], labelOf: (path: readonly string[]) => string): string {
  const holder = path.slice(0, -1);
  return Array.isArray(valueAt(root, holder)) ? labelOf(path) : `${quote(nameOf(path))} of ${labelOf(holder)}`;
}

const nameOf = (path: readonly string[]): string => path.at(-1) as string;

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const segment of path) value = (value as JsonObject)[segment];
  return value;
}

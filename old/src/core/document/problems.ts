import { SPELLINGS } from '../model/fields.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { findMisnamed } from '../model/misnamed-field.ts';
import { describeValue } from '../model/operators.ts';
import { unescapeSegment } from '../model/place.ts';
import type { StepType } from '../model/step-type.ts';
import { STEP_TYPES } from '../steps/registry.ts';
import { misspeltType } from '../steps/type-meant.ts';
import type { ErrorObject } from './validator.ts';

/** A validation error as a message. `path` leads from the validated value to the field, or to what should hold it. */
interface ValidationError {
  readonly path: readonly string[];
  readonly message: string;
  readonly help?: string | undefined;
  readonly field: string;
  /** The value to write at the path. */
  readonly meant?: unknown;
  /** The field of the value at the path that has another name. */
  readonly misnamed?: { readonly field: string; readonly name: string };
}

const EXPECTED = new Map([
  ['string', 'a string'],
  ['string,null', 'a string or null'],
  ['object', 'an object'],
  ['object,null', 'an object or null'],
  ['array', 'an array'],
  ['boolean', 'a boolean'],
  ['string,array,null', 'a string or an array of strings'],
]);

/**
 * Messages for the errors of ajv, one per field.
 * @param labelOf names the part of the value at a path.
 */
export function validationErrorsOf(
  root: unknown,
  errors: readonly ErrorObject[],
  labelOf: (path: readonly string[]) => string,
): readonly ValidationError[] {
  const found: ValidationError[] = [];
  const hasSteps = isObject(root) && root['steps'] !== undefined;
  for (const { keyword, instancePath, params } of errors) {
    const path = instancePath.split('/').slice(1).map(unescapeSegment);
    const given = params as { names: string; missingProperty: string; type: unknown };
    // Without steps, missing edges are no second fault.
    if (keyword === 'requireOne' && /\bedges\b/.test(given.names) && !hasSteps) continue;
    if (keyword === 'requireOne')
      found.push(missing(root, path, given.names.split(','), labelOf(path)));
    else if (keyword === 'required' || keyword === 'requireWith')
      found.push(missing(root, path, [given.missingProperty], labelOf(path)));
    else if (keyword === 'pattern') {
      const message = `${fieldLabel(root, path, labelOf)} is blank`;
      found.push({ path, field: nameOf(path), message });
    } else if (!isUnusedSpelling(root, path))
      found.push(wrongType(root, path, String(given.type), fieldLabel(root, path, labelOf)));
  }
  return found;
}

// Some tools write null for each field they do not use.
function isUnusedSpelling(root: unknown, path: readonly string[]): boolean {
  const holder = valueAt(root, path.slice(0, -1)) as JsonObject;
  const others = INSTEAD.get(nameOf(path));
  if (others === undefined || holder[nameOf(path)] !== null) return false;
  return others.some((name) => Object.hasOwn(holder, name) && holder[name] !== null);
}

// Field → the fields that are read in its place while it is null.
const INSTEAD = new Map<string, readonly string[]>([
  ...interchangeable(SPELLINGS.step.key),
  ...Object.values(SPELLINGS.edge).flatMap(interchangeable),
  ...interchangeable(['edges', 'connections']),
  ['createdAt', ['created_at']],
  ...STEP_TYPES.flatMap(alternativesIn),
]);

/** For each name of a field, the spellings read before it and the fields that may replace it. */
function alternativesIn({ requires, fields, spellings }: StepType): [string, string[]][] {
  return Object.entries(fields).flatMap(([field, { schema }]) => {
    if (schema === undefined) return [];
    const others = requires.find((group) => group.includes(field)) ?? [field];
    const names = [field, ...(spellings.get(field) ?? [])];
    const inPlace = others.filter((other) => other !== field);
    const otherNames = inPlace.flatMap((other) => [other, ...(spellings.get(other) ?? [])]);
    return names.map((name, i): [string, string[]] => [
      name,
      [...names.slice(0, i), ...otherNames],
    ]);
  });
}

function interchangeable(names: readonly string[]): [string, readonly string[]][] {
  return names.map((name) => [name, names.filter((other) => other !== name)]);
}

function missing(
  root: unknown,
  path: readonly string[],
  names: readonly string[],
  label: string,
): ValidationError {
  const holder = valueAt(root, path) as JsonObject;
  const possible = spellings(root, path, names);
  const field = possible[0] as string;
  const example = EXAMPLES.get(field);
  const instead = findMisnamed(holder, Object.keys(holder), possible);
  const help =
    instead?.help ?? contentsOf(holder, field) ?? (example && `add "${field}": ${example}`);
  const beside = instead === undefined ? '' : `, but the unknown field ${quote(instead.field)}`;
  return {
    path,
    field,
    message: `${label} has no ${possible.map((name) => `"${name}"`).join(' or ')}${beside}`,
    help,
    ...(instead?.name !== undefined && { misnamed: { field: instead.field, name: instead.name } }),
  };
}

/** What to add where an empty object or array would be the next fault: a config with required fields, edges between steps. */
function contentsOf({ type, steps }: JsonObject, field: string): string | undefined {
  if (field === 'connections' && Array.isArray(steps) && steps.length > 1)
    return 'add "connections" between its steps';
  const given = typeof type === 'string' ? (misspeltType(type) ?? type) : undefined;
  const spec = field === 'config' ? STEP_TYPES.find(({ name }) => name === given) : undefined;
  const required = spec?.rule === 'config' ? 'a rule' : spec?.requires[0]?.map(quote).join(' or ');
  return required && `add "config" with ${required}`;
}

const EXAMPLES = new Map([
  ['config', '{}'],
  ['connections', '[]'],
  ...STEP_TYPES.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([field, { example }]): [string, string][] =>
      example === undefined ? [] : [[field, example]],
    ),
  ),
]);

function wrongType(
  root: unknown,
  path: readonly string[],
  type: string,
  label: string,
): ValidationError {
  const value = valueAt(root, path);
  const isSchemaType = path[0] === 'schema' && path.length === 2;
  const expected = isSchemaType ? 'the name of a type, such as "string"' : EXPECTED.get(type);
  const message = `${label} must be ${expected}, but is ${describeValue(value)}`;
  const field = nameOf(path);
  return { path, field, message, ...(!isSchemaType && remedyFor(type, value, field)) };
}

// A number names no type, and hardly a step.
const REFERENCES: ReadonlySet<string> = new Set([
  ...['type', 'next', 'key', 'ref', 'object'],
  ...SPELLINGS.edge.from,
  ...SPELLINGS.edge.to,
]);

function remedyFor(
  type: string,
  value: unknown,
  field: string,
): Pick<ValidationError, 'help' | 'meant'> {
  if (/created|updated/.test(field))
    return { help: 'write a UTC time of the form YYYY-MM-DDThh:mm:ssZ' };
  if (type.startsWith('string') && typeof value === 'number' && !REFERENCES.has(field))
    return { help: `write "${value}" in quotes`, meant: String(value) };
  if (type === 'boolean' && (value === 'true' || value === 'false'))
    return { help: `write ${value} without quotes`, meant: value === 'true' };
  if (type === 'array' && isObject(value))
    return { help: 'put the items in square brackets, without keys' };
  const example = EXAMPLES.get(field);
  if (typeof value !== 'string' || value.trim() === '' || !example?.includes('"…"')) return {};
  return { help: `write ${example.replace('"…"', () => quote(value))}` };
}

// The spelling of the dialect that the object or one of its first siblings uses.
function spellings(
  root: unknown,
  path: readonly string[],
  names: readonly string[],
): readonly string[] {
  const snake = names.filter((name) => !/[A-Z]/.test(name));
  const holder = valueAt(root, path);
  const around = valueAt(root, path.slice(0, -1));
  const siblings: readonly unknown[] = Array.isArray(around) ? around : [];
  for (const one of [holder, ...siblings.slice(0, SIBLINGS)]) {
    if (!isObject(one)) continue;
    const used = names.find((name) => Object.hasOwn(one, name));
    if (used !== undefined) return [used];
    const otherEnd = names.find((name) => Object.hasOwn(one, OTHER_END.get(name) ?? ''));
    if (otherEnd !== undefined) return [otherEnd];
  }
  return snake;
}

const SIBLINGS = 20;

// With `from_step_id`, `to_step_id` is missing, not `to`.
const { from: FROM, to: TO } = SPELLINGS.edge;
const OTHER_END = new Map<string, string>([
  ...FROM.map((name, i) => [name, TO[i] as string] as const),
  ...TO.map((name, i) => [name, FROM[i] as string] as const),
]);

function fieldLabel(
  root: unknown,
  path: readonly string[],
  labelOf: (path: readonly string[]) => string,
): string {
  const holder = path.slice(0, -1);
  return Array.isArray(valueAt(root, holder))
    ? labelOf(path)
    : `${quote(nameOf(path))} of ${labelOf(holder)}`;
}

const nameOf = (path: readonly string[]): string => path.at(-1) as string;

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const segment of path) value = (value as JsonObject)[segment];
  return value;
}

/** Event definitions and templates that calls make. */
import { isObject } from '../../core/model/json.ts';
import { UNKNOWN } from '../../core/model/unknown.ts';
import { entryOf, isAbsent, textOf, type Value } from './value.ts';
import type { FoundCall } from './wrappers.ts';

/** Name → definition as JSON. */
export type Definitions = Map<
  string,
  { readonly value: { readonly name: string; readonly schema: unknown }; readonly call: FoundCall }
>;

/** Adds a definition. Returns whether the call has other fields, as one that is meant to send. */
export function definitionOf(
  call: FoundCall,
  definitions: Definitions,
  fail: (what: string) => void,
): boolean {
  const { given } = call;
  const fields = given.is === 'object' ? [...given.entries.keys()] : [];
  if (fields.some((name) => name !== 'name' && name !== 'schema')) return true;
  const name = textOf(entryOf(given, 'name'));
  if (name === undefined) fail('the event definition');
  if (name === undefined) return false;
  const schema = schemaOf(entryOf(given, 'schema'));
  if (schema === UNKNOWN) fail('the schema');
  const value = { name, schema: schema === UNKNOWN ? null : schema };
  definitions.set(name, { value, call });
  return false;
}

/** A schema as JSON: all its types are known, or it is not. */
function schemaOf(value: Value | undefined): unknown {
  if (value === undefined || isAbsent(value)) return null;
  if (value.is === 'constant' && value.value === null) return null;
  if (value.is !== 'object' || value.isOpen) return UNKNOWN;
  const types = [...value.entries].map(([name, entry]) => [name, textOf(entry.value)] as const);
  return types.every(([, type]) => type !== undefined) ? Object.fromEntries(types) : UNKNOWN;
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** `events.update(name, { schema })` takes the place of what was defined. */
export function redefine(call: FoundCall, definitions: Definitions): void {
  const name = textOf(call.target);
  if (name === undefined) return;
  const schema = call.given.is === 'object' ? schemaOf(entryOf(call.given, 'schema')) : UNKNOWN;
  const known = definitions.get(name);
  if (known !== undefined)
    definitions.set(name, {
      ...known,
      value: { name, schema: schema === UNKNOWN ? null : schema },
    });
  else if (!ID.test(name) && isObject(schema))
    definitions.set(name, { call, value: { name, schema } });
}

/** A template as an export has it; undefined where its variables are not known. */
export function templateOf(raw: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(raw)) return undefined;
  const { alias, name, from, subject, html, variables = [] } = raw;
  if (!Array.isArray(variables) || alias === UNKNOWN || name === UNKNOWN) return undefined;
  const read = variables.map((each) => {
    if (!isObject(each) || typeof each['key'] !== 'string') return undefined;
    const fallback = each['fallbackValue'] ?? each['fallback_value'];
    const isGiven = fallback !== undefined && fallback !== null;
    const type = each['type'] === UNKNOWN ? undefined : each['type'];
    return {
      key: each['key'],
      type,
      ...(isGiven && { fallback_value: String(fallback as string) }),
    };
  });
  if (read.includes(undefined)) return undefined;
  const id =
    alias ?? (name === undefined ? 'created in code' : `${String(name)} (created in code)`);
  return {
    ...{ id, alias: alias ?? null, name: name ?? null, status: 'published', variables: read },
    ...(from !== UNKNOWN && { from: from ?? null }),
    ...(subject !== UNKNOWN && { subject: subject ?? null }),
    ...(typeof html === 'string' && { html }),
  };
}

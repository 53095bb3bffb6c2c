/** Event definitions and templates that calls make. */
import { isObject } from '../../core/model/json.ts';
import { UNKNOWN } from '../../core/model/unknown.ts';
import { entryOf, isAbsent, textOf, type Value } from './value.ts';
import type { FoundCall } from './wrappers.ts';

export interface Definition {
  readonly value: { readonly name: string; readonly schema: unknown };
  readonly call: FoundCall;
}

/** Name → definition. */
export type Definitions = Map<string, Definition>;

/** Whether a call that defines has other fields too, as one that is meant to send. */
export const isSend = ({ given }: FoundCall): boolean =>
  given.is === 'object' &&
  [...given.entries.keys()].some((name) => !/^(?:name|schema)$/.test(name));

export function addDefinition(
  call: FoundCall,
  definitions: Definitions,
  fail: (what: string) => void,
): void {
  const name = textOf(entryOf(call.given, 'name'));
  const schema = schemaOf(entryOf(call.given, 'schema'));
  if (name === undefined) fail('the event definition');
  else if (schema === UNKNOWN) fail('the schema');
  if (name !== undefined)
    definitions.set(name, { value: { name, schema: schema === UNKNOWN ? null : schema }, call });
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
  const isNew = known === undefined && !ID.test(name) && isObject(schema);
  if (known === undefined && !isNew) return;
  const value = { name, schema: schema === UNKNOWN ? null : schema };
  definitions.set(name, { call: known?.call ?? call, value });
}

/** A template as an export has it; undefined where its name or variables are not known. */
export function templateOf(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const { alias = null, name = null, variables = [] } = body;
  if (!Array.isArray(variables) || alias === UNKNOWN || name === UNKNOWN) return undefined;
  const read = variables.map(variableOf);
  if (read.includes(undefined)) return undefined;
  const known = Object.entries(body).filter(([field]) => /^(?:from|subject|html)$/.test(field));
  return {
    ...Object.fromEntries(known.filter(([, value]) => value !== UNKNOWN)),
    ...{ id: alias ?? `${String(name ?? '')} (created in code)`, alias, name },
    ...{ status: 'published', variables: read },
  };
}

function variableOf(given: unknown): unknown {
  if (!isObject(given) || typeof given['key'] !== 'string') return undefined;
  const { key, type, fallbackValue, fallback_value = fallbackValue } = given;
  const fallback = fallback_value ?? undefined;
  return {
    ...{ key, type: type === UNKNOWN ? undefined : type },
    ...(fallback !== undefined && { fallback_value: String(fallback) }),
  };
}

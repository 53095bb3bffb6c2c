/** Event definitions and templates that calls make. */
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { hasUnknown, UNKNOWN } from '../../core/model/unknown.ts';
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

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** A later one takes the place of an earlier one. */
export function addDefinition(
  call: FoundCall,
  definitions: Definitions,
  fail: (what: string) => void,
): void {
  const name = textOf(entryOf(call.given, 'name'));
  const schema = schemaOf(entryOf(call.given, 'schema'));
  if (name === undefined) fail('the event definition');
  else if (schema === UNKNOWN) fail('the schema');
  // An update may name the event by its id.
  if (name === undefined || ID.test(name)) return;
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

/** A template as an export has it; undefined where its name or variables are not known. */
export function templateOf(body: JsonObject): JsonObject | undefined {
  const { alias = null, name = null, variables = [] } = body;
  if (!Array.isArray(variables) || hasUnknown({ alias, name, variables })) return undefined;
  const known = Object.entries(body).filter(([, value]) => value !== UNKNOWN);
  return {
    ...Object.fromEntries(known),
    ...{
      id: alias ?? `${name ?? 'a template'} (created in code)`,
      alias,
      name,
      status: 'published',
    },
    variables: variables.filter(isObject).map(({ fallbackValue, ...each }) => ({
      fallback_value: fallbackValue,
      ...each,
    })),
  };
}

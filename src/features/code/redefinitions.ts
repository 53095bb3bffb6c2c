import type { JsonObject } from '../../core/model/json.ts';
import type { FoundCall } from './calls.ts';
import { entryOf, knownText, type Value } from './values.ts';

/**
 * `events.update` replaces the schema of the definition: the last one counts, and one that is not known allows everything, so that
 * calls that send the event are not compared.
 */
export function withRedefinitions(calls: readonly FoundCall[]): readonly FoundCall[] {
  const updates = new Map(
    calls.flatMap(({ does, name, given }) => {
      const known = does === 'redefine' ? knownText(name) : undefined;
      return known === undefined ? [] : [[known, given] as const];
    }),
  );
  const open = new Set<string>();
  const defined = calls.map((call) => {
    const name = call.does === 'define' ? knownText(entryOf(call.given, 'name')) : undefined;
    const update = name === undefined ? undefined : updates.get(name);
    if (name !== undefined && schemaOf(update ?? call.given) === undefined) open.add(name);
    return update === undefined ? call : { ...call, given: withSchema(call.given, update) };
  });
  return defined.map((call) => {
    const event = call.does === 'send' ? knownText(entryOf(call.given, 'event')) : undefined;
    return event !== undefined && open.has(event) ? { ...call, isOneOf: true } : call;
  });
}

function withSchema(given: Value, update: Value): Value {
  if (given.kind !== 'object') return given;
  const entries = new Map(given.entries);
  const schema = update.kind === 'object' ? update.entries.get('schema') : undefined;
  const isKnown = schema?.value.kind === 'object' && !schema.value.isOpen;
  if (schema !== undefined && isKnown) entries.set('schema', schema);
  else entries.delete('schema');
  return { ...given, entries };
}

/** The type of each property; `undefined` if they are not known. */
export function schemaOf(given: Value): JsonObject | null | undefined {
  const schema = entryOf(given, 'schema');
  if (schema === undefined || (schema.kind === 'constant' && schema.value === null)) return null;
  if (schema.kind !== 'object' || schema.isOpen) return undefined;
  const types = [...schema.entries].map(([key, { value }]) => [key, knownText(value)] as const);
  return types.some(([, type]) => type === undefined) ? undefined : Object.fromEntries(types);
}

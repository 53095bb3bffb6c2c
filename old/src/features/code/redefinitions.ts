import type { JsonObject } from '../../core/model/json.ts';
import { isUuid } from '../../core/model/label.ts';
import type { FoundCall } from './calls.ts';
import { entryOf, knownText, type Value } from './values.ts';

/**
 * `events.update` replaces the schema of the definition: the last one counts, and one that is not known allows everything, so that
 * calls that send the event are not compared. Of an event that the code does not create, it is the definition.
 */
export function withRedefinitions(given: readonly FoundCall[]): readonly FoundCall[] {
  const updates = new Map(
    given.flatMap((call) => {
      const known = call.does === 'redefine' ? knownText(call.name) : undefined;
      return known === undefined ? [] : [[known, call] as const];
    }),
  );
  const created = new Set(given.map(nameDefinedBy));
  const calls = given.map((call) => {
    const name = knownText(call.name);
    const isOnly = name !== undefined && updates.get(name) === call && !created.has(name);
    return isOnly && !isUuid(name) ? asDefinition(call) : call;
  });
  const open = new Set<string | undefined>();
  const defined = calls.map((call) => {
    const name = nameDefinedBy(call);
    if (name === undefined) return call;
    const update = updates.get(name)?.given;
    if (schemaOf(update ?? call.given) === undefined) open.add(name);
    return update === undefined ? call : { ...call, given: withSchema(call.given, update) };
  });
  return defined.map((call) => {
    const event = call.does === 'send' ? knownText(entryOf(call.given, 'event')) : undefined;
    return open.has(event) ? { ...call, isOneOf: true } : call;
  });
}

const nameDefinedBy = ({ does, given }: FoundCall): string | undefined =>
  does === 'define' ? knownText(entryOf(given, 'name')) : undefined;

/** An update with the name of the event as a field. */
function asDefinition(call: FoundCall): FoundCall {
  const { name, given } = call;
  if (name === undefined || given.kind !== 'object' || !schemaOf(given)) return call;
  const entries = new Map([['name', { value: name, key: name.site }], ...given.entries]);
  return { ...call, does: 'define', given: { ...given, entries } };
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

import type { FoundCall } from './calls.ts';
import { entryOf, knownText, type Value } from './values.ts';

/** `events.update` replaces the schema of the definition: the last one counts, and one that is not known allows everything. */
export function withRedefinitions(calls: readonly FoundCall[]): readonly FoundCall[] {
  const updates = new Map(
    calls.flatMap(({ does, name, given }) => {
      const known = does === 'redefine' ? knownText(name) : undefined;
      return known === undefined ? [] : [[known, given] as const];
    }),
  );
  return calls.map((call) => {
    const name = call.does === 'define' ? knownText(entryOf(call.given, 'name')) : undefined;
    const update = name === undefined ? undefined : updates.get(name);
    return update === undefined ? call : { ...call, given: withSchema(call.given, update) };
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

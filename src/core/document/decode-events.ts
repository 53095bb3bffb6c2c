import { asString, isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { misnamedValue } from '../model/misnamed-field.ts';
import type { DocumentRef, EventDefinition } from '../model/nodes.ts';
import { subjectOf } from '../model/place.ts';
import { addProblems, type DecodeState, noteDepth } from './decode-state.ts';
import * as shapes from './shapes.generated.ts';

export function decodeEvent(raw: JsonObject, pointer: string, state: DecodeState): void {
  const event = eventOf(raw, pointer, state.ref);
  state.events.push(event);
  noteDepth(raw, state);
  const label = event.name === undefined ? 'this event definition' : `event ${quote(event.name)}`;
  const rawSchema = raw['schema'];
  if (isJsonSchema(rawSchema)) {
    state.problems.push({
      rule: 'invalid-shape',
      place: { document: state.ref, pointer: `${pointer}/schema`, subject: subjectOf(event) },
      message: `the schema of ${label} is a JSON Schema, not an object of property types`,
      help: `write ${exampleOf(event.schema)}`,
      field: 'schema',
    });
    const rest = { ...raw, schema: null };
    if (!shapes.event(rest))
      addProblems(shapes.event, rest, pointer, state, {
        label: () => label,
        subject: () => subjectOf(event),
      });
    return;
  }
  if (shapes.event(raw)) return;
  addProblems(shapes.event, raw, pointer, state, {
    label: ([field]) => (field === undefined ? label : `schema of ${label}`),
    subject: () => subjectOf(event),
  });
}

export function eventOf(raw: JsonObject, pointer: string, document: DocumentRef): EventDefinition {
  const rawSchema = raw['schema'];
  let schema: Map<string, string | undefined> | null = null;
  if (isJsonSchema(rawSchema)) {
    schema = new Map();
    for (const [property, type] of Object.entries(rawSchema.properties))
      schema.set(property, typeInJsonSchema(type));
  } else if (isObject(rawSchema)) {
    schema = new Map();
    for (const [property, type] of Object.entries(rawSchema)) schema.set(property, asString(type));
  }
  return {
    kind: 'event',
    document,
    raw,
    pointer,
    id: asString(raw['id']),
    name: asString(raw['name'] ?? misnamedValue(raw, 'name')),
    schema,
  };
}

/** A schema of this form is refused, but it has the names of the properties. */
const isJsonSchema = (schema: unknown): schema is { readonly properties: JsonObject } =>
  isObject(schema) && Object.hasOwn(schema, 'properties') && isObject(schema['properties']);

const TYPES = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
]);

const typeInJsonSchema = (property: unknown): string | undefined =>
  isObject(property) ? TYPES.get(asString(property['type']) ?? '') : undefined;

/** The first properties in the form that the service accepts. */
function exampleOf(schema: EventDefinition['schema']): string {
  const properties = [...(schema ?? [])].map(
    ([name, type]) => `${quote(name)}: "${type ?? 'string'}"`,
  );
  const more = properties.length > 3 ? ', …' : '';
  return `{${properties.slice(0, 3).join(', ')}${more}}`;
}

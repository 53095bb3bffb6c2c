import { renameAt } from '../model/fix.ts';
import { asString, isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { misnamedValue, misspeltField } from '../model/misnamed-field.ts';
import type { DocumentRef, EventDefinition } from '../model/nodes.ts';
import { escapeSegment, subjectOf } from '../model/place.ts';
import { addProblems, type DecodeState, type PartNames } from './decode-state.ts';
import * as shapes from './shapes.generated.ts';

export function decodeEvent(raw: JsonObject, pointer: string, state: DecodeState): void {
  const event = eventOf(raw, pointer, state.ref);
  state.events.push(event);
  const label = event.name === undefined ? 'this event definition' : `event ${quote(event.name)}`;
  const misspelt = misspeltSchema(raw);
  if (misspelt !== undefined) {
    const place = {
      document: state.ref,
      pointer: `${pointer}/${escapeSegment(misspelt)}`,
      onKey: true,
      subject: subjectOf(event),
    };
    state.problems.push({
      rule: 'invalid-shape',
      place,
      field: 'schema',
      // It may be a field of another tool.
      maxSeverity: 'warning',
      message: `${label} has no "schema", but the unknown field ${quote(misspelt)}`,
      help: `rename ${quote(misspelt)} to "schema"`,
      fixes: [renameAt(place, 'schema')],
    });
  }
  const rawSchema = raw['schema'];
  if (isJsonSchema(rawSchema)) {
    state.problems.push({
      rule: 'invalid-shape',
      place: { document: state.ref, pointer: `${pointer}/schema`, subject: subjectOf(event) },
      message: `the schema of ${label} is a JSON Schema, not an object of property types`,
      help: `write ${exampleOf(typesIn(rawSchema))}`,
      field: 'schema',
    });
    const rest = { ...raw, schema: null };
    const names = { label: () => label, subject: () => subjectOf(event) };
    if (!shapes.event(rest)) addProblems({ shape: shapes.event, raw: rest, pointer }, names, state);
    return;
  }
  if (shapes.event(raw)) return;
  const names: PartNames = {
    label: ([field]) => (field === undefined ? label : `schema of ${label}`),
    subject: () => subjectOf(event),
  };
  addProblems({ shape: shapes.event, raw, pointer }, names, state);
}

export function eventOf(raw: JsonObject, pointer: string, document: DocumentRef): EventDefinition {
  const rawSchema = raw[misspeltSchema(raw) ?? 'schema'];
  let schema: Map<string, string | undefined> | null = null;
  if (isJsonSchema(rawSchema)) {
    schema = typesIn(rawSchema);
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

interface JsonSchema {
  readonly properties: JsonObject;
}

/** The field whose value is read as the schema, since its name is nearly right. */
const misspeltSchema = (raw: JsonObject): string | undefined =>
  raw['schema'] === undefined ? misspeltField(raw, 'schema') : undefined;

/** A schema of this form is refused, but it has the names of the properties. */
const isJsonSchema = (schema: unknown): schema is JsonSchema =>
  isObject(schema) && Object.hasOwn(schema, 'properties') && isObject(schema['properties']);

const TYPES = new Map<unknown, string>([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
]);

const typesIn = ({ properties }: JsonSchema): Map<string, string | undefined> =>
  new Map(
    Object.entries(properties).map(([name, property]) => [
      name,
      isObject(property) ? TYPES.get(property['type']) : undefined,
    ]),
  );

/** The first properties in the form that the service accepts. */
function exampleOf(types: ReadonlyMap<string, string | undefined>): string {
  const properties = [...types].map(([name, type]) => `${quote(name)}: "${type ?? 'string'}"`);
  const more = properties.length > 3 ? ', …' : '';
  return `{${properties.slice(0, 3).join(', ')}${more}}`;
}

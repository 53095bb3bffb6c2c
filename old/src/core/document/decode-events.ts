import { asString, isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { misnamedValue, misspeltField } from '../model/misnamed-field.ts';
import type { DocumentRef, EventDefinition } from '../model/nodes.ts';
import { placeOf, subjectOf } from '../model/place.ts';
import {
  addProblems,
  type DecodeState,
  labelOfNode,
  noteMisspelt,
  type PartNames,
} from './decode-state.ts';
import * as shapes from './shapes.generated.ts';

export function decodeEvent(raw: JsonObject, pointer: string, state: DecodeState): void {
  const event = eventOf(raw, pointer, state.ref);
  state.events.push(event);
  const label = labelOfNode(event);
  const misspelt = misspeltSchema(raw);
  if (misspelt !== undefined) noteMisspelt(event, misspelt, 'schema', state);
  const rawSchema = raw['schema'];
  const isForeign = isJsonSchema(rawSchema);
  if (isForeign)
    state.problems.push({
      rule: 'invalid-shape',
      place: placeOf([event, 'schema']),
      message: `the schema of ${label} is a JSON Schema, not an object of property types`,
      help: `write ${exampleOf(typesIn(rawSchema))}`,
      field: 'schema',
    });
  const checked = isForeign ? { ...raw, schema: null } : raw;
  if (shapes.event(checked)) return;
  const names: PartNames = {
    label: ([field]) => (field === undefined ? label : `schema of ${label}`),
    subject: () => subjectOf(event),
  };
  addProblems({ shape: shapes.event, raw: checked, pointer }, names, state);
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

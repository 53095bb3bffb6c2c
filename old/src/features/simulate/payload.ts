import { CONTACT_FIELDS, isContactField } from '../../core/model/contact.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import { nearest } from '../../core/model/nearest.ts';
import type { EventDefinition } from '../../core/model/nodes.ts';
import { describeValue, isDateText } from '../../core/model/operators.ts';

const NAMED: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['date', 'a date'],
]);

/**
 * Compares a payload with the schema of its event. For problems, the service refuses the payload, and no run starts; for remarks, its
 * reaction is not documented.
 */
export function checkPayload(
  payload: JsonObject | undefined,
  definition: EventDefinition | undefined,
  isPart = false,
) {
  const problems: string[] = [];
  const remarks: string[] = [];
  const schema = definition?.schema;
  if (!payload || !schema) return { problems, remarks };
  for (const [property, type] of schema) {
    if (!Object.hasOwn(payload, property)) {
      if (!isPart) remarks.push(`the payload has no ${quote(property)}, which the schema has`);
      continue;
    }
    const value = payload[property];
    const wanted = type === undefined ? undefined : NAMED.get(type);
    if (wanted === undefined) continue;
    const name = quote(property);
    if (value === null)
      remarks.push(
        `${name} is null, where the schema wants ${wanted}: whether that fits is not documented`,
      );
    else if (type === 'date' ? !isDateLike(value) : typeof value !== type)
      problems.push(`${name} must be ${wanted}, but is ${describeValue(value)}`);
    else if (type === 'date' && !isDateText(value))
      remarks.push(
        `${name} is not a date in ISO 8601; whether the service reads it is not documented`,
      );
  }
  for (const property of Object.keys(payload)) {
    if (schema.has(property)) continue;
    const near = nearest(property, schema.keys());
    const hint = near === undefined ? '' : `; did you mean ${quote(near)}?`;
    remarks.push(`the schema has no ${quote(property)}${hint}`);
  }
  return { problems, remarks };
}

function isDateLike(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Notes on fields of a contact that no condition can read. */
export function checkContact(contact: JsonObject): readonly string[] {
  const fields = Object.keys(contact).filter((key) => !isContactField(key));
  return fields.map((key) => {
    const near = nearest(key, CONTACT_FIELDS);
    const hint =
      near === undefined
        ? 'custom properties belong under "properties"'
        : `did you mean ${quote(near)}?`;
    return `the contact has ${quote(key)}, which no condition asks for: ${hint}`;
  });
}

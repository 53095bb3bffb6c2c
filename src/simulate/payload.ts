import { CONTACT_FIELDS, isContactField } from '../model/contact.ts';
import type { JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import type { EventDefinition } from '../model/nodes.ts';
import { describeValue, isDateText } from '../model/operators.ts';

/** What a payload has that the schema of its event does not fit, and what is odd about it all the same. */
export interface PayloadCheck {
  /** The service refuses the payload for it, and nothing runs. */
  readonly problems: readonly string[];
  /** It is not documented what the service makes of these. */
  readonly remarks: readonly string[];
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['date', 'a date'],
]);

/** Compares a payload with the schema of its event. */
export function checkPayload(payload: JsonObject, definition: EventDefinition | undefined): PayloadCheck {
  const problems: string[] = [];
  const remarks: string[] = [];
  const schema = definition?.schema;
  if (schema === undefined || schema === null) return { problems, remarks };
  for (const [property, type] of schema) {
    if (!Object.hasOwn(payload, property)) {
      remarks.push(`the payload has no ${quote(property)}, which the schema has`);
      continue;
    }
    const value = payload[property];
    const wanted = type === undefined ? undefined : NAMED.get(type);
    if (wanted === undefined) continue;
    if (value === null) remarks.push(`${quote(property)} is null, where the schema wants ${wanted}: whether that fits is not documented`);
    else if (type === 'date' ? !mayBeDate(value) : typeof value !== type) problems.push(`${quote(property)} must be ${wanted}, but is ${describeValue(value)}`);
    else if (type === 'date' && !isDateText(value)) remarks.push(`${quote(property)} is no date in ISO 8601: whether the service reads it is not documented`);
  }
  for (const property of Object.keys(payload)) {
    if (schema.has(property)) continue;
    const near = nearest(property, schema.keys());
    remarks.push(`the schema has no ${quote(property)}${near === undefined ? '' : `; did you mean ${quote(near)}?`}`);
  }
  return { problems, remarks };
}

function mayBeDate(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** What is odd about what is said of a contact. */
export function checkContact(contact: JsonObject): readonly string[] {
  return Object.keys(contact)
    .filter((key) => !isContactField(key))
    .map((key) => {
      const near = nearest(key, CONTACT_FIELDS);
      return `the contact has ${quote(key)}, which no condition asks for: ${near === undefined ? 'custom properties stand under "properties"' : `did you mean ${quote(near)}?`}`;
    });
}

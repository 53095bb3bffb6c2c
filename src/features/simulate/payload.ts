/** Payloads and contacts of a request against what the account has. */
import { SCHEMA_TYPES } from '../../core/document/bind.ts';
import { isDateText } from '../../core/model/condition.ts';
import { contactFieldMeant, isContactField } from '../../core/model/contact.ts';
import { type JsonObject, own } from '../../core/model/json.ts';
import { nearest } from '../../core/model/nearest.ts';
import { adviseName, describeValue, quote } from '../../core/model/text.ts';
import type { EventDefinition } from '../../core/model/workflow.ts';

type Schema = EventDefinition['schema'];

/** Why the service refuses a payload. Whether null fits is not documented. */
export const problemsOf = (payload: JsonObject, schema: Schema): readonly string[] =>
  [...(schema ?? [])].flatMap(([name, type = '']) => {
    const value = own(payload, name) ?? undefined;
    if (!SCHEMA_TYPES.has(type) || value === undefined || fits(value, type)) return [];
    return [`${quote(name)} must be a ${type}, but is ${describeValue(value)}`];
  });

/** Whether the service reads dates of other forms is not documented. */
const fits = (value: unknown, type: string): boolean =>
  type === 'date'
    ? isDateText(value) || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    : typeof value === type;

/** Names in a payload that its schema does not have. */
export function notesOnPayload(payload: JsonObject, schema: Schema): readonly string[] {
  if (schema === null) return [];
  const unknown = Object.keys(payload).filter((name) => !schema.has(name));
  return unknown.map((name) => {
    const near = nearest(name, schema.keys());
    return `the schema has no ${quote(name)}; ${adviseName(near, 'the service ignores it')}`;
  });
}

/** Fields of a contact that no condition can read. */
export function notesOnContact(contact: JsonObject): readonly string[] {
  const unknown = Object.keys(contact).filter(
    (name) => !isContactField(`contact.${name}`) && !isContactField(name),
  );
  return unknown.map((name) => {
    const meant = contactFieldMeant(name)?.replace(/^contact\./, '');
    const hint = adviseName(meant, 'properties of your own belong under "properties"');
    return `a contact has no ${quote(name)}; ${hint}`;
  });
}

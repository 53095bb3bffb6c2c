/** Payloads and contacts of a request against what the account has. */
import { isDateText } from '../../core/model/condition.ts';
import { contactFieldMeant, isContactField } from '../../core/model/contact.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { nearest } from '../../core/model/nearest.ts';
import { adviseName, describeValue, quote } from '../../core/model/text.ts';
import type { EventDefinition } from '../../core/model/workflow.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['boolean', 'a boolean'],
  ['date', 'a date'],
]);

/** Why the service refuses a payload. Whether null fits is not documented. */
export function problemsOf(
  payload: JsonObject | undefined,
  schema: EventDefinition['schema'],
): readonly string[] {
  const given = new Map(Object.entries(payload ?? {}));
  return [...(schema ?? [])].flatMap(([name, type = '']) => {
    const [value, wanted] = [given.get(name), TYPES.get(type)];
    if (wanted === undefined || value === undefined || value === null || fits(value, type))
      return [];
    return [`${quote(name)} must be ${wanted}, but is ${describeValue(value)}`];
  });
}

const fits = (value: unknown, type: string): boolean =>
  type === 'date' ? isDateText(value) || isOtherDate(value) : typeof value === type;

/** Whether the service reads dates of other forms is not documented. */
const isOtherDate = (value: unknown): boolean =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Names in a payload that its schema does not have. */
export function notesOnPayload(
  payload: JsonObject | undefined,
  schema: EventDefinition['schema'],
): readonly string[] {
  if (schema === null) return [];
  return Object.keys(payload ?? {})
    .filter((name) => !schema.has(name))
    .map((name) => {
      const near = nearest(name, schema.keys());
      return `the schema has no ${quote(name)}; ${adviseName(near, 'the service ignores it')}`;
    });
}

/** Fields of a contact that no condition can read. */
export const notesOnContact = (contact: JsonObject = {}): readonly string[] =>
  Object.keys(contact)
    .filter((name) => !isContactField(`contact.${name}`) && !isContactField(name))
    .map((name) => {
      const meant = contactFieldMeant(name)?.replace(/^contact\./, '');
      const hint = adviseName(meant, 'properties of your own belong under "properties"');
      return `a contact has no ${quote(name)}; ${hint}`;
    });

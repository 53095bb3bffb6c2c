import { isDateText } from '../../core/model/condition.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';

/** Why the service refuses a body for `/events/send`; undefined where it takes it. */
export function faultOfSend(body: JsonObject, schema: JsonObject): string | undefined {
  const { event, email, contact_id: contact, payload } = body;
  if (typeof event !== 'string' || event === '') return 'the field "event" is missing';
  if ((email === undefined) === (contact === undefined))
    return 'exactly one of "email" and "contact_id" is needed';
  if (payload === undefined || payload === null) return undefined;
  if (!isObject(payload)) return 'the field "payload" must be an object';
  for (const [name, type] of Object.entries(schema)) {
    const value = payload[name];
    if (value === undefined || value === null || isOfType(value, type)) continue;
    return `the field "payload.${name}" must be a ${type}`;
  }
  return undefined;
}

const TYPES: readonly unknown[] = ['string', 'number', 'boolean'];

const isOfType = (value: unknown, type: unknown): boolean =>
  type === 'date'
    ? typeof value === 'string' && isDateText(value)
    : !TYPES.includes(type) || typeof value === type;

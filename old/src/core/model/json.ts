/** A JSON object as parsed: attacker-controlled keys, so read it with `own`, never with `in`. */
export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own key; `undefined` for inherited names such as `constructor`. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The type of a JSON value, as written in messages: `null`, `an array`, `a number` … */
export function describeKind(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** Whether a field has a value. Some tools write null for fields they do not use. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

export const asString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

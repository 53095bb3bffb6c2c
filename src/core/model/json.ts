/** A JSON object as parsed. Its keys come from strangers: read it with `own`, never with `in`. */
export type JsonObject = { readonly [key: string]: unknown };

/** One empty list serves all. */
export const NONE: readonly never[] = Object.freeze([]);

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a text; an empty one for anything else. */
export function parseObject(text = ''): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The value of an own key; `undefined` for inherited names such as `constructor`. */
export function own(object: JsonObject, key: string): unknown {
  const value = object[key];
  // What objects inherit is functions and `__proto__`. To ask for each key takes twice as long.
  const mayBeInherited = typeof value === 'function' || key === '__proto__';
  return mayBeInherited && !Object.hasOwn(object, key) ? undefined : value;
}

/** Whether a field has a value. Some tools write null for fields that they do not use. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

export const asString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The value at a path below a JSON value; `undefined` where there is none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const field of path) {
    if (Array.isArray(found)) found = found[Number(field)];
    else found = isObject(found) ? own(found, String(field)) : undefined;
  }
  return found;
}

/** The fields that are not undefined. */
export const defined = <T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** The same value as another JSON type, where there is one: 5 for "5". */
export function convertTo(type: string, value: unknown): string | number | boolean | undefined {
  if (type === 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (type === 'boolean')
    return value === 'true' || value === 'false' ? value === 'true' : undefined;
  return type === 'number' && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

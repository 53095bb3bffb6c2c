import type { JsonObject } from './json.ts';

/** Field → its names in the dialects of the service, in the order in which they are read. */
export type FieldNames = ReadonlyMap<string, readonly string[]>;

/** The names as given, each also in camel case. */
export const fieldNames = (fields: Readonly<Record<string, readonly string[]>>): FieldNames =>
  new Map(
    Object.entries(fields).map(([field, names]) => [
      field,
      [...new Set(names.flatMap((name) => [name, camelCase(name)]))],
    ]),
  );

/** `eventName` for `event_name`. */
const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Of the names of a field that an object has, the first with a value. */
export function chosenName(raw: JsonObject, names: readonly string[]): string | undefined {
  let empty: string | undefined;
  for (const name of names) {
    const value = raw[name];
    if (value === undefined) continue;
    if (value !== null && !(Array.isArray(value) && value.length === 0)) return name;
    empty ??= name;
  }
  return empty;
}

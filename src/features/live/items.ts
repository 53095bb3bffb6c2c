import { isObject, type JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import { ApiFault } from './request.ts';

/** Why a value is not what was asked for: it says itself that it is another object than these. */
export function foreignObject(
  value: unknown,
  objects: readonly [string, ...string[]],
): ApiFault | undefined {
  const object = isObject(value) ? value['object'] : undefined;
  if (typeof object !== 'string' || objects.includes(object)) return undefined;
  const message = `the answer holds an object ${quote(object)} instead of ${quote(objects[0])}`;
  return new ApiFault('unusable', message, { group: `other than ${objects[0]}` });
}

/** What the cache compares: the whole item of the list; `undefined` when it has no time of change. */
export const stampOf = (item: JsonObject): string | undefined =>
  item['updated_at'] === undefined ? undefined : JSON.stringify(item);

// Half a surrogate pair has no place in a URL.
export const encodeId = (id: string): string =>
  encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'));

import { isObject, type JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import { parseAnswer } from './lists.ts';
import { ApiFault } from './request.ts';

/** Why a value is not the requested object: its `object` is none of these. */
export function foreignObject(
  value: unknown,
  objects: readonly [string, ...string[]],
): ApiFault | undefined {
  const object = isObject(value) ? value['object'] : undefined;
  if (typeof object !== 'string' || objects.includes(object)) return undefined;
  const message = `the answer holds an object ${quote(object)} instead of ${quote(objects[0])}`;
  return new ApiFault('unusable', message, { group: `other than ${objects[0]}` });
}

/** The object in a response to a request by id. Throws an ApiFault for other content. */
export function readItem(
  text: string,
  id: string,
  noun: string,
  objects: readonly [string, ...string[]],
): JsonObject {
  const value = parseAnswer(text);
  if (!isObject(value)) throw new ApiFault('unusable', `the answer is not a ${noun}`);
  const foreign = foreignObject(value, objects);
  if (foreign !== undefined) throw foreign;
  if (typeof value['id'] === 'string' && value['id'] !== id)
    throw new ApiFault('unusable', `the answer is a ${noun} of another id`);
  return value;
}

export const printList = (data: readonly unknown[]): string =>
  JSON.stringify({ object: 'list', has_more: false, data });

// A lone surrogate is invalid in a URL.
export const encodeId = (id: string): string =>
  encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'));

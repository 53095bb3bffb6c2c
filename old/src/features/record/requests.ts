import { isDeepStrictEqual } from 'node:util';
import { REQUEST } from '../../core/document/decode-requests.ts';
import { wrongRequest } from '../../core/model/endpoints.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';

/** A request of a script, with the response. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: readonly string[];
  /** The names of the fields of its body. */
  readonly fields: readonly string[];
  readonly status: number;
  readonly message: string | undefined;
  readonly origin: string | null;
  /** The item that it names, and of a refused creation the item that exists. */
  readonly item: { readonly id: string; readonly name: string | undefined } | undefined;
  /** What it would create exists with the same values. */
  readonly isSame: boolean;
}

/** A request to report, as a document. */
export interface FaultyRequest {
  readonly value: JsonObject;
  readonly origin: string | null;
}

export const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * The requests that were refused and not handled, and those that do something else than is meant.
 * @param isIgnored whether the script ignores the result of the call; `undefined` where that is not known.
 */
export function faultyRequests(
  requests: readonly LoggedRequest[],
  isIgnored: (origin: string) => boolean | undefined,
): readonly FaultyRequest[] {
  const seen = new Set<string>();
  return requests.flatMap((request, i): readonly FaultyRequest[] => {
    const { method, path, fields, status, message, origin, item } = request;
    const value = { object: REQUEST, method, path: `/${path.join('/')}`, fields, status };
    // A script that reads this one handles what exists.
    const ignores = status === 409 && origin !== null ? isIgnored(origin) : undefined;
    const isRefused = status >= 400 && (ignores ?? isUnhandled(request, requests.slice(i + 1)));
    if (!isRefused && wrongRequest(value) === undefined) return [];
    const named = item?.name === undefined ? value : { ...value, item: item.name };
    const key = JSON.stringify([named, message, origin]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ value: message === undefined ? named : { ...named, message }, origin }];
  });
}

function isUnhandled(refused: LoggedRequest, later: readonly LoggedRequest[]): boolean {
  const { method, status, path, item, isSame } = refused;
  // To look whether something exists, or to delete it when it does, is no fault.
  if (status === 404 && (isReading(method) || method === 'DELETE')) return false;
  if (isSame) return false;
  const [collection] = path;
  return !later.some((next) => {
    if (next.status >= 400 || next.path[0] !== collection) return false;
    const isOfItem = item !== undefined && next.item?.id === item.id;
    switch (status) {
      case 404:
        return next.method === 'POST' && next.path.length === 1;
      case 409:
        return isOfItem;
      case 422:
        return isOfItem && (next.fields.includes('steps') || next.path[2] === 'duplicate');
      default:
        return false;
    }
  });
}

/** Whether the fields that are to be created are those of the item that exists. */
export const hasSameFields = (item: JsonObject, body: unknown): boolean =>
  isObject(body) && Object.entries(body).every(([name, value]) => isSameValue(item[name], value));

const isSameValue = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one ?? null, other ?? null);

import { isObject, type JsonObject } from '../model/json.ts';
import type { ApiCall, DocumentRef } from '../model/nodes.ts';

/** The `object` of a request that `edgewise record` keeps. */
export const REQUEST = 'recorded_request';

/** A recorded request; `undefined` for anything else. */
export function decodeRequest(
  raw: unknown,
  document: DocumentRef,
  pointer = '',
): ApiCall | undefined {
  if (!isObject(raw) || raw['object'] !== REQUEST) return undefined;
  const { method, path, fields, item, status, message } = raw as JsonObject;
  if (typeof method !== 'string' || typeof path !== 'string') return undefined;
  return {
    kind: 'call',
    document,
    raw,
    pointer,
    does: 'request',
    via: 'http',
    event: undefined,
    payload: undefined,
    request: {
      method,
      path,
      fields: Array.isArray(fields) ? fields.map(String) : [],
      item: typeof item === 'string' ? item : undefined,
      status: typeof status === 'number' ? status : undefined,
      message: typeof message === 'string' ? message : '',
    },
  };
}

/** Failed requests, in words. */
import { asString, parseObject } from '../../core/model/json.ts';
import { quote, truncate } from '../../core/model/text.ts';
import { codeOf } from '../../node/user-error.ts';
import type { Scrub } from './scrub.ts';

/**
 * `temporary`: may work later (rate limit, 5xx, network). `denied`: 401 and 403. `missing`: 404.
 * `unusable`: an answer that is not one of this API.
 */
type Kind = 'temporary' | 'denied' | 'missing' | 'unusable';

/** The reason of a failed request: one line, without the key, not escaped. */
export class ApiFault extends Error {
  readonly kind: Kind;
  /** Faults of one group have one cause, and are one failure. */
  readonly group: string;

  constructor(kind: Kind, message: string, group = message) {
    super(message);
    this.kind = kind;
    this.group = group;
  }

  /** The same cause in other words. */
  with(message: string): ApiFault {
    return new ApiFault(this.kind, message, this.group);
  }
}

/** The fault in place of the value. Other errors are faults of edgewise. */
export const settle = <T>(promise: Promise<T>): Promise<T | ApiFault> =>
  promise.catch((error: unknown) => {
    if (error instanceof ApiFault) return error;
    throw error;
  });

/** The beginning of a text, in quotes. */
export const excerptOf = (text: string): string =>
  text.trim() === '' ? 'nothing' : quote(truncate(text.trim().replace(/\s+/g, ' '), 80));

/** @param text the body, without the key. */
export function refusalOf(status: number, text: string, tried: string): ApiFault {
  // An error body: `{name, message, statusCode}`.
  const given = asString(parseObject(text)['message']);
  const said = `${status}: ${excerptOf(given ?? text)}`;
  const fault = (kind: Kind, message: string): ApiFault =>
    new ApiFault(kind, message, `${kind} ${status}`);
  if ([301, 302, 303, 307, 308].includes(status))
    return fault('unusable', `redirects are not followed, to keep the key safe (${status})`);
  // Errors of the service are JSON. Another 403 has nothing to do with the key.
  if (status === 403 && given === undefined)
    return fault('unusable', `a network in front of the service refuses the request (${said})`);
  if (status === 401 || status === 403)
    return fault('denied', `the service denies access (${said}); ${tried}`);
  if ([404, 405, 410].includes(status)) return fault('missing', `it does not exist (${said})`);
  if (status === 429) return fault('temporary', `the service limits the rate (${said})`);
  if (status >= 500 || status === 408) return fault('temporary', `the service failed (${said})`);
  return fault('unusable', `the service refuses the request (${said})`);
}

const CAUSES: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'no server listens at this address'],
  ['ENOTFOUND', 'the host does not exist; is the base URL right?'],
  ['EAI_AGAIN', 'the host cannot be looked up; are the base URL and the network right?'],
  ['ECONNRESET', 'the connection was closed'],
  ['UND_ERR_SOCKET', 'the connection was closed'],
  ['UND_ERR_ABORTED', 'the proxy refuses the connection'],
]);

/** Whether another attempt may succeed: not for an unknown host, or a certificate. */
export const isMomentary = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(codeOf(innermost(error)));

/** Why there is no answer. */
export function unreachable(error: unknown, scrub: Scrub): ApiFault {
  const cause = innermost(error);
  const why = CAUSES.get(codeOf(cause)) ?? (codeOf(cause) || cause.message);
  return new ApiFault('temporary', `the service cannot be reached (${scrub(why)})`);
}

/** Fetch says "fetch failed", and has the reason as its cause. */
function innermost(error: unknown): Error {
  let cause = error instanceof Error ? error : new Error(String(error));
  for (let depth = 0; depth < 5 && cause.cause instanceof Error; depth++) cause = cause.cause;
  return cause;
}

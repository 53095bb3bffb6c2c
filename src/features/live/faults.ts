/** Failed requests, in words. */
import { asString, parseObject } from '../../core/model/json.ts';
import { quote, truncate } from '../../core/model/text.ts';
import { codeOf } from '../../node/user-error.ts';
import { waitOf } from './limiter.ts';
import type { Answer } from './proxy.ts';
import type { Scrub } from './scrub.ts';

/**
 * `temporary`: may work later (rate limit, 5xx, network). `denied`: 401 and 403. `missing`: 404.
 * `unusable`: an answer that is not one of this API.
 */
type Kind = 'temporary' | 'denied' | 'missing' | 'unusable';

interface About {
  /** Faults of one group have one cause, and are one failure. */
  readonly group?: string;
  /** Milliseconds before another attempt, which may succeed. */
  readonly wait?: number | undefined;
}

/** The reason of a failed request: one line, without the key, not escaped. */
export class ApiFault {
  readonly kind: Kind;
  readonly message: string;
  readonly group: string;
  readonly wait: number | undefined;

  constructor(kind: Kind, message: string, { group = message, wait }: About = {}) {
    this.kind = kind;
    this.message = message;
    this.group = group;
    this.wait = wait;
  }

  /** The same cause in other words. */
  with(message: string): ApiFault {
    return new ApiFault(this.kind, message, this);
  }
}

/** The beginning of a text, in quotes. */
export const excerptOf = (text: string): string =>
  text.trim() === '' ? 'nothing' : quote(truncate(text.trim().replace(/\s+/g, ' '), 80));

const AGAIN = [408, 429, 500, 502, 503, 504];

/** @param text the body, without the key. */
export function refusalOf(answer: Answer, text: string, tried: string): ApiFault {
  const { status } = answer;
  // An error body: `{name, message, statusCode}`.
  const given = asString(parseObject(text)['message']);
  const said = `${status}: ${excerptOf(given ?? text)}`;
  const wait = AGAIN.includes(status) ? (waitOf(answer) ?? 0) : undefined;
  const fault = (kind: Kind, message: string): ApiFault =>
    new ApiFault(kind, message, { group: `${kind} ${status}`, wait });
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

/** Another attempt may succeed: not for an unknown host, or a certificate. */
const MOMENTARY = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'];

/** Why there is no answer. Throws an error that is a fault of edgewise. */
export function unreachable(error: unknown, scrub: Scrub): ApiFault {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ApiFault('temporary', 'the service took too long to answer');
  if (!(error instanceof TypeError && error.cause !== undefined)) throw error;
  const cause = innermost(error);
  const code = codeOf(cause);
  const why = CAUSES.get(code) ?? (code || cause.message);
  const message = `the service cannot be reached (${scrub(why)})`;
  return new ApiFault('temporary', message, { wait: MOMENTARY.includes(code) ? 0 : undefined });
}

/** Fetch says "fetch failed", and has the reason as its cause. */
function innermost(error: Error): Error {
  let cause = error;
  for (let depth = 0; depth < 5 && cause.cause instanceof Error; depth++) cause = cause.cause;
  return cause;
}

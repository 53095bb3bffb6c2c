import { nearest } from '../model/nearest.ts';
import { pathOf, type Quirks, type Request, type Response, refuse } from './respond.ts';

/** Faults a server is told to have: `rate=5,503=0.1,vanish=ID`. */
export interface Faults extends Quirks {
  /** Requests a second. */
  readonly rate: number | undefined;
  readonly statuses: readonly { readonly status: number; readonly applies: Applies }[];
  /** Paths whose body is cut, with the response otherwise in order; and those whose connection breaks in the middle. */
  readonly truncated: ReadonlySet<string>;
  readonly broken: ReadonlySet<string>;
  /** Milliseconds between the bytes of a body. */
  readonly drip: number | undefined;
}

type Applies = { readonly share: number } | { readonly path: string };

/** A response, and how it goes out. */
export interface Delivery extends Response {
  /** The connection is closed after half of the body. */
  readonly breaks: boolean;
  readonly drip: number | undefined;
}

/** What each fault means, for the message about one there is not. */
export const FAULT_NAMES = ['rate=N', '503=SHARE', '503=/PATH', 'truncate=/PATH', 'break=/PATH', 'drip', 'vanish=ID', 'ignore-limit', 'endless'] as const;

const STATUSES = new Map([
  [401, 'restricted_api_key'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [429, 'rate_limit_exceeded'],
  [500, 'application_error'],
  [502, 'bad_gateway'],
  [503, 'service_unavailable'],
  [504, 'gateway_timeout'],
]);
const DRIP = 100;

/** Reads a list of faults. What cannot be read is a complaint in plain words. */
export function parseFaults(spec: string): Faults | { readonly complaint: string; readonly hint: string } {
  const statuses: { status: number; applies: Applies }[] = [];
  const vanished = new Set<string>();
  const truncated = new Set<string>();
  const broken = new Set<string>();
  let rate: number | undefined;
  let drip: number | undefined;
  let ignoresLimit = false;
  let neverEnds = false;

  for (const part of spec.split(',').map((text) => text.trim())) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals === -1 ? part : part.slice(0, equals);
    const value = equals === -1 ? '' : part.slice(equals + 1);
    const wants = (form: string) => ({ complaint: `the fault "${name}" wants ${form}, not "${value}"`, hint: HINT });
    const status = Number(name);
    if (name === 'rate') {
      rate = countOf(value);
      if (rate === undefined) return wants('a number of requests a second');
    } else if (STATUSES.has(status)) {
      const share = /^\d?(?:\.\d{1,6})?$/.test(value) && value !== '' ? Number(value) : 0;
      if (value.startsWith('/')) statuses.push({ status, applies: { path: value } });
      else if (share > 0 && share <= 1) statuses.push({ status, applies: { share } });
      else return wants('a share of the requests such as 0.1, or a path');
    } else if (name === 'truncate' || name === 'break') {
      if (!value.startsWith('/')) return wants('a path such as /workflows/ID');
      (name === 'truncate' ? truncated : broken).add(value);
    } else if (name === 'drip') {
      drip = value === '' ? DRIP : countOf(value);
      if (drip === undefined) return wants('milliseconds from one byte to the next');
    } else if (name === 'vanish') {
      if (value === '') return wants('the id of a workflow or event');
      vanished.add(value);
    } else if (name === 'ignore-limit') ignoresLimit = true;
    else if (name === 'endless') neverEnds = true;
    else return unknown(name);
  }
  return { rate, statuses, truncated, broken, drip, vanished, ignoresLimit, neverEnds };
}

const HINT = `faults: ${FAULT_NAMES.join(', ')}`;

function unknown(name: string): { readonly complaint: string; readonly hint: string } {
  const names = [...new Set(FAULT_NAMES.map((form) => form.replace(/=.*/, '')))];
  const near = nearest(name, [...names, ...[...STATUSES.keys()].map(String)]);
  return { complaint: `unknown fault "${name}"`, hint: `${near === undefined ? '' : `did you mean "${near}"? `}${HINT}` };
}

function countOf(value: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;
}

/**
 * Puts faults over a server. They come by count and clock, never by chance: the same requests get the same answers.
 * @param now milliseconds of a clock that does not go back.
 */
export function withFaults(faults: Faults, answer: (request: Request) => Response): (request: Request, now: number) => Delivery {
  const seen = faults.statuses.map(() => 0);
  let windowStart = Number.NEGATIVE_INFINITY;
  let used = 0;

  const rateHeaders = (now: number): Record<string, string> => {
    if (faults.rate === undefined) return {};
    if (now - windowStart >= 1000) [windowStart, used] = [now, 0];
    used++;
    const reset = Math.max(1, Math.ceil((windowStart + 1000 - now) / 1000));
    return {
      'ratelimit-limit': String(faults.rate),
      'ratelimit-remaining': String(Math.max(0, faults.rate - used)),
      'ratelimit-reset': String(reset),
      ...(used > faults.rate && { 'retry-after': String(reset) }),
    };
  };
  const faultOf = (path: string): Response | undefined => {
    let fault: Response | undefined;
    // Every share counts on, whichever of them strikes.
    for (const [i, { status, applies }] of faults.statuses.entries()) {
      const count = (seen[i] as number) + 1;
      seen[i] = count;
      const strikes = 'path' in applies ? applies.path === path : whole(count * applies.share) > whole((count - 1) * applies.share);
      if (strikes) fault ??= failure(status);
    }
    return fault;
  };

  return (request, now) => {
    const path = pathOf(request.url);
    const limits = rateHeaders(now);
    const response = limits['retry-after'] === undefined ? (faultOf(path) ?? answer(request)) : failure(429);
    return {
      ...response,
      headers: { ...response.headers, ...limits },
      body: faults.truncated.has(path) ? response.body.slice(0, response.body.length >> 1) : response.body,
      breaks: faults.broken.has(path),
      drip: faults.drip,
    };
  };
}

// 0.29 × 100 is a little less than 29.
const whole = (amount: number): number => Math.floor(amount + 1e-9);

function failure(status: number): Response {
  const response = refuse(status, STATUSES.get(status) as string, MESSAGES.get(status) ?? 'This failure was asked for with --faults.');
  return status === 429 || status === 503 ? { ...response, headers: { ...response.headers, 'retry-after': '1' } } : response;
}

const MESSAGES = new Map([[429, 'Too many requests. You can only make a limited number of requests per second.']]);

import { nearest } from '../../core/model/nearest.ts';
import { didYouMean, UserError } from '../../run/user-error.ts';
import { type ApiRequest, type ApiResponse, pathOf, type Quirks, refuse } from './respond.ts';

/** Faults of a server: `rate=5,503=0.1,vanish=ID`. */
export interface Faults extends Quirks {
  readonly rate: number | undefined;
  readonly statuses: readonly { readonly status: number; readonly applies: Applies }[];
  /** Paths whose body is cut in an otherwise valid response; and those whose connection is aborted. */
  readonly truncated: ReadonlySet<string>;
  readonly broken: ReadonlySet<string>;
  /** Milliseconds between the bytes of a body. */
  readonly drip: number | undefined;
}

type Applies = { readonly share: number } | { readonly path: string };

export interface Delivery extends ApiResponse {
  /** The connection is closed after half of the body. */
  readonly breaks: boolean;
  readonly drip: number | undefined;
}

const FAULT_NAMES = [
  'rate=N',
  '503=SHARE',
  '503=/PATH',
  'truncate=/PATH',
  'break=/PATH',
  'drip',
  'vanish=ID',
  'ignore-limit',
  'endless',
] as const;

const STATUSES = new Map([
  [401, 'restricted_api_key'],
  [403, 'invalid_api_key'],
  [404, 'not_found'],
  [429, 'rate_limit_exceeded'],
  [500, 'application_error'],
  [502, 'bad_gateway'],
  [503, 'service_unavailable'],
  [504, 'gateway_timeout'],
]);
const DRIP = 100;
// Requests per second, as documented by the service.
const USUAL_RATE = 10;

export function parseFaults(spec: string): Faults {
  const statuses: { status: number; applies: Applies }[] = [];
  const [vanished, truncated, broken] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const faults = { statuses, vanished, truncated, broken, ignoresLimit: false, neverEnds: false };
  let rate: number | undefined;
  let drip: number | undefined;

  for (const part of spec.split(',').map((text) => text.trim())) {
    if (part === '') continue;
    const [name = '', ...rest] = part.split('=');
    const value = rest.join('=');
    const check = (isFine: boolean, form: string): void => {
      if (!isFine) throw new UserError(`the fault "${name}" wants ${form}, not "${value}"`, HINT);
    };
    if (name === 'rate') {
      rate = countOf(value);
      check(rate !== undefined, 'a number of requests a second');
    } else if (STATUSES.has(Number(name))) {
      const share = /^\d?(?:\.\d{1,6})?$/.test(value) ? Number(value) : 0;
      const isPath = value.startsWith('/');
      check(isPath || (share > 0 && share <= 1), 'a share of the requests such as 0.1, or a path');
      statuses.push({ status: Number(name), applies: isPath ? { path: value } : { share } });
    } else if (name === 'truncate' || name === 'break') {
      check(value.startsWith('/'), 'a path such as /workflows/ID');
      (name === 'truncate' ? truncated : broken).add(value);
    } else if (name === 'drip') {
      drip = value === '' ? DRIP : countOf(value);
      check(drip !== undefined, 'milliseconds from one byte to the next');
    } else if (name === 'vanish') {
      check(value !== '', 'the id of a workflow or event');
      vanished.add(value);
    } else if (name === 'ignore-limit') faults.ignoresLimit = true;
    else if (name === 'endless') faults.neverEnds = true;
    else throw unknownFault(name);
  }
  return { ...faults, rate, drip };
}

const HINT = `faults: ${FAULT_NAMES.join(', ')}`;

function unknownFault(name: string): UserError {
  const names = FAULT_NAMES.map((form) => form.replace(/=.*/, ''));
  const near = nearest(name, [...new Set(names), ...[...STATUSES.keys()].map(String)]);
  return new UserError(`unknown fault "${name}"`, `${didYouMean(near)}${HINT}`);
}

function countOf(value: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;
}

/**
 * Adds faults to a server. They depend on count and clock, not on chance: equal requests get equal responses.
 * @param now milliseconds of a monotonic clock.
 */
export function withFaults(
  faults: Faults,
  answer: (request: ApiRequest) => ApiResponse,
): (request: ApiRequest, now: number) => Delivery {
  const seen = faults.statuses.map(() => 0);
  let windowStart = Number.NEGATIVE_INFINITY;
  let used = 0;

  const rateHeaders = (now: number): Record<string, string> => {
    const { rate } = faults;
    const limit = rate ?? USUAL_RATE;
    if (now - windowStart >= 1000) [windowStart, used] = [now, 0];
    used++;
    const reset = Math.max(1, Math.ceil((windowStart + 1000 - now) / 1000));
    return {
      'ratelimit-limit': String(limit),
      // Without the fault, the limit is reported but not enforced.
      'ratelimit-remaining': String(Math.max(rate === undefined ? 1 : 0, limit - used)),
      'ratelimit-reset': String(reset),
      ...(rate !== undefined && used > rate && { 'retry-after': String(reset) }),
    };
  };
  const faultOf = (path: string): ApiResponse | undefined => {
    let fault: ApiResponse | undefined;
    // Each probability counts all requests.
    for (const [i, { status, applies }] of faults.statuses.entries()) {
      const count = (seen[i] as number) + 1;
      seen[i] = count;
      const hits = (n: number, share: number): number => Math.floor(n * share + EPSILON);
      const isDue =
        'path' in applies
          ? applies.path === path
          : hits(count, applies.share) > hits(count - 1, applies.share);
      if (isDue) fault ??= failure(status);
    }
    return fault;
  };

  return (request, now) => {
    const path = pathOf(request.url);
    const limits = rateHeaders(now);
    const isOver = limits['retry-after'] !== undefined;
    const response = isOver ? failure(429) : (faultOf(path) ?? answer(request));
    const { body } = response;
    return {
      ...response,
      headers: { ...response.headers, ...limits },
      body: faults.truncated.has(path) ? body.slice(0, body.length >> 1) : body,
      breaks: faults.broken.has(path),
      drip: faults.drip,
    };
  };
}

// 0.29 × 100 is a little less than 29.
const EPSILON = 1e-9;

const MESSAGES = new Map([
  [401, 'This API key is restricted to only send emails'],
  [403, 'API key is invalid'],
  [429, 'Too many requests. You can only make a limited number of requests per second.'],
]);

function failure(status: number): ApiResponse {
  const message = MESSAGES.get(status) ?? 'This failure was asked for with --faults.';
  const response = refuse(status, STATUSES.get(status) as string, message);
  if (status !== 429 && status !== 503) return response;
  return { ...response, headers: { ...response.headers, 'retry-after': '1' } };
}

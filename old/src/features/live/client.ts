import { type ApiKey, type AuthHeader, KEY_SOURCES } from './access.ts';
import { CLOCK, createPacer, MAX_WAIT, type PacerClock, parseRetryAfter } from './pacer.ts';
import { ApiFault, request, settle } from './request.ts';
import { createScrub } from './scrub.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly key: ApiKey | undefined;
  readonly auth: AuthHeader;
  readonly userAgent: string;
  readonly rate: number;
  /** One that goes through a proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly limits?: Partial<ClientLimits>;
  readonly clock?: PacerClock;
  /** Called before all requests wait for more than 30 seconds, with the milliseconds. */
  readonly onPause?: (milliseconds: number) => void;
}

export interface ClientLimits {
  /** Milliseconds for one request with all attempts; waiting for the rate limit is not counted. */
  readonly timeout: number;
  readonly tries: number;
  /** Milliseconds before the second attempt, doubled for each further one. */
  readonly backoff: number;
  readonly pageBytes: number;
  /** The number of consecutive failed requests after which no more are sent. */
  readonly failures: number;
}

const CLIENT_LIMITS: ClientLimits = {
  timeout: 30_000,
  tries: 5,
  backoff: 300,
  pageBytes: 25 * 1024 * 1024,
  failures: 8,
};

export type Query = Readonly<Record<string, string | undefined>>;

/** Reads from the API: GET only, paced, with retries. Results and errors do not contain the key. */
export interface Client {
  /** For messages: the key is removed if the path contains it. */
  readonly baseUrl: string;
  /** Milliseconds since any time. */
  now(): number;
  get(path: string, query?: Query): Promise<string>;
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, key } = options;
  const scrub = createScrub(key);
  const limits = { ...CLIENT_LIMITS, ...options.limits };
  const sendOnce = createSender(options, limits, scrub);
  let failedInARow = 0;
  let lastFault: ApiFault | undefined;
  return {
    baseUrl: scrub(baseUrl),
    now: (options.clock ?? CLOCK).now,
    async get(path, query = {}) {
      const url = urlOf(baseUrl, path, query);
      if (failedInARow >= limits.failures && lastFault !== undefined)
        throw lastFault.with(
          `not asked for, after ${failedInARow} failed requests in a row: ${lastFault.message}`,
          { isAsked: false },
        );
      const { default: pRetry } = await import('p-retry');
      const spent = { sending: 0, waiting: 0 };
      const tried = pRetry(() => sendOnce(url, spent), {
        retries: limits.tries - 1,
        minTimeout: limits.backoff,
        randomize: true,
        shouldRetry: ({ error }) =>
          error instanceof ApiFault &&
          error.again &&
          spent.sending < limits.timeout &&
          spent.waiting < LONGEST_WAIT,
      });
      const answer = await settle(tried);
      if ('value' in answer) {
        failedInARow = 0;
        return answer.value;
      }
      const { fault } = answer;
      failedInARow = fault.kind === 'temporary' ? failedInARow + 1 : 0;
      lastFault = fault;
      throw fault.kind === 'denied' ? deniedWith(fault, key) : fault;
    },
  };
}

/** Milliseconds of all attempts of a request. */
interface Spent {
  sending: number;
  waiting: number;
}

/** Sends a request once, at its turn. */
function createSender(
  { key, auth, userAgent, rate, onPause, ...options }: ClientOptions,
  { timeout, backoff, pageBytes }: ClientLimits,
  scrub: (text: string) => string,
): (url: string, spent: Spent) => Promise<string> {
  const { fetch = globalThis.fetch, clock = CLOCK } = options;
  const pacer = createPacer(rate, clock, onPause);
  const headers = {
    accept: 'application/json',
    'user-agent': userAgent,
    // A function, since a key may hold `$&`.
    ...(key !== undefined && { [auth.name]: auth.template.replaceAll('{key}', () => key.value) }),
  };
  return async (url, spent) => {
    spent.waiting += await pacer.turn();
    const started = clock.now();
    try {
      return await request(url, {
        fetch,
        headers,
        timeout: timeout - spent.sending,
        maxBytes: pageBytes,
        scrub,
        onAnswer(status, answer) {
          pacer.applyHeaders(answer);
          const after = answer.get('retry-after');
          if (status !== 429 && !(status === 503 && after !== null)) return;
          // All requests wait together, so the total is bounded.
          const wanted = parseRetryAfter(after) ?? backoff;
          pacer.backOff(Math.min(wanted, LONGEST_WAIT - spent.waiting));
        },
      });
    } finally {
      spent.sending += clock.now() - started;
    }
  };
}

// A wait of a minute is followed once. (Slightly less, since clocks are not exact.)
const LONGEST_WAIT = MAX_WAIT - 100;

function urlOf(baseUrl: string, path: string, query: Query): string {
  const { limit, after, before } = query;
  if (after !== undefined && before !== undefined)
    throw new ApiFault('unusable', 'a page is asked for "after" or "before" an item, not both');
  if (limit !== undefined && !/^(?:[1-9]\d?|100)$/.test(limit))
    throw new ApiFault('unusable', `a page has 1 to 100 items, not ${limit}`);
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return `${baseUrl}${path}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
}

function deniedWith(fault: ApiFault, key: ApiKey | undefined): ApiFault {
  const tried =
    key === undefined
      ? `no API key was given; set ${KEY_SOURCES}`
      : `the API key from ${key.location} was tried`;
  return fault.with(`the service denies access (${fault.message}); ${tried}`);
}

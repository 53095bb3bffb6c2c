import ky, { HTTPError, type Options } from 'ky';
import PQueue, { TimeoutError } from 'p-queue';
import { TOOL } from '../../core/report/tool.ts';
import type { Access } from './access.ts';
import { ApiFault, isMomentary, refusalOf, unreachable } from './faults.ts';
import { createLimiter, LONGEST_WAIT, waitOf } from './limiter.ts';
import type { Limits } from './limits.ts';
import type { Fetch } from './proxy.ts';

/** Sends GET requests only. Neither results nor faults have the key. */
export interface Client {
  readonly limits: Limits;
  /** For messages: without the key. */
  readonly baseUrl: string;
  /** The text of an answer. Throws an ApiFault. */
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<string>;
  close(): void;
}

/** A little more than a second: an early timer must not exceed a limit of the service. */
const WINDOW = 1025;
const USER_AGENT = `${TOOL.name}/${TOOL.version}`;
const AGAIN = [408, 429, 500, 502, 503, 504];

/** @param onPause is called before a long wait that the service asks for. */
export function createClient(
  access: Access,
  fetch: Fetch,
  limits: Limits,
  onPause: (milliseconds: number) => void,
): Client {
  const { rate, timeout } = limits;
  const rates = { concurrency: rate, interval: WINDOW, intervalCap: rate, strict: true };
  const queue = new PQueue(rates);
  const limiter = createLimiter(queue, onPause);
  const send = createSender(fetch, limits, limiter.heed);
  let failures = 0;
  let last = new ApiFault('temporary', '');
  const sendInTurn: Send = async (request, priority) => {
    const over = new AbortController();
    const act = (): Promise<Response> => {
      // Many requests may have waited for their turn when the service went down.
      if (failures >= limits.failures) throw last;
      return send(request, over.signal);
    };
    try {
      return await queue.add(act, { timeout, priority });
    } finally {
      // A body that cannot be unpacked may never end.
      over.abort();
    }
  };
  const options = optionsOf(access, limits, sendInTurn, limiter.mayWait);
  return {
    ...{ limits, baseUrl: access.scrub(access.baseUrl), close: limiter.stop },
    async get(path, searchParams = {}) {
      try {
        const answer = await ky(access.baseUrl + path, { ...options(), searchParams });
        const text = await textOf(answer, access);
        failures = 0;
        return text;
      } catch (error) {
        const fault = await faultOf(error, access);
        if (fault === undefined) throw error;
        failures = fault.kind === 'temporary' ? failures + 1 : 0;
        last = fault;
        throw fault;
      }
    },
  };
}

/** @param priority further attempts go first, so that an outage is noticed early. */
type Send = (request: Request, priority: number) => Promise<Response>;

/** The whole answer, so that its body counts for the time-out and may be asked for again. */
function createSender(fetch: Fetch, limits: Limits, heed: (answer: Response) => void) {
  const started = Date.now();
  let left = limits.accountBytes;
  return async (request: Request, signal: AbortSignal): Promise<Response> => {
    if (Date.now() - started >= limits.accountTime)
      throw new ApiFault('temporary', 'not asked for: the account takes too long to read');
    const answer = await fetch(request, { signal });
    heed(answer);
    const { status, headers } = answer;
    if (status > 599) throw new ApiFault('unusable', `the answer has the status ${status}`);
    const body = await readBody(answer, limits.answerBytes);
    left -= body.length;
    if (left < 0)
      throw new ApiFault('unusable', `the account is larger than ${inMB(limits.accountBytes)}`);
    return new Response(body.length === 0 ? null : body, { status, headers });
  };
}

const optionsOf =
  ({ headers }: Access, { tries, backoff }: Limits, send: Send, mayWait: () => boolean) =>
  (): Options => {
    let waits = 0;
    let attempt = 0;
    return {
      headers: { ...headers, accept: 'application/json', 'user-agent': USER_AGENT },
      // Redirects are not followed: the key would go to another host.
      redirect: 'manual',
      timeout: false,
      fetch: (input) => send(input as Request, attempt++),
      retry: {
        ...{ limit: tries - 1, statusCodes: AGAIN, jitter: true },
        // The queue waits, for all requests together.
        afterStatusCodes: [],
        delay: (count) => backoff * 2 ** (count - 1),
        shouldRetry({ error }) {
          const wait = error instanceof HTTPError ? (waitOf(error.response) ?? 0) : 0;
          waits += wait;
          const mayHelp = error instanceof HTTPError || isMomentary(error);
          const isPatient = waits <= LONGEST_WAIT && (wait === 0 || mayWait());
          return mayHelp && isPatient ? undefined : false;
        },
      },
    };
  };

const inMB = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

/** Bytes are counted after unpacking: a small body may become a huge one. */
async function readBody(answer: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most) throw new ApiFault('unusable', `the answer is larger than ${inMB(most)}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Without the key. */
async function textOf(answer: Response, { scrub }: Access): Promise<string> {
  if (answer.status === 206) throw new ApiFault('unusable', 'the answer is incomplete (206)');
  const bytes = await answer.arrayBuffer();
  try {
    return scrub(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiFault('unusable', 'the answer is not UTF-8');
  }
}

/** Undefined for a fault of edgewise. */
async function faultOf(error: unknown, access: Access): Promise<ApiFault | undefined> {
  if (error instanceof ApiFault) return error;
  if (error instanceof TimeoutError)
    return new ApiFault('temporary', 'the service took too long to answer');
  if (error instanceof HTTPError) {
    const { response } = error;
    return refusalOf(response.status, access.scrub(await response.text()), access.tried);
  }
  const isNetwork = error instanceof TypeError && error.cause !== undefined;
  return isNetwork ? unreachable(error, access.scrub) : undefined;
}

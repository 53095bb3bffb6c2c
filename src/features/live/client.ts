import { isUtf8 } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { decodeText } from '../../core/document/text.ts';
import { TOOL } from '../../core/report/tool.ts';
import type { Access } from './access.ts';
import { ApiFault, excerptOf, refusalOf, unreachable } from './faults.ts';
import { createLimiter, LONGEST_WAIT } from './limiter.ts';
import type { Limits } from './limits.ts';
import type { Answer, Fetch } from './proxy.ts';

/** Sends GET requests only. Neither results nor faults have the key. */
export interface Client {
  readonly limits: Limits;
  /** For messages: without the key. */
  readonly baseUrl: string;
  /** The JSON value of an answer, or an ApiFault. */
  get(path: string): Promise<unknown>;
  close(): void;
}

/** A little more than a second: an early timer must not exceed a limit of the service. */
const WINDOW = 1025;
const USER_AGENT = `${TOOL.name}/${TOOL.version}`;

/** @param onPause is called before a long wait that the service asks for. */
export function createClient(
  access: Access,
  fetch: Fetch,
  limits: Limits,
  onPause: (milliseconds: number) => void,
): Client {
  const { rate, tries, backoff } = limits;
  const rates = { concurrency: rate, interval: WINDOW, intervalCap: rate, strict: true };
  const queue = new PQueue(rates);
  const limiter = createLimiter(queue, onPause);
  const send = createSender(access, fetch, limits, limiter.heed);
  let failures = 0;
  let down: ApiFault | undefined;
  const request = async (path: string): Promise<unknown> => {
    let waits = 0;
    for (let attempt = 1; ; attempt++) {
      // Many requests may have waited for their turn when the service went down. Further attempts
      // go first, so that this is noticed early.
      const answer = await queue.add(async () => down ?? send(path), { priority: attempt });
      if (!(answer instanceof ApiFault) || answer.wait === undefined) return answer;
      waits += answer.wait;
      const isPatient = waits <= LONGEST_WAIT && (answer.wait === 0 || limiter.mayWait());
      if (attempt === tries || down !== undefined || !isPatient) return answer;
      // The queue waits as the service asks, for all requests together.
      await sleep(backoff * 2 ** (attempt - 1) * Math.random());
    }
  };
  return {
    ...{ limits, baseUrl: access.scrub(access.baseUrl), close: limiter.stop },
    async get(path) {
      const answer = await request(path);
      const fault = answer instanceof ApiFault ? answer : undefined;
      failures = fault?.kind === 'temporary' ? failures + 1 : 0;
      if (failures >= limits.failures) down = fault;
      return answer;
    },
  };
}

/** One attempt: the JSON value of an answer, or an ApiFault. */
function createSender(
  { baseUrl, headers, scrub, tried }: Access,
  fetch: Fetch,
  limits: Limits,
  heed: (answer: Answer) => void,
): (path: string) => Promise<unknown> {
  const started = Date.now();
  let left = limits.accountBytes;
  const receive = async (path: string): Promise<unknown> => {
    const answer = await fetch(baseUrl + path, {
      headers: { ...headers, accept: 'application/json', 'user-agent': USER_AGENT },
      // Redirects are not followed: the key would go to another host.
      redirect: 'manual',
      // The body has to come in this time, too.
      signal: AbortSignal.timeout(limits.timeout),
    });
    heed(answer);
    const body = await readBody(answer, limits.answerBytes);
    if (body === undefined) return tooLarge('answer', limits.answerBytes);
    left -= body.length;
    if (left < 0) return tooLarge('account', limits.accountBytes);
    const text = scrub(new TextDecoder().decode(body));
    if (!answer.ok) return refusalOf(answer, text, tried);
    if (answer.status === 206) return new ApiFault('unusable', 'the answer is incomplete (206)');
    if (!isUtf8(body)) return new ApiFault('unusable', 'the answer is not UTF-8');
    return parseAnswer(text);
  };
  return async (path) => {
    if (Date.now() - started < limits.accountTime)
      return receive(path).catch((error: unknown) => unreachable(error, scrub));
    return new ApiFault('temporary', 'not asked for: the account takes too long to read');
  };
}

const tooLarge = (what: string, most: number): ApiFault =>
  new ApiFault('unusable', `the ${what} is larger than ${Math.round(most / 1024 ** 2)} MB`);

/**
 * Undefined for a larger one. Bytes are counted after unpacking: a small body may become a huge
 * one.
 */
async function readBody(answer: Answer, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Not of other text, nor of one that is too deep. */
function parseAnswer(text: string): unknown {
  const { form, value } = decodeText({ name: '', text, isNamed: true });
  if (form !== 'broken') return value;
  const message = `the answer is not JSON; it begins with ${excerptOf(text)}`;
  return new ApiFault('unusable', message, { group: 'not JSON' });
}

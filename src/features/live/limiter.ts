/** Keeps to the rate that the service allows. */
import type PQueue from 'p-queue';
import type { Answer } from './proxy.ts';

/** The longest wait without an answer in between, whatever the service asks. */
export const LONGEST_WAIT = 60_000;
/** A shorter one is not announced. */
const NOTICED = 5_000;

/** Pauses a queue, and lets it run fewer requests at once, as answers ask. */
export function createLimiter(
  queue: Pick<PQueue, 'concurrency' | 'pause' | 'start'>,
  onPause: (milliseconds: number) => void,
) {
  let end = 0;
  let waited = 0;
  let timer: NodeJS.Timeout | undefined;
  const pause = (wanted: number): void => {
    const now = Date.now();
    // Answers to requests that were sent together ask for one wait.
    const from = Math.max(now, end);
    const more = Math.min(now + wanted - from, LONGEST_WAIT - waited);
    if (more <= 0) return;
    if (wanted >= NOTICED && more > 1000) onPause(from + more - now);
    waited += more;
    end = from + more;
    queue.pause();
    clearTimeout(timer);
    timer = setTimeout(() => queue.start(), end - now);
  };
  return {
    /** Whether another attempt can wait: requests that wait share one limit. */
    mayWait: (): boolean => waited < LONGEST_WAIT || Date.now() < end,
    heed(answer: Answer): void {
      const { headers, status } = answer;
      if (status < 400) waited = 0;
      const limit = numberOf(headers.get('ratelimit-limit')) ?? 0;
      const most = status === 429 ? Math.ceil(queue.concurrency / 2) : queue.concurrency;
      queue.concurrency = limit >= 1 ? Math.min(most, Math.floor(limit)) : most;
      const isUsedUp = numberOf(headers.get('ratelimit-remaining')) === 0;
      const reset = 1000 * (numberOf(headers.get('ratelimit-reset')) ?? 0);
      // Some services write the time of a clock.
      pause(waitOf(answer) ?? (isUsedUp && reset <= LONGEST_WAIT ? reset : 0));
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** Milliseconds that a refusal asks to wait; undefined for another answer. */
export function waitOf({ status, headers }: Answer): number | undefined {
  const after = headers.get('retry-after');
  if (after === null || (status !== 429 && status !== 503)) return undefined;
  const seconds = numberOf(after);
  const wanted = seconds === undefined ? Date.parse(after) - Date.now() : seconds * 1000;
  return Number.isNaN(wanted) ? undefined : Math.min(Math.max(wanted, 0), LONGEST_WAIT);
}

const numberOf = (value: string | null): number | undefined =>
  value !== null && /^\s*\d{1,15}(?:\.\d{1,9})?\s*$/.test(value) ? Number(value) : undefined;

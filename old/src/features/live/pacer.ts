import { setTimeout as sleep } from 'node:timers/promises';

export interface PacerClock {
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

export const CLOCK: PacerClock = {
  now: () => performance.now(),
  sleep: (milliseconds) => sleep(milliseconds),
};

/** The longest pause, for any value of a server. */
export const MAX_WAIT = 60_000;

// An early timer must not exceed a limit that counts requests per sliding second.
const SLACK = 1.025;
// The time that a late timer may catch up; more would be a burst.
const LATE = 30;
const NOTICED = 30_000;
// Seconds. In a longer window, the rest of the limit may be used at once.
const SHORT = 2;
const SLOWER = 0.7;
const RECOVERY = 0.01;
const SLOWEST = 0.2;

/**
 * Decides when requests start: evenly spaced, at most `rate` per second, slower when the service requires it. `turn` resolves when
 * the caller may start, with the milliseconds it was delayed by a pause; after a refused request, `backOff` pauses, and continues
 * more slowly.
 * @param onPause called before a pause that a person notices, with its milliseconds.
 */
export function createPacer(
  rate: number,
  clock: PacerClock,
  onPause?: (milliseconds: number) => void,
) {
  const pauses = createPauses(clock, onPause);
  let pace = rate;
  let ceiling = rate;
  let next = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let window = 1;
  let starts: number[] = [];
  return {
    async turn(): Promise<number> {
      let held = 0;
      for (;;) {
        held += await pauses.wait();
        const now = clock.now();
        if (next < now - LATE) next = now;
        const start = next;
        next += (1000 / pace) * SLACK;
        if (start > now) await clock.sleep(start - now);
        // A pause that began meanwhile also holds for queued requests.
        if (clock.now() >= pauses.until()) {
          // Older ones have left a short window.
          starts = [...starts.filter((start) => start > now - 2 * SHORT * 1000), clock.now()];
          return held;
        }
        next = Math.max(next, pauses.until());
      }
    },

    applyHeaders(headers: Headers): void {
      pace = Math.min(ceiling, pace + rate * RECOVERY);
      const reset = secondsUntilReset(headers.get('ratelimit-reset'));
      if (reset === undefined) return;
      window = Math.max(window, Math.min(reset, 3600));
      const limit = window <= SHORT ? numberOf(headers.get('ratelimit-limit')) : undefined;
      if (limit !== undefined && limit > 0) {
        ceiling = Math.max(SLOWEST, Math.min(rate, limit / window));
        pace = Math.min(pace, ceiling);
      }
      if (numberOf(headers.get('ratelimit-remaining')) !== 0) return;
      const recent = starts.filter((start) => start > clock.now() - window * 1000);
      // If this client used all of the limit, it becomes free in the same order; otherwise only at the end of the window.
      const first = limit === undefined ? undefined : recent[recent.length - limit];
      pauses.add(first === undefined ? reset * 1000 : first + window * 1000 * SLACK - clock.now());
    },

    backOff(milliseconds: number): void {
      pauses.add(milliseconds);
      const since = clock.now() - refusedAt;
      // Refusals of concurrent requests count once.
      if (since < 1000) return;
      refusedAt = clock.now();
      // One refusal may be caused by the end of a window.
      if (since < MAX_WAIT + 5000) pace = Math.max(SLOWEST, pace * SLOWER);
    },
  };
}

function createPauses(clock: PacerClock, onPause?: (milliseconds: number) => void) {
  let end = 0;
  return {
    until: () => end,
    add(milliseconds: number): void {
      const length = Math.min(Math.max(milliseconds, 0), MAX_WAIT);
      const until = clock.now() + length;
      // Refusals of concurrent requests are one pause.
      if (length > NOTICED && until > end + 1000) onPause?.(length);
      end = Math.max(end, until);
    },
    /** Resolves after the pause, with the milliseconds it took. */
    async wait(): Promise<number> {
      const started = clock.now();
      for (let now = started; now < end; now = clock.now()) await clock.sleep(Math.ceil(end - now));
      return clock.now() - started;
    },
  };
}

/** Milliseconds of a `retry-after` (seconds or a date), at most one minute. */
export function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = numberOf(value);
  const wanted = seconds === undefined ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(wanted) ? undefined : Math.min(Math.max(wanted, 0), MAX_WAIT);
}

// Seconds until the end of the window, or its end in seconds since 1970.
function secondsUntilReset(value: string | null): number | undefined {
  const given = numberOf(value);
  return given === undefined || given < 1e9
    ? given
    : Math.max(0, given / (given > 1e11 ? 1000 : 1) - Date.now() / 1000);
}

function numberOf(value: string | null): number | undefined {
  return value !== null && /^\s*\d{1,15}(?:\.\d{1,9})?\s*$/.test(value) ? Number(value) : undefined;
}

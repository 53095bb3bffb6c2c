import { expect, test } from 'vitest';
import { createPacer, parseRetryAfter } from '../../src/features/live/pacer.ts';

/** A clock that advances only while all tasks are waiting. */
function createClock() {
  let now = 0;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (milliseconds: number) =>
      new Promise<void>((wake) => void sleepers.push({ at: now + milliseconds, wake })),
    async run(): Promise<void> {
      for (;;) {
        for (let i = 0; i < 20; i++) await Promise.resolve();
        const next = sleepers.sort((a, b) => a.at - b.at).shift();
        if (next === undefined) return;
        now = Math.max(now, next.at);
        next.wake();
      }
    },
  };
}

interface Limiter {
  readonly perSecond: number;
  /** Requests of others in the same second. */
  readonly others?: number;
  readonly silent?: boolean;
}

/** Many requests against a service with a sliding window of one second; how long they took and how many were refused. */
async function audit(
  count: number,
  rate: number,
  concurrency: number,
  { perSecond, others = 0, silent = false }: Limiter,
) {
  const clock = createClock();
  const pacer = createPacer(rate, clock);
  let taken: number[] = [];
  let refused = 0;
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left--;
      await pacer.turn();
      taken = taken.filter((at) => at > clock.now() - 1000);
      const free = perSecond - others - taken.length;
      const limits = silent
        ? {}
        : {
            'ratelimit-limit': String(perSecond),
            'ratelimit-remaining': String(Math.max(0, free - 1)),
            'ratelimit-reset': '1',
          };
      if (free > 0) taken.push(clock.now());
      await clock.sleep(40);
      pacer.applyHeaders(new Headers(limits));
      if (free > 0) continue;
      refused++;
      left++;
      pacer.backOff(1000);
    }
  };
  const workers = Array.from({ length: concurrency }, worker);
  await clock.run();
  await Promise.all(workers);
  return { seconds: clock.now() / 1000, refused };
}

test('requests are evenly spaced, within 10 % of the rate', async () => {
  const { seconds, refused } = await audit(300, 10, 10, { perSecond: 10 });
  expect(refused).toBe(0);
  expect(seconds).toBeGreaterThan(29.9);
  expect(seconds).toBeLessThan(33);
});

test('a limit below the rate is read from the headers, with few refused requests', async () => {
  const { seconds, refused } = await audit(60, 20, 10, { perSecond: 5 });
  expect(refused).toBeLessThanOrEqual(3);
  expect(seconds).toBeLessThan(60 / 5 + 3);
});

test('an unannounced limit is found by backing off', async () => {
  const { refused } = await audit(60, 20, 5, { perSecond: 5, silent: true });
  expect(refused).toBeLessThan(20);
});

test('requests of other clients count for the limit', async () => {
  const { refused } = await audit(40, 10, 5, { perSecond: 10, others: 6 });
  expect(refused).toBeLessThanOrEqual(4);
});

test('the quota of a long window is used at once, and then a wait of at most one minute follows', async () => {
  const clock = createClock();
  const pacer = createPacer(10, clock);
  pacer.applyHeaders(
    new Headers({
      'ratelimit-limit': '100',
      'ratelimit-remaining': '50',
      'ratelimit-reset': '3600',
    }),
  );
  const turns = Promise.all([pacer.turn(), pacer.turn(), pacer.turn()]);
  await clock.run();
  await turns;
  expect(clock.now()).toBeLessThan(400);
  pacer.applyHeaders(
    new Headers({
      'ratelimit-limit': '100',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '3600',
    }),
  );
  const turn = pacer.turn();
  await clock.run();
  await turn;
  expect(clock.now()).toBeGreaterThanOrEqual(60_000);
  expect(clock.now()).toBeLessThan(61_000);
});

test('the end of a window is seconds from now, or a time in seconds or milliseconds', async () => {
  for (const scale of [1, 1000]) {
    const clock = createClock();
    const pacer = createPacer(10, clock);
    const end = Math.ceil((Date.now() + 30_000) * (scale / 1000));
    pacer.applyHeaders(
      new Headers({
        'ratelimit-limit': '100',
        'ratelimit-remaining': '0',
        'ratelimit-reset': String(end),
      }),
    );
    const turn = pacer.turn();
    await clock.run();
    await turn;
    expect(clock.now()).toBeGreaterThan(0);
    expect(clock.now()).toBeLessThanOrEqual(31_100);
  }
});

test('a long run keeps the pace', async () => {
  const clock = createClock();
  const pacer = createPacer(100, clock);
  for (let i = 0; i < 2100; i++) {
    const turn = pacer.turn();
    await clock.run();
    await turn;
  }
  expect(Math.abs(clock.now() - 21_000)).toBeLessThan(1000);
});

test('invalid headers are ignored', async () => {
  const clock = createClock();
  const pacer = createPacer(10, clock);
  for (const value of ['', 'soon', '-1', '1e99', 'NaN', '99999999999999999999']) {
    pacer.applyHeaders(
      new Headers({
        'ratelimit-limit': value,
        'ratelimit-remaining': value,
        'ratelimit-reset': value,
      }),
    );
  }
  const turn = pacer.turn();
  await clock.run();
  await turn;
  expect(clock.now()).toBeLessThan(150);
});

test('retry-after is seconds or a date, and never more than a minute', () => {
  expect(parseRetryAfter('2')).toBe(2000);
  expect(parseRetryAfter('99999999999')).toBe(60_000);
  expect(parseRetryAfter(new Date(Date.now() + 3_600_000).toUTCString())).toBe(60_000);
  expect(parseRetryAfter('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
  expect(parseRetryAfter('soon')).toBeUndefined();
  expect(parseRetryAfter(null)).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import type { Case, Loop, Moment, Simulation } from '../../src/core/model/simulation.ts';
import {
  formatCase,
  formatCondition,
  formatDate,
  formatDates,
  formatLoop,
  formatLoopIn,
  formatOffset,
  formatStepPlace,
  formatTime,
  listValues,
  summarize,
} from '../../src/core/report/simulation-words.ts';

const run = (workflow: object) => ({ workflow, event: 'order.paid', at: 0 });
const simulation = (parts: Partial<Simulation>): Simulation =>
  ({ runs: [run({ name: 'Welcome' })], loops: [], emails: { min: 0, max: 0 }, ...parts }) as never;
const moment = (parts: object): Moment => ({ only: [[]], ...parts }) as never;

test.each([...'Sun Mon Tue Wed Thu Fri Sat'.split(' ').entries()])(
  'day %d after Sunday is %s',
  (days, weekday) => {
    expect(formatDate(`2026-03-0${1 + days}T09:00:00Z`)).toBe(
      `${weekday} 2026-03-0${1 + days} 09:00`,
    );
  },
);

test.each([
  [0, 'at once'],
  [0.0004, 'at once'],
  [0.25, '+0.25 seconds'],
  [1, '+1 second'],
  [60, '+1 minute'],
  [95_400, '+1 day 2 hours 30 minutes'],
  [172_801.5, '+2 days 1.5 seconds'],
])('%d seconds: %s', (seconds, words) => {
  expect(formatOffset(seconds)).toBe(words);
});

test.each([
  [0, null, 'after an unknown time'],
  [60, null, '+1 minute or later'],
  [60, 60, '+1 minute'],
  [0, 60, 'at once to +1 minute'],
  [60, 3600, '+1 minute to +1 hour'],
])('between %j and %j: %s', (least, greatest, words) => {
  expect(formatTime({ least, greatest })).toBe(words);
});

describe('a date', () => {
  test.each([
    ['2026-03-29T09:00:00+02:00', false, 'Sun 2026-03-29 09:00'],
    ['2026-03-29T09:00:05+02:00', false, 'Sun 2026-03-29 09:00:05'],
    ['2026-03-29T09:00:00+02:00', true, 'Sun 2026-03-29 09:00 +02:00'],
    ['after 9999', false, 'after 9999'],
  ])('%s: %s', (iso, withOffset, words) => {
    expect(formatDate(iso, withOffset)).toBe(words);
  });

  const dates = (least: string, greatest: string | null): string =>
    formatDates(moment({ dates: { least, greatest, nearChange: false } }));

  test.each([
    ['2026-03-29T09:00:00Z', null, 'Sun 2026-03-29 09:00 or later'],
    ['2026-03-29T09:00:00Z', '2026-03-29T09:00:00Z', 'Sun 2026-03-29 09:00'],
    ['2026-03-29T09:00:00Z', '2026-03-30T09:00:00Z', 'Sun 2026-03-29 09:00 to Mon 03-30 09:00'],
    [
      '2026-12-31T09:00:00Z',
      '2027-01-01T09:00:00Z',
      'Thu 2026-12-31 09:00 to Fri 2027-01-01 09:00',
    ],
  ])('from %s to %j: %s', (least, greatest, words) => {
    expect(dates(least, greatest)).toBe(words);
  });

  test('is not told without a start', () => {
    expect(formatDates(moment({}))).toBe('');
  });
});

describe('a condition', () => {
  const questions = ['a', 'b or c', 'd', 'e', 'f', 'g'].map((answer) => ({ answers: [answer] }));
  const words = (only: readonly (readonly number[])[], parts: object = {}): string =>
    formatCondition(
      simulation({ questions: questions as never }),
      moment({
        only: only.map((term) => term.map((question) => ({ question, answer: 0 }))),
        ...parts,
      }),
    );

  test.each([
    [[[]], ''],
    [[[0], []], ''],
    [[[0]], 'a'],
    [[[1]], 'b or c'],
    [[[0, 1]], 'a and (b or c)'],
    [[[0, 0, 2]], 'a (2 times) and d'],
    [[[0], [2]], 'a; or d'],
    [[[0], [2], [3], [4]], 'a; or d; or e; or f'],
    [[[0], [2], [3], [4], [5]], 'a; or d; or e; or f; or in 1 more case'],
  ])('%j: %s', (only, expected) => {
    expect(words(only)).toBe(expected);
  });

  test('may be told in part', () => {
    expect(words([[0]], { onlyPart: true })).toBe('a; and more that is too much to tell');
  });
});

describe('a case', () => {
  const at = (least: number, more: object = {}) =>
    moment({ run: 0, round: 1, at: { least, greatest: least }, ...more });
  const moments = [at(0), at(60), at(60), at(3600), at(7200), at(86_400, { round: 3 })];
  const loops = [{ run: 0, rounds: 3, ends: false }] as never;
  const words = (parts: Partial<Case>, more: Partial<Simulation> = {}) =>
    formatCase(simulation({ moments, ...more }), { only: [[]], sends: [], maybe: 0, ...parts });
  test.each<[Partial<Case>, string]>([
    [{}, 'always: no email'],
    [{ sends: [0] }, 'always: 1 email, at once'],
    [{ sends: [1, 2] }, 'always: 2 emails, +1 minute (2 times)'],
    [{ maybe: 1 }, 'always: 0 to 1 email'],
    [{ sends: [0], maybe: 2 }, 'always: 1 to 3 emails, at once'],
    [{ sends: [0, 1, 3, 4] }, 'always: 4 emails, at once, +1 minute, +1 hour, +2 hours'],
    [{ sends: [1, 2, 3, 4, 5] }, 'always: 5 emails, +1 minute to +1 day'],
  ])('%j: %s', (parts, expected) => {
    expect(words(parts)).toBe(expected);
  });

  test('has more emails in a loop that goes on', () => {
    expect(words({ sends: [5] }, { loops })).toBe('always: 1 or more emails, +1 day');
    expect(words({ sends: [0] }, { loops })).toBe('always: 1 email, at once');
    const never = at(60, { at: { least: 60, greatest: null } });
    const more = [...moments.slice(1), never];
    expect(words({ sends: [0, 1, 2, 3, 5] }, { moments: more })).toBe(
      'always: 5 emails, +1 minute or later',
    );
  });
});

describe('a step', () => {
  test('is named alone when there is one run', () => {
    expect(formatStepPlace(simulation({}), { run: 0, step: 'plan' })).toBe('plan');
  });

  test.each([
    [{ name: 'Welcome', id: 'wf_1' }, 'Welcome › plan'],
    [{ id: 'wf_1' }, 'wf_1 › plan'],
    [{}, '(no name) › plan'],
  ])('is named with its workflow %j when there are several', (workflow, words) => {
    const runs = [run({ name: 'Other' }), run(workflow)];
    expect(formatStepPlace(simulation({ runs }), { run: 1, step: 'plan' })).toBe(words);
  });
});

describe('a loop', () => {
  const loop = (parts: Partial<Loop>): Loop =>
    ({
      ...{ run: 0, steps: ['send', 'wait'], rounds: 3, sends: 1, ends: false, stops: [] },
      every: { least: 86_400, greatest: 86_400 },
      ...parts,
    }) as never;

  test.each<[Partial<Loop>, string]>([
    [{}, 'repeats every day; once begun, nothing stops it; 3 rounds shown'],
    [{ ends: true }, 'repeats every day; ends after 3 rounds'],
    [{ ends: true, stops: ['a'], rounds: 1 }, 'repeats every day; ends after at most 1 round'],
    [{ stops: ['a', 'b'] }, 'repeats every day; stops only when a, or when b; 3 rounds shown'],
    [
      { every: { least: 0, greatest: 0 } },
      'repeats without a pause: a mail storm; once begun, nothing stops it; 3 rounds shown',
    ],
    [
      { every: { least: 0, greatest: 0 }, sends: 0 },
      'repeats without a pause; once begun, nothing stops it; 3 rounds shown',
    ],
    [
      { every: { least: 172_800, greatest: 172_800 } },
      'repeats every 2 days; once begun, nothing stops it; 3 rounds shown',
    ],
    [
      { every: { least: 90_000, greatest: 90_000 } },
      'repeats every 1 day 1 hour; once begun, nothing stops it; 3 rounds shown',
    ],
    [
      { every: { least: 0, greatest: 3600 } },
      'repeats every 0 to 1 hour; once begun, nothing stops it; 3 rounds shown',
    ],
    [
      { every: { least: 0, greatest: null } },
      'repeats, each time after an unknown time; once begun, nothing stops it; 3 rounds shown',
    ],
    [
      { every: { least: 3600, greatest: null } },
      'repeats, every 1 hour at most often; once begun, nothing stops it; 3 rounds shown',
    ],
  ])('%j: %s', (parts, words) => {
    expect(formatLoop(loop(parts))).toBe(words);
  });

  test('is named by its steps, and its workflow when there are several', () => {
    const words = 'send → wait: repeats every day; ends after 3 rounds';
    expect(formatLoopIn(simulation({}), loop({ ends: true }))).toBe(words);
    const runs = [run({ name: 'Welcome' }), run({ name: 'Other' })];
    expect(formatLoopIn(simulation({ runs }), loop({ ends: true }))).toBe(`Welcome › ${words}`);
  });

  test.each<[Partial<Simulation>, string]>([
    [{ emails: { min: 1, max: 1 } }, '1 email from 1 workflow'],
    [{ emails: { min: 0, max: 2 } }, '0 to 2 emails from 1 workflow'],
    [{ emails: { min: 2, max: null } }, 'at least 2 emails from 1 workflow'],
    [{ loops: [loop({})] }, '0 emails from 1 workflow; a loop goes on'],
    [{ loops: [loop({ ends: true })] }, '0 emails from 1 workflow'],
    [{ runs: [run({ id: 'a' }), run({ id: 'b' }), run({ id: 'a' })] }, '0 emails from 2 workflows'],
  ])('the summary of %j is %s', (parts, words) => {
    expect(summarize(simulation(parts))).toBe(words);
  });
});

test.each([
  [1, '1'],
  [2, '1 or 2'],
  [3, '1, 2 or 3'],
  [8, '1, 2, 3, 4, 5, 6, 7 or 8'],
  [9, '1, 2, 3, 4, 5, 6, 7, 8 or 1 more'],
  [20, '1, 2, 3, 4, 5, 6, 7, 8 or 12 more'],
])('of %d values: %s', (count, expected) => {
  const values = Array.from({ length: count }, (_, i) => `${i + 1}`);
  expect(listValues([...values, ...values])).toBe(expected);
});

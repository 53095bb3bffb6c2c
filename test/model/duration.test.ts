import { describe, expect, test } from 'vitest';
import {
  acceptedDuration,
  formatDuration,
  fromMilliseconds,
  hasShownUnits,
  hasTimeout,
  lengthsOf,
  meantByNumber,
  parseDuration,
  secondsOf,
  secondsOfOption,
  spellDuration,
  spellSeconds,
  timeoutMeant,
} from '../../src/core/model/duration.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import { graphOf } from '../graph/graph-of.ts';

const stepWith = (type: string, config: object): Step =>
  graphOf([{ key: 'a', type, config }], []).workflow.steps[0] as Step;

describe('parseDuration', () => {
  test.each([
    ['30 minutes', 1800],
    ['1 minute', 60],
    ['90 Minutes', 5400],
    ['1 hour', 3600],
    ['3 days', 259_200],
    ['2 DAYS', 172_800],
    ['1 week', 604_800],
    ['2 weeks', 1_209_600],
    ['1 month', 2_592_000],
    ['1 year', 31_536_000],
    ['45 seconds', 45],
    ['1.5 hours', 5400],
    ['0.5 seconds', 0.5],
    ['+2 days', 172_800],
    ['2days', 172_800],
    ['  2   days ', 172_800],
    ['2\tdays\n', 172_800],
    ['1 day 12 hours', 129_600],
    ['1 day, 12 hours', 129_600],
    ['1 day,12 hours', 129_600],
    ['1 day and 12 hours', 129_600],
    ['1 day, 2 hours, and 3 minutes', 93_780],
    ['0 days 5 minutes', 300],
    ['1 day 1 day', 172_800],
    ['2 day', 172_800],
    ['1 days', 86_400],
  ])('reads %j', (text, seconds) => {
    expect(parseDuration(text)).toEqual({ kind: 'known', seconds, unclear: false });
  });

  test.each([
    ['5m', 300],
    ['5 m', 300],
    ['5M', 300],
    ['30s', 30],
    ['1 sec', 1],
    ['2 secs', 2],
    ['1 min', 60],
    ['10mins', 600],
    ['1h', 3600],
    ['1 hr', 3600],
    ['2hrs', 7200],
    ['3d', 259_200],
    ['1w', 604_800],
    ['1wk', 604_800],
    ['2 wks', 1_209_600],
    ['1mo', 2_592_000],
    ['1y', 31_536_000],
    ['1yr', 31_536_000],
    ['2 yrs', 63_072_000],
    ['1d12h', 129_600],
    ['1 day 12h', 129_600],
    ['1.5h', 5400],
  ])('reads %j as a short form', (text, seconds) => {
    expect(parseDuration(text)).toEqual({ kind: 'known', seconds, unclear: true });
  });

  test.each(['5', '1', '86400', '1.5', ' 7 ', '+3'])('does not guess the unit of %j', (text) => {
    expect(parseDuration(text)).toEqual({ kind: 'unclear' });
  });

  test.each([
    ['', 'is blank'],
    [' \t', 'is blank'],
    ['0', 'is zero'],
    ['-0', 'is zero'],
    ['0 days', 'is zero'],
    ['0h 0m', 'is zero'],
    ['-5', 'is negative'],
    ['-2 days', 'is negative'],
    ['2 days -1 hour', 'is negative'],
    ['2 fortnights', 'has unknown unit "fortnights"'],
    ['500 ms', 'has unknown unit "ms"'],
    ['1e3 minutes', 'has unknown unit "e"'],
    ['2 dayss', 'has unknown unit "dayss"'],
    ['5 constructor', 'is not a valid duration'],
    ['soon', 'is not a valid duration'],
    ['one day', 'is not a valid duration'],
    ['P3D', 'is not a valid duration'],
    ['days', 'is not a valid duration'],
    ['2 days later', 'is not a valid duration'],
    ['2 days 5', 'is not a valid duration'],
    ['5 5 days', 'is not a valid duration'],
    ['2 days and', 'is not a valid duration'],
    ['1..5 hours', 'is not a valid duration'],
    ['Infinity days', 'is not a valid duration'],
    ['٣ days', 'is not a valid duration'],
    [`${'9'.repeat(16)} days`, 'is not a valid duration'],
  ])('refuses %j', (text, reason) => {
    expect(parseDuration(text)).toEqual({ kind: 'invalid', reason });
  });

  test('reads any number of texts', () => {
    for (let i = 1; i <= 2000; i++)
      expect(parseDuration(`${i} days`)).toEqual({
        kind: 'known',
        seconds: i * 86_400,
        unclear: false,
      });
    expect(parseDuration('1 days')).toMatchObject({ seconds: 86_400 });
  });

  test('reads hostile text', () => {
    for (const part of ['1', '1 ', 'a', ' and ', '1d', ', ', '1 day '])
      parseDuration(part.repeat(1_000_000));
  });
});

describe('spellDuration', () => {
  test.each([
    ['5m', '5 minutes'],
    ['1h', '1 hour'],
    ['1d12h', '1 day 12 hours'],
    ['2 WKS', '2 weeks'],
    ['1mo', '1 month'],
    ['1.5h', '1.5 hours'],
    ['3 day', '3 days'],
    ['1 day, and 6h', '1 day 6 hours'],
  ])('%j is %j', (text, spelled) => {
    expect(spellDuration(text)).toBe(spelled);
    expect(parseDuration(spelled)).toMatchObject({ kind: 'known', unclear: false });
  });

  test.each(['5', 'soon', '0m', ''])('%j has no text', (text) => {
    expect(spellDuration(text)).toBeUndefined();
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0 seconds'],
    [0.4, 'less than a second'],
    [0.6, '1 second'],
    [1, '1 second'],
    [59.7, '1 minute'],
    [90, '1 minute 30 seconds'],
    [5400, '1 hour 30 minutes'],
    [86_400, '1 day'],
    [86_460, '1 day 1 minute'],
    [93_784, '1 day 2 hours'],
    [604_800, '7 days'],
    [31_536_000, '365 days'],
    [1e12, 'over 1000 years'],
  ])('%d is %j', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('the durations of a step', () => {
  test('are the length of a delay and the timeout of a wait', () => {
    expect(secondsOf(stepWith('delay', { seconds: 60 }))).toBe(60);
    expect(secondsOf(stepWith('delay', { duration: '1 hour' }))).toBe(3600);
    expect(secondsOf(stepWith('wait_for_event', { timeout: '1 day' }))).toBe(86_400);
    expect(secondsOf(stepWith('wait_for_event', { timeoutSeconds: 5 }))).toBe(5);
    expect(secondsOf(stepWith('delay', { timeout: '1 day' }))).toBeUndefined();
    expect(secondsOf(stepWith('send_email', { seconds: 60 }))).toBeUndefined();
  });

  test('are unknown, not zero, when they cannot be read', () => {
    for (const config of [
      {},
      { duration: 'soon' },
      { duration: '5' },
      { duration: 3 },
      { seconds: 0 },
      { seconds: '60' },
      { seconds: null },
    ])
      expect(secondsOf(stepWith('delay', config))).toBeUndefined();
  });

  test('may be two, of which the first readable one counts', () => {
    const step = stepWith('delay', { seconds: -1, duration: '1 minute' });
    expect(lengthsOf(step).map(({ field }) => field)).toEqual(['seconds', 'duration']);
    expect(secondsOf(step)).toBe(60);
  });

  test('a timeout of a wait is missing if absent or null', () => {
    for (const config of [
      { timeout: '1 day' },
      { timeout_seconds: 5 },
      { timeout: 'soon' },
      { timeout: 0 },
    ])
      expect(hasTimeout(stepWith('wait_for_event', config))).toBe(true);
    for (const config of [{}, { timeout: null }, { timeout_seconds: null, timeout: null }])
      expect(hasTimeout(stepWith('wait_for_event', config))).toBe(false);
    expect(lengthsOf(stepWith('delay', { duration: null }))).toHaveLength(1);
  });
});

test('an option is a duration in seconds, and no limit if it cannot be read', () => {
  expect(secondsOfOption('2 weeks')).toBe(1_209_600);
  expect(secondsOfOption('whenever')).toBe(Number.POSITIVE_INFINITY);
});

test('a help proposes no more than the 30 days that the service accepts', () => {
  expect(['30 days', '30 days 1 second', 'soon', undefined].map(acceptedDuration)).toEqual([
    '30 days',
    ...[undefined, undefined, undefined],
  ]);
  const milliseconds = ['2592000000 ms', '2592000001 ms', '1500MS', '0 ms', '5 m'];
  expect(milliseconds.map(fromMilliseconds)).toEqual([
    2_592_000,
    undefined,
    1.5,
    ...[undefined, undefined],
  ]);
});

test.each([
  ['a whole number of minutes in milliseconds', 60_000, { seconds: 60, unit: 'milliseconds' }],
  ['days in seconds, although they are minutes too', 2_160_000, { seconds: 2_160_000 }],
  ['30 days in seconds', 2_592_000, { seconds: 2_592_000, unit: 'seconds' }],
  ['neither, if it is longer in seconds', 2_592_001, undefined],
  ['days in milliseconds, if it is longer in seconds', 8_640_000, { seconds: 8640 }],
  ['30 days in milliseconds', 2_592_000_000, { seconds: 2_592_000, unit: 'milliseconds' }],
  ['neither, if it is longer in milliseconds', 2_592_060_000, undefined],
])('a number without a unit is taken for %s', (_, value, expected) => {
  if (expected === undefined) expect(meantByNumber(value)).toBeUndefined();
  else expect(meantByNumber(value)).toMatchObject(expected);
});

test('seconds are spelt in words only where these have the same length', () => {
  expect([259_200, 90_000, 90_060].map(spellSeconds)).toEqual([
    '3 days',
    '1 day 1 hour',
    '90060 seconds',
  ]);
});

test('units that the service documents are minutes to weeks, written in full', () => {
  expect(['1 day and 2 Hours', '3 weeks', '90 minutes'].map(hasShownUnits)).not.toContain(false);
  expect(['1 month', '90 seconds', '5m', '1 day 2 hrs'].map(hasShownUnits)).not.toContain(true);
});

test('the length of a delay in a wait is its timeout', () => {
  const known = new Set(['timeout', 'timeout_seconds']);
  expect(timeoutMeant('duration', '3 days', known)).toBe('timeout');
  expect(timeoutMeant('seconds', 60, known)).toBe('timeout_seconds');
  expect(timeoutMeant('duration', 'soon', known)).toBeUndefined();
  expect(timeoutMeant('duration', true, known)).toBeUndefined();
  expect(timeoutMeant('until', '3 days', known)).toBeUndefined();
  expect(timeoutMeant('duration', '3 days', new Set(['seconds']))).toBeUndefined();
});

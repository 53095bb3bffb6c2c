import { describe, expect, test } from 'vitest';
import { findZone, formatInstant, parseStart } from '../../src/features/simulate/calendar.ts';
import fc from '../fast-check.ts';

const HOUR = 3600;
const DAY = 86_400;

const at = (text: string, zone: string, seconds = 0): string => {
  const parsed = parseStart(text, zone);
  if (parsed === undefined) throw new Error(`not read: ${text}`);
  return formatInstant(parsed.start, seconds);
};

describe('a day of elapsed time', () => {
  test('ends an hour later in local time across the change to summer time', () => {
    expect(at('2026-03-28T09:00', 'Europe/Berlin', DAY)).toBe('2026-03-29T10:00:00+02:00');
    expect(at('2026-03-07T09:00', 'America/New_York', DAY)).toBe('2026-03-08T10:00:00-04:00');
  });

  test('ends an hour earlier in local time across the change to winter time', () => {
    expect(at('2026-10-24T09:00', 'Europe/Berlin', DAY)).toBe('2026-10-25T08:00:00+01:00');
  });

  test('follows the opposite changes of the southern hemisphere', () => {
    expect(at('2026-04-04T09:00', 'Australia/Sydney', DAY)).toBe('2026-04-05T08:00:00+10:00');
    // Half an hour, not a whole one.
    expect(at('2026-04-04T09:00', 'Australia/Lord_Howe', DAY)).toBe('2026-04-05T08:30:00+10:30');
  });

  test('is correct in zones without changes, with quarter hours, and in UTC', () => {
    expect(at('2026-03-28T09:00', 'Asia/Kolkata', DAY)).toBe('2026-03-29T09:00:00+05:30');
    expect(at('2026-03-28T09:00', 'Asia/Kathmandu', DAY)).toBe('2026-03-29T09:00:00+05:45');
    expect(at('2026-03-28', 'UTC', DAY)).toBe('2026-03-29T00:00:00Z');
  });
});

describe('a time of day', () => {
  test('that a clock change skips is moved forward, with a note', () => {
    expect(at('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T03:30:00+02:00');
    expect(parseStart('2026-03-29T02:30', 'Europe/Berlin')?.remark).toContain(
      'leave out 2026-03-29T02:30:00',
    );
  });

  test('that a clock change repeats is the first of the two, with a note', () => {
    expect(at('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T02:30:00+02:00');
    expect(at('2026-10-25T02:30', 'Europe/Berlin', HOUR)).toBe('2026-10-25T02:30:00+01:00');
    expect(parseStart('2026-10-25T02:30', 'Europe/Berlin')?.remark).toContain(
      'show 2026-10-25T02:30:00 twice',
    );
  });

  test('with an offset is the same instant in any zone', () => {
    expect(at('2026-10-25T02:30:00+01:00', 'Europe/Berlin')).toBe('2026-10-25T02:30:00+01:00');
    expect(at('2026-06-01T12:00:00Z', 'Asia/Tokyo')).toBe('2026-06-01T21:00:00+09:00');
    expect(at('2026-06-01T12:00-0330', 'UTC')).toBe('2026-06-01T15:30:00Z');
  });
});

test.each([
  '',
  'soon',
  '2026-02-30T09:00',
  '2026-13-01',
  '2026-06-01T25:00',
  '2026-06-01T12:60',
  '26-06-01',
  '2026-06-01T12:00+99:99',
  '9'.repeat(1000),
])('%s is refused', (text) => {
  expect(parseStart(text, 'UTC')).toBeUndefined();
});

test('zones are accepted by any of their names only', () => {
  expect(findZone('europe/berlin')).toBe('Europe/Berlin');
  expect(findZone('Europe/Berln')).toBeUndefined();
  expect(findZone('')).toBeUndefined();
});

test('dates outside of the calendar are reported', () => {
  expect(formatInstant({ instant: 0, zone: 'UTC' }, 1e15)).toBe('after the year 9999');
  expect(formatInstant({ instant: 0, zone: 'UTC' }, Number.POSITIVE_INFINITY)).toBe(
    'after the year 9999',
  );
});

test('a local time with offset is read as the instant that it was printed for', () => {
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Apia',
    'UTC',
  );
  fc.assert(
    fc.property(
      zones,
      fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2037, 0, 1) / 1000 }),
      (zone, seconds) => {
        const shown = formatInstant({ instant: seconds * 1000, zone }, 0);
        // With its offset always; without it, unless the clocks show the time twice.
        expect(parseStart(shown, zone)?.start.instant).toBe(seconds * 1000);
        const local = parseStart(shown.slice(0, 19), zone);
        if (local?.remark === undefined) expect(local?.start.instant).toBe(seconds * 1000);
        else expect(formatInstant(local.start, 0).slice(0, 19)).toBe(shown.slice(0, 19));
        expect(new Date(shown).getTime()).toBe(seconds * 1000);
      },
    ),
  );
});

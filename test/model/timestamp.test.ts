import { expect, test } from 'vitest';
import { parseTimestamp } from '../../src/core/model/timestamp.ts';

test.each([
  ['1970-01-01T00:00:00Z', 0],
  ['1970-01-01T00:00:01.5Z', 1_500_000],
  ['1970-01-01T00:00:00.000001999+00:00', 1],
  ['1970-01-01 00:00:00+00', 0],
  ['1970-01-01 00:00:00.123456+00', 123_456],
  ['2000-02-29T23:59:59Z', Date.UTC(2000, 1, 29, 23, 59, 59) * 1000],
  ['0001-01-01T00:00:00Z', -62_135_596_800_000_000],
  ['2026-04-31T00:00:00Z', undefined],
  ['2025-02-29T00:00:00Z', undefined],
  ['1900-02-29T00:00:00Z', undefined],
  ['2026-00-01T00:00:00Z', undefined],
  ['2026-13-01T00:00:00Z', undefined],
  ['2026-01-00T00:00:00Z', undefined],
  ['2026-01-01T24:00:00Z', undefined],
  ['2026-01-01T00:60:00Z', undefined],
  ['2026-01-01T00:00:60Z', undefined],
  ['2026-01-01T00:00:00', undefined],
  ['2026-01-01T00:00:00+01:00', undefined],
  ['2026-01-01 00:00:00Z', undefined],
  ['2026-01-01 00:00:00.+00', undefined],
  ['2026-01-01', undefined],
  ['', undefined],
  [`2026-01-01T00:00:00.${'0'.repeat(50)}Z`, undefined],
])('%s', (text, expected) => {
  expect(parseTimestamp(text)).toBe(expected);
});

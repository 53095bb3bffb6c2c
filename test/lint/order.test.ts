import { expect, test } from 'vitest';
import { compareAt } from '../../src/core/lint/order.ts';
import fc from '../fast-check.ts';

const document = { source: 'a.json', index: 0, line: 1, start: 0, end: 1 };
const order = (a: string, b: string): number =>
  Math.sign(compareAt({ document, pointer: a }, { document, pointer: b }));

test.each([
  ['', '/steps', -1],
  ['/steps', '/steps/0', -1],
  ['/steps/2', '/steps/10', -1],
  ['/steps/2/config', '/steps/10', -1],
  ['/10', '/9a', -1],
  ['/a/b', '/a-/b', -1],
  ['/edges/0', '/steps/0', -1],
  ['/steps/1', '/steps/1', 0],
])('%j before %j: %i', (a, b, expected) => {
  expect([order(a, b), order(b, a)]).toEqual([expected, expected === 0 ? 0 : -expected]);
});

test('pointers are sorted by segments', () => {
  const segment = fc.oneof(
    fc.constantFrom('steps', 'config', 'a', 'a-', 'ab', ''),
    fc.nat(120).map(String),
  );
  const pointer = fc
    .array(segment, { maxLength: 4 })
    .map((segments) => segments.map((each) => `/${each}`).join(''));
  fc.assert(
    fc.property(
      pointer,
      pointer,
      (a, b) => order(a, b) === Math.sign(bySegments(a.split('/'), b.split('/'))),
    ),
    { numRuns: 2000 },
  );
});

function bySegments(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((segment, i) => segment !== b[i]);
  const [x, y] = [a[at], b[at]];
  if (x === undefined || y === undefined) return a.length - b.length;
  if (/^\d+$/.test(x) && /^\d+$/.test(y)) return Number(x) - Number(y);
  return x < y ? -1 : 1;
}

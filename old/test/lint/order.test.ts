import { expect, test } from 'vitest';
import { causesFirst, compareAt, compareFound } from '../../src/core/lint/order.ts';
import type { Found } from '../../src/core/lint/part.ts';
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
    fc.constantFrom('steps', 'config', 'a', 'a-', 'ab', '', 'a9', 'a10', '9a', '10a'),
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

interface Sample {
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  readonly rule?: string;
  readonly message?: string;
}

/** Without a line it has no region. */
function located(source: string, sample: Sample): Found {
  const { line, column = 1, pointer = '', rule = 'a', message = 'a' } = sample;
  const region = line && { startLine: line, startColumn: column, endLine: line, endColumn: column };
  return {
    ...{ rule, severity: 'error', message, related: [], fixes: [] },
    document: { ...document, source },
    location: { source, pointer, region } as Found['location'],
  };
}

test('a report is sorted by file, line, column, rule, pointer and message', () => {
  const at = { line: 2, column: 2, pointer: '/b', rule: 'b', message: 'b' };
  const sorted = [
    located('a.json', { ...at, line: 9, column: 9 }),
    located('b.json', { ...at, line: 1, column: 9, pointer: '/z', rule: 'z' }),
    located('b.json', { ...at, column: 1, pointer: '/z', rule: 'z' }),
    located('b.json', { ...at, rule: 'a', pointer: '/z' }),
    located('b.json', { ...at, pointer: '/a', message: 'z' }),
    located('b.json', { ...at, message: 'a' }),
    located('b.json', at),
    located('b.json', { ...at, line: 10, column: 1, pointer: '/a', rule: 'a' }),
  ];
  expect(sorted.toReversed().sort(compareFound)).toEqual(sorted);
});

test('findings without lines are sorted by their pointers', () => {
  const sorted = [
    located('a.json', { pointer: '/steps/2', rule: 'b' }),
    located('a.json', { pointer: '/steps/10', rule: 'a' }),
    located('a.json', { pointer: '/steps/10', rule: 'b' }),
  ];
  expect(sorted.toReversed().sort(compareFound)).toEqual(sorted);
});

test('causes are first among the findings of their workflow, in its places of the report', () => {
  const of = (name: string | undefined, rule: string, source = 'a.json'): Found => ({
    ...located(source, { rule }),
    ...(name !== undefined && { workflow: { id: undefined, name, status: undefined } }),
  });
  const [first, second, third] = [of('A', 'effect'), of('A', 'cause'), of('A', 'other')];
  const [other, without] = [of('B', 'effect'), of(undefined, 'effect')];
  const [elsewhere, last] = [of('A', 'effect', 'b.json'), of(undefined, 'cause')];
  const isCause = (rule: string): boolean => rule === 'cause';
  expect(causesFirst([without, first, other, second, third, elsewhere, last], isCause)).toEqual([
    without,
    second,
    other,
    first,
    third,
    elsewhere,
    last,
  ]);
});

/** Where faults of values in code are reported: where the value is written, once, with the calls that use it. */
import { expect, test } from 'vitest';
import type { Finding, Location } from '../src/core/model/finding.ts';
import { atLiterals } from '../src/features/code/at-literals.ts';

/** `b.ts:3:5` */
function locationOf(place: string): Location {
  const [source = '', startLine, startColumn] = place.split(':');
  if (startLine === undefined) return { source, pointer: '/a' };
  const [line, column] = [Number(startLine), Number(startColumn ?? 1)];
  const region = { startLine: line, startColumn: column, endLine: line, endColumn: column + 1 };
  return { source, pointer: '', region } as Location;
}

const textOf = ({ source, region }: Location): string =>
  region === undefined ? source : `${source}:${region.startLine}:${region.startColumn}`;

/** `message at place, as written at place: related places` */
type Given = readonly [
  message: string,
  place: string,
  literal?: string | undefined,
  related?: string | undefined,
];

function placed(given: readonly Given[]): readonly string[] {
  const literals = new Map<Finding, Location | undefined>();
  const findings = given.map(([message, place, literal, related = '']) => {
    const others = related.split(' ').filter(Boolean).map(locationOf);
    const finding = {
      rule: 'a-rule',
      message,
      location: locationOf(place),
      related: others.map((location) => ({ message: 'other', location })),
    } as unknown as Finding;
    literals.set(finding, literal === undefined ? undefined : locationOf(literal));
    return finding;
  });
  const literalOf = ({ message, location }: Finding): Location | undefined => {
    const i = findings.findIndex(
      (each) => each.message === message && textOf(each.location) === textOf(location),
    );
    return literals.get(findings[i] as Finding);
  };
  return atLiterals(findings, literalOf).map(({ message, location, related }) =>
    [
      `${message} at ${textOf(location)}`,
      ...related.map((each) => `${each.message} ${textOf(each.location)}`),
    ].join(', '),
  );
}

test.each<[name: string, given: readonly Given[], expected: readonly string[]]>([
  ['a value in its call stays', [['x', 'a:2:1']], ['x at a:2:1']],
  ['a value written elsewhere', [['x', 'a:2:1', 'b:5:3']], ['x at b:5:3, used here a:2:1']],
  [
    'one value of several calls, once',
    [
      ['x', 'a:2:1', 'b:5:3'],
      ['x', 'a:4:1', 'b:5:3'],
    ],
    ['x at b:5:3, used here a:2:1, used here a:4:1'],
  ],
  [
    'other faults of one value',
    [
      ['x', 'a:2:1', 'b:5:3'],
      ['y', 'a:4:1', 'b:5:3'],
    ],
    ['x at b:5:3, used here a:2:1', 'y at b:5:3, used here a:4:1'],
  ],
  [
    'a fault of two values',
    [
      ['x', 'a:2:1', 'b:5:3'],
      ['x', 'a:4:1', 'b:5:4'],
    ],
    ['x at b:5:3, used here a:2:1', 'x at b:5:4, used here a:4:1'],
  ],
  [
    'one place of two faults, in one call',
    [
      ['x', 'a:2:1'],
      ['x', 'a:2:1'],
    ],
    ['x at a:2:1'],
  ],
  [
    'in order of source, line and column',
    [
      ['x', 'c:1:1'],
      ['x', 'c:2:2', 'b:9:2'],
      ['x', 'c:3:1', 'b:9:1'],
      ['x', 'c:4:1', 'b:10:1'],
      ['x', 'a:8:1'],
    ],
    [
      'x at a:8:1',
      'x at b:9:1, used here c:3:1',
      'x at b:9:2, used here c:2:2',
      'x at b:10:1, used here c:4:1',
      'x at c:1:1',
    ],
  ],
  [
    'related places, each once and other than its own',
    [['x', 'a:2:1', undefined, 'a:2:1 a:3:1 a:3:1 b:3:1 a:2:1']],
    ['x at a:2:1, other a:3:1, other b:3:1'],
  ],
  [
    'the calls before related places',
    [['x', 'a:2:1', 'b:1:1', 'a:9:1']],
    ['x at b:1:1, used here a:2:1, other a:9:1'],
  ],
  [
    'the given order where no value is written elsewhere',
    [
      ['x', 'a:2:1'],
      ['x', 'a:1:1'],
    ],
    ['x at a:2:1', 'x at a:1:1'],
  ],
  [
    'places without a line',
    [
      ['x', 'a'],
      ['y', 'a'],
    ],
    ['x at a', 'y at a'],
  ],
])('%s', (_, given, expected) => {
  expect(placed(given)).toEqual(expected);
});

test('at most 20 calls of one value', () => {
  const calls = Array.from({ length: 30 }, (_, i): Given => ['x', `a:${i + 1}:1`, 'b:5:3']);
  const [only, ...others] = placed(calls);
  expect(others).toEqual([]);
  expect(only?.split(', ')).toHaveLength(21);
});

/** Where faults of values in code are reported: where the value is written, once, with the calls that use it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Span } from '../src/core/document/locate.ts';
import { createRegions } from '../src/core/document/regions.ts';
import type { Finding, Location } from '../src/core/model/finding.ts';
import { atLiterals } from '../src/features/code/at-literals.ts';
import { readCode } from '../src/features/code/code.ts';

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

const CLIENT = "import { Resend } from 'resend'; const resend = new Resend(key); ";
const VALUES = `export const later = '1 dayz';
export const step = { key: 'a', type: 'delay', config: { duration: '2 dayz' } };`;

/** The texts at the place of a pointer, and where the fault of a value or of a name is reported if that is somewhere else. */
function placesOf(code: string, pointer: string): string {
  const files: Readonly<Record<string, string>> = {
    '/code.ts': CLIENT + code,
    '/values.ts': VALUES,
  };
  const run = readCode({
    paths: Object.keys(files),
    read: (path) => files[path] as string,
    nameOf: (path) => path.slice(1),
  });
  const text = files['/code.ts'] as string;
  const regionOf = createRegions(text, 1);
  const spanOf = run.read.get('code.ts')?.spanOf;
  const [value, name] = [spanOf?.({ pointer }), spanOf?.({ pointer, onKey: true })];
  const textAt = (span: Span | undefined): string =>
    span === undefined ? 'nowhere' : text.slice(span.offset, span.offset + span.length);
  const writtenAt = (span: Span | undefined, rule: string): string | undefined => {
    const region = span && regionOf(span).region;
    const location = { source: 'code.ts', pointer, ...(region && { region }) };
    const found = run.literalOf({ rule, location });
    if (found?.region === undefined) return undefined;
    const { startLine, startColumn, endColumn } = found.region;
    const line = files[`/${found.source}`]?.split('\n')[startLine - 1] ?? '';
    const written = line.slice(startColumn - 1, endColumn - 1);
    return found.source === 'code.ts' ? written : `${written} in ${found.source}`;
  };
  const [ofValue, ofName, ofField] = [
    writtenAt(value, 'invalid-delay'),
    writtenAt(name, 'invalid-delay'),
    writtenAt(value, 'unknown-field'),
  ];
  return [
    textAt(value),
    `name ${textAt(name)}`,
    ofValue && `written ${ofValue}`,
    ofName && `at its name ${ofName}`,
    ofField !== ofValue && `field ${ofField ?? 'here'}`,
  ]
    .filter(Boolean)
    .join('; ');
}

// `code @ pointer → places`
const lines = readFileSync(new URL('code-places.txt', import.meta.url), 'utf8').split('\n');
const rows = lines.flatMap((line) => {
  const [, code, pointer, expected] = /^(.*) @ (.*) → (.*)$/.exec(line) ?? [];
  return code && expected ? [[code, pointer as string, expected] as const] : [];
});

test.each(rows)('%s @ %s → %s', (code, pointer, expected) => {
  expect(placesOf(code, pointer)).toBe(expected);
});

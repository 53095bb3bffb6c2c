import { expect, test } from 'vitest';
import { crashOf, locateReports, reportedBy } from '../../src/core/lint/locate.ts';
import type { Reported } from '../../src/core/lint/part.ts';
import type { ActiveRule } from '../../src/core/lint/settings.ts';
import type { NodeFix } from '../../src/core/model/nodes.ts';
import type { Report } from '../../src/core/rule.ts';

test('a document with many findings is read once, also when facts of shards have separate objects for it', () => {
  const reports = Array.from({ length: 1000 }, (_, i): Reported => {
    const document = { source: 'a.json', index: 0, line: 1, start: 0, end: 9 };
    const at = { document, pointer: `/${i}`, subject: {} };
    return { rule: 'any', severity: 'error', at, message: 'm', document, related: [], fixes: [] };
  });
  let reads = 0;
  const text = JSON.stringify(reports.map((_, i) => i));
  const located = locateReports(reports, () => {
    reads++;
    return text;
  });
  expect(reads).toBe(1);
  expect(located.every(({ location }) => location.region !== undefined)).toBe(true);
});

const ACTIVE = { rule: { id: 'any' }, severity: 'error', options: {} } as unknown as ActiveRule;
const documentOf = (source: string, start = 0, index = 0) => ({
  ...{ source, index, line: 1 },
  ...{ start, end: start + 9 },
});
const placeIn = (source: string, pointer = '/a', start = 0) => ({
  document: documentOf(source, start),
  pointer,
  subject: {},
});
const TEXT = '{"a":1,"b":2}';
const reported = (report: Partial<Report> = {}, active = ACTIVE): Reported =>
  reportedBy(active, { at: placeIn('a.json'), message: 'm', ...report });
const locateOne = (one: Reported, text: string | undefined = TEXT) =>
  locateReports([one], () => text)[0];

test.each<[Reported['severity'], Partial<Report>, string]>([
  ['error', {}, 'error'],
  ['error', { maxSeverity: undefined }, 'error'],
  ['error', { maxSeverity: 'warning' }, 'warning'],
  ['error', { maxSeverity: 'info' }, 'info'],
  ['info', { maxSeverity: 'warning' }, 'info'],
  ['warning', { maxSeverity: 'error' }, 'warning'],
])(
  'a rule of severity %s that reports %j has a finding of severity %s',
  (severity, more, expected) => {
    expect(locateOne(reported(more, { ...ACTIVE, severity }))?.severity).toBe(expected);
  },
);

test('a finding has the texts of its report, and places with lines', () => {
  const texts = { help: 'h', consequence: 'c', fingerprintKey: { names: 'n', detail: 'd' } };
  const related = [{ at: placeIn('a.json', '/b'), message: 'other' }];
  const located = locateOne(reported({ ...texts, related }));
  expect(located).toMatchObject({
    ...{ rule: 'any', message: 'm', ...texts },
    location: { source: 'a.json', pointer: '/a', region: { startLine: 1, startColumn: 6 } },
    related: [{ message: 'other', location: { pointer: '/b', region: { startColumn: 12 } } }],
  });
  expect(located?.fixes).toEqual([]);
});

test('without its text, or where a pointer leads nowhere, a finding has a pointer only', () => {
  const bare = { source: 'a.json', pointer: '/a' };
  expect(locateReports([reported()], () => undefined)[0]?.location).toStrictEqual(bare);
  expect(locateOne(reported(), '{"b":1}')?.location).toStrictEqual(bare);
});

test('a place with a span is located by it', () => {
  const at = { ...placeIn('a.json'), span: { offset: 7, length: 3 } };
  expect(locateOne(reported({ at }))?.location.region).toMatchObject({
    startColumn: 8,
    endColumn: 11,
  });
});

test.each<[string, Partial<Report>]>([
  ['message', { message: 5 as unknown as string }],
  ['help', { help: 5 as unknown as string }],
  ['consequence', { consequence: 5 as unknown as string }],
  ['detail', { fingerprintKey: { detail: null as unknown as string } }],
  ['names', { fingerprintKey: { names: 5 as unknown as string } }],
  ['related message', { related: [{ at: placeIn('a.json'), message: 5 as unknown as string }] }],
])('a report is refused when its %s is not a text', (_, more) => {
  expect(() => reported(more)).toThrow(new TypeError('a reported text is not a string'));
});

test('a report is refused when a place is not one', () => {
  const at = { ...placeIn('a.json'), pointer: 5 as unknown as string };
  const error = new TypeError('a reported place is not a place in a document');
  expect(() => reported({ at })).toThrow(error);
  expect(() => reported({ related: [{ at, message: 'm' }] })).toThrow(error);
});

test.each([
  [new TypeError('no name'), 'TypeError: no name'],
  ['a text', 'a text'],
  [Object.create(null), 'a value without a text'],
])('of a rule that throws %s, the reason is given', (error, what) => {
  const located = locateOne(crashOf(ACTIVE, error, documentOf('a.json')));
  expect(located).toMatchObject({
    ...{ rule: 'rule-crashed', severity: 'error', fingerprintKey: { detail: 'any' } },
    message: `rule "any" failed on this document: ${what}`,
    help: 'report this defect of the rule, and switch it off with --rule any=off',
    location: { pointer: '', region: { startColumn: 1 } },
  });
});

const fixOf = (...sources: readonly string[]): NodeFix => ({
  title: `fix ${sources}`,
  safety: 'safe',
  edits: sources.map((source) => ({ kind: 'write', place: placeIn(source, '/b'), value: 30 })),
});

test('a fix has its edits as changes of text; one that changes another document as well is left out', () => {
  const fixes = [fixOf('a.json', 'b.json'), fixOf('a.json')];
  expect(locateOne(reported({ fixes }))?.fixes).toEqual([
    {
      ...{ title: 'fix a.json', safety: 'safe' },
      edits: [
        {
          ...{ pointer: '/b', startOffset: 11, endOffset: 12, text: '30' },
          region: expect.objectContaining({ startLine: 1, startColumn: 12, endColumn: 13 }),
        },
      ],
    },
  ]);
  expect(locateOne(reported({ fixes: [] }))?.fixes).toEqual([]);
  expect(locateOne(reported({ fixes: [fixOf('a.json')] }), '{"a":1}')?.fixes).toEqual([]);
});

test('in application code, places are those of the code, and there are no fixes', () => {
  const document = { document: {} as never, code: 'send({ a: 1 })' };
  const spanOf = () => ({ offset: 7, length: 4 });
  const one = reported({ fixes: [fixOf('a.json')] });
  const [located] = locateReports([one], () => ({ ...document, spanOf }));
  expect(located?.location.region).toMatchObject({ startColumn: 8, endColumn: 12 });
  expect(located?.fixes).toEqual([]);
});

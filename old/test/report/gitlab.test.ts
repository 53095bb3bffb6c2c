import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import gitlab from '../../src/core/report/gitlab.ts';
import { everything, oneFault } from './believable.ts';
import { sayingAll } from './hostile.ts';
import { findingOf, placeIn, print, resultOf } from './samples.ts';

// What GitLab asks of an entry, in our own words: it stops at the first that lacks something, and drops doubles.
const text = { type: 'string', minLength: 1 };
const validate = new Ajv({ allErrors: true }).compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: text,
      check_name: text,
      fingerprint: text,
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { ...text, pattern: '^(?!\\.{0,2}/)(?!.*/\\.\\.?/)' },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
});

interface Entry {
  readonly fingerprint: string;
  readonly severity: string;
  readonly check_name: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}
const entriesOf = (
  ...given: Parameters<typeof print> extends [unknown, ...infer Rest] ? Rest : never
): Entry[] => JSON.parse(print(gitlab, ...given));

test.each([
  ['nothing', resultOf([])],
  ['one fault', oneFault()],
  ['everything', everything()],
  ['hostile names', sayingAll()],
])('%s is accepted by GitLab', (_, result) => {
  const entries = entriesOf(result);
  validate(entries);
  expect(validate.errors).toBeNull();
  const fingerprints = entries.map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
  expect(entries).toHaveLength(result.findings.length + result.failures.length);
});

test('the path is relative to the root, without ./', () => {
  const pathOf = (source: string, folder?: string) =>
    entriesOf(resultOf([findingOf({ location: { source, pointer: '' } })]), { folder })[0]?.location
      .path;
  expect(pathOf('./a/b c.json')).toBe('a/b c.json');
  expect(pathOf('a.json', 'packages/mail')).toBe('packages/mail/a.json');
});

test('a finding keeps its fingerprint, and later ones with the same get a number', () => {
  const twice = entriesOf(resultOf([findingOf(), findingOf(), findingOf({ fingerprint: 'b' })]));
  expect(twice.map(({ fingerprint }) => fingerprint)).toEqual([
    '00f1c2d3e4a5b697',
    '00f1c2d3e4a5b697:2',
    'b',
  ]);
});

test('severities: unreadable documents are blockers, rules of strict are minor', () => {
  const [rule] = [
    { id: 'invalid-json', category: 'document', preset: 'correctness' },
    { id: 'long', category: 'time', preset: 'strict' },
  ] as never[];
  const rules = [rule, { id: 'long', category: 'time', preset: 'strict' }] as never;
  const findings = [
    findingOf({ rule: 'invalid-json' }),
    findingOf(),
    findingOf({ severity: 'warning' }),
    findingOf({ severity: 'warning', rule: 'long' }),
    findingOf({ severity: 'info' }),
  ];
  expect(entriesOf(resultOf(findings), { rules }).map(({ severity }) => severity)).toEqual([
    'blocker',
    'critical',
    'major',
    'minor',
    'info',
  ]);
});

test('failures are blockers, before all findings', () => {
  const failures = [{ source: 'b.json', message: 'not readable', refused: true }];
  expect(
    entriesOf(resultOf([findingOf({ location: placeIn('\n{"a": 1}', '1') })], { failures })),
  ).toMatchObject([
    {
      check_name: 'not-read',
      severity: 'blocker',
      location: { path: 'b.json', lines: { begin: 1 } },
    },
    { check_name: 'dangling-edge', location: { path: 'welcome.json', lines: { begin: 2 } } },
  ]);
});

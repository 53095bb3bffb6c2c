import { expect, test } from 'vitest';
import { accept } from '../../src/core/lint/accept.ts';
import { type Acceptance, applyAcceptance } from '../../src/core/lint/apply-acceptance.ts';
import { entriesOf, parseBaseline, printBaseline } from '../../src/core/lint/baseline.ts';
import { compareParts } from '../../src/core/lint/compare.ts';
import { checkInput } from '../../src/core/lint/lint.ts';
import type { Finding } from '../../src/core/model/finding.ts';

const finding = (more: Partial<Finding> = {}): Finding => ({
  rule: 'cycle',
  severity: 'error',
  message: 'the steps go round',
  fingerprint: 'aaaa',
  location: { source: 'a.json', pointer: '/steps/0' },
  related: [],
  fixes: [],
  ...more,
});

/** The report of a run with these findings. */
function reportOf(findings: readonly Finding[], acceptance?: Acceptance) {
  const document = { source: 'a.json', index: 0, line: 1, start: 0, end: 1 };
  const found = findings.map((each) => ({ ...each, document }));
  const parts = [{ ...checkInput({ documents: [] }, { rules: [] }), findings: found }];
  return accept(parts, compareParts(parts, { rules: [] }), () => undefined, {
    rules: [],
    acceptance,
  }).result;
}

test('an entry has the message, the source as it is named in the baseline, and the name of the workflow', () => {
  const findings = [
    finding({ workflow: { id: '1', name: 'Welcome' } }),
    finding({ fingerprint: 'bbbb', workflow: { id: '2' } }),
    finding({ fingerprint: 'cccc' }),
  ];
  const entry = { rule: 'cycle', message: 'the steps go round', source: '../a.json' };
  expect(entriesOf(findings, [], (source) => `../${source}`)).toEqual([
    { ...entry, fingerprint: 'aaaa', workflow: 'Welcome' },
    { ...entry, fingerprint: 'bbbb', workflow: '2' },
    { ...entry, fingerprint: 'cccc', workflow: undefined },
  ]);
  expect(entriesOf([finding()], [])[0]?.source).toBe('a.json');
});

test('of entries with one fingerprint, that of a finding is kept', () => {
  const kept = [{ fingerprint: 'aaaa', rule: 'old' }];
  expect(entriesOf([finding()], kept).map(({ rule }) => rule)).toEqual(['cycle']);
});

test('a baseline is printed with indents and a line break at the end', () => {
  expect(printBaseline([{ fingerprint: 'aaaa', rule: 'cycle' }])).toBe(
    `{
  "version": 1,
  "findings": [
    {
      "fingerprint": "aaaa",
      "rule": "cycle"
    }
  ]
}
`,
  );
});

test.each([
  ['{"version":0,"findings":[]}', 'it has no "version": 1'],
  ['{"version":"2","findings":[]}', 'it has no "version": 1'],
  ['{"version":1,"findings":{}}', 'it has no array "findings"'],
  [
    '{"version":1,"findings":[{"fingerprint":"a","rule":5}]}',
    'entry 1 has no "fingerprint" or no "rule"',
  ],
])('%s is not a baseline', (text, expected) => {
  expect(parseBaseline(text)).toBe(expected);
});

test('an accepted finding with a new name is reported as changed', () => {
  const accepted = finding({ rule: 'unqualified-variable', names: ['plan', 'name'] });
  const baseline = parseBaseline(printBaseline(entriesOf([accepted], [])));
  if (typeof baseline === 'string') throw new Error(baseline);
  const apply = (names: readonly string[]) =>
    applyAcceptance([finding({ rule: 'unqualified-variable', names })], false, {
      ...{ suppressions: [], today: '2026-01-01', baseline },
    });
  expect(apply(['name']).findings).toEqual([]);
  const { findings, unmatched } = apply(['name', 'city', 'plan', 'total']);
  expect(findings.map(({ message }) => message)).toEqual([
    'the steps go round (changed: "city" and 1 more not in the baseline)',
  ]);
  expect(unmatched).toEqual([]);
});

test('other fields of an entry are read when they are texts', () => {
  const entry = { fingerprint: 'a', rule: 'cycle' };
  const texts = { message: 'm', source: 's', workflow: 'w' };
  const numbers = { message: 1, source: 2, workflow: 3 };
  const read = (given: object) =>
    parseBaseline(JSON.stringify({ version: 1, findings: [{ ...entry, ...given }] }));
  expect(read(texts)).toStrictEqual([{ ...entry, ...texts }]);
  expect(read(numbers)).toEqual([entry]);
});

test('a baseline that is rewritten accepts what can be accepted, unless a rule failed', () => {
  const findings = [finding(), finding({ rule: 'invalid-json', fingerprint: 'bbbb' })];
  const acceptance = { suppressions: [], today: '2026-01-01', baseline: [], updatesBaseline: true };
  const accepted = applyAcceptance(findings, false, acceptance);
  expect([...accepted.baselined]).toEqual([findings[0]]);
  expect(accepted.findings).toEqual([findings[1]]);
  const { summary } = reportOf(findings, acceptance);
  expect(summary).toMatchObject({ errors: 1, suppressed: 0, baselined: 1 });
  expect(applyAcceptance(findings, true, acceptance).baselined.size).toBe(0);
  const kept = applyAcceptance(findings, false, { ...acceptance, updatesBaseline: false });
  expect(kept.baselined.size).toBe(0);
});

test('a suppression alone, and a baseline alone, are applied', () => {
  const found = [finding()];
  const today = '2026-01-01';
  const suppressions = [
    { rule: 'cycle', reason: 'known' },
    { rule: 'self-loop', reason: 'known' },
    { rule: 'cycle', reason: 'known', expires: '2025-01-01' },
  ];
  const suppressed = applyAcceptance(found, false, {
    ...{ suppressions, today, showSuppressed: true },
  });
  expect(suppressed.findings).toEqual([]);
  expect(suppressed.listed).toEqual([
    { ...found[0], suppressed: { by: 'suppression', reason: 'known' } },
  ]);
  expect(suppressed.unused).toEqual([suppressions[1]]);
  expect([...suppressed.expired]).toEqual([[suppressions[2], 1]]);
  const baseline = [
    { fingerprint: 'aaaa', rule: 'cycle' },
    { fingerprint: 'gone', rule: 'cycle' },
  ];
  const known = applyAcceptance(found, false, {
    ...{ suppressions: [], today, baseline, showSuppressed: true },
  });
  expect(known.listed).toEqual([{ ...found[0], suppressed: { by: 'baseline' } }]);
  expect([...known.baselined]).toEqual(found);
  expect(known.unmatched).toEqual([baseline[1]]);
});

test('without suppressions and a baseline, nothing is accepted', () => {
  const found = [finding()];
  for (const acceptance of [undefined, { suppressions: [], today: '', showSuppressed: true }]) {
    const applied = applyAcceptance(found, false, acceptance);
    expect(applied.findings).toEqual(found);
    expect([applied.unused, applied.unmatched]).toEqual([[], []]);
    expect([applied.expired.size, applied.baselined.size]).toEqual([0, 0]);
  }
});

test('findings are counted by severity, and their workflows by id and name', () => {
  const findings = [
    finding({ workflow: { id: '1', name: 'A' } }),
    finding({ workflow: { id: '1', name: 'A' }, severity: 'warning' }),
    finding({ workflow: { id: '1', name: 'B' }, severity: 'info' }),
    finding({ workflow: { id: '2', name: 'B' }, severity: 'info' }),
    finding({ severity: 'info' }),
  ];
  const { summary, faultyWorkflows } = reportOf(findings);
  expect(faultyWorkflows).toBe(3);
  expect(summary).toMatchObject({ errors: 1, warnings: 1, infos: 3 });
});

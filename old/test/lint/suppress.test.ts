import { expect, test } from 'vitest';
import { applyAcceptance } from '../../src/core/lint/apply-acceptance.ts';
import {
  compareBaseline,
  entriesOf,
  parseBaseline,
  printBaseline,
} from '../../src/core/lint/baseline.ts';
import { type Suppression, suppress } from '../../src/core/lint/suppress.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import fc from '../fast-check.ts';

const finding = (more: Partial<Finding> = {}): Finding => ({
  rule: 'cycle',
  severity: 'error',
  message: 'the steps go round',
  fingerprint: 'aaaa',
  location: { source: 'a.json', pointer: '/steps/0' },
  workflow: { id: 'wf_1', name: 'Welcome' },
  step: 'start',
  related: [],
  fixes: [],
  ...more,
});

const isSilenced = (
  suppression: Partial<Suppression>,
  given: Finding,
  today = '2026-06-01',
): boolean =>
  suppress([given], [{ rule: 'cycle', reason: 'known', ...suppression }], today).by.has(given);

test.each<[Partial<Suppression>, boolean]>([
  [{}, true],
  [{ rule: 'self-loop' }, false],
  [{ workflow: 'wf_1' }, true],
  [{ workflow: 'Welcome' }, true],
  [{ workflow: 'welcome' }, false],
  [{ step: 'start' }, true],
  [{ step: 'end' }, false],
  [{ edge: 'e1' }, false],
  [{ event: 'user.created' }, false],
  [{ fingerprint: 'aaaa' }, true],
  [{ fingerprint: 'bbbb' }, false],
  [{ workflow: 'Welcome', step: 'start', fingerprint: 'aaaa' }, true],
  [{ expires: '2026-06-01' }, true],
  [{ expires: '2026-05-31' }, false],
])('%j suppresses: %s', (suppression, expected) => {
  expect(isSilenced(suppression, finding())).toBe(expected);
});

test('edges and events are matched by name', () => {
  const { step: _, ...edgeless } = finding();
  expect(isSilenced({ edge: 'a → b' }, { ...edgeless, edge: 'a → b' })).toBe(true);
  expect(isSilenced({ event: 'user.created' }, { ...edgeless, event: 'user.created' })).toBe(true);
});

test('a line of a file is matched, and a finding without a line is not', () => {
  const region = { startLine: 3, startColumn: 1, endLine: 3, endColumn: 2 };
  const located = finding({ location: { source: 'a.json', pointer: '', region } });
  expect(isSilenced({ at: { source: 'a.json', line: 3 } }, located)).toBe(true);
  expect(isSilenced({ at: { source: 'b.json', line: 3 } }, located)).toBe(false);
  expect(isSilenced({ at: { source: 'a.json', line: 4 } }, located)).toBe(false);
  expect(isSilenced({ at: { source: 'a.json', line: 3 } }, finding())).toBe(false);
});

test('a finding outside of workflows is suppressed only without a workflow', () => {
  const { workflow: _, ...outside } = finding();
  expect(isSilenced({ step: 'start' }, outside)).toBe(true);
  expect(isSilenced({ workflow: 'wf_1' }, outside)).toBe(false);
});

test.each(['invalid-json', 'unrecognized-document', 'rule-crashed'])(
  '%s can be neither suppressed nor accepted by a baseline',
  (rule) => {
    const broken = finding({ rule });
    expect(isSilenced({ rule }, broken)).toBe(false);
    expect(entriesOf([broken], [])).toEqual([]);
    expect(compareBaseline([broken], [{ fingerprint: 'aaaa', rule }]).known.size).toBe(0);
  },
);

test('findings of an expired suppression are reported and counted again', () => {
  const over = { rule: 'cycle', reason: 'known', expires: '2026-01-31' };
  const holds = { rule: 'cycle', reason: 'known', step: 'start' };
  const unused = { rule: 'cycle', reason: 'known', step: 'gone' };
  const given = [finding(), finding({ step: 'other' })];
  const result = suppress(given, [over, holds, unused], '2026-02-01');
  expect([...result.by]).toEqual([[given[0], holds]]);
  expect([...result.expired]).toEqual([[over, 2]]);
  expect(result.unused).toEqual([unused]);
});

test('suppressed findings do not count, and are listed in order on request', () => {
  const findings = [
    finding(),
    finding({ severity: 'warning', workflow: { id: 'wf_2' }, step: 'other' }),
    finding({ severity: 'info', rule: 'self-loop', fingerprint: 'bbbb' }),
  ];
  const acceptance = {
    suppressions: [{ rule: 'cycle', step: 'start', reason: 'known' }],
    today: '2026-01-01',
    baseline: [{ fingerprint: 'bbbb', rule: 'self-loop' }],
  };
  const { listed, ...rest } = applyAcceptance(findings, false, {
    ...acceptance,
    showSuppressed: true,
  });
  expect(rest.findings).toEqual([findings[1]]);
  expect([rest.suppressed, rest.baselined.size]).toEqual([1, 1]);
  expect(listed?.map(({ suppressed }) => suppressed?.by)).toEqual([
    'suppression',
    undefined,
    'baseline',
  ]);
  expect(applyAcceptance(findings, false, acceptance).listed).toBeUndefined();
  expect(applyAcceptance(findings, false).findings).toEqual(findings);
});

test('a baseline contains each finding by fingerprint, sorted by rule and fingerprint', () => {
  const findings = [
    finding({ fingerprint: 'b' }),
    finding({ fingerprint: 'a' }),
    finding({ rule: 'ambiguous-branch', fingerprint: 'c' }),
  ];
  const kept = [{ fingerprint: 'd', rule: 'cycle' }];
  const entries = entriesOf(findings, kept);
  expect(entries.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`)).toEqual([
    'ambiguous-branch c',
    'cycle a',
    'cycle b',
    'cycle d',
  ]);
  expect(parseBaseline(printBaseline(entries))).toEqual(entries);
  const { known, unmatched } = compareBaseline(
    [findings[0] as Finding, finding({ fingerprint: 'new' })],
    entries,
  );
  expect([...known]).toEqual([findings[0]]);
  expect(unmatched.map(({ fingerprint }) => fingerprint)).toEqual(['c', 'a', 'd']);
});

test.each([
  ['{', 'it is not JSON'],
  ['[]', 'it holds an array, not an object'],
  ['{}', 'it has no "version": 1'],
  ['{"version":2,"findings":[]}', 'it is of version 2, which is newer than this program'],
  ['{"version":1}', 'it has no array "findings"'],
  ['{"version":1,"findings":[null]}', 'entry 1 is null, not an object'],
  [
    '{"version":1,"findings":[{"fingerprint":"a","rule":"cycle"},{"fingerprint":5,"rule":"cycle"}]}',
    'entry 2 has no "fingerprint" or no "rule"',
  ],
])('%s is not a baseline', (text, expected) => {
  expect(parseBaseline(text)).toBe(expected);
});

test('the first valid match of several suppressions applies', () => {
  const fingerprint = fc.constantFrom('aaaa', 'bbbb', 'cccc');
  const suppression = fc.record(
    {
      rule: fc.constantFrom('cycle', 'self-loop'),
      step: fc.constantFrom('start', 'end'),
      fingerprint,
      expires: fc.constantFrom('2025-01-01', '2030-01-01'),
    },
    { requiredKeys: ['rule'] },
  );
  const found = fc.record({
    rule: fc.constantFrom('cycle', 'self-loop'),
    step: fc.constantFrom('start', 'end'),
    fingerprint,
  });
  fc.assert(
    fc.property(
      fc.array(suppression, { maxLength: 6 }),
      fc.array(found, { maxLength: 4 }),
      (suppressions, given) => {
        const all = suppressions.map((each): Suppression => ({ ...each, reason: 'known' }));
        const findings = given.map(finding);
        const fits = (each: Suppression, { rule, step, fingerprint: own }: Finding): boolean =>
          each.rule === rule && (each.step ?? step) === step && (each.fingerprint ?? own) === own;
        const expected = findings.map((each) =>
          all.find((one) => fits(one, each) && one.expires !== '2025-01-01'),
        );
        const { by, unused } = suppress(findings, all, '2026-01-01');
        expect(findings.map((each) => by.get(each))).toEqual(expected);
        expect(unused).toEqual(
          all.filter(
            (one) => one.expires !== '2025-01-01' && !findings.some((each) => fits(one, each)),
          ),
        );
      },
    ),
  );
});

test('thirty thousand suppressions by fingerprint are matched', () => {
  const findings = Array.from({ length: 30_000 }, (_, i) => finding({ fingerprint: `f${i}` }));
  const all = findings.map(({ rule, fingerprint }) => ({ rule, fingerprint, reason: 'known' }));
  expect(suppress(findings, all, '2026-01-01').by.size).toBe(30_000);
});

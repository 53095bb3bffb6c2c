import { expect, test } from 'vitest';
import { entriesOf, parseBaseline, printBaseline } from '../../src/core/config/baseline.ts';
import { lint } from '../../src/core/lint/lint.ts';
import { documentsOf, ruleSet } from '../cases.ts';

const BROKEN = `
  workflow Welcome
  start: trigger user.created
  a: send_email welcome {"A": {"var": "plan"}, "B": {"var": "name"}}
  start -> a`;

const run = (input: Parameters<typeof documentsOf>[0]['input'], entries = parseBaseline('')) =>
  lint(documentsOf({ input }), ruleSet, {
    acceptance: {
      suppressions: [],
      baseline: new Set(Array.isArray(entries) ? entries.map((each) => each.fingerprint) : []),
      today: '2027-01-01',
    },
  });

test('a baseline accepts each report of a finding, and a new one is new', () => {
  const { findings } = run(BROKEN);
  const [finding] = findings;
  expect(finding?.fingerprints).toHaveLength(2);
  const text = printBaseline(entriesOf(findings));
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    findings: [{ rule: 'unknown-variable' }, {}],
  });
  const entries = parseBaseline(text);
  const again = run(BROKEN, entries);
  expect(again.findings.every(({ accepted }) => accepted?.by === 'baseline')).toBe(true);
  expect(again.unused.baseline).toEqual([]);
  const more = run(BROKEN.replace('{"A"', '{"C": {"var": "city"}, "A"'), entries);
  expect(more.findings.filter(({ accepted }) => accepted === undefined)).toMatchObject([
    { fingerprints: [expect.any(String)] },
  ]);
});

test('what could not be read is never in it', () => {
  const input = {
    'cut.json': '{ "steps": [',
    'unread.json': { name: 'W', steps: 5, connections: [] },
    'draft.json': { name: '', steps: [], connections: [] },
  };
  const { findings } = run(input);
  const entries = entriesOf(findings);
  expect(new Set(findings.map(({ rule }) => rule))).toContain('invalid-json');
  expect(entries.map(({ source }) => source)).not.toContain('cut.json');
  expect(entries.map(({ source }) => source)).not.toContain('unread.json');
  const all = findings.flatMap(({ fingerprints, rule }) =>
    fingerprints.map((fingerprint) => ({ fingerprint, rule })),
  );
  const accepted = run(input, all).findings.filter((each) => each.accepted !== undefined);
  expect(accepted.map(({ location }) => location.source)).not.toContain('cut.json');
  expect(accepted.map(({ location }) => location.source)).not.toContain('unread.json');
});

test('the order does not depend on the files', () => {
  const entries = ['b', 'a', 'b'].map((fingerprint) => ({ fingerprint, rule: 'cycle' }));
  expect(parseBaseline(printBaseline(entries))).toEqual([
    { fingerprint: 'a', rule: 'cycle' },
    { fingerprint: 'b', rule: 'cycle' },
  ]);
});

const WRONG = 'it needs "version": 1, and "findings" with "fingerprint" and "rule"';

test.each([
  ['[', 'it is not JSON'],
  ['[]', WRONG],
  ['{ "version": 2, "findings": [] }', WRONG],
  ['{ "version": 1 }', WRONG],
  ['{ "version": 1, "findings": [{ "rule": "cycle" }] }', WRONG],
])('%s', (text, reason) => {
  expect(parseBaseline(text)).toBe(reason);
});

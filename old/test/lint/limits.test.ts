import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { accept } from '../../src/core/lint/accept.ts';
import { compareParts } from '../../src/core/lint/compare.ts';
import { checkInput } from '../../src/core/lint/lint.ts';
import { createLinter } from '../../src/core/lint/linter.ts';
import { activate, type RuleChoice } from '../../src/core/lint/settings.ts';
import {
  isLargeCondition,
  MAX_CONDITION_DEPTH,
  MAX_CONDITION_LEAVES,
  MAX_EDGES,
  MAX_STEPS,
} from '../../src/core/model/limits.ts';
import { compareWorkspaces } from '../../src/features/diff/compare.ts';
import { drawnWorkflows } from '../../src/features/picture/drawn.ts';
import { simulate } from '../../src/features/simulate/simulate.ts';

const REF = { source: 'a.json', index: 0, line: 1, start: 0, end: 0 };

function chain(length: number, edges = length - 1) {
  const step = (i: number) =>
    i === 0
      ? { key: 's0', type: 'trigger', config: { event_name: 'order.paid' } }
      : { key: `s${i}`, type: 'delay', config: { duration: 'soon' } };
  return {
    name: 'Chain',
    status: 'enabled',
    steps: Array.from({ length }, (_, i) => step(i)),
    connections: Array.from({ length: edges }, (_, i) => ({
      from: `s${i % (length - 1)}`,
      to: `s${1 + (i % (length - 1))}`,
    })),
  };
}

const decode = (value: object) => decodeDocument(value, REF);

function lint(value: object, choice: RuleChoice = {}) {
  const linter = createLinter(activate(rules, choice));
  linter.add(decode(value));
  return linter.finish();
}

const only = (...ids: string[]): RuleChoice => ({ only: new Set(ids) });

describe('a workflow above the limits', () => {
  const large = chain(MAX_STEPS + 1);

  test('has an error that names the count, whatever the settings', () => {
    const off: RuleChoice = {
      severities: new Map([['too-many-steps', 'off']]),
      options: new Map([['too-many-steps', { max: 5000 }]]),
    };
    for (const choice of [{}, off, only('invalid-delay')]) {
      const found = lint(large, choice).findings.filter(({ rule }) => rule === 'too-many-steps');
      expect(found.map(({ severity, message }) => [severity, message])).toEqual([
        ['error', 'workflow has 1001 steps (limit: 1000)'],
      ]);
    }
    const dense = lint(chain(10, MAX_EDGES + 1), off).findings.map(({ message }) => message);
    expect(dense).toContain('workflow has 5001 connections (limit: 5000)');
  });

  test('is checked step by step only, and the report says so', () => {
    const { findings, notChecked, summary } = lint(large, { preset: 'strict' });
    const linear = new Set(rules.flatMap(({ id, linear }) => (linear === true ? id : [])));
    const others = findings.filter(({ rule }) => !linear.has(rule));
    expect(others.map(({ rule }) => rule)).toEqual(['too-many-steps']);
    expect(findings.filter(({ rule }) => rule === 'invalid-delay')).toHaveLength(MAX_STEPS);
    expect(findings.flatMap(({ fixes }) => fixes)).toEqual([]);
    expect(summary).toMatchObject({ workflows: 1, steps: MAX_STEPS + 1 });
    expect(notChecked).toContainEqual({
      rule: '*',
      reason:
        '1 workflow is larger than 1,000 steps or 5,000 edges: rules about a single step or edge were still checked',
    });
  });

  test('is counted once over the parts of a run', () => {
    const active = activate(rules, {});
    const parts = ['a.json', 'b.json'].map((source) =>
      checkInput(
        { documents: [{ document: decodeDocument(large, { ...REF, source }) }] },
        { rules: active },
      ),
    );
    const settings = { rules: active };
    const compared = compareParts(parts, settings);
    const { notChecked } = accept(parts, compared, () => undefined, settings).result;
    expect(notChecked.filter(({ rule }) => rule === '*')).toEqual([
      {
        rule: '*',
        reason: expect.stringMatching(/^2 workflows are larger than 1,000 steps or 5,000 edges: /),
      },
    ]);
  });

  test('does not make other findings wrong: its events may be used', () => {
    const events = [{ name: 'order.paid', schema: null }];
    const { findings, notChecked } = lint({ workflows: [large], events }, only('unused-event'));
    expect(findings.map(({ rule }) => rule)).toEqual(['too-many-steps']);
    expect(notChecked.map(({ rule }) => rule)).toContain('unused-event');
  });

  test('is not simulated, drawn or compared', () => {
    const document = decode(large);
    const { runs, gaps } = simulate(document.workflows, [], { event: 'order.paid' });
    expect(runs).toEqual([]);
    expect(gaps).toEqual(['"Chain" is larger than 1,000 steps or 5,000 edges: not followed']);
    expect(drawnWorkflows({ input: { documents: [{ document }] } })).toEqual([]);
    const { difference } = compareWorkspaces([document], [decode(chain(3))]);
    expect(difference.workflows).toEqual([]);
    expect(difference.notCompared).toEqual([
      {
        what: 'the steps and edges of workflow "Chain"',
        reason: 'it is larger than 1,000 steps or 5,000 edges',
        oneSided: true,
      },
    ]);
  });
});

test('a workflow at the limits is checked by all rules', () => {
  const rulesOf = (value: object) => new Set(lint(value).findings.map(({ rule }) => rule));
  expect(rulesOf(chain(MAX_STEPS))).toContain('trailing-delay');
  expect(lint(chain(MAX_STEPS)).notChecked.map(({ rule }) => rule)).not.toContain('*');
});

describe('a condition above the limits', () => {
  const leaf = { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' };
  const nested = (depth: number): object =>
    depth === 1 ? leaf : { type: 'and', rules: [nested(depth - 1)] };
  const wide = (leaves: number) => ({
    type: 'and',
    rules: Array.from({ length: leaves }, (_, i) => ({ ...leaf, value: `v${i}` })),
  });

  test('is one with too many levels or comparisons', () => {
    expect(isLargeCondition(nested(MAX_CONDITION_DEPTH))).toBe(false);
    expect(isLargeCondition(nested(MAX_CONDITION_DEPTH + 1))).toBe(true);
    expect(isLargeCondition(wide(MAX_CONDITION_LEAVES))).toBe(false);
    expect(isLargeCondition(wide(MAX_CONDITION_LEAVES + 1))).toBe(true);
  });

  test('is left out alone, and the report says so', () => {
    const check = (config: object) =>
      lint(
        {
          name: 'Check',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'order.paid' } },
            { key: 'check', type: 'condition', config },
          ],
          connections: [{ from: 'start', to: 'check' }],
        },
        only('impossible-condition', 'invalid-rule'),
      );
    const impossible = check(wide(MAX_CONDITION_LEAVES));
    expect(impossible.findings.map(({ rule }) => rule)).toEqual(['impossible-condition']);
    const { findings, notChecked } = check(wide(MAX_CONDITION_LEAVES + 1));
    expect(findings).toEqual([]);
    expect(notChecked).toContainEqual({
      rule: '*',
      reason: '1 condition is larger than 500 comparisons or 32 levels: any contact may pass',
    });
  });
});

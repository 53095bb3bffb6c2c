import { describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { decodeDocument } from '../src/core/document/decode.ts';
import { createLinter } from '../src/core/lint/linter.ts';
import { activate } from '../src/core/lint/settings.ts';

// These limits detect wrong complexity, not slow machines: they are about ten times the needed time.

interface Raw {
  readonly steps: readonly object[];
  readonly connections: readonly object[];
}

/** Findings by rule of all rules about the graph. */
function lintGraph(raw: Raw): { count: (rule: string) => number } {
  const active = activate(rules, {
    preset: 'strict',
  }).filter(({ rule }) => rule.category === 'graph' || SIMPLE_TIME_RULES.has(rule.id));
  const linter = createLinter(active);
  linter.add(
    decodeDocument(
      { name: 'large', status: 'enabled', ...raw },
      { source: 'large.json', index: 0, line: 1, start: 0, end: 0 },
    ),
  );
  const { findings, crashed } = linter.finish();
  expect(crashed).toBe(false);
  return { count: (id) => findings.filter(({ rule }) => rule === id).length };
}

const SIMPLE_TIME_RULES = new Set(['invalid-delay', 'unclear-duration', 'excessive-delay']);

const trigger = { key: 'start', type: 'trigger', config: { event_name: 'user.created' } };
const mail = (key: string) => ({ key, type: 'send_email', config: { template: { id: 'tips' } } });
const delay = (key: string) => ({ key, type: 'delay', config: { duration: '1 day' } });
const condition = (key: string) => ({
  key,
  type: 'condition',
  config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
});
const edge = (from: string, to: string, type = 'default') => ({ from, to, type });

/** Conditions in a row whose branches join at the next one: 2^count paths. */
function diamonds(count: number): Raw {
  const steps: object[] = [trigger];
  const connections: object[] = [edge('start', 'c0')];
  for (let i = 0; i < count; i++) {
    steps.push(condition(`c${i}`), mail(`a${i}`), mail(`b${i}`));
    connections.push(
      edge(`c${i}`, `a${i}`, 'condition_met'),
      edge(`c${i}`, `b${i}`, 'condition_not_met'),
      edge(`a${i}`, `c${i + 1}`),
      edge(`b${i}`, `c${i + 1}`),
    );
  }
  return { steps: [...steps, mail(`c${count}`)], connections };
}

describe('graph rules', () => {
  test('take a chain of a million steps', () => {
    const steps: object[] = [trigger];
    const connections: object[] = [];
    for (let i = 1; i < 1_000_000; i++) {
      steps.push(i % 2 === 0 ? delay(`s${i}`) : mail(`s${i}`));
      connections.push(edge(i === 1 ? 'start' : `s${i - 1}`, `s${i}`));
    }
    const { count } = lintGraph({ steps, connections });
    expect(count('too-many-steps')).toBe(1);
  });

  test('take a chain of 1,000 steps listed backwards', () => {
    const steps: object[] = [trigger];
    const connections: object[] = [edge('start', 's999')];
    for (let i = 1; i < 1000; i++) {
      steps.push(mail(`s${i}`));
      if (i > 1) connections.push(edge(`s${i}`, `s${i - 1}`));
    }
    const { count } = lintGraph({ steps, connections });
    expect(count('step-order')).toBe(998);
  });

  test('take a clique of 70 steps', () => {
    const keys = Array.from({ length: 70 }, (_, i) => `s${i}`);
    const { count } = lintGraph({
      steps: [trigger, ...keys.map(condition)],
      connections: [
        edge('start', 's0'),
        ...keys.flatMap((from, i) =>
          keys
            .filter((to) => to !== from)
            .map((to, j) =>
              edge(from, to, (i + j) % 2 === 0 ? 'condition_met' : 'condition_not_met'),
            ),
        ),
      ],
    });
    expect([count('cycle'), count('ambiguous-branch')]).toEqual([1, 140]);
  });

  test('take a cycle of 999 steps', () => {
    const keys = Array.from({ length: 999 }, (_, i) => `s${i}`);
    const { count } = lintGraph({
      steps: [trigger, ...keys.map(mail)],
      connections: [
        edge('start', 's0'),
        ...keys.map((from, i) => edge(from, keys[(i + 1) % 999] as string)),
      ],
    });
    expect(count('cycle')).toBe(1);
  });

  test.each([40, 330])('take %d diamonds in a row', (many) => {
    const { count } = lintGraph(diamonds(many));
    expect(count('too-many-steps')).toBe(many === 40 ? 0 : 1);
  });

  test('take 10,000 diamonds in a row, which are too many steps', () => {
    const { count } = lintGraph(diamonds(10_000));
    expect(count('too-many-steps')).toBe(1);
  });

  test('take 20,000 conditions with one branch each, and every edge twice', () => {
    const keys = Array.from({ length: 20_000 }, (_, i) => `s${i}`);
    const arms = keys.flatMap((key, i) => [
      edge(key, `m${i}`, 'condition_met'),
      edge(key, keys[i + 1] ?? 'end', 'condition_not_met'),
    ]);
    const { count } = lintGraph({
      steps: [trigger, ...keys.flatMap((key, i) => [condition(key), mail(`m${i}`)]), mail('end')],
      connections: [edge('start', 's0'), ...arms, ...arms],
    });
    expect(count('duplicate-edge')).toBe(40_000);
  });

  test('take 300 deletions in a row and 600 unreachable steps', () => {
    const keys = Array.from({ length: 300 }, (_, i) => `x${i}`);
    const islands = Array.from({ length: 600 }, (_, i) => `s${i}`);
    const { count } = lintGraph({
      steps: [
        trigger,
        ...keys.map((key) => ({ key, type: 'contact_delete', config: {} })),
        ...islands.map(mail),
      ],
      connections: [edge('start', 'x0'), ...keys.slice(1).map((key, i) => edge(`x${i}`, key))],
    });
    expect([count('step-after-delete'), count('unreachable-step')]).toEqual([1, 600]);
  });
});

import { expect, test } from 'vitest';
import type { ActiveRule } from '../../src/core/lint/settings.ts';
import type { DocumentRef } from '../../src/core/model/nodes.ts';
import { defineRule } from '../../src/core/rule.ts';
import { PHASES, startClock } from '../../src/run/clock.ts';
import { runItems } from '../../src/run/run.ts';
import { CLEAN } from '../cli/run.ts';

// A clock that goes on by one millisecond whenever it is read.
let time = 0;
const look = (): number => ++time;

const RULE = {
  severity: 'error',
  preset: 'recommended',
  category: 'graph',
  summary: 'S.',
  why: 'W.',
  remedy: 'R.',
} as const;

/** Takes 7 ms in each workflow, and 100 ms over the whole workspace. */
const slow = defineRule({
  ...RULE,
  id: 'slow',
  workflow: () => void (time += 7),
  workspace: () => void (time += 100),
});
const broken = defineRule({
  ...RULE,
  id: 'broken',
  workflow() {
    time += 3;
    throw new Error('oh');
  },
});
const active: readonly ActiveRule[] = [slow, broken].map((rule) => ({
  rule,
  severity: 'error',
  options: {},
}));

const itemsOf = (ref: DocumentRef) => [
  { documents: [{ ref, text: CLEAN }], from: { explicit: true } },
];

test('the time of a run is the sum of its phases, including hooks that throw', () => {
  const begun = time;
  const clock = startClock(look, time);
  const rules = clock.timeRules(active);
  time += 50;
  expect(clock.enter('read')).toBe('start');
  time += 20;
  const ref = { source: 'a.ndjson', index: 0, line: 1, start: 10, end: 30 };
  clock.countDocument(ref);
  const { result } = runItems(itemsOf(ref), { rules, clock });
  expect(result.crashed).toBe(true);
  clock.enter('report');
  const { phases, rules: spent, documents, bytes } = clock.spent();
  expect(PHASES.reduce((sum, phase) => sum + phases[phase], 0)).toBe(time - begun);
  expect(phases.start).toBeGreaterThanOrEqual(50);
  expect(phases.read).toBeGreaterThanOrEqual(20);
  expect(phases.workspace).toBeGreaterThanOrEqual(100);
  expect(phases.report).toBe(1);
  // The time to read the clock does not count as time of the rule.
  expect([...spent]).toEqual([
    ['slow', 107],
    ['broken', 3],
  ]);
  expect({ documents, bytes }).toEqual({ documents: 1, bytes: 20 });
});

test('summaries that rules share are timed once, apart from what each rule does with them', () => {
  let collected = 0;
  const summarize = (): number => {
    time += 7;
    return ++collected;
  };
  const sharing = ['one', 'two'].map((id): ActiveRule => {
    const rule = defineRule<object, number>({
      ...RULE,
      id,
      summarize,
      compare: ({ summaries }) => void (time += summaries.length),
    });
    return { rule, severity: 'error', options: {} };
  });
  const alone = defineRule<object, number>({
    ...RULE,
    id: 'alone',
    summarize: () => (time += 5),
    compare: () => {},
  });
  const clock = startClock(look, time);
  const rules = clock.timeRules([...sharing, { rule: alone, severity: 'error', options: {} }]);
  const ref = { source: 'a.json', index: 0, line: 1, start: 0, end: 9 };
  runItems(itemsOf(ref), { rules, clock });
  expect(collected).toBe(1);
  const { phases, rules: spent, shared } = clock.spent();
  expect([...shared]).toEqual([['summaries of one and 1 more', 7]]);
  expect([...spent]).toEqual([
    ['one', 1],
    ['two', 1],
    ['alone', 5],
  ]);
  expect(phases.findings).toBeGreaterThan(0);
});

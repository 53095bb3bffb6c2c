import { expect, test } from 'vitest';
import type { ActiveRule } from '../../src/core/lint/settings.ts';
import { defineRule } from '../../src/rule.ts';
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

const REF = { source: 'a.ndjson', index: 0, line: 1, start: 10, end: 30 };
const ITEMS = [{ documents: [{ ref: REF, text: CLEAN }], from: { explicit: true } }];

test('the time of a run is the sum of its phases, including hooks that throw', () => {
  const begun = time;
  const clock = startClock(look, time);
  const rules = clock.timeRules(active);
  time += 50;
  expect(clock.enter('read')).toBe('start');
  time += 20;
  clock.countDocument(REF);
  expect(clock.enter('decode')).toBe('read');
  expect(runItems(ITEMS, { rules, clock }).result.crashed).toBe(true);
  expect(clock.enter('report')).toBe('findings');
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
  const compare = ({ summaries }: { readonly summaries: readonly unknown[] }) =>
    void (time += summaries.length);
  const sharing = ['one', 'two'].map((id): ActiveRule => {
    return {
      rule: defineRule({ ...RULE, id, summarize, compare }),
      severity: 'error',
      options: {},
    };
  });
  const clock = startClock(look, time);
  const rules = clock.timeRules(sharing);
  runItems(ITEMS, { rules, clock });
  expect(collected).toBe(1);
  const { phases, rules: spent, shared } = clock.spent();
  expect([...shared]).toEqual([['summaries of one and 1 more', 7]]);
  expect([...spent]).toEqual([
    ['one', 1],
    ['two', 1],
  ]);
  expect(phases.findings).toBeGreaterThan(0);
});

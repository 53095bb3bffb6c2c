import { expect, test } from 'vitest';
import type { ActiveRule } from '../../src/core/lint/settings.ts';
import { defineRule } from '../../src/rule.ts';
import { createRun, finishRun } from '../../src/run/run.ts';
import { PHASES, startClock } from '../../src/run/stats.ts';
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
  facts: () => void (time += 7),
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

test('the time of a run is divided among its phases, and hooks are timed also when they throw', () => {
  const begun = time;
  const clock = startClock(look, time);
  const rules = clock.timeRules(active);
  const run = createRun({ rules, clock });
  time += 50;
  expect(clock.enter('read')).toBe('start');
  time += 20;
  run.add({ ref: { source: 'a.ndjson', index: 0, line: 1, start: 10, end: 30 }, text: CLEAN });
  expect(clock.enter('workspace')).toBe('read');
  const { result } = finishRun([run.collected()], { rules, readText: () => undefined });
  expect(result.crashed).toBe(true);
  clock.enter('report');
  const { phases, rules: spent, documents, bytes } = clock.spent();
  expect(PHASES.reduce((sum, phase) => sum + phases[phase], 0)).toBe(time - begun);
  expect(phases.start).toBeGreaterThanOrEqual(50);
  expect(phases.read).toBeGreaterThanOrEqual(20);
  expect(phases.workspace).toBeGreaterThanOrEqual(100);
  expect(phases.report).toBe(1);
  // What reading the clock costs does not count as time of the rule.
  expect([...spent]).toEqual([
    ['slow', 107],
    ['broken', 3],
  ]);
  expect({ documents, bytes }).toEqual({ documents: 1, bytes: 20 });
});

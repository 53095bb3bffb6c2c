import { expect, test } from 'vitest';
import { type Clock, PHASES, startClock } from '../../src/check/clock.ts';
import { createIntake } from '../../src/check/intake.ts';
import { createLinter } from '../../src/lint/linter.ts';
import type { ActiveRule } from '../../src/lint/settings.ts';
import type { DocumentRef } from '../../src/model/nodes.ts';
import { defineRule } from '../../src/rule.ts';
import { CLEAN } from '../cli/run.ts';

// A clock that goes on by one millisecond whenever somebody looks at it.
let time = 0;
const look = (): number => ++time;

const RULE = { severity: 'error', preset: 'recommended', category: 'graph', summary: 'S.', why: 'W.', remedy: 'R.' } as const;
const keep = { filter: <T>(document: T) => document, unmatched: () => [], leavesOut: undefined };

/** Takes 7 ms in each workflow, and 100 ms over the whole. */
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
/** Takes no time to say what its fact is about, and 11 ms to make it. */
const late = defineRule({
  ...RULE,
  id: 'late',
  facts: () => () => void (time += 11),
});
const active: readonly ActiveRule[] = [slow, broken, late].map((rule) => ({ rule, severity: 'error', options: {} }));

function setUp(clock: Clock) {
  const rules = clock.ofRules(active);
  const linter = clock.ofLinter(createLinter(rules));
  return { linter, intake: clock.ofIntake(createIntake(linter, { keep })) };
}

const refOf = (more: Partial<DocumentRef> = {}): DocumentRef => ({ source: 'a.ndjson', index: 0, line: 1, start: 10, end: 30, ...more });
const from = { source: 'a.ndjson', explicit: true } as const;

test('the time of a run is divided among its phases, and hooks are timed also when they throw', () => {
  const begun = time;
  const clock = startClock(look, time);
  const { linter, intake } = setUp(clock);
  time += 50;
  expect(clock.enter('read')).toBe('start');
  time += 20;
  intake.take({ ref: refOf(), text: CLEAN }, from);
  expect(clock.enter('workspace')).toBe('read');
  expect(linter.finish(() => undefined, 0).crashed).toBe(true);
  clock.enter('report');
  const { phases, rules, documents, bytes } = clock.spent();
  expect(PHASES.reduce((sum, phase) => sum + phases[phase], 0)).toBe(time - begun);
  expect(phases).toMatchObject({ threads: 0, report: 1 });
  expect(phases.start).toBeGreaterThanOrEqual(50);
  expect(phases.read).toBeGreaterThanOrEqual(20);
  expect(phases.workspace).toBeGreaterThanOrEqual(100);
  // What looking at the clock costs is not taken for time of the rule.
  expect([...rules]).toEqual([
    ['slow', 107],
    ['broken', 3],
    ['late', 11],
  ]);
  expect({ documents, bytes }).toEqual({ documents: 1, bytes: 20 });
});

test('of many documents some are timed, and stand for the others', () => {
  const clock = startClock(look);
  const { intake } = setUp(clock);
  for (let i = 0; i < 5000; i++) intake.take({ ref: refOf({ index: i }), text: CLEAN }, from);
  const { rules, documents } = clock.spent();
  expect(documents).toBe(5000);
  expect(rules.get('slow')).toBeGreaterThan(7 * 5000 * 0.99);
  expect(rules.get('slow')).toBeLessThan(7 * 5000 * 1.01);
});

test('a document that is read in parts is one, of as many bytes as its parts', () => {
  const clock = startClock(look);
  const { intake } = setUp(clock);
  const items = { pointer: '', first: 0, column: 0, from: 0, to: 1, bytes: [0, 1] as const };
  intake.take({ ref: refOf({ start: 0, end: 0, part: { text: '[]', cuts: [] } }), text: '[]' }, from);
  intake.take({ ref: refOf({ start: 1, end: 500, part: items }), text: '[]' }, from);
  intake.take({ ref: refOf({ start: 500, end: 900, part: items }), text: '[]' }, from);
  expect(clock.spent()).toMatchObject({ documents: 1, bytes: 901 });
});

test('what other threads spent is added', () => {
  const [clock, other] = [startClock(look), startClock(look)];
  setUp(clock);
  setUp(other).intake.take({ ref: refOf(), text: CLEAN }, from);
  const spent = other.spent();
  clock.add(spent);
  clock.add(spent);
  expect(clock.spent()).toMatchObject({
    documents: 2,
    bytes: 40,
    rules: new Map([
      ['slow', 14],
      ['broken', 6],
      ['late', 22],
    ]),
    phases: { check: 2 * spent.phases.check },
  });
});

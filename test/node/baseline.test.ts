import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defineRule } from '../../src/core/rule.ts';
import { readBaseline, updateBaseline } from '../../src/node/baseline.ts';
import type { Plan } from '../../src/node/plan.ts';
import { check, contentOf, enterFolder, planOf, read } from './plan.ts';

const flow = (name: string): string =>
  JSON.stringify({
    ...{ name, status: 'enabled' },
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      { key: 'mail', type: 'send_emial', config: { template: { id: 'hello' } } },
    ],
    connections: [{ from: 'start', to: 'gone' }],
  });
const RULES = ['unknown-step-type', 'dangling-edge'];
const updating = (only: readonly string[], file = 'base.json', more: Partial<Plan> = {}): Plan =>
  planOf(only, { baseline: { file, isUpdated: true }, ...more });
/** Of all rules, as far as the plan tells. */
const whole = (plan: Plan): Plan => {
  const rules = plan.rules.rules.filter(({ id }) => RULES.includes(id));
  const { only, ...choice } = plan.choice;
  return { ...plan, choice, rules: { ...plan.rules, rules } };
};

test('the findings of a run are accepted, and written only where something changed', () => {
  enterFolder({ 'a.json': flow('a'), 'b.json': flow('b') });
  const plan = whole(updating(RULES));
  const first = updateBaseline(check(read('a.json', 'b.json'), plan), plan);
  expect(first.notes).toEqual(['edgewise: base.json: 4 findings accepted (4 new, 0 dropped)']);
  expect(first.result.findings.map(({ accepted }) => accepted?.by)).toEqual(
    Array.from({ length: 4 }, () => 'baseline'),
  );
  utimesSync('base.json', 1, 1);
  const again = updateBaseline(check(read('a.json', 'b.json'), plan), plan);
  expect(again.notes).toEqual(['edgewise: base.json: 4 findings accepted (0 new, 0 dropped)']);
  expect(statSync('base.json').mtimeMs).toBe(1000);
});

test('entries without a finding are dropped, but not those of parts that were not checked', () => {
  enterFolder({ 'a.json': flow('a'), 'b.json': flow('b') });
  mkdirSync('sub');
  const update = (files: readonly string[], plan: Plan) =>
    updateBaseline(check(read(...files), plan), plan).notes[0];
  const plan = whole(updating(RULES, 'sub/base.json'));
  update(['a.json', 'b.json'], plan);
  const sources = readBaseline('sub/base.json').map(({ source }) => source);
  expect(new Set(sources)).toEqual(new Set(['../a.json', '../b.json']));
  writeFileSync('a.json', flow('a').replace('gone', 'mail'));
  expect(update(['a.json'], updating(RULES, 'sub/base.json'))).toContain('(0 new, 0 dropped)');
  expect(update(['a.json'], plan)).toContain('3 findings accepted (0 new, 1 dropped)');
  const failures = [{ source: 'c.json', message: 'permission denied', exit: 2 }] as const;
  const part = { ...check({ ...read('a.json'), inputs: [] }, plan), failures };
  expect(updateBaseline(part, plan).notes[0]).toContain('3 findings accepted (0 new, 0 dropped)');
});

test('where a rule crashed, nothing is written', () => {
  enterFolder({ 'a.json': flow('a') });
  const crashing = defineRule({
    ...{ id: 'crashing', severity: 'error', preset: 'recommended', stage: 'readable' },
    ...{ summary: 'A test.', why: 'A test.', remedy: 'None.' },
    document: () => {
      throw new Error('no');
    },
  });
  const rules = { rules: [crashing], causes: new Map(), mandatory: new Set<string>() };
  const plan = updating(['crashing'], 'base.json', { rules });
  expect(updateBaseline(check(read('a.json'), plan), plan).notes).toEqual([
    'edgewise: base.json was not updated, because a rule crashed',
  ]);
  expect(() => contentOf('base.json')).toThrow('ENOENT');
});

test('a baseline that cannot be read is an error of the user', () => {
  enterFolder({ 'list.json': '[]', 'mark.json': '\ufeff{"version":1,"findings":[]}' });
  mkdirSync('folder');
  expect(() => readBaseline('gone.json')).toThrow('the baseline "gone.json" does not exist');
  expect(readBaseline('gone.json', true)).toEqual([]);
  expect(() => readBaseline('folder')).toThrow('the baseline "folder" is a folder');
  expect(() => readBaseline('list.json')).toThrow(
    '"list.json" is not a baseline: it needs "version": 1',
  );
  expect(readBaseline('mark.json')).toEqual([]);
});

import { expect, test } from 'vitest';
import { lintTexts } from '../../src/browser.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { splitLines } from '../../src/core/document/split.ts';
import { marksOf } from '../../src/features/picture/marks.ts';
import { factsOf, pictureOf } from '../../src/features/picture/picture.ts';
import { step, workflowOf } from './draw.ts';

const saidOf = (type: unknown, config: object): readonly string[] => {
  const [given] = workflowOf({
    name: 'W',
    steps: [{ key: 'a', type, config }],
    connections: [],
  }).steps;
  if (given === undefined) throw new Error('no step');
  const { caption, main, details } = factsOf(given);
  return [caption, main, ...details];
};
const rule = (field: string, operator: string, value?: unknown) => ({
  type: 'rule',
  field,
  operator,
  value,
});

test.each<[unknown, object, readonly string[]]>([
  ['trigger', { eventName: 'user.created' }, ['Trigger', 'user.created']],
  ['trigger', {}, ['Trigger', 'no event']],
  ['send_email', { template: { id: 't' }, subject: 'Hello' }, ['Email', 'Hello', 'template t']],
  [
    'send_email',
    { template_id: '11111111-2222-3333-4444-555555555555' },
    ['Email', 'template 11111111…'],
  ],
  ['send_email', { subject: ' ' }, ['Email', 'no template']],
  ['delay', { seconds: 3600 }, ['Delay', '1 hour']],
  ['delay', { duration: 'soon' }, ['Delay', '“soon”']],
  ['delay', { duration: { days: 2 } }, ['Delay', 'an invalid duration']],
  ['delay', {}, ['Delay', 'no length']],
  [
    'wait_for_event',
    { event_name: 'a', timeout: '2 days', filter_rule: rule('event.plan', 'starts_with', 'p') },
    ['Wait for event', 'a', 'if event.plan starts with p', 'at most 2 days'],
  ],
  ['wait_for_event', { timeout: null }, ['Wait for event', 'no event', 'without a timeout']],
  ['condition', rule('event.plan', 'exists'), ['Condition', 'event.plan exists']],
  [
    'condition',
    { type: 'and', rules: [rule('event.a', 'eq', 1), 7] },
    ['Condition', 'all of 2 rules', 'event.a = 1', 'a rule that cannot be read'],
  ],
  [
    'condition',
    { type: 'or', rules: Array.from({ length: 6 }, () => rule('event.a', 'eq', true)) },
    ['Condition', 'any of 6 rules', ...Array(6).fill('event.a = true')],
  ],
  [
    'contact_update',
    { first_name: 'x', properties: { plan: 'pro' } },
    ['Update contact', 'sets first_name, plan'],
  ],
  ['contact_update', {}, ['Update contact', 'sets nothing']],
  ['contact_delete', {}, ['Delete contact', 'the run ends here']],
  ['add_to_segment', { segmentId: 'seg_vip' }, ['Add to segment', 'seg_vip']],
  ['add_to_segment', {}, ['Add to segment', 'no segment']],
  ['send_fax', {}, ['Other step', 'send fax']],
  [7, {}, ['Step', 'no type']],
])('the facts of a step of type %j with %j', (type, config, said) => {
  expect(saidOf(type, config)).toEqual(said);
});

test('a step without a key is named by its number', () => {
  const workflow = workflowOf({
    name: 'W',
    steps: [{ type: 'delay', config: {} }],
    connections: [],
  });
  expect(pictureOf(workflow).nodes.map(({ name }) => name)).toEqual(['#1']);
});

test('facts of long texts are cut', () => {
  expect(saidOf('send_email', { subject: 'x'.repeat(1_000_000) }).join('').length).toBeLessThan(
    1000,
  );
});

test('findings of another run are matched by place and names, in JSON Lines by line', () => {
  const one = JSON.stringify({
    id: '1',
    name: 'A',
    status: 'enabled',
    steps: [
      step('start', 'trigger', { event_name: 'a' }),
      step('lost', 'send_email', { template: { id: 't' } }),
    ],
    connections: [],
  });
  const lines = [one.replace('"A"', '"B"'), one, one.replace('"id":"1"', '"id":"2"')].join('\n');
  const { findings } = lintTexts({ 'w.ndjson': lines }, { only: ['unreachable-step'] });
  const workflows = [...splitLines(lines, 'w.ndjson')].flatMap(
    ({ text, ref }) => parseDocument(text, ref).workflows,
  );
  const shown = workflows.map((workflow) =>
    marksOf(workflow, findings)
      .steps.get(1)
      ?.map(({ fingerprint }) => fingerprint),
  );
  expect(shown).toEqual(findings.map(({ fingerprint }) => [fingerprint]));
  expect(new Set(shown.flat()).size).toBe(3);
  const elsewhere = parseDocument(one, {
    source: 'other.json',
    index: 0,
    line: 1,
    start: 0,
    end: one.length,
  }).workflows;
  expect(elsewhere.map((workflow) => marksOf(workflow, findings).steps.size)).toEqual([0]);
});

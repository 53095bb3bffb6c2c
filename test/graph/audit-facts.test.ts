import { expect, test } from 'vitest';
import { auditedStep, auditFactOf, sampledWorkflows } from '../../src/core/graph/audit-facts.ts';
import type { WorkflowRef } from '../../src/core/model/nodes.ts';
import { graphOf, type RawStep } from './graph-of.ts';

const START: RawStep = { key: 'start', type: 'trigger', config: { event_name: 'user.created' } };
const mail = (key: string, ...names: readonly string[]): RawStep => ({
  key,
  type: 'send_email',
  config: {
    template: {
      id: 'a',
      variables: Object.fromEntries(names.map((name, i) => [`V${i}`, { var: name }])),
    },
  },
});
const factOf = (steps: readonly RawStep[], hasResources = true) =>
  auditFactOf({
    graph: graphOf(
      steps,
      steps.slice(1).map(({ key = '' }, i) => ({ from: steps[i]?.key ?? '', to: key })),
    ),
    hasResources,
  });

test('the fact of a workflow', () => {
  const wait = {
    key: 'paid',
    type: 'wait_for_event',
    config: {
      event_name: 'order.paid',
      timeout: '1 day',
      filter: { type: 'rule', field: 'event.total', operator: 'gt', value: 1 },
    },
  };
  const names = ['event.plan', 'event.plan', 'event', 'event.', 'contact.email', 'event.age'];
  const { config, ...reading } = mail('mail', ...names);
  const other = { ...reading, config: { ...config, event_name: 'of no trigger' } };
  const fact = factOf([START, wait, other, { type: 'delay', config: { duration: '1 day' } }]);
  expect(fact?.steps.map(({ key }) => key)).toEqual(['start', 'paid', 'mail']);
  expect(fact?.events).toEqual(['user.created', 'order.paid']);
  expect(fact?.reads).toEqual([
    { index: 2, key: 'mail', event: 'user.created', property: 'plan' },
    { index: 2, key: 'mail', event: 'user.created', property: 'age' },
  ]);
});

test('it is missing while no resource was read', () => {
  expect(factOf([START], false)).toBeUndefined();
});

test('the longest time is null without a trigger and after an unknown length', () => {
  const delay = (duration: string) => ({ key: 'delay', type: 'delay', config: { duration } });
  expect(factOf([START, delay('1 hour')])?.longest).toBe(3600);
  expect(factOf([START, delay('soon')])?.longest).toBeNull();
  expect(factOf([mail('mail')])?.longest).toBeNull();
});

test('properties are of the one event that starts the workflow', () => {
  const other = { key: 'other', type: 'trigger', config: { event_name: 'user.deleted' } };
  expect(factOf([START, other, mail('mail', 'event.plan')])?.reads).toEqual([]);
});

test('long workflows are cut', () => {
  const many = Array.from({ length: 1100 }, (_, i) => mail(`mail${i}`, `event.p${i}`));
  const fact = factOf([START, ...many]);
  expect([fact?.steps.length, fact?.reads.length]).toEqual([1000, 1000]);
});

test('a sample belongs to the first workflow of its id', () => {
  const fact = factOf([START]) as NonNullable<ReturnType<typeof factOf>>;
  const known = ['a', undefined, 'b', 'a'].map((id) => ({
    workflow: { id } as WorkflowRef,
    fact,
  }));
  const value = { workflow: 'a' };
  const sampled = sampledWorkflows(known, {
    find: (id) => (id === 'b' ? undefined : { value }),
  } as Parameters<typeof sampledWorkflows>[1]);
  expect(sampled).toEqual([{ known: known[0], sample: value }]);
});

test('a step is named by its key, and by what it does where the key is no name', () => {
  const id = '5f1a2c00-0000-4000-8000-00000000f1e1';
  const fact = factOf([START, mail(id)]) as NonNullable<ReturnType<typeof factOf>>;
  expect(auditedStep(fact, 'start')?.label).toBe('trigger "start"');
  expect(auditedStep(fact, id)?.index).toBe(1);
  expect(auditedStep(fact, 'gone')).toBeUndefined();
});

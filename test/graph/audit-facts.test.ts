import { expect, test } from 'vitest';
import { auditFactOf, sampledWorkflows } from '../../src/core/graph/audit-facts.ts';
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
  const reading = mail('mail', 'event.plan', 'event.plan', 'event', 'contact.email', 'event.age');
  const fact = factOf([START, wait, reading, { type: 'delay', config: { duration: '1 day' } }]);
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

import { expect, test } from 'vitest';
import {
  listenedEvents,
  longestOf,
  propertyReadsOf,
  sampledStep,
} from '../../src/core/graph/audit-facts.ts';
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
/** The steps on a chain. */
const chain = (...steps: readonly RawStep[]) =>
  graphOf(
    steps,
    steps.slice(1).map(({ key = '' }, i) => ({ from: steps[i]?.key ?? '', to: key })),
  );

test('the events that a workflow listens to are those of its triggers and waits, each once', () => {
  const wait = (key: string) => ({
    key,
    type: 'wait_for_event',
    config: { event_name: 'order.paid', timeout: '1 day' },
  });
  const { config, ...rest } = mail('mail');
  const other = { ...rest, config: { ...config, event_name: 'of no trigger' } };
  const { workflow } = chain(START, wait('paid'), wait('again'), other);
  expect(listenedEvents(workflow)).toEqual(['user.created', 'order.paid']);
});

test('the properties that a workflow reads are those of the event that starts it, each once', () => {
  const wait = {
    key: 'paid',
    type: 'wait_for_event',
    config: {
      event_name: 'order.paid',
      filter: { type: 'rule', field: 'event.total', operator: 'gt', value: 1 },
    },
  };
  const names = ['event.plan', 'event.plan', 'event', 'event.', 'contact.email', 'event.age'];
  const reads = propertyReadsOf(chain(START, wait, mail('mail', ...names)));
  expect(reads.map(({ step, event, property }) => [step.key, event, property])).toEqual([
    ['mail', 'user.created', 'plan'],
    ['mail', 'user.created', 'age'],
  ]);
  const other = { key: 'other', type: 'trigger', config: { event_name: 'user.deleted' } };
  expect(propertyReadsOf(chain(START, other, mail('mail', 'event.plan')))).toEqual([]);
});

test('the longest time is unknown without a trigger and after an unknown length', () => {
  const delay = (duration: string) => ({ key: 'delay', type: 'delay', config: { duration } });
  expect(longestOf(chain(START, delay('1 hour')))).toBe(3600);
  expect(longestOf(chain(START, delay('soon')))).toBeUndefined();
  expect(longestOf(chain(mail('mail')))).toBeUndefined();
});

test('the step of a sample is found by its key', () => {
  const { workflow } = chain(START, mail('mail'));
  expect(sampledStep(workflow, 'mail')?.index).toBe(1);
  expect(sampledStep(workflow, 'gone')).toBeUndefined();
  expect(sampledStep(workflow, undefined)).toBeUndefined();
});

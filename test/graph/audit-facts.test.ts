import { expect, test } from 'vitest';
import {
  findSentInstead,
  hasNeverRun,
  listenedEvents,
  longestOf,
  propertyReadsOf,
  sampledStep,
} from '../../src/core/graph/audit-facts.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import type { Workspace } from '../../src/core/model/workspace.ts';
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
      filter_rule: { type: 'rule', field: 'event.total', operator: 'gt', value: 1 },
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
  const round = ['start', 'a', 'b', 'a'].map((to, i, all) => ({ from: all[i - 1] ?? '', to }));
  expect(longestOf(graphOf([START, mail('a'), mail('b')], round.slice(1)))).toBeUndefined();
});

test('the step of a sample is found by its key', () => {
  const { key, ...nameless } = mail('nameless');
  const { workflow } = graphOf([nameless, mail('mail')], []);
  expect(sampledStep(workflow, 'mail')?.index).toBe(1);
  expect(sampledStep(workflow, 'gone')).toBeUndefined();
  expect(sampledStep(workflow, undefined)).toBeUndefined();
});

test('an enabled workflow has never run if its sample has no runs and may not grow', () => {
  const runs = (sample: object, status = 'enabled', id: string | undefined = 'w1') =>
    hasNeverRun(
      { id, status } as Workflow,
      {
        resources: () => ({ find: (of: string) => (of === 'w1' ? { value: sample } : undefined) }),
      } as unknown as Workspace,
    );
  expect(runs({ runs: 0 })).toBe(true);
  expect(runs({ runs: 0 }, 'disabled')).toBe(false);
  expect(runs({ runs: 1 })).toBe(false);
  expect(runs({})).toBe(false);
  expect(runs({ runs: 0, has_more: true })).toBe(false);
  expect(runs({ runs: 0, is_new: true })).toBe(false);
  expect(runs({ runs: 0 }, 'enabled', 'w2')).toBe(false);
});

test('what is sent in place of a used event is near its name, and used by no workflow', () => {
  const call = (event: string | undefined, does = 'send') => ({
    ...{ kind: 'call', does, event, path: [] },
    document: { source: 'app.ts', index: 0, line: 1, start: 0, end: 0 },
  });
  const sample = (event: string | undefined, accepted?: number) => ({
    ...{ of: 'events', pointer: '/0', value: { event, accepted } },
    document: { source: 'calls.json', index: 0, line: 1, start: 0, end: 0 },
  });
  const sentInstead = (calls: readonly object[], items: readonly object[], known = 'complete') => {
    const workspace = { workflows: known, calls, resources: () => ({ items }) };
    const used = new Set(['user.created', 'order.paid', 'order.sent']);
    const found = findSentInstead(used, workspace as unknown as Workspace);
    return Array.from(found, ([meant, sent]) => [meant, ...sent.map(({ message }) => message)]);
  };
  expect(sentInstead([call('user.craeted')], [sample('user.crated', 2)])).toEqual([
    [
      ...['user.created', 'the code sends "user.craeted"'],
      '"user.crated" was sent in 2 sampled calls',
    ],
  ]);
  expect(sentInstead([call('user.craeted')], [], 'partly')).toEqual([]);
  // Not calls that send nothing, names that are used, and names near to one that is sent as well.
  const others = [call('user.craeted', 'define'), call(undefined), call('order.paid')];
  const refused = [sample('user.crated', 0), sample('user.crated'), sample(undefined, 1)];
  expect(sentInstead([...others, call('order.piad'), call('far')], refused)).toEqual([]);
});

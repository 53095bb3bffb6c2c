import { expect, test } from 'vitest';
import {
  type EmailFact,
  emailFactOf,
  emailsByEvent,
  lacksEmails,
} from '../../src/core/graph/email-facts.ts';
import { buildGraph } from '../../src/core/graph/graph.ts';
import type { WorkflowRef } from '../../src/core/model/nodes.ts';
import { graphWith } from './graph-of.ts';

const rule = (field: string, value: string) => ({ type: 'rule', field, operator: 'eq', value });
const CONFIGS = new Map<string, [type: string, config: object]>(
  Object.entries({
    start: ['trigger', { event_name: 'user.created' }],
    begin: ['trigger', { eventName: 'user.invited' }],
    paid: ['wait_for_event', { event_name: 'order.paid', timeout: '1 day' }],
    big: [
      'wait_for_event',
      { event_name: 'order.paid', timeout: '1 day', filter_rule: rule('event.size', 'big') },
    ],
    again: ['wait_for_event', { event_name: 'user.created', timeout: '1 day' }],
    nameless: ['wait_for_event', { timeout: '1 day' }],
    pause: ['delay', { duration: '1 hour' }],
    change: ['contact_update', { first_name: 'Eve' }],
    is_pro: ['condition', rule('event.plan', 'pro')],
    is_ada: ['condition', rule('contact.first_name', 'Ada')],
    call: ['call_webhook', {}],
  }),
);

function factOf(keys: string, edges: string, status = 'enabled'): EmailFact | undefined {
  const { workflow } = graphWith(CONFIGS, keys, edges);
  return emailFactOf({ graph: buildGraph({ ...workflow, status } as typeof workflow) });
}

/** Each wait: its event and the positions of earlier emails, and the later emails with their constraints. */
const printWaits = (fact: EmailFact | undefined): readonly string[] =>
  (fact?.waits ?? []).map(({ event, name, earlier, plan }) => {
    const emails = plan.map(({ email, constraints }) =>
      [
        email?.key,
        ...constraints.map(
          ({ rule, holds }) => `${holds ? '' : 'not '}${rule.replaceAll('"', '')}`,
        ),
      ].join(' if '),
    );
    return `${event} at ${name} after ${earlier.join('+') || 'none'}: ${emails.join() || 'none'}`;
  });

const PRO = 'is_pro>paid:condition_met paid>thanks:event_received';

test.each<[string, string, string]>([
  ['start mail paid thanks', 'start>mail mail>paid paid>thanks:event_received', 'after 1: thanks'],
  ['start mail paid', 'start>mail mail>paid', 'after 1: none'],
  [
    'start is_pro paid thanks',
    `start>is_pro ${PRO}`,
    'after none: thanks if [started_by.event.plan,eq,pro]',
  ],
  ['start is_pro mail paid thanks', `start>is_pro start>mail mail>paid ${PRO}`, 'after 2: thanks'],
  [
    'start is_ada is_pro paid thanks',
    `start>is_ada is_ada>is_pro:condition_not_met ${PRO}`,
    'after none: thanks if [started_by.event.plan,eq,pro] if not [contact.first_name,eq,Ada] at 0 to 0',
  ],
  [
    'start is_ada change is_pro paid thanks',
    `start>is_ada is_ada>change:condition_met change>is_pro ${PRO}`,
    'after none: thanks if [started_by.event.plan,eq,pro]',
  ],
  [
    'start is_ada call is_pro paid thanks',
    `start>is_ada is_ada>call:condition_met call>is_pro ${PRO}`,
    'after none: thanks if [started_by.event.plan,eq,pro]',
  ],
])('in "%s" with "%s" a wait is %s', (keys, edges, expected) => {
  expect(printWaits(factOf(keys, edges))).toEqual([`order.paid at "paid" ${expected}`]);
});

test.each<[string, string]>([
  ['start paid thanks', 'start>paid paid>thanks:timeout'],
  ['start paid thanks', 'start>paid paid>thanks'],
  ['start paid thanks more', 'start>paid paid>thanks:event_received paid>more:event_received'],
])('in "%s" with "%s" no email is before or after a wait', (keys, edges) => {
  expect(factOf(keys, edges)?.waits).toEqual([]);
});

test('the filter of a wait and conditions after it read the awaited event', () => {
  const edges =
    'start>is_pro is_pro>big:condition_met big>is_ada:event_received is_ada>thanks:condition_met';
  expect(printWaits(factOf('start is_pro big is_ada thanks', edges))).toEqual([
    'order.paid at "big" after none: thanks if [event.size,eq,big] if [started_by.event.plan,eq,pro] if [contact.first_name,eq,Ada] at 0 to 0',
  ]);
});

test.each([
  ['start again thanks', 'start>again again>thanks:event_received'],
  ['start nameless thanks', 'start>nameless nameless>thanks:event_received'],
  ['start mail paid thanks', 'start>mail paid>thanks:event_received'],
])('in "%s" with "%s" no wait is ended by an event of another workflow', (keys, edges) => {
  expect(factOf(keys, edges)?.waits).toEqual([]);
});

test('each event starts the workflow, by the field of its trigger', () => {
  const fact = factOf('start begin mail', 'start>mail begin>mail');
  expect(fact?.starts.map(({ event, trigger, plan }) => [event, trigger, plan.length])).toEqual([
    ['user.created', { index: 0, key: 'start', field: 'event_name' }, 1],
    ['user.invited', { index: 1, key: 'begin', field: 'eventName' }, 1],
  ]);
  expect(factOf('start mail', 'start>mail', 'disabled')).toBeUndefined();
  expect(factOf('mail', 'start>mail')).toBeUndefined();
});

test('a workflow in two documents counts once for each event', () => {
  const both = 'start>mail mail>paid paid>thanks:event_received';
  const known = (id: string, summary = factOf('start mail paid thanks', both)) => ({
    workflow: { id } as WorkflowRef,
    summary: summary as EmailFact,
  });
  const paying = { ...factOf('start mail', 'start>mail') } as EmailFact;
  const [start] = paying.starts;
  const started = { ...paying, starts: [{ ...start, event: 'order.paid' }] } as EmailFact;
  const empty = factOf('start paid', 'start>paid');
  const byEvent = emailsByEvent([
    ...[known('a', empty), known('a'), known('a'), known('b'), known('c', started)],
    ...[known('c', started)],
  ]);
  expect(
    Array.from(byEvent, ([event, { started, waiting }]) => [
      event,
      started.map(({ known }) => known.workflow.id).join(),
      waiting.map(({ known }) => known.workflow.id).join(),
    ]),
  ).toEqual([
    ['user.created', 'a,b', ''],
    ['order.paid', 'c', 'a,b'],
  ]);
  expect([...byEvent.values()].map(lacksEmails)).toEqual([false, false]);
});

test('emails are lacking where a plan is cut', () => {
  const many = Array.from({ length: 502 }, (_, i) => `mail${i}`);
  const fact = factOf(
    `start paid ${many.join(' ')}`,
    `start>paid ${many.map((key) => `paid>${key}:timeout`).join(' ')}`,
  ) as EmailFact;
  const known = { workflow: { id: 'a' } as WorkflowRef, summary: fact };
  const byEvent = emailsByEvent([known]);
  expect([...byEvent.values()].map(lacksEmails)).toEqual([true]);
});

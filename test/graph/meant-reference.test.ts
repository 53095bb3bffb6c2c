import { expect, test } from 'vitest';
import { isReadable, meantReference } from '../../src/core/graph/meant-reference.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import type { Workspace } from '../../src/core/model/workspace.ts';
import { graphOf } from './graph-of.ts';

const step = (key: string, type: string, config: object = {}) => ({ key, type, config });
const graph = graphOf(
  [
    step('start', 'trigger', { event_name: 'user.created' }),
    step('paid', 'wait_for_event', { event_name: 'order.paid', timeout: '1 day' }),
    step('thanks', 'send_email'),
    step('late', 'send_email'),
    step('is_pro', 'condition'),
  ],
  [
    { from: 'start', to: 'paid' },
    { from: 'paid', to: 'thanks', type: 'event_received' },
    { from: 'paid', to: 'late', type: 'timeout' },
    { from: 'thanks', to: 'is_pro' },
  ],
);

/** The schemas of events by their names, and the known contact properties. */
interface Known {
  readonly schemas?: Record<string, readonly string[]>;
  readonly properties?: readonly string[];
  readonly isComplete?: boolean;
}

function readingOf({ schemas = {}, properties = [], isComplete }: Known, key: string) {
  const schemaOf = ([name, names]: [string, readonly string[]]) =>
    [name, { schema: new Map(names.map((each) => [each, {}])) }] as const;
  const definitions = new Map(Object.entries(schemas).map(schemaOf));
  const workspace = {
    definitionMeant: (name: string) => definitions.get(name),
    memoized: (analyse: () => unknown) => analyse(),
    resources: () => ({
      find: (name: string) => (properties.includes(name) ? {} : undefined),
      completeness: isComplete === true ? 'complete' : 'partly',
    }),
  } as unknown as Workspace;
  return { step: graph.resolve(key) as Step, graph, workspace };
}

const PLAN = { schemas: { 'user.created': ['plan', 'first_name'], 'order.paid': ['total'] } };
const COMPLETE = { properties: ['age'], isComplete: true };

/** The reference, or the candidates in parentheses, and the wrong prefix before them. */
function meant(text: string, known: Known, key = 'thanks'): string {
  const { reference, candidates, wrongPrefix, event } = meantReference(text, readingOf(known, key));
  expect(event).toBe(key === 'paid' ? 'order.paid' : 'user.created');
  const name = reference ?? (candidates.length === 0 ? 'nothing' : `(${candidates.join(', ')})`);
  return wrongPrefix === undefined ? name : `${wrongPrefix} ${name}`;
}

test.each<[string, string, Known?, string?]>([
  ['plan', '(event.plan, contact.properties.plan)'],
  ['plan', '(event.plan)', COMPLETE],
  [' {{{ plan }}} ', 'event.plan', PLAN],
  ['$plan', 'event.plan', PLAN],
  ['plann', 'event.plan', PLAN],
  ['size', 'nothing', PLAN],
  ['total', 'event.total', PLAN, 'paid'],
  ['age', 'contact.properties.age', COMPLETE],
  ['age', 'contact.properties.age', { ...PLAN, ...COMPLETE }],
  ['first_name', 'event.first_name', PLAN],
  ['Email', 'contact.email', PLAN],
  ['l_name', '(event.l_name, contact.last_name)'],
  ['email', '(event.email, contact.email)', { properties: ['email'] }],
  ['two words', 'nothing'],
  ['even.plan', 'even. event.plan'],
  ['Event.plan', 'Event. event.plan', PLAN],
  ['evnt.plann', 'evnt. event.plan', PLAN],
  ['evnt.size', 'evnt. nothing', PLAN],
  ['payload.plan', 'payload. event.plan', PLAN],
  ['payload.plan.name', 'payload. event.plan.name', PLAN],
  ['contacts.email', 'contacts. contact.email'],
  ['contacts.size', 'contacts. nothing'],
  ['properties.age', 'properties. contact.properties.age'],
  ['waitEvents.order.paid.total', 'waitEvents. wait_events.order.paid.total', PLAN],
  ['wait-events.order.paid.total', 'wait-events. wait_events.order.paid.total'],
  ['wait_event.order.paid.size', 'wait_event. nothing', PLAN],
  ['wait_event.order.paid.total', 'wait_event. nothing', PLAN, 'late'],
  ['payload.', 'nothing'],
  ['user.plan', '(event.user.plan, contact.properties.user.plan)'],
])('%j means %s', (text, expected, known = {}, key) => {
  expect(meant(text, known, key)).toBe(expected);
});

test.each<[string, string, boolean]>([
  ['thanks', 'event.plan', true],
  ['thanks', 'event.size', false],
  ['paid', 'event.total', true],
  ['paid', 'event.plan', false],
  ['thanks', 'contact.email', true],
  ['thanks', 'contact.properties.age', true],
  ['thanks', 'contact.size', false],
  ['paid', 'contact.email', false],
  ['thanks', 'wait_events.order.paid.total', true],
  ['thanks', 'wait_events.order.paid.size', false],
  ['thanks', 'wait_events.order.sent.total', false],
  ['late', 'wait_events.order.paid.total', false],
  ['is_pro', 'wait_events.order.paid.total', false],
  ['thanks', 'plan', false],
])('%s reads %s: %s', (key, text, expected) => {
  expect(isReadable(text, readingOf(PLAN, key))).toBe(expected);
});

test('without a known event, any property of it is readable', () => {
  const bare = graphOf([step('mail', 'send_email')], []);
  const [mail] = bare.workflow.steps as [Step];
  const reading = { ...readingOf(PLAN, 'thanks'), step: mail, graph: bare };
  expect(isReadable('event.size', reading)).toBe(true);
  expect(isReadable('event.size', { ...readingOf({}, 'thanks') })).toBe(true);
});

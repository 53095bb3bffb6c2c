import { expect, test } from 'vitest';
import { mayAwait } from '../../src/core/graph/unclear-waits.ts';
import { graphOf } from './graph-of.ts';

test.each<[boolean, object]>([
  [false, { type: 'wait_for_event', config: { event_name: 'order.paid' } }],
  [true, { type: 'wait_for_event', config: {} }],
  [true, { type: 'await_event', config: { event_name: 'order.paid' } }],
  [false, { type: 'await_event', config: { event_name: 'order.sent' } }],
  [false, { type: 'await_event', config: { event_name: 'order.paid.total' } }],
  [false, { type: 'await_event', config: {} }],
  [true, { config: {} }],
  [false, { type: 'send_email', config: {} }],
])('it is %s that the event may be awaited by %j', (expected, step) => {
  expect(mayAwait(graphOf([step], []), 'order.paid.total')).toBe(expected);
});

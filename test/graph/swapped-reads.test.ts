import { expect, test } from 'vitest';
import { swappedReads } from '../../src/core/graph/swapped-reads.ts';
import { graphWith } from './graph-of.ts';

const reading = (text: string): [string, object] => [
  'send_email',
  { template: { id: 'a', variables: { V: { var: text } } } },
];
const CONFIGS = new Map<string, [type: string, config: object]>([
  ['start', ['trigger', { event_name: 'order.paid' }]],
  ['paid', ['wait_for_event', { event_name: 'order.paid', timeout: '1 day' }]],
  ['endless', ['wait_for_event', { event_name: 'order.paid' }]],
  ['nameless', ['wait_for_event', { timeout: '1 day' }]],
  ['reads', reading('wait_events.order.paid.total')],
  ['again', reading('wait_events.order.paid.size')],
  ['starting', reading('event.total')],
  ['unknown', reading('wait_events.order.gone.total')],
]);

test.each<[string, string, string]>([
  ['start paid reads', 'start>paid paid>reads:timeout', 'paid: reads'],
  ['start paid reads again', 'start>paid paid>reads:timeout reads>again', 'paid: reads, again'],
  ['start paid reads', 'start>paid paid>reads:event_received', ''],
  ['start paid reads again', 'start>paid paid>reads:timeout paid>again:event_received', ''],
  ['start paid reads', 'start>paid paid>reads:timeout paid>reads:event_received', ''],
  ['start paid reads', 'start>reads reads>paid', ''],
  ['start paid reads', 'start>paid', ''],
  ['start endless reads', 'start>endless endless>reads:timeout', ''],
  ['start paid starting', 'start>paid paid>starting:timeout', ''],
  ['start nameless unknown', 'start>nameless nameless>unknown:timeout', ''],
])('in "%s" with "%s" these read after the timeout: %s', (keys, edges, expected) => {
  const swapped = swappedReads(graphWith(CONFIGS, keys, edges));
  const printed = Array.from(
    swapped,
    ([wait, reads]) => `${wait.key}: ${reads.map(({ step }) => step.key).join(', ')}`,
  );
  expect(printed.join()).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { isSoundBehind, missingLinks, reversedEdge } from '../../src/core/graph/likely-edges.ts';
import { unreachableRegions } from '../../src/core/graph/regions.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import { graphWith as graphBy, graphOf } from './graph-of.ts';

const CONFIGS = new Map<string, [type: string, config: object]>(
  Object.entries({
    start: ['trigger', { event_name: 'user.created' }],
    begin: ['trigger', { event_name: 'user.created' }],
    paid: ['wait_for_event', { event_name: 'order.paid', timeout: '1 day' }],
    sent: ['wait_for_event', { event_name: 'order.sent', timeout: '1 day' }],
    endless: ['wait_for_event', { event_name: 'order.paid' }],
    pause: ['delay', { duration: '1 day' }],
    is_pro: ['condition', { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' }],
    is_big: ['condition', { type: 'rule', field: 'event.size', operator: 'gt', value: 9 }],
    reads: ['send_email', { template: { id: 'a', variables: { P: { var: 'event.plan' } } } }],
    thanks: [
      'send_email',
      { template: { id: 'a', variables: { T: { var: 'wait_events.order.paid.total' } } } },
    ],
    other: [
      'send_email',
      { template: { id: 'a', variables: { T: { var: 'wait_events.order.gone.total' } } } },
    ],
    gone: ['contact_delete', {}],
  }),
);

const graphWith = (keys: string, edges: string) => graphBy(CONFIGS, keys, edges);

test.each<[string, string, string]>([
  ['start mail next', 'start>mail', 'mail -default> next'],
  ['start mail pause next', 'start>mail start>pause', 'pause -default> next'],
  ['start pause mail next', 'start>pause start>mail', 'mail -default> next'],
  ['start pause mail lost next', 'start>pause start>mail lost>next', 'mail -default> lost'],
  ['start paid mail next', 'start>paid paid>mail:event_received', 'paid -timeout> next timeout'],
  ['start mail next paid', 'start>mail mail>paid', 'nothing'],
  ['start next paid mail', 'start>paid paid>mail:event_received', 'paid -timeout> next timeout'],
  ['start paid mail next', 'start>paid paid>mail:event_received next>next', 'paid -timeout> next'],
  [
    'start paid mail sent more next',
    'start>paid paid>mail:event_received mail>sent sent>more:event_received',
    'sent -timeout> next timeout',
  ],
  ['start endless mail next', 'start>endless endless>mail:event_received', 'mail -default> next'],
  [
    'start is_pro mail next',
    'start>is_pro is_pro>mail:condition_met',
    'is_pro -condition_not_met> next',
  ],
  ['start is_pro mail next', 'start>is_pro is_pro>mail:default', 'mail -default> next'],
  ['start is_pro next', 'start>is_pro', 'is_pro -undefined> next'],
  ['start gone next', 'start>gone', 'nothing'],
  [
    'start is_pro mail pause gone next',
    'start>is_pro is_pro>mail:condition_met start>pause start>gone',
    'is_pro -condition_not_met> next',
  ],
  ['start mail lost more', 'start>mail', 'mail -default> lost'],
  ['start mail thanks', 'start>mail', 'mail -default> thanks unsound'],
  ['start mail other', 'start>mail', 'mail -default> other unsound'],
  ['start mail reads', 'start>mail', 'mail -default> reads'],
  ['start mail gone more', 'start>mail gone>more', 'mail -default> gone unsound'],
])('in "%s" with "%s" the missing link is: %s', (keys, edges, expected) => {
  const links = [...missingLinks(graphWith(keys, edges)).values()];
  const printed = links.map(({ from, type, to, isTimeout, isSound }) =>
    [
      `${from.key} -${type}> ${to.key}`,
      ...(isTimeout ? ['timeout'] : []),
      ...(isSound ? [] : ['unsound']),
    ].join(' '),
  );
  expect(printed.join() || 'nothing').toBe(expected);
});

describe('an edge', () => {
  const isSound = (keys: string, edges: string, [from, to, type]: [string, string, string]) => {
    const graph = graphWith(keys, edges);
    const [source, target] = [graph.resolve(from) as Step, graph.resolve(to) as Step];
    return isSoundBehind({ from: source, to: target, type }, graph);
  };

  test.each<[boolean, string, string, [string, string, string]]>([
    [true, 'start paid thanks', 'start>paid', ['paid', 'thanks', 'event_received']],
    [false, 'start paid thanks', 'start>paid', ['paid', 'thanks', 'timeout']],
    [false, 'start sent paid thanks', 'start>sent sent>paid', ['sent', 'thanks', 'event_received']],
    [
      true,
      'start sent paid thanks',
      'start>sent paid>thanks:event_received',
      ['sent', 'paid', 'event_received'],
    ],
    [
      false,
      'start sent paid thanks',
      'start>sent paid>thanks:timeout',
      ['sent', 'paid', 'event_received'],
    ],
    [
      true,
      'start sent endless thanks',
      'start>sent endless>thanks:timeout',
      ['sent', 'endless', 'event_received'],
    ],
    [
      true,
      'start is_pro mail gone more',
      'start>is_pro mail>is_pro is_pro>gone:condition_met gone>more',
      ['is_pro', 'mail', 'condition_not_met'],
    ],
    [true, 'start mail gone', 'start>mail', ['mail', 'gone', 'default']],
  ])('is sound, %s: %s, %s, %j', (expected, keys, edges, added) => {
    expect(isSound(keys, edges, added)).toBe(expected);
  });
});

test.each<[string, string, string]>([
  ['start mail next', 'start>mail next>mail', 'next>mail'],
  ['start mail next', 'start>mail next>mail:timeout', 'none'],
  ['start mail next more', 'start>mail next>mail mail>more', 'none'],
  ['start mail next more', 'start>mail next>mail more>start', 'none'],
  ['start mail next more', 'start>mail next>mail next>more', 'none'],
  ['start mail next more', 'start>mail next>more more>next', 'none'],
  ['start mail next more', 'start>mail next>more more>mail', 'none'],
  ['start mail next', 'start>mail', 'none'],
  ['start mail', 'start>mail', 'none'],
  ['start mail', 'mail>start', 'mail>start'],
  ['start mail', 'mail>start:timeout', 'mail>start'],
  ['start gone next', 'start>gone next>gone', 'none'],
  ['start mail thanks', 'start>mail thanks>mail', 'none'],
  ['start is_pro mail', 'start>is_pro mail>is_pro:condition_met', 'mail>is_pro'],
  ['start is_pro mail', 'start>is_pro mail>is_pro', 'none'],
])('in "%s" with "%s" the reversed edge is: %s', (keys, edges, expected) => {
  const graph = graphWith(keys, edges);
  const edge = reversedEdge(graph);
  expect(edge === undefined ? 'none' : `${edge.from}>${edge.to}`).toBe(expected);
});

test.each<[string, string, string]>([
  ['start mail', 'start>mail', ''],
  ['start a c b d', 'start>a d>b d>c', 'd(d)+c+b'],
  ['start a b c', 'start>a c>b b>c', 'b(b,c)+c'],
  ['start a c b e', 'b>e e>b e>a', 'c(c) | b(b,e)+a+e'],
  ['start a b c d', 'start>a b>d c>d', 'b(b)+d | c(c)'],
  ['start a b', 'start>a b>a', 'b(b)'],
])('in "%s" with "%s" the unreachable regions are: %s', (keys, edges, expected) => {
  const regions = unreachableRegions(graphWith(keys, edges));
  const printed = regions.map(({ steps: [first, ...others], start }) => {
    const starts = start.map(({ key }) => key).join();
    return [`${first.key}(${starts})`, ...others.map(({ key }) => key)].join('+');
  });
  expect(printed.join(' | ')).toBe(expected);
});

test('an unreachable region leaves out a duplicate that an edge names by its second key', () => {
  const mail = (id: string, ref = id) => ({ id, ref, type: 'send_email' });
  const steps = [{ id: 'start', type: 'trigger' }, mail('a'), mail('a', 'z')];
  const [region] = unreachableRegions(graphOf(steps, [{ from: 'a', to: 'z' }]));
  expect(region?.steps.map(({ index }) => index)).toEqual([1]);
});

import { expect, test } from 'vitest';
import {
  countRepeatedEmails,
  isNamedFirst,
  sendsInEachRun,
} from '../../src/core/graph/repeated-emails.ts';
import { graphWith } from './graph-of.ts';

const rule = (field: string, operator: string, value?: unknown) => ({
  type: 'rule',
  field,
  operator,
  value,
});
const asks = (field: string, operator: string, value?: unknown): [string, object] => [
  'condition',
  rule(field, operator, value),
];
const wait = (event_name: string, timeout?: string): [string, object] => [
  'wait_for_event',
  { event_name, timeout },
];
const group = (type: string, ...rules: readonly object[]): [string, object] => [
  'condition',
  { type, rules },
];
const FIRST = rule('event.is_first', 'eq', true);
const PRO = rule('event.plan', 'eq', 'pro');

const CONFIGS = new Map<string, [type: string, config: object]>([
  ['start', ['trigger', { event_name: 'order.paid' }]],
  ['begin', ['trigger', { event_name: 'user.created' }]],
  ['again', wait('order.paid', '1 day')],
  ['sent', wait('order.sent', '1 day')],
  ['endless', wait('order.sent')],
  ['pause', ['delay', { duration: '1 day' }]],
  ['gone', ['contact_delete', {}]],
  ['first', ['condition', FIRST]],
  ['not_first', asks('event.is_first', 'neq', true)],
  ['later', asks('event.is_first', 'eq', false)],
  ['named', asks('event.first_name', 'eq', true)],
  ['of_contact', asks('contact.is_first', 'eq', true)],
  ['nothing', asks('event.is_first', 'eq')],
  ['one', asks('event.count', 'eq', 1)],
  ['few', asks('event.order_number', 'lt', 2)],
  ['many', asks('event.orderCount', 'gt', 1)],
  ['two', asks('event.count', 'eq', 2)],
  ['size', asks('event.size', 'eq', 1)],
  ['both', group('and', FIRST, PRO)],
  ['either', group('or', FIRST, PRO)],
  ['marked', asks('contact.properties.seen', 'eq', 'yes')],
  ['mark', ['contact_update', { properties: { seen: 'yes' } }]],
  ['rename', ['contact_update', { first_name: 'Ada' }]],
]);
const [MET, NOT_MET] = ['condition_met', 'condition_not_met'];

test.each<[number, string, string]>([
  [2, 'start mail more', 'start>mail mail>more'],
  [0, 'begin mail start', 'begin>mail'],
  [1, 'begin mail start more', 'begin>mail start>more'],
  [0, 'start again mail', 'start>again again>mail:timeout'],
  [1, 'start again mail', 'start>again again>mail:event_received'],
  [1, 'start sent mail', 'start>sent sent>mail:timeout'],
  [0, 'start endless mail', 'start>endless endless>mail:timeout'],
  [0, 'start gone mail', 'start>gone gone>mail'],
  ...['first', 'one', 'few', 'both'].flatMap((key): [number, string, string][] => [
    [0, `start ${key} mail`, `start>${key} ${key}>mail:${MET}`],
    [1, `start ${key} mail`, `start>${key} ${key}>mail:${NOT_MET}`],
  ]),
  ...['not_first', 'later', 'many'].flatMap((key): [number, string, string][] => [
    [1, `start ${key} mail`, `start>${key} ${key}>mail:${MET}`],
    [0, `start ${key} mail`, `start>${key} ${key}>mail:${NOT_MET}`],
  ]),
  ...['either', 'named', 'of_contact', 'nothing', 'two', 'size'].map(
    (key): [number, string, string] => [
      2,
      `start ${key} mail more`,
      `start>${key} ${key}>mail:${MET} ${key}>more:${NOT_MET}`,
    ],
  ),
  [0, 'start marked mail mark', `start>marked marked>mail:${NOT_MET} mail>mark`],
  [
    0,
    'start marked mail rename mark',
    `start>marked marked>mail:${NOT_MET} mail>rename rename>mark`,
  ],
  [1, 'start marked mail rename', `start>marked marked>mail:${NOT_MET} mail>rename`],
  [1, 'start marked mail mark', `start>mark mark>marked marked>mail:${NOT_MET}`],
  [1, 'start marked mail gone mark', `start>marked marked>mail:${NOT_MET} mail>gone gone>mark`],
])('%i emails are sent again by "%s" with "%s"', (count, keys, edges) => {
  const graph = graphWith(CONFIGS, keys, edges);
  expect(countRepeatedEmails(graph, 'order.paid')).toBe(count);
});

test.each<[boolean, string, string]>([
  [true, 'start mail', 'start>mail'],
  [true, 'start pause mail gone', 'start>pause pause>mail mail>gone'],
  [false, 'start pause', 'start>pause'],
  [false, 'start gone mail', 'start>gone gone>mail'],
  [true, 'start sent mail', 'start>sent sent>mail:timeout sent>mail:event_received'],
  [false, 'start sent mail', 'start>sent sent>mail:timeout'],
  [false, 'start endless mail', 'start>endless endless>mail:timeout endless>mail:event_received'],
  [true, 'start one mail more', `start>one one>mail:${MET} one>more:${NOT_MET}`],
  [false, 'start one mail pause', `start>one one>mail:${MET} one>pause:${NOT_MET}`],
  [false, 'start one mail', `start>one one>mail:${MET}`],
])('it is %s that each run sends an email in "%s" with "%s"', (expected, keys, edges) => {
  expect(sendsInEachRun(graphWith(CONFIGS, keys, edges), 'order.paid')).toBe(expected);
});

test.each<[boolean, readonly string[]]>([
  [
    true,
    ['first', 'is_first', 'isFirst', 'lesson.first_completed', 'FIRST_ORDER', 'First', 'a.first'],
  ],
  [false, ['first_name', 'firstName', 'FIRST_NAME', 'firstly', 'thirst', 'headfirst', 'firstname']],
])('it is %s that %j tell the first occurrence', (expected, names) => {
  expect(names.filter((name) => isNamedFirst(name) !== expected)).toEqual([]);
});

import { expect, test } from 'vitest';
import { createEventMatcher } from '../../src/core/model/name-patterns.ts';

const matches = createEventMatcher(['user.created', 'order.*', '*.updated']);

test.each<[string, boolean]>([
  ['user.created', true],
  ['User_Created', true],
  ['order.paid', true],
  ['orderPaid', true],
  ['order_item.paid', false],
  ['order_paid', true],
  ['order', false],
  ['orders.paid', false],
  ['reorder.paid', false],
  ['profile.updated', true],
  ['user-profile updated', true],
  ['profile.last_updated', false],
  ['updated', false],
  ['profile.updated.twice', false],
  ['user.deleted', false],
  ['', false],
  ['...', false],
])('%s: %s', (name, expected) => {
  expect(matches(name)).toBe(expected);
});

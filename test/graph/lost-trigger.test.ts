import { expect, test } from 'vitest';
import { lostTriggerKey } from '../../src/core/graph/lost-trigger.ts';
import { type RawEdge, type RawStep, recoveredGraphOf } from './graph-of.ts';

const mail = (key: string): RawStep => ({ key, type: 'send_email', config: {} });
const FIRST = { from: 'start', to: 'first' };
const NEXT = { from: 'first', to: 'second' };
const MAILS = [mail('first'), mail('second')];
const TRIGGER = { key: 'first', type: 'trigger', config: { event_name: 'user.created' } };

test.each<[string, string | undefined, readonly RawEdge[], (readonly RawStep[])?]>([
  ['leads to all other steps', 'start', [FIRST, NEXT]],
  ['is not the only unknown key', undefined, [FIRST, NEXT, { from: 'second', to: 'end' }]],
  ['is not the only wrong key', undefined, [FIRST, { from: 'first', to: 'secnod' }]],
  ['leads to no step', undefined, [{ from: 'start', to: 'end' }, NEXT]],
  ['does not lead to all steps', undefined, [FIRST]],
  [
    'leads to a step that others lead to',
    undefined,
    [FIRST, NEXT, { from: 'second', to: 'first' }],
  ],
  ['is blank', undefined, [{ from: ' ', to: 'first' }, NEXT]],
  ['is there', undefined, [NEXT]],
  ['is not needed', undefined, [FIRST, NEXT], [TRIGGER, mail('second')]],
  ['is that of a workflow without steps', undefined, [FIRST], []],
])('the key of a trigger that %s: %s', (_, expected, edges, steps = MAILS) => {
  expect(lostTriggerKey(recoveredGraphOf(steps, edges))).toBe(expected);
});

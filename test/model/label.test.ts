import { expect, test } from 'vitest';
import {
  labelOf,
  labelOfWorkflow,
  nameOf,
  nameOfMail,
  quote,
  shortKey,
} from '../../src/core/model/label.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import { graphOf, type RawStep } from '../graph/graph-of.ts';

const ID = 'b2c3d4e5-f6a7-8901-bcde-f12345678901';
const stepOf = (raw: RawStep): Step => graphOf([raw], []).workflow.steps[0] as Step;

test.each([
  [{ key: 'wait', type: 'delay' }, 'delay "wait"', '"wait"'],
  [{ type: 'delay' }, 'delay #1', '#1'],
  [{ key: 'wait' }, 'step "wait"', '"wait"'],
  [
    { id: ID, type: 'send_email', config: { subject: 'Welcome!' } },
    `send_email "${ID}" ("Welcome!")`,
    '"Welcome!"',
  ],
  [{ id: ID, type: 'send_email', config: { subject: ' ' } }, `send_email "${ID}"`, `"${ID}"`],
  [
    { id: ID, type: 'trigger', config: { eventName: 'user.created' } },
    `trigger "${ID}" ("user.created")`,
    '"user.created"',
  ],
  [
    { id: ID, type: 'delay', config: { seconds: 172_800 } },
    `delay "${ID}" (delay of 2 days)`,
    'delay of 2 days',
  ],
  [{ id: ID, type: 'delay', config: {} }, `delay "${ID}"`, `"${ID}"`],
  [
    { key: 'welcome', type: 'send_email', config: { subject: 'Welcome!' } },
    'send_email "welcome"',
    '"welcome"',
  ],
])('the label of %j is %s', (raw, label, name) => {
  expect(labelOf(stepOf(raw))).toBe(label);
  expect(nameOf(stepOf(raw))).toBe(name);
});

test('long text is cut between characters', () => {
  expect(quote('short')).toBe('"short"');
  expect(quote('x'.repeat(82))).toBe(`"${'x'.repeat(80)}…"`);
  expect(quote(`${'x'.repeat(79)}😀 and more`)).toBe(`"${'x'.repeat(79)}…"`);
  expect(labelOf(stepOf({ key: 'wait', type: 'x'.repeat(82) }))).toBe(`${'x'.repeat(80)}… "wait"`);
});

test.each([
  [2, undefined, 'Hi', '#3'],
  [2, 'mail', 'Hi', '"mail"'],
  [2, ID, 'Hi', '"Hi"'],
  [2, ID, ' ', `"${ID}"`],
])('email %d with key %j and subject %j is called %s', (index, key, subject, name) => {
  expect(nameOfMail({ index, key, subject })).toBe(name);
});

test.each([
  [ID, 'b2c3d4e5…'],
  ['wait', 'wait'],
  ['x'.repeat(401), 'x'.repeat(400)],
])('the key %s is shortened', (key, short) => {
  expect(shortKey(key)).toBe(short);
});

test.each([
  [{ name: 'Welcome', id: 'wf_1' }, 'workflow "Welcome"'],
  [{ id: 'wf_1' }, 'workflow "wf_1"'],
  [{}, 'an unnamed workflow'],
])('%j is called %s', (workflow, name) => {
  expect(labelOfWorkflow(workflow)).toBe(name);
});

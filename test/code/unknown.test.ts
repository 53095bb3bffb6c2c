/** Every rule is silent on a value that is not known: it adds no finding, and nothing throws. */
import { expect, test } from 'vitest';
import { decodeValue } from '../../src/core/document/decode.ts';
import { lint } from '../../src/core/lint/lint.ts';
import { UNKNOWN } from '../../src/core/model/unknown.ts';
import { ruleSet } from '../cases.ts';

const email = (key: string, more: object = {}) => ({
  ...{ key, type: 'send_email' },
  config: {
    template: { id: 'welcome', variables: { NAME: { var: 'contact.first_name' }, PLAN: 'pro' } },
    ...{ from: 'Ann <ann@acme.com>', subject: 'Hi', reply_to: 'ann@acme.com', ...more },
  },
});
const STEPS = [
  { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
  email('first', { topic_id: 'topic' }),
  {
    ...{ key: 'update', type: 'contact_update' },
    config: { first_name: 'Ann', unsubscribed: false, properties: { plan: 'pro', seats: 3 } },
  },
  { key: 'wait', type: 'wait_for_event', config: { event_name: 'user.left', timeout: '3 days' } },
  { key: 'segment', type: 'add_to_segment', config: { segment_id: 'segment' } },
  email('last', { subject: 'Bye', template: { id: 'bye' } }),
];
const EDGES = [
  { from: 'start', to: 'first' },
  { from: 'first', to: 'update' },
  { from: 'update', to: 'wait' },
  { from: 'wait', to: 'segment', type: 'event_received' },
  { from: 'wait', to: 'last', type: 'timeout' },
];
const ACCOUNT = {
  workflows: [{ name: 'Welcome', status: 'enabled', steps: STEPS, connections: EDGES }],
  events: [
    { name: 'user.created', schema: { plan: 'string' } },
    { name: 'user.left', schema: null },
  ],
  templates: [
    {
      id: 'welcome',
      variables: [
        { key: 'NAME', type: 'string' },
        { key: 'PLAN', type: 'string' },
      ],
    },
    { id: 'bye', variables: [] },
  ],
};
const DECIDING = /\/(?:key|type|timeout|from|to)$/;

/** The pointers of the values that may be unknown in a workflow whose flow is known. */
function pointersIn(value: unknown, pointer: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return DECIDING.test(pointer) ? [] : [pointer];
  const below = Object.entries(value).flatMap(([key, each]) =>
    pointersIn(each, `${pointer}/${key}`),
  );
  return /\/(?:template|variables|properties)$/.test(pointer) ? [pointer, ...below] : below;
}

function withUnknown(pointer: string): unknown {
  const account = structuredClone(ACCOUNT);
  const names = pointer.split('/').slice(1);
  const last = names.pop() as string;
  let holder = account as unknown as Record<string, unknown>;
  for (const name of names) holder = holder[name] as Record<string, unknown>;
  holder[last] = UNKNOWN;
  return account;
}

function check(account: unknown) {
  const input = { name: 'code.ts', isNamed: true };
  const { findings, crashed } = lint([decodeValue(input, account)], ruleSet, {
    choice: { preset: 'strict', severities: new Map(), options: new Map(), overrides: [] },
  });
  return { crashed, said: findings.map(({ rule, message }) => `${rule}: ${message}`) };
}

const KNOWN = new Set(check(ACCOUNT).said);

test.each(pointersIn(ACCOUNT.workflows, '/workflows'))('%s', (pointer) => {
  const { crashed, said } = check(withUnknown(pointer));
  expect(crashed).toEqual([]);
  expect(said.filter((each) => !KNOWN.has(each))).toEqual([]);
});

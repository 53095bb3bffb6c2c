import { expect, test } from 'vitest';
import { lintTexts, printFinding } from './lint-text.ts';

// Behaviour that fixtures cannot show: findings over several files, independent of the order of files.

const workflow = (id: string, name: string, event: string) => ({
  id,
  name,
  status: 'enabled',
  steps: [{ key: 'start', type: 'trigger', config: { event_name: event } }],
  connections: [{ from: 'start', to: 'goodbye' }],
});
const FILES = {
  'a/welcome.json': workflow('1', 'Welcome', 'user.created'),
  'b/welcome.json': workflow('1', 'Welcome', 'user.created'),
  'c/list.json': {
    object: 'list',
    has_more: false,
    data: [{ id: '1', name: 'Welcome', status: 'enabled' }],
  },
  'd/events.json': [
    { id: 'e1', name: 'user.created', schema: null },
    { id: 'e2', name: 'order.paid', schema: null },
  ],
  'e/events.json': [
    { id: 'e1', name: 'user.created', schema: { plan: 'string' } },
    { id: 'e3', name: 'user_created', schema: null },
  ],
  'g/again.json': {
    name: 'Again',
    steps: [{ key: 'goodbye', type: 'trigger', config: { event_name: 'user.created' } }],
    connections: [],
  },
  'f/farewell.json': {
    name: 'Farewell',
    steps: [{ key: 'goodbye', type: 'trigger', config: { event_name: 'user.left' } }],
    connections: [],
  },
};
const RULES = [
  ...[
    'duplicate-workflow-id',
    'duplicate-workflow-name',
    'duplicate-event-id',
    'duplicate-event-name',
    'similar-event-names',
  ],
  ...['competing-workflows', 'unknown-event', 'unused-event', 'dangling-edge'],
];

function lint(files: readonly (readonly [string, unknown])[]): readonly string[] {
  const texts = Object.fromEntries(files.map(([name, value]) => [name, JSON.stringify(value)]));
  return lintTexts(texts, { only: new Set(RULES) }).findings.map(
    (finding) => `${finding.location.source} ${finding.rule} ${printFinding(finding)}`,
  );
}

test('a finding over several files is at the later place, with the first place as related', () => {
  const found = lint(Object.entries(FILES));
  expect(
    found.map((line) => line.split(' error')[0]?.split(' warning')[0]?.split(' info')[0]),
  ).toEqual([
    'a/welcome.json dangling-edge 1:165 /connections/0/to',
    'b/welcome.json dangling-edge 1:165 /connections/0/to',
    'b/welcome.json duplicate-workflow-id 1:7 /id',
    'b/welcome.json duplicate-workflow-name 1:18 /name',
    'd/events.json unused-event 1:68 /1/name',
    'e/events.json duplicate-event-name 1:20 /0/name',
    'e/events.json similar-event-names 1:81 /1/name',
    'e/events.json unused-event 1:81 /1/name',
    'f/farewell.json unknown-event 1:86 /steps/0/config/event_name',
  ]);
  expect(found.find((line) => line.includes('dangling-edge'))).toContain(
    'points to step "goodbye" of workflow "Farewell"',
  );
  expect(found.find((line) => line.includes('duplicate-workflow-id'))).toContain(
    'already used by a workflow in another file',
  );
});

test('a copy of a file of event definitions is no duplicate, and one that differs is', () => {
  const events = (type: string) => [
    { id: 'e1', name: 'user.created', schema: { plan: type } },
    { id: 'e2', name: 'order.paid', schema: null },
  ];
  const copies = (type: string) =>
    lintTexts({
      'events.json': JSON.stringify(events('string')),
      'events.copy.json': JSON.stringify(events(type)),
    }).findings.map((finding) => `${finding.rule} ${finding.message}`);
  expect(copies('string')).toEqual([]);
  expect(copies('number')).toEqual([
    'duplicate-event-name duplicate definition of event "user.created", with a different schema',
  ]);
});

test('an event in a list and in a document of its own counts once, beside another one with its id', () => {
  const event = (name: string) => ({ object: 'event', id: 'e1', name, schema: null });
  const both = (name: string) =>
    [{ object: 'list', has_more: false, data: [event(name)] }, event(name)]
      .map((each) => JSON.stringify(each))
      .join('\n');
  const { findings } = lintTexts({
    'a.ndjson': both('user.created'),
    'b.ndjson': both('order.paid'),
  });
  expect(findings.map(({ rule, location }) => `${rule} ${location.source}`)).toEqual([
    'duplicate-event-id b.ndjson',
  ]);
});

test('files in any order give the same findings', () => {
  const entries = Object.entries(FILES);
  const expected = lint(entries);
  expect(lint(entries.toReversed())).toEqual(expected);
  for (let turn = 1; turn < entries.length; turn++)
    expect(lint([...entries.slice(turn), ...entries.slice(0, turn)])).toEqual(expected);
});

const delayedMail = (id: string, event: string) => ({
  id,
  name: `About ${event} as ${id}`,
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: event } },
    { key: 'mail', type: 'send_email', config: { template: { id: 'tpl' } } },
  ],
  connections: [{ from: 'start', to: 'mail' }],
});

test('a workflow that uses another event does not change the findings about an event', () => {
  const files = {
    'a.json': delayedMail('1', 'e1'),
    'b.json': delayedMail('1', 'e2'),
    'c.json': delayedMail('2', 'e2'),
  };
  const further = { ...files, 'd.json': delayedMail('3', 'e1') };
  const onSecondEvent = (texts: Readonly<Record<string, unknown>>): readonly string[] =>
    lintTexts(
      Object.fromEntries(
        Object.entries(texts).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
      { only: new Set(['colliding-emails', 'competing-workflows', 'contact-pressure']) },
    )
      .findings.map((finding) => `${finding.location.source} ${printFinding(finding)}`)
      .filter((line) => line.includes('"e2"'));
  expect(onSecondEvent(files)).not.toEqual([]);
  expect(onSecondEvent(further)).toEqual(onSecondEvent(files));
});

/** Two emails on an event, and workflows on others that wait for it and send two more. */
function waitingWorkflows(count: number): Readonly<Record<string, string>> {
  const made = (id: string, keys: readonly (readonly [string, object])[], event: string) => ({
    id,
    name: `Workflow ${id}`,
    status: 'enabled',
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: event } },
      ...keys.map(([key, step]) => ({ key, ...step })),
    ],
    connections: ['start', ...keys.map(([key]) => key)].slice(1).map((to, i, all) => ({
      from: all[i - 1] ?? 'start',
      to,
      ...(all[i - 1] === 'paid' && { type: 'event_received' }),
    })),
  });
  const mail = (key: string) =>
    [key, { type: 'send_email', config: { template: { id: key } } }] as const;
  const wait = { type: 'wait_for_event', config: { event_name: 'order.paid', timeout: '1 day' } };
  const workflows = [
    made('paid', [mail('receipt'), mail('invoice')], 'order.paid'),
    ...Array.from({ length: count }, (_, i) =>
      made(`w${i}`, [['paid', wait], mail('thanks'), mail('survey')], `cart.left_${i}`),
    ),
  ];
  return Object.fromEntries(
    workflows.map((each) => [`${each.id}.json`, JSON.stringify(each)] as const),
  );
}

test('a workflow is compared with workflows that wait for its event, up to a stated limit', () => {
  const lintWaiting = (count: number, reversed = false) => {
    const texts = Object.entries(waitingWorkflows(count));
    return lintTexts(Object.fromEntries(reversed ? texts.reverse() : texts), {
      only: new Set(['contact-pressure']),
    });
  };
  const few = lintWaiting(10);
  expect(few.findings).toHaveLength(10);
  expect(new Set(few.findings.map(({ fingerprint }) => fingerprint)).size).toBe(10);
  expect(few.notChecked).toEqual([]);
  expect(lintWaiting(10, true).findings).toEqual(few.findings);
  const many = lintWaiting(11);
  expect(many.findings).toHaveLength(10);
  expect(many.notChecked).toEqual([
    {
      rule: 'contact-pressure',
      inPart: true,
      reason: 'not decided: emails after more than 10 waits for "order.paid"',
    },
  ]);
});

/** Workflows on one event that send one template at once. */
function equalWorkflows(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const id = String(i).padStart(3, '0');
      return [`${id}.json`, JSON.stringify(delayedMail(id, 'order.paid'))] as const;
    }),
  );
}

test('for any number of equal workflows, each rule has one finding with their number and some of their places', () => {
  const only = new Set([
    'colliding-emails',
    'competing-workflows',
    'contact-pressure',
    'same-mail-twice',
  ]);
  const { findings, notChecked } = lintTexts(equalWorkflows(60), { only });
  const others = Object.entries(equalWorkflows(60)).map(
    ([name, text]) => [name, text.replace('"tpl"', `"tpl_${name}"`)] as const,
  );
  const colliding = lintTexts(Object.fromEntries(others), { only: new Set(['colliding-emails']) });
  expect(colliding.findings.map(({ message, related }) => [message, related.length])).toEqual([
    [expect.stringContaining('and 58 other emails, immediately after'), 20],
  ]);
  expect(findings.map(({ rule, message, related }) => [rule, message, related.length])).toEqual([
    ['competing-workflows', expect.stringContaining('and 58 more also start on "order.paid"'), 20],
    ['same-mail-twice', expect.stringContaining('and 58 more also send template "tpl"'), 20],
    ['contact-pressure', expect.stringContaining('can receive at least 50 emails'), 20],
  ]);
  expect(notChecked).toEqual([
    {
      rule: 'contact-pressure',
      inPart: true,
      reason: 'not decided: emails of more than 50 workflows after "order.paid"',
    },
  ]);
});

/** A workflow with immediate emails in a row, after a step with a branch if there is one. */
function sending(
  id: string,
  templates: readonly string[],
  { event = 'order.paid', before = undefined as object | undefined, branch = 'default' } = {},
): string {
  const keys = templates.map((_, i) => `mail_${i}`);
  const path = ['start', ...(before === undefined ? [] : ['before']), ...keys];
  return JSON.stringify({
    ...{ id, name: `Workflow ${id}`, status: 'enabled' },
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: event } },
      ...(before === undefined ? [] : [{ key: 'before', ...before }]),
      ...keys.map((key, i) => ({
        ...{ key, type: 'send_email' },
        config: { template: { id: templates[i] } },
      })),
    ],
    connections: path.slice(1).map((to, i) => ({
      ...{ from: path[i], to },
      ...(path[i] === 'before' && { type: branch }),
    })),
  });
}

const messagesOf = (texts: Readonly<Record<string, string>>, ...rules: readonly string[]) =>
  lintTexts(texts, { only: new Set(rules) }).findings.map(({ message }) => message);

test('a number of emails is a lower bound when a workflow has more than are looked at', () => {
  const many = (
    count: number,
    [second, third]: readonly [string, string] = ['tpl_0', 'tpl_0'],
  ) => ({
    'a.json': sending(
      'a',
      Array.from({ length: count }, (_, i) => `tpl_${i}`),
    ),
    'b.json': sending('b', [second]),
    'c.json': sending('c', [third]),
  });
  const rules = ['contact-pressure', 'same-mail-twice'];
  const own: readonly [string, string] = ['tpl_b', 'tpl_c'];
  expect(messagesOf(many(400, own), 'colliding-emails')).toEqual([
    '"mail_0" is sent together with "mail_0" of workflow "Workflow a" and 400 other emails, immediately after "order.paid"',
  ]);
  expect(messagesOf(many(600, own), 'colliding-emails')).toEqual([
    '"mail_0" is sent together with "mail_0" of workflow "Workflow a" and at least 501 other emails, immediately after "order.paid"',
  ]);
  expect(messagesOf(many(400), ...rules)).toEqual([
    'one contact can receive 402 emails immediately after "order.paid" (limit: 3)',
    'workflow "Workflow a" and 1 more also send template "tpl_0" to contacts of "order.paid"',
  ]);
  expect(messagesOf(many(600), ...rules)).toEqual([
    'one contact can receive at least 503 emails immediately after "order.paid" (limit: 3)',
    'workflow "Workflow a" and at least 1 more also send template "tpl_0" to contacts of "order.paid"',
  ]);
});

test('a number of emails is a lower bound when a workflow has more after a wait than are looked at', () => {
  const before = {
    type: 'wait_for_event',
    config: { event_name: 'order.paid', timeout: '1 day' },
  };
  const waiting = (count: number, first = 'tpl_0', second = 'tpl_0') => ({
    'a.json': sending('a', [first]),
    'b.json': sending('b', [second]),
    'c.json': sending(
      'c',
      Array.from({ length: count }, (_, i) => `tpl_${i}`),
      { event: 'cart.left', before, branch: 'event_received' },
    ),
  });
  const rules = ['same-mail-twice'];
  const after = (emails: string) =>
    `"mail_0" is sent together with "mail_0" of workflow "Workflow a" and ${emails} other emails, immediately after wait "before"`;
  expect(messagesOf(waiting(400, 'tpl_a', 'tpl_b'), 'colliding-emails')).toContain(after('400'));
  expect(messagesOf(waiting(600), ...rules)).toEqual([
    'workflow "Workflow a" and at least 1 more also send template "tpl_0" to contacts of "order.paid"',
  ]);
  expect(messagesOf(waiting(600, 'tpl_a', 'tpl_b'), 'colliding-emails')).toEqual([
    '"mail_0" is sent together with "mail_0" of workflow "Workflow a", immediately after "order.paid"',
    after('at least 501'),
  ]);
});

test('a number of workflows with one template is a lower bound when not all pairs of them are compared', () => {
  const workflows = (pro: number, free: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: pro + free }, (_, i) => {
        const value = i < pro ? 'pro' : 'free';
        const config = { type: 'rule', field: 'event.plan', operator: 'eq', value };
        const before = { type: 'condition', config };
        const id = String(i).padStart(2, '0');
        return [`${id}.json`, sending(id, ['tpl'], { before, branch: 'condition_met' })] as const;
      }),
    );
  const twice = (more: string) =>
    `workflow "Workflow 00" and ${more} more also send template "tpl" to contacts of "order.paid"`;
  expect(messagesOf(workflows(48, 2), 'same-mail-twice')).toEqual([twice('48')]);
  expect(messagesOf(workflows(49, 1), 'same-mail-twice')).toEqual([twice('47')]);
  expect(messagesOf(workflows(60, 0), 'same-mail-twice')).toEqual([twice('58')]);
  expect(messagesOf(workflows(50, 2), 'same-mail-twice')).toEqual([twice('at least 48')]);
});

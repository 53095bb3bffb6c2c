import { expect, test } from 'vitest';
import type { Finding } from '../src/core/model/finding.ts';
import { lintTexts } from './lint-text.ts';

// One typical mistake in an otherwise valid workflow, with its number of findings in the default preset.

interface RawStep {
  key: string;
  type: string;
  config: Record<string, unknown>;
}

interface Course {
  name: string;
  status: string;
  steps: RawStep[];
  connections: { from: string; to: string; type?: string }[];
}

const EVENTS = [
  { name: 'user.created', schema: { name: 'string', plan: 'string', seats: 'number' } },
  { name: 'contact.converted', schema: { plan: 'string' } },
];

const email = (key: string): RawStep => ({
  key,
  type: 'send_email',
  config: {
    template: { id: `tpl-${key}`, variables: { PLAN: { var: 'event.plan' } } },
    from: 'Acme <hello@acme.com>',
    subject: `About ${key}`,
  },
});
const delay = (key: string): RawStep => ({ key, type: 'delay', config: { duration: '3 days' } });
const link = (from: string, to: string, type?: string) =>
  type === undefined ? { from, to } : { from, to, type };

/** Welcome, wait, branch by plan, and an email on each branch, which join again. */
const course = (): Course => ({
  name: 'Onboarding',
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    email('welcome'),
    delay('d1'),
    {
      key: 'profile',
      type: 'condition',
      config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
    },
    email('pro'),
    email('free'),
    delay('d2'),
    email('tips'),
    delay('d3'),
    email('offer'),
    delay('d4'),
    email('goodbye'),
  ],
  connections: [
    link('start', 'welcome'),
    link('welcome', 'd1'),
    link('d1', 'profile'),
    link('profile', 'pro', 'condition_met'),
    link('profile', 'free', 'condition_not_met'),
    link('pro', 'd2'),
    link('free', 'd2'),
    link('d2', 'tips'),
    link('tips', 'd3'),
    link('d3', 'offer'),
    link('offer', 'd4'),
    link('d4', 'goodbye'),
  ],
});

/** An email to those who convert within five days, and another one to the others. */
const waiting = (): Course => ({
  name: 'Conversion',
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    // Shorter than what makes the wait late.
    { ...delay('d1'), config: { duration: '30 seconds' } },
    {
      key: 'converted',
      type: 'wait_for_event',
      config: { event_name: 'contact.converted', timeout: '5 days' },
    },
    {
      key: 'thanks',
      type: 'send_email',
      config: {
        template: {
          id: 'tpl-thanks',
          variables: { PLAN: { var: 'wait_events.contact.converted.plan' } },
        },
      },
    },
    email('offer'),
  ],
  connections: [
    link('start', 'd1'),
    link('d1', 'converted'),
    link('converted', 'thanks', 'event_received'),
    link('converted', 'offer', 'timeout'),
  ],
});

function findingsOf(
  change: (course: Course) => void,
  events: readonly object[] = EVENTS,
  workflow = course(),
) {
  change(workflow);
  const text = JSON.stringify({ workflows: [workflow], events }, null, 2);
  return lintTexts({ 'onboarding.json': text }).findings;
}

const rulesOf = (findings: readonly Finding[]) => findings.map(({ rule }) => rule);
const stepOf = ({ steps }: Course, key: string) =>
  steps.find((step) => step.key === key) as RawStep;
const edgeOf = ({ connections }: Course, from: string) =>
  connections.find((edge) => edge.from === from) as Course['connections'][number];
const remove = (workflow: Course, key: string) => {
  workflow.steps = workflow.steps.filter((step) => step.key !== key);
};

const SCENES: readonly [string, (course: Course) => void, readonly string[]][] = [
  ['no mistake', () => {}, []],
  [
    'a misspelt edge end in the middle',
    (c) => void (edgeOf(c, 'd1').to = 'proflie'),
    ['dangling-edge'],
  ],
  ['an edge end in another case', (c) => void (edgeOf(c, 'd1').to = 'Profile'), ['dangling-edge']],
  ['a renamed step', (c) => void (stepOf(c, 'profile').key = 'check_plan'), ['dangling-edge']],
  ['a step renamed to a near key', (c) => void (stepOf(c, 'd2').key = 'd2b'), ['dangling-edge']],
  ['a renamed trigger', (c) => void (stepOf(c, 'start').key = 'trigger'), ['dangling-edge']],
  ['a missing edge', (c) => void c.connections.splice(7, 1), ['unreachable-step']],
  ['a missing edge behind an email', (c) => void c.connections.splice(8, 1), ['unreachable-step']],
  ['no edge from the trigger', (c) => void c.connections.shift(), ['unreachable-step']],
  ['no edges', (c) => void (c.connections = []), ['unreachable-step']],
  [
    'an unknown edge end far from any key',
    (c) => void (edgeOf(c, 'd1').to = 'something_else'),
    ['dangling-edge', 'unreachable-step'],
  ],
  ['a removed step', (c) => remove(c, 'd2'), ['dangling-edge']],
  ['a removed trigger', (c) => remove(c, 'start'), ['missing-trigger']],
  [
    'a trigger without type and config',
    (c) => void Object.assign(stepOf(c, 'start'), { type: undefined, config: {} }),
    ['invalid-shape'],
  ],
  [
    'a copy of the trigger',
    (c) => void c.steps.push(structuredClone(stepOf(c, 'start'))),
    ['duplicate-step-key'],
  ],
  [
    'a second trigger with the key of the first',
    (c) =>
      void c.steps.push({ ...stepOf(c, 'start'), config: { event_name: 'contact.converted' } }),
    ['multiple-triggers', 'duplicate-step-key'],
  ],
  [
    'an edge without a source',
    (c) => void Reflect.deleteProperty(edgeOf(c, 'd1'), 'from'),
    ['invalid-shape'],
  ],
  [
    'an edge without a target',
    (c) => void Reflect.deleteProperty(edgeOf(c, 'd1'), 'to'),
    ['invalid-shape'],
  ],
  [
    'a step of the type "triger"',
    (c) => void (stepOf(c, 'start').type = 'triger'),
    ['unknown-step-type'],
  ],
  [
    'emails after a delete',
    (c) => void Object.assign(stepOf(c, 'd3'), { type: 'contact_delete', config: {} }),
    ['step-after-delete'],
  ],
  [
    'untyped branches of a condition',
    (c) => {
      for (const edge of c.connections) if (edge.from === 'profile') delete edge.type;
    },
    ['invalid-branch'],
  ],
  [
    'branches of a condition called true and false',
    (c) => {
      for (const edge of c.connections)
        if (edge.from === 'profile') edge.type = edge.to === 'pro' ? 'true' : 'false';
    },
    ['unknown-edge-type'],
  ],
  [
    'a condition with an expression in place of a number',
    (c) =>
      void Object.assign(stepOf(c, 'profile').config, { field: 'event.seats', value: '{{x}}' }),
    ['mustache-in-variable'],
  ],
  [
    'an edge into the trigger, of a type that its step does not have',
    (c) => {
      c.steps = c.steps.slice(0, 2);
      c.connections = [link('welcome', 'start', 'timeout')];
    },
    ['trigger-has-incoming'],
  ],
  ['a key with a trailing space', (c) => void (stepOf(c, 'd2').key = 'd2 '), ['dangling-edge']],
  [
    'another field for duration',
    (c) => void (stepOf(c, 'd2').config = { pause: '3 days' }),
    ['invalid-config'],
  ],
  ['days for duration', (c) => void (stepOf(c, 'd2').config = { days: 3 }), ['invalid-config']],
  [
    'segment for segment_id',
    (c) =>
      void Object.assign(stepOf(c, 'goodbye'), {
        type: 'add_to_segment',
        config: { segment: '2b0c8f0e-2f4e-4d7b-8f0e-2f4e4d7b8f0e' },
      }),
    ['invalid-config'],
  ],
  [
    'a misspelt event name',
    (c) => void (stepOf(c, 'start').config['event_name'] = 'user.craeted'),
    ['unknown-event'],
  ],
  [
    'one missing property read by all emails',
    (c) => {
      for (const { config } of c.steps)
        if (config['template'])
          Object.assign(config['template'], { variables: { A: { var: 'event.coupon' } } });
    },
    ['unknown-variable'],
  ],
  [
    'three missing properties read by all emails',
    (c) => {
      for (const { config } of c.steps)
        if (config['template'])
          Object.assign(config['template'], {
            variables: {
              A: { var: 'event.coupon' },
              B: { var: 'event.city' },
              C: { var: 'event.birthday' },
            },
          });
    },
    ['unknown-variable', 'unknown-variable', 'unknown-variable'],
  ],
  [
    'one variable without a prefix in all emails',
    (c) => {
      for (const { config } of c.steps)
        if (config['template'])
          Object.assign(config['template'], { variables: { A: { var: 'plan' } } });
    },
    ['unqualified-variable'],
  ],
  [
    'one placeholder as sender of all emails',
    (c) => {
      for (const { config } of c.steps)
        if (config['from'] !== undefined) config['from'] = 'Acme <hello@example.com>';
    },
    ['placeholder-value'],
  ],
  [
    'an invalid sender of all emails',
    (c) => {
      for (const { config } of c.steps) if (config['from'] !== undefined) config['from'] = 'Acme';
    },
    ['invalid-sender'],
  ],
];

const rename = (holder: object, field: string, name: string) => {
  const entries = Object.entries(holder).map(([key, value]) => [key === field ? name : key, value]);
  for (const key of Object.keys(holder)) Reflect.deleteProperty(holder, key);
  Object.assign(holder, Object.fromEntries(entries));
};

/** Mistakes in a workflow with a wait, each with its only finding. */
const SCENES_OF_A_WAIT: readonly [string, (course: Course) => void, string, string | undefined][] =
  [
    [
      'a misspelt awaited event',
      (c) => void (stepOf(c, 'converted').config['event_name'] = 'contact.convertd'),
      'unknown-event',
      'did you mean "contact.converted"?',
    ],
    [
      'a missing timeout edge',
      (c) => c.connections.pop(),
      'missing-timeout-branch',
      'add the connection from "converted" to "offer" with type "timeout"',
    ],
    [
      'a missing timeout edge in a draft',
      (c) => Object.assign(c, { status: 'disabled', connections: c.connections.slice(0, -1) }),
      'unreachable-step',
      'connect the "timeout" branch of "converted" to "offer"',
    ],
    [
      'a misspelt type of a wait',
      (c) => void (stepOf(c, 'converted').type = 'wait_for_evnt'),
      'unknown-step-type',
      'did you mean "wait_for_event"?',
    ],
    [
      'a misspelt field for the event',
      (c) => rename(stepOf(c, 'converted').config, 'event_name', 'even_name'),
      'invalid-config',
      'rename "even_name" to "event_name"',
    ],
    [
      'a wait without its event',
      (c) => void delete stepOf(c, 'converted').config['event_name'],
      'invalid-config',
      'set "event_name" to one of "contact.converted", "user.created"',
    ],
    [
      'a misspelt timeout',
      (c) => rename(stepOf(c, 'converted').config, 'timeout', 'timeot'),
      'unknown-config-field',
      'did you mean "timeout"?',
    ],
    [
      'a misspelt id of a template',
      (c) => rename(stepOf(c, 'thanks').config['template'] as object, 'id', 'idd'),
      'invalid-config',
      'rename "idd" to "id"',
    ],
    [
      'a misspelt config',
      (c) => rename(stepOf(c, 'converted'), 'config', 'confg'),
      'invalid-shape',
      'rename "confg" to "config"',
    ],
    [
      'a misspelt type field',
      (c) => rename(stepOf(c, 'start'), 'type', 'tpye'),
      'invalid-shape',
      'rename "tpye" to "type"',
    ],
    [
      'a misspelt key field',
      (c) => rename(stepOf(c, 'converted'), 'key', 'kye'),
      'invalid-shape',
      'rename "kye" to "key"',
    ],
    [
      'a misspelt end of an edge',
      (c) => rename(edgeOf(c, 'd1'), 'from', 'form'),
      'invalid-shape',
      'rename "form" to "from"',
    ],
    [
      'a trigger without a type',
      (c) => Reflect.deleteProperty(stepOf(c, 'start'), 'type'),
      'invalid-shape',
      'write "type": "trigger"',
    ],
    [
      'a wait without a type',
      (c) => Reflect.deleteProperty(stepOf(c, 'converted'), 'type'),
      'invalid-shape',
      'write "type": "wait_for_event"',
    ],
    [
      'a step without a key',
      (c) => Reflect.deleteProperty(stepOf(c, 'converted'), 'key'),
      'invalid-shape',
      'write "key": "converted"',
    ],
    [
      'a trigger without a key',
      (c) => Reflect.deleteProperty(stepOf(c, 'start'), 'key'),
      'invalid-shape',
      'write "key": "start"',
    ],
    [
      'a last step with a number as key',
      (c) => Object.assign(stepOf(c, 'thanks'), { key: 7 }),
      'invalid-shape',
      'write "key": "thanks"',
    ],
  ];

for (const [scene, change, rules] of SCENES) {
  test(`${scene}: ${rules.length}`, () => {
    const findings = findingsOf(change);
    expect(rulesOf(findings), findings.map(({ message }) => message).join('\n')).toEqual(rules);
  });
}

for (const [scene, change, rule, help] of SCENES_OF_A_WAIT) {
  test(`${scene}: 1`, () => {
    const findings = findingsOf(change, EVENTS, waiting());
    expect(findings.map((finding) => [finding.rule, finding.help])).toEqual([[rule, help]]);
  });
}

test('a misspelt name for the next step: 1', () => {
  const findings = findingsOf((c) => {
    for (const { from, to } of c.connections)
      if (from !== 'profile')
        Object.assign(stepOf(c, from), from === 'd3' ? { nxt: to } : { next: to });
    Object.assign(stepOf(c, 'profile'), {
      branches: { condition_met: 'pro', condition_not_met: 'free' },
    });
    Reflect.deleteProperty(c, 'connections');
  });
  expect(findings.map(({ rule, help }) => [rule, help])).toEqual([
    ['invalid-shape', 'rename "nxt" to "next"'],
  ]);
});

test('a JSON Schema as event schema: 1, with its properties known', () => {
  const schema = {
    type: 'object',
    properties: { plan: { type: 'string' }, name: { type: 'string' } },
    required: ['plan'],
  };
  const findings = findingsOf(() => {}, [{ name: 'user.created', schema }]);
  expect(rulesOf(findings)).toEqual(['invalid-shape']);
  expect(findings[0]?.help).toBe('write {"plan": "string", "name": "string"}');
});

test('a misspelt event name: variables are checked against the nearest event', () => {
  const findings = findingsOf((c) => {
    stepOf(c, 'start').config['event_name'] = 'user.craeted';
    Object.assign(stepOf(c, 'pro').config['template'] as object, {
      variables: { A: { var: 'event.coupon' } },
    });
  });
  expect(rulesOf(findings)).toEqual(['unknown-event', 'unknown-variable']);
});

test('the consequence is counted', () => {
  const [dangling] = findingsOf((c) => void (edgeOf(c, 'd1').to = 'proflie'));
  expect(dangling).toMatchObject({
    message: 'connection from "d1" points to unknown step "proflie"',
    consequence: '5 later emails are never sent',
  });
  const [region] = findingsOf((c) => void c.connections.shift());
  expect(region).toMatchObject({
    message: '11 steps are unreachable, starting at send_email "welcome"',
    help: 'connect the trigger: add a connection from "start" to "welcome"',
    consequence: '6 emails are never sent',
  });
});

test('the dangling edge comes first and is named as the likely cause', () => {
  const [dangling, region] = findingsOf((c) => void (edgeOf(c, 'd1').to = 'something_else'));
  expect([dangling?.rule, region?.rule]).toEqual(['dangling-edge', 'unreachable-step']);
  expect(region?.related[0]?.location).toEqual(dangling?.location);
});

test('with two near keys, none is chosen', () => {
  const findings = findingsOf((c) => {
    stepOf(c, 'pro').key = 'mail_a';
    stepOf(c, 'free').key = 'mail_b';
    c.connections = c.connections.map(({ from, to, ...rest }) => ({
      ...rest,
      from: from === 'pro' ? 'mail_a' : from === 'free' ? 'mail_b' : from,
      to: to === 'pro' ? 'mail_c' : to === 'free' ? 'mail_b' : to,
    }));
  });
  expect(rulesOf(findings)).toEqual(['dangling-edge', 'unreachable-step']);
});

test('a misspelt name field of an event: 1, with its properties known', () => {
  const [created, converted] = EVENTS as [(typeof EVENTS)[number], (typeof EVENTS)[number]];
  const findings = findingsOf(() => {}, [
    { nmae: created.name, schema: created.schema },
    converted,
  ]);
  expect(rulesOf(findings)).toEqual(['invalid-shape']);
  expect(findings[0]?.help).toBe('rename "nmae" to "name"');
});

test.each([
  ['is not defined', ['user.created'], 'A', ['unknown-event']],
  ['is defined', ['user.created', 'order.paid'], 'A', ['unsent-event']],
  ['may be defined elsewhere', [], 'A', ['unsent-event']],
  // Without the code, only the file is checked.
  ['is not defined, as in a file', ['user.created'], 'B', ['unknown-event', 'unsent-event']],
])(
  'an event that the code starts a workflow on and never sends: it %s',
  (_, names, name, found) => {
    const onEvent = (name: string) => {
      const workflow = { ...waiting(), name };
      stepOf(workflow, 'start').config['event_name'] = 'order.paid';
      return JSON.stringify(workflow);
    };
    const code = [
      "import { Resend } from 'resend';",
      "const resend = new Resend('');",
      "await resend.events.send({ event: 'user.created', email: 'a@acme.dev' });",
      `await resend.automations.create(${onEvent('A')});`,
    ].join('\n');
    const definitions = [...names, 'contact.converted'].map((name) => ({ name, schema: null }));
    const files = {
      'a.ts': code,
      ...(names.length > 0 && { 'events.json': JSON.stringify(definitions) }),
      ...(name === 'B' && { 'b.json': onEvent(name) }),
    };
    const only = new Set(['unknown-event', 'unsent-event']);
    const { findings } = lintTexts(files, { only });
    expect(
      findings.filter(({ location }) => location.source === 'a.ts').map((one) => one.rule),
    ).toEqual(found);
  },
);

/** The findings about fields of a workflow, its edges and an event. */
function fieldFaults(change: (given: { c: Course; event: object }) => void): readonly string[] {
  const [event] = structuredClone(EVENTS) as [object];
  const c = course();
  change({ c, event });
  const text = JSON.stringify({ workflows: [c], events: [event] });
  const only = new Set(['invalid-shape', 'unknown-field']);
  return rulesOf(lintTexts({ 'onboarding.json': text }, { only }).findings);
}

/** The edge in the fields of the alpha. */
const inAlpha = ({ c }: { c: Course }, type: string): void => {
  const edges = [{ from_step_id: 'start', to_step_id: 'welcome', [type]: 'default' }];
  Object.assign(c, { edges, connections: undefined });
};

test('a field that is read under a misspelt name: 1, also where unknown fields are reported', () => {
  const next = ({ c }: { c: Course }) =>
    Object.assign(c, {
      steps: [{ ...c.steps[0], nxet: 'welcome' }, c.steps[1]],
      connections: undefined,
    });
  for (const change of [
    ({ c }) => rename(c, 'status', 'staus'),
    ({ event }) => rename(event, 'schema', 'shcema'),
    ({ c }) => rename(edgeOf(c, 'profile'), 'type', 'tpye'),
    ({ c }) => rename(c, 'steps', 'stpes'),
    ({ c }) => rename(c, 'connections', 'links'),
    (given) => inAlpha(given, 'edge_tpye'),
    next,
  ] as Parameters<typeof fieldFaults>[0][])
    expect(fieldFaults(change), String(change)).toEqual(['invalid-shape']);
});

test('a misspelt field beside the right one is an unknown field', () => {
  for (const change of [
    ({ c }) => Object.assign(c, { staus: 'enabled' }),
    ({ event }) => Object.assign(event, { shcema: {} }),
    ({ c }) => Object.assign(edgeOf(c, 'profile'), { tpye: 'x' }),
    ({ event }) => Object.assign(event, { colour: 'red' }),
  ] as Parameters<typeof fieldFaults>[0][])
    expect(fieldFaults(change), String(change)).toEqual(['unknown-field']);
  expect(
    fieldFaults(({ c }) => {
      rename(c, 'connections', 'links');
      Object.assign(c, { colour: 'red' });
    }),
  ).toEqual(['invalid-shape', 'unknown-field', 'unknown-field']);
});

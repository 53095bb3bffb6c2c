// Clean workflows as the service exports them, in two dialects by turns.

const EVENTS = Array.from(
  { length: 400 },
  (_, i) => `${['user', 'trial', 'course', 'report', 'project', 'seat'][i % 6]}.moment_${i}`,
);

/** An event of the service about the email before the wait: another event could have occurred before. */
const AWAITED = 'resend:email.clicked';

const uuid = (a, b) =>
  `${(a * 7919 + b).toString(16).padStart(8, '0')}-${(b % 65_536).toString(16).padStart(4, '0')}-4000-8000-${(a * 104_729 + b * 31).toString(16).padStart(12, '0')}`;

export function eventDefinitions() {
  const data = EVENTS.map((name, i) => ({
    id: uuid(900_000_001, i),
    name,
    schema: { plan: 'string', seats: 'number', first_name: 'string' },
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }));
  return { object: 'list', has_more: false, data };
}

/** Workflow number `n`: a trigger, then emails, delays, a condition and its two branches. */
export function tenStepWorkflow(n) {
  return n % 2 === 0 ? alpha(n) : current(n);
}

// One enabled workflow an event: more would be a finding of its own.
const statusOf = (n) => (n < EVENTS.length ? 'enabled' : 'disabled');

function alpha(n) {
  const id = (i) => uuid(n + 1, i);
  const mail = (i) => ({
    id: id(i),
    type: 'send_email',
    config: {
      template_id: uuid(n + 1, 100 + i),
      subject: `Message ${i} of series ${n}`,
      from: 'Parcel <hello@parcel.io>',
    },
  });
  const delay = (i) => ({ id: id(i), type: 'delay', config: { seconds: 86_400 * i } });
  const steps = [{ id: id(0), type: 'trigger', config: { event_name: EVENTS[n % EVENTS.length] } }];
  for (let i = 1; i < 10; i++) steps.push(i % 2 === 1 ? mail(i) : delay(i));
  const edges = steps.slice(1).map((step, i) => ({
    id: uuid(n + 1, 200 + i),
    from_step_id: steps[i].id,
    to_step_id: step.id,
    edge_type: 'default',
  }));
  return {
    object: 'workflow',
    id: uuid(n, 999),
    name: `Series ${n}`,
    status: statusOf(n),
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-02-01T00:00:00.000Z',
    steps,
    edges,
  };
}

function current(n) {
  const mail = (key) => ({
    key,
    type: 'send_email',
    config: {
      template: { id: `tpl_${n}_${key}`, variables: { NAME: { var: 'event.first_name' } } },
    },
  });
  const steps = [
    { key: 'start', type: 'trigger', config: { event_name: EVENTS[n % EVENTS.length] } },
    mail('welcome'),
    { key: 'pause', type: 'delay', config: { duration: '2 days' } },
    {
      key: 'plan',
      type: 'condition',
      config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
    },
    mail('pro'),
    mail('free'),
    {
      key: 'confirmed',
      type: 'wait_for_event',
      config: { event_name: AWAITED, timeout: '3 days' },
    },
    mail('thanks'),
    mail('reminder'),
    { key: 'tag', type: 'add_to_segment', config: { segment_id: uuid(n, 5) } },
  ];
  const connections = [
    ['start', 'welcome'],
    ['welcome', 'pause'],
    ['pause', 'plan'],
    ['plan', 'pro', 'condition_met'],
    ['plan', 'free', 'condition_not_met'],
    ['pro', 'tag'],
    ['free', 'confirmed'],
    ['confirmed', 'thanks', 'event_received'],
    ['confirmed', 'reminder', 'timeout'],
  ].map(([from, to, type = 'default']) => ({ from, to, type }));
  return {
    object: 'automation',
    id: uuid(n, 998),
    name: `Flow ${n}`,
    status: statusOf(n),
    created_at: '2026-10-01 12:00:00.000000+00',
    updated_at: null,
    steps,
    connections,
  };
}

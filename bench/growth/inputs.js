// Degenerate inputs of size n. Each is made of plain values, and the same each time.

export const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));
export const step = (key, type, config) => ({ key, type, config });
export const edge = (from, to, type = 'default') => ({ from, to, type });
export const trigger = (event, key = 'start') => step(key, 'trigger', { event_name: event });
export const email = (i, template = `t${i}`) =>
  step(`m${i}`, 'send_email', { template: { id: template }, subject: `Subject ${i}` });
export const delay = (i) => step(`d${i}`, 'delay', { duration: `${i + 1} minutes` });
export const condition = (key, value, field = 'event.plan') =>
  step(key, 'condition', { type: 'rule', field, operator: 'eq', value });
export const wait = (key, event) =>
  step(key, 'wait_for_event', { event_name: event, timeout: '3 days' });
export const event = (i, name = `e${i}`) => ({
  object: 'event',
  id: `d${i}`,
  name,
  schema: { plan: 'string' },
});

/** Without connections, a chain of the steps. */
export function workflow(i, steps, { event = `e${i}`, name = `Workflow ${i}`, connections } = {}) {
  const all = [trigger(event), ...steps];
  const links = connections ?? all.slice(1).map(({ key }, k) => edge(all[k].key, key));
  return {
    ...{ object: 'automation', id: `w${i}`, name, status: 'enabled' },
    ...{ steps: all, connections: links },
  };
}

export const one = (value, indent) => ({ 'a.json': JSON.stringify(value, undefined, indent) });
export const lines = (values) => ({
  'a.ndjson': values.map((value) => JSON.stringify(value)).join('\n'),
});
export const files = (values) =>
  Object.fromEntries(
    values.map((value, i) => [`${i % 10}/${i}.json`, JSON.stringify(value, undefined, 2)]),
  );
export const list = (data) => ({ object: 'list', has_more: false, data });

/** Each workflow twice, with findings about both. */
export const doubles = (n) => times(n, (i) => workflow(i >> 1, [email(i)], { name: `W${i >> 1}` }));
export const bundle = (n) => ({ workflows: doubles(n), events: times(n, (i) => event(i)) });

/** An error in each workflow, with a fix that is safe. */
export const fixable = (n) =>
  times(n, (i) => workflow(i, [email(i)], { connections: [edge('start', `m${i} `)] }));

/** Conditions, waits, delays and emails. A small generator: the same graph every time. */
export function randomWorkflow(n, isForward = false) {
  let state = 7;
  const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
  const kinds = [
    (i) => ({
      ...condition(`s${i}`, `v${random(5)}`),
      ends: ['condition_met', 'condition_not_met'],
    }),
    (i) => ({ ...delay(random(50)), key: `s${i}` }),
    (i) => ({ ...email(i), key: `s${i}` }),
    (i) => ({ ...wait(`s${i}`, `x${random(4)}`), ends: ['event_received', 'timeout'] }),
  ];
  const made = times(n, (i) => kinds[random(kinds.length)](i));
  const to = (i) => `s${isForward ? Math.min(n - 1, i + 1 + random(20)) : random(n)}`;
  const connections = made.flatMap(({ key, ends = ['default'] }, i) =>
    isForward && i === n - 1 ? [] : ends.map((type) => edge(key, to(i), type)),
  );
  const steps = made.map(({ ends: _, ...rest }) => rest);
  return workflow(0, steps, { connections: [edge('start', 's0'), ...connections] });
}

/** One condition a workflow, each with another value: no contact takes two of them. */
export const exclusive = (n) =>
  times(n, (i) =>
    workflow(i, [condition('c', `v${i}`), delay(i), email(i)], {
      event: 'same',
      connections: [
        edge('start', 'c'),
        edge('c', `d${i}`, 'condition_met'),
        edge(`d${i}`, `m${i}`),
      ],
    }),
  );

/** A chain of conditions with an email on each branch, which join again. */
export function ladder(n, nameOf = (i) => `v${i}`, fieldOf = () => 'event.plan') {
  const steps = times(n, (i) => [
    condition(`c${i}`, nameOf(i), fieldOf(i)),
    email(2 * i),
    email(2 * i + 1),
  ]).flat();
  const connections = times(n, (i) => {
    const next = i + 1 < n ? `c${i + 1}` : undefined;
    const ends = [`m${2 * i}`, `m${2 * i + 1}`];
    return [
      edge(`c${i}`, ends[0], 'condition_met'),
      edge(`c${i}`, ends[1], 'condition_not_met'),
      ...(next === undefined ? [] : ends.map((end) => edge(end, next))),
    ];
  }).flat();
  return workflow(0, steps, { connections: [edge('start', 'c0'), ...connections] });
}

/** A step with n outgoing connections, and one with n incoming. */
export const join = (n) =>
  workflow(0, [...times(n, email), email(n)], {
    connections: times(n, (i) => [edge('start', `m${i}`), edge(`m${i}`, `m${n}`)]).flat(),
  });

/** Loops in loops: from each step on, and back to the one as far from the start as it is from the end. */
export const loops = (n) =>
  workflow(0, times(n, delay), {
    connections: [
      edge('start', 'd0'),
      ...times(n - 1, (i) => edge(`d${i}`, `d${i + 1}`)),
      ...times(n >> 1, (i) => edge(`d${n - 1 - i}`, `d${i}`)),
    ],
  });

/** Each workflow waits for the event that starts the next. */
export const chain = (n) =>
  times(n, (i) =>
    workflow(i, [wait('w', `e${i + 1}`), email(i)], {
      connections: [edge('start', 'w'), edge('w', `m${i}`, 'event_received')],
    }),
  );

/** n of each resource, each used once, and a use of each that names one nearly. */
export const resources = (n) => ({
  workflows: times(n, (i) =>
    workflow(i, [
      { ...email(i, `template-${i}`) },
      step('near', 'send_email', { template: { id: `tempalte-${i}` }, topic_id: `tpoic-${i}` }),
      step('tag', 'add_to_segment', { segment_id: `segmnet-${i}` }),
      condition('c', 'x', `contact.properties.prporety_${i}`),
      step('from', 'send_email', { template: { id: 't' }, from: `A <a@domian-${i}.io>` }),
    ]),
  ),
  templates: times(n, (i) => ({
    ...{ id: `id-${i}`, alias: `template-${i}`, name: `T${i}`, status: 'published' },
    ...{ from: 'A <a@parcel.io>', subject: 'S', html: '', variables: [] },
  })),
  segments: times(n, (i) => ({ id: `segment-${i}`, name: `Segment ${i}` })),
  topics: times(n, (i) => ({
    ...{ id: `topic-${i}`, name: `Topic ${i}`, default_subscription: 'opt_in' },
  })),
  domains: times(n, (i) => ({ id: `o${i}`, name: `domain-${i}.io`, status: 'verified' })),
  contact_properties: times(n, (i) => ({ id: `p${i}`, key: `property_${i}`, type: 'string' })),
});

/** n events with n properties and n uses of properties in all: one schema is as large as the input. */
export const properties = (n) => ({
  workflows: [
    workflow(
      0,
      times(n, (i) =>
        step(`m${i}`, 'send_email', {
          template: { id: 't', variables: { [`V${i}`]: { var: `event.porperty_${i}` } } },
        }),
      ),
    ),
  ],
  events: [
    {
      ...event(0),
      schema: Object.fromEntries(times(n, (i) => [`property_${i}`, 'string'])),
    },
  ],
});

/** The same workflow with n copies of all of its steps but the triggers, each with its edges. */
export function multiply(given, n) {
  const isOurs = (step) => typeof step === 'object' && step !== null && step.type !== 'trigger';
  const keyField = ['key', 'ref', 'id'].find((name) =>
    given.steps.some((each) => typeof each?.[name] === 'string'),
  );
  if (keyField === undefined) return undefined;
  const ours = new Set(given.steps.filter(isOurs).map((each) => each[keyField]));
  const renamed = (value, i) => (ours.has(value) ? `${value}_${i}` : value);
  const copyOf = (each, i) => ({
    ...each,
    ...('id' in each && { id: renamed(each.id, i) }),
    ...Object.fromEntries(
      ['from', 'to', 'from_step_id', 'to_step_id', 'key', 'ref']
        .filter((name) => name in each)
        .map((name) => [name, renamed(each[name], i)]),
    ),
  });
  const copies = (some) =>
    times(n, (i) =>
      some.map((each) => (typeof each === 'object' && each !== null ? copyOf(each, i) : each)),
    ).flat();
  const edges = ['edges', 'connections'].find((name) => Array.isArray(given[name]));
  return {
    ...given,
    steps: [...given.steps.filter((each) => !isOurs(each)), ...copies(given.steps.filter(isOurs))],
    ...(edges !== undefined && { [edges]: copies(given[edges]) }),
  };
}

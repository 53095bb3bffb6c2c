import { describe, expect, test } from 'vitest';
import { simulateTexts } from '../../src/browser.ts';
import type { Simulation, SimulationRequest } from '../../src/core/model/simulation.ts';
import { summarize } from '../../src/core/report/simulation-words.ts';
import fc from '../fast-check.ts';
import { follow, holds, type OracleWorkflow, requestOf, workflows, worlds } from './oracle.ts';

const run = (
  steps: readonly object[],
  connections: readonly object[],
  request: Partial<SimulationRequest> = {},
): Simulation => {
  const workflow = { id: 'w', name: 'W', status: 'enabled', steps, connections };
  return simulateTexts({ 'w.json': JSON.stringify(workflow) }, { event: 'start', ...request });
};
const runOne = ({ steps, connections }: OracleWorkflow, request: SimulationRequest): Simulation =>
  run(steps, connections, request);

const trigger = { key: 'start', type: 'trigger', config: { event_name: 'start' } };
const mail = (key: string) => ({ key, type: 'send_email', config: { template: { id: key } } });
const is = (key: string, field: string, value: unknown = true) => ({
  ...{ key, type: 'condition' },
  config: { type: 'rule', field, operator: 'eq', value },
});
const update = (key: string, config: object) => ({ key, type: 'contact_update', config });
const edges = (...list: readonly string[]) =>
  list.map((edge) => {
    const [from, to, type = 'default'] = edge.split(' ');
    return { from, to, type };
  });
const [MET, NOT_MET] = ['condition_met', 'condition_not_met'];
const DAY = 86_400;

/** The fewest and the most emails, by walking every path for every payload and every way in which waits can end. */
function bruteForce({ steps, connections }: OracleWorkflow, contact: Record<string, unknown>) {
  const domain = ['a', 'b', 'ab', 'ac', 'zz', -3, 0, 1, 3, 5, 7, true, false, null];
  const counts = new Set<number>();
  for (const f of domain)
    for (const g of domain) {
      const stack = [{ key: 's0', count: 0, fields: new Map(Object.entries(contact)) }];
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        const { key, fields } = at;
        const { type, config } = steps.find((step) => step.key === key) as (typeof steps)[number];
        const count = at.count + (type === 'send_email' ? 1 : 0);
        const updated = new Map([
          ...fields,
          ...Object.entries((type === 'contact_update' && config['properties']) || {}),
        ]);
        let branches: readonly string[] = ['default'];
        if (type === 'contact_delete') branches = [];
        if (type === 'condition')
          branches = holds(config, { f, g }, fields) ? [MET as string] : [NOT_MET as string];
        if (type === 'wait_for_event')
          branches = ['event_received', config['timeout'] === undefined ? 'stays' : 'timeout'];
        for (const branch of branches) {
          const edge = connections.find(({ from, type: own }) => from === key && own === branch);
          if (edge === undefined) counts.add(count);
          else stack.push({ key: edge.to, count, fields: updated });
        }
        if (branches.length === 0) counts.add(count);
      }
    }
  return { min: Math.min(...counts), max: Math.max(...counts) };
}

test('the minimum and maximum of emails equal an enumeration of all paths', () => {
  let open = 0;
  fc.assert(
    fc.property(workflows(false), worlds, (workflow, { contact }) => {
      // Values that are written from an unknown payload are unknown, so conditions on both are unrelated.
      if (JSON.stringify(workflow).includes('"var"')) return;
      const { emails } = runOne(workflow, { event: 'start', contact });
      expect(emails).toEqual(bruteForce(workflow, contact.properties));
      if (emails.min !== emails.max) open++;
    }),
    { numRuns: 1000 },
  );
  expect(open).toBeGreaterThan(50);
});

test('a fully known contact receives a fixed number of emails within the bounds for any contact', () => {
  fc.assert(
    fc.property(workflows(true), worlds, (workflow, world) => {
      const { came, ended } = follow(workflow, world, 400);
      const isWritten = JSON.stringify(workflow).includes('"var"');
      if (isWritten || !('f' in world.payload) || !('g' in world.payload)) return;
      const types = new Map(workflow.steps.map(({ key, type }) => [key, type]));
      const count = came.filter((step) => types.get(step.split(' ')[1] as string) === 'send_email');
      const { emails, loops } = runOne(workflow, requestOf(world));
      if (ended && loops.every(({ ends }) => ends))
        expect(emails).toEqual({ min: count.length, max: count.length });
      const any = runOne(workflow, { event: 'start' }).emails;
      expect(any.min).toBeLessThanOrEqual(count.length);
      if (ended) expect(any.max ?? Infinity).toBeGreaterThanOrEqual(count.length);
    }),
    { numRuns: 300 },
  );
});

describe('the number of emails', () => {
  const pairs = (n: number) => {
    const numbers = Array.from({ length: n }, (_, i) => i);
    return run(
      [
        trigger,
        ...numbers.flatMap((i) => [is(`c${i}`, `event.f${i}`), mail(`y${i}`), mail(`n${i}`)]),
      ],
      edges(
        'start c0',
        ...numbers.flatMap((i) => [
          `c${i} y${i} ${MET}`,
          `c${i} n${i} ${NOT_MET}`,
          ...(i === n - 1 ? [] : [`y${i} c${i + 1}`, `n${i} c${i + 1}`]),
        ]),
      ),
    );
  };

  test('counts alternatives once', () => {
    expect(pairs(1).emails).toEqual({ min: 1, max: 1 });
    expect(pairs(5).emails).toEqual({ min: 5, max: 5 });
    expect(summarize(pairs(5))).toBe('5 emails from 1 workflow');
    expect(pairs(40).emails).toEqual({ min: 40, max: 40 });
  });

  test('uses a known fact in several workflows', () => {
    const one = (id: string, branch: string | undefined) => ({
      ...{ id, name: id, status: 'enabled' },
      steps: [trigger, is('pro', 'event.plan', 'pro'), mail(id)],
      connections: edges('start pro', `pro ${id} ${branch}`),
    });
    const text = JSON.stringify({ workflows: [one('a', MET), one('b', NOT_MET)] });
    expect(simulateTexts({ 'all.json': text }, { event: 'start' }).emails).toEqual({
      min: 1,
      max: 1,
    });
  });

  test('leaves out emails without a template', () => {
    const { emails, notes } = run(
      [trigger, { key: 'empty', type: 'send_email', config: { subject: 'Hi' } }, mail('full')],
      edges('start empty', 'empty full'),
    );
    expect({ emails, notes }).toEqual({
      emails: { min: 1, max: 1 },
      notes: ['send_email "empty" of "W" has no template, so it is not sent'],
    });
  });

  test('an unsubscribed contact skips emails, but no other steps', () => {
    const steps = [
      trigger,
      mail('one'),
      update('leave', { unsubscribed: true }),
      mail('two'),
      update('note', { properties: { done: true } }),
    ];
    const connections = edges('start one', 'one leave', 'leave two', 'two note');
    const before = run(steps, connections);
    expect(before.emails).toEqual({ min: 1, max: 1 });
    expect(before.moments.map(({ step }) => step)).toEqual(['start', 'one', 'leave', 'note']);
    expect(run(steps, connections, { contact: { unsubscribed: true } }).emails).toEqual({
      min: 0,
      max: 0,
    });
  });

  test('a condition on the subscription decides about later emails', () => {
    const { emails, moments } = run(
      [trigger, is('gone', 'contact.unsubscribed'), mail('a'), mail('b')],
      edges('start gone', `gone a ${MET}`, `gone b ${NOT_MET}`),
    );
    expect(emails).toEqual({ min: 0, max: 1 });
    expect(moments.map(({ step }) => step)).toEqual(['start', 'gone', 'b']);
  });

  test('a subscription that the payload sets is open', () => {
    const { emails } = run(
      [trigger, update('set', { unsubscribed: { var: 'event.out' } }), mail('a'), mail('b')],
      edges('start set', 'set a', 'a b'),
    );
    expect(emails).toEqual({ min: 0, max: 2 });
  });
});

describe('a loop that a given event ends', () => {
  const steps = [
    trigger,
    mail('remind'),
    { key: 'paid', type: 'wait_for_event', config: { event_name: 'inv.paid', timeout: '3 days' } },
    mail('thanks'),
  ];
  const connections = edges(
    ...['start remind', 'remind paid', 'paid remind timeout', 'paid thanks event_received'],
  );

  test('is followed until the event', () => {
    const simulation = run(steps, connections, { when: [{ event: 'inv.paid', at: 10 * DAY }] });
    expect(simulation.emails).toEqual({ min: 5, max: 5 });
    expect(
      simulation.moments
        .filter(({ type }) => type === 'send_email')
        .map(({ at }) => at.least / DAY),
    ).toEqual([0, 3, 6, 9, 10]);
    expect(simulation.loops).toMatchObject([{ rounds: 4, ends: true, sends: 1 }]);
    expect(summarize(simulation)).toBe('5 emails from 1 workflow');
  });

  test('continues without the event', () => {
    const never = run(steps, connections, { when: [{ event: 'inv.paid', at: undefined }] });
    expect(never).toMatchObject({
      emails: { min: 3, max: null },
      loops: [{ rounds: 3, ends: false }],
    });
    expect(summarize(never)).toBe('at least 3 emails from 1 workflow; a loop goes on');
    expect(run(steps, connections).emails).toEqual({ min: 2, max: null });
  });

  test('is cut before an event too far in the future', () => {
    const { gaps, emails } = run(steps, connections, {
      when: [{ event: 'inv.paid', at: 9_000_000 * DAY }],
    });
    expect(gaps).toEqual(['"W" is too large to be followed to its end']);
    expect(emails.max).toBeNull();
  });

  test('a loop that a changed contact property ends is followed', () => {
    const { loops, emails } = run(
      [
        trigger,
        mail('a'),
        update('shift', {
          properties: {
            x: { var: 'contact.properties.y' },
            y: { var: 'contact.properties.z' },
            z: { var: 'contact.properties.w' },
            w: 'end',
          },
        }),
        is('done', 'contact.properties.x', 'end'),
      ],
      edges('start a', 'a shift', 'shift done', `done a ${NOT_MET}`),
      { contact: { properties: { x: 1, y: 2, z: 3, w: 4 } } },
    );
    expect({ loops: loops.map(({ rounds, ends }) => [rounds, ends]), emails }).toEqual({
      loops: [[4, true]],
      emails: { min: 4, max: 4 },
    });
  });
});

describe('the events of the service', () => {
  test('a trigger enrols once per occurrence', () => {
    const chain = (when: SimulationRequest['when']) =>
      run([trigger, mail('a')], edges('start a'), { when }).emails;
    expect(chain([{ event: 'start', at: 0 }])).toEqual({ min: 2, max: 2 });
    expect(
      chain([
        { event: 'start', at: DAY },
        { event: 'start', at: 2 * DAY },
      ]),
    ).toEqual({ min: 3, max: 3 });
  });

  const wait = (key: string, timeout: string) => ({
    ...{ key, type: 'wait_for_event' },
    config: { event_name: 'paid', timeout },
  });

  test('a wait ignores earlier events', () => {
    const { moments } = run(
      [
        trigger,
        { key: 'd', type: 'delay', config: { duration: '2 days' } },
        wait('w', '1 day'),
        mail('late'),
      ],
      edges('start d', 'd w', 'w late timeout'),
      { when: [{ event: 'paid', at: DAY }] },
    );
    expect(moments.find(({ step }) => step === 'late')?.at).toEqual({
      least: 3 * DAY,
      greatest: 3 * DAY,
    });
  });

  test('of several waits with one key the last counts', () => {
    const last = {
      ...{ key: 'm', type: 'send_email' },
      config: { template: { id: 'm', variables: { N: { var: 'wait_events.paid.n' } } } },
    };
    const { moments } = run(
      [trigger, wait('one', '5 days'), wait('two', '5 days'), last],
      edges('start one', 'one two event_received', 'two m event_received'),
      {
        when: [
          { event: 'paid', at: DAY, payload: { n: 1 } },
          { event: 'paid', at: 2 * DAY, payload: { n: 2 } },
        ],
      },
    );
    expect(moments.find(({ step }) => step === 'm')?.variables).toMatchObject([{ value: 2 }]);
  });
});

test('unknown events are listed', () => {
  const { unknown } = run([trigger, mail('a')], edges('start a'), {
    when: [{ event: 'strat', at: 0 }],
  });
  expect(unknown).toEqual(['strat']);
});

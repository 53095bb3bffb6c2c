import { describe, expect, test } from 'vitest';
import { simulateTexts } from '../../src/browser.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import type { SimulationRequest } from '../../src/core/model/simulation.ts';
import { simulate } from '../../src/features/simulate/simulate.ts';
import {
  DAY,
  delay,
  forked,
  isPro,
  MAIL,
  paid,
  type Raw,
  run,
  runValues,
  sends,
  start,
} from './flows.ts';

const trigger = { key: 'start', ...start };
const edge = (from: string, to?: unknown, type: unknown = 'default') => ({ from, to, type });

describe('faults of a workflow', () => {
  test('an edge to an unknown step, a delay without a duration', () => {
    const lost: Raw = {
      steps: { start, rest: delay('soon'), mail: MAIL('one') },
      edges: ['start > rest', 'rest > mail', 'mail > gone'],
    };
    const result = run([lost]);
    expect(sends(result)).toEqual(['0.. mail']);
    expect(result.notes).toEqual([
      'delay "rest" of "Onboarding" has no length that can be read',
      'an edge from send_email "mail" points to unknown step "gone" of "Onboarding": the run ends there',
    ]);
  });

  test('several edges of one type, and edges of a type that their step does not have', () => {
    const torn: Raw = {
      steps: { start, one: MAIL('one'), two: MAIL('two'), three: MAIL('three') },
      edges: ['start > one', 'start > two', 'one > three: timeout'],
    };
    expect(sends(run([torn]))).toEqual([
      '0 one: of 2 edges, the one to "one" is taken',
      '0 three: of 2 edges, the one to "one" is taken & the edge to "three" is taken, though it is one of type "timeout", which a send_email does not leave by',
      '0 two: of 2 edges, the one to "two" is taken',
    ]);
  });

  test('a workflow without readable edges, and a misspelt event', () => {
    const text = JSON.stringify([
      { id: 'w', name: 'W', status: 'enabled', steps: [{ key: 'a', ...start }], connections: 7 },
    ]);
    expect(simulateTexts({ 'a.json': text }, { event: 'user.created' })).toMatchObject({
      runs: [{ unreadable: true }],
      gaps: ['the edges of "W" cannot be read, so what it does is not known'],
    });
    expect(simulateTexts({ 'a.json': text }, { event: 'user_created' })).toMatchObject({
      unknown: ['user_created'],
      notes: ['"W" starts on "user.created": perhaps that is the same event, misspelt'],
    });
  });

  test('an edge without a target ends the run', () => {
    const workflow = {
      ...{ name: 'W', status: 'enabled', steps: [trigger, { key: 'mail', ...MAIL('one') }] },
      connections: [edge('start', 'mail'), { from: 'mail', type: 'default' }],
    };
    expect(runValues([workflow]).notes).toEqual([
      'an edge from send_email "mail" points to no step of "W": the run ends there',
    ]);
  });

  test('an edge whose type is no text may be taken', () => {
    const workflow = {
      ...{ name: 'W', status: 'enabled', steps: [trigger, { key: 'mail', ...MAIL('one') }] },
      connections: [edge('start', 'mail', 5)],
    };
    expect(sends(runValues([workflow]))).toEqual([
      '0 mail: the edge to "mail" is taken, though it is one whose type cannot be read, which a trigger does not leave by',
    ]);
  });

  test('a delay with two lengths takes one of them', () => {
    const rest = { type: 'delay', config: { duration: '3 days', seconds: DAY } };
    const two: Raw = {
      steps: { start, rest, mail: MAIL('one') },
      edges: ['start > rest', 'rest > mail'],
    };
    const result = run([two]);
    expect(sends(result)).toEqual(['1..3 mail']);
    expect(result.notes).toEqual([
      'delay "rest" of "Onboarding" has two lengths: it will be one of them',
    ]);
  });

  test('steps without a key or a type are listed by their position', () => {
    const steps = [{ type: 'trigger', config: start.config }, { key: 'odd', config: {} }, trigger];
    const workflow = { name: 'W', status: 'enabled', steps, connections: [edge('start', 'odd')] };
    expect(runValues([workflow]).moments).toMatchObject([
      { step: '#1', type: 'trigger' },
      { step: 'start', type: 'trigger' },
      { step: 'odd', type: 'unknown' },
    ]);
  });

  test('a wait without an event is open', () => {
    const wait = { type: 'wait_for_event', config: { timeout: '1 day' } };
    const open: Raw = {
      steps: { start, wait, yes: MAIL('yes'), no: MAIL('no') },
      edges: ['start > wait', 'wait > yes: event_received', 'wait > no: timeout'],
    };
    const result = run([open]);
    expect(sends(result)).toEqual([
      '0..1 yes: the event comes by +1 day',
      '1 no: the event does not come by +1 day',
    ]);
    expect(result.questions).toMatchObject([{ decidedBy: [] }]);
  });

  test('a condition that cannot be read, or that reads no event or contact, is open', () => {
    const odd = { type: 'condition', config: 'plan' as unknown as object };
    const other = {
      type: 'condition',
      config: { type: 'rule', field: 'wait_events.order.paid.total', operator: 'eq', value: 1 },
    };
    for (const pro of [odd, other]) {
      const { questions, moments } = run([{ ...forked, steps: { ...forked.steps, pro } }]);
      expect(questions).toMatchObject([{ kind: 'condition', decidedBy: [] }]);
      expect(moments.filter(({ type }) => type === 'send_email').length).toBe(2);
    }
  });

  test('steps that cannot be read, and a trigger without an event', () => {
    const on = { status: 'enabled', connections: [] };
    const steps = [{ key: 'start', type: 'trigger', config: {} }];
    const result = runValues([
      { ...on, id: 'w', steps: 'none' },
      { ...on, steps: 7 },
      { ...on, name: 'T', steps },
    ]);
    expect(result).toMatchObject({
      runs: [],
      gaps: ['the steps of "w", a workflow without a name cannot be read'],
    });
  });

  test('of two documents with one workflow, the one with its steps is used', () => {
    const full = { id: 'w', name: 'Full', status: 'enabled', connections: [], steps: [trigger] };
    const listed = { object: 'workflow', id: 'w', name: 'Listed', status: 'enabled' };
    const times = { created_at: '2026-01-01', updated_at: '2026-01-01' };
    for (const both of [
      [full, { ...listed, ...times }],
      [{ ...listed, ...times }, full],
      [full, { ...full, name: 'Again' }],
    ])
      expect(runValues(both).runs).toMatchObject([{ workflow: { name: 'Full' } }]);
  });
});

describe('what is not known', () => {
  const reading = (variable: string): Raw => ({
    steps: {
      start,
      mail: {
        type: 'send_email',
        config: { template: { id: 't', variables: { x: { var: variable } } } },
      },
    },
    edges: ['start > mail'],
  });
  const filled = (variable: string, request: Partial<SimulationRequest>) =>
    run([reading(variable)], request).moments.flatMap(({ variables = [] }) => variables);

  test('a path into a value that has no fields is missing', () => {
    const request = { payload: { plan: { name: 'pro' }, seats: 3 } };
    expect(filled('event.plan.name', request)).toEqual([
      { key: 'x', reads: 'event.plan.name', value: 'pro', state: 'known' },
    ]);
    expect(filled('event.seats.name', request)).toEqual([
      { key: 'x', reads: 'event.seats.name', state: 'missing' },
    ]);
  });

  test('all properties of a contact at once, and an event that did not come', () => {
    const contact = { properties: { plan: 'pro' } };
    expect(filled('contact.properties', { contact })).toEqual([
      { key: 'x', reads: 'contact.properties', state: 'unknown' },
    ]);
    const late: Raw = {
      steps: {
        start,
        wait: paid('1 day'),
        mail: reading('wait_events.order.paid.total').steps['mail'] as Raw['steps'][string],
      },
      edges: ['start > wait', 'wait > mail: timeout'],
    };
    const { moments } = run([late], { when: [{ event: 'order.paid', at: undefined }] });
    expect(moments.at(-1)?.variables).toEqual([
      { key: 'x', reads: 'wait_events.order.paid.total', state: 'unknown' },
    ]);
  });

  test('a field of the contact that is set to a missing value, a text with a placeholder, or an object', () => {
    const updatedTo = (value: unknown) => {
      const update = { type: 'contact_update', config: { first_name: value } };
      const named = { ...reading('contact.first_name').steps, update };
      const updated: Raw = { steps: named, edges: ['start > update', 'update > mail'] };
      return run([updated], { payload: {} }).moments.at(-1)?.variables?.[0];
    };
    const [known, unknown] = [{ state: 'known' }, { state: 'unknown' }];
    expect(updatedTo('Ada')).toMatchObject({ ...known, value: 'Ada' });
    expect(updatedTo(null)).toMatchObject({ ...known, value: null });
    for (const value of [{ var: 'event.name' }, 'Dear {{{event.name}}}', { first: 'Ada' }])
      expect(updatedTo(value)).toMatchObject(unknown);
  });

  test('a field that has several values in times that are reported as one', () => {
    const steps: Record<string, Raw['steps'][string]> = {
      ...{ start, pro: isPro, ...reading('contact.first_name').steps },
      gold: { type: 'contact_update', config: { first_name: 'Gold' } },
      free: { type: 'contact_update', config: { first_name: 'Free' } },
    };
    const edges = ['start > pro', 'pro > gold: condition_met', 'pro > free: condition_not_met'];
    for (let i = 1; i <= 26; i++) {
      steps[`d${i}`] = delay(`${i} minutes`);
      edges.push(`${i % 2 === 0 ? 'gold' : 'free'} > d${i}`, `d${i} > mail`);
    }
    const { moments, notes } = run([{ steps, edges }]);
    expect(notes).toEqual([
      '"mail" of "Onboarding" is reached at more than 24 times; the later ones are reported as one span',
    ]);
    const mails = moments.filter(({ step }) => step === 'mail');
    expect(mails.slice(-2)).toMatchObject([
      { at: { least: 1380, greatest: 1380 }, variables: [{ value: 'Free', state: 'known' }] },
      { at: { least: 1440, greatest: 1560 }, variables: [{ state: 'unknown' }] },
    ]);
  });

  test('a property whose type in the schema cannot be read takes any value', () => {
    const events = [{ name: 'user.created', schema: { plan: 5 } }];
    const { refused, notes } = run([forked], { payload: { plan: 'pro' } }, events);
    expect({ refused, notes }).toEqual({ refused: [], notes: [] });
  });

  test('several workflows that an awaited event would start are named, up to three', () => {
    const waiting: Raw = { steps: { start, wait: paid() }, edges: ['start > wait'] };
    const other = { type: 'trigger', config: { event_name: 'order.paid' } };
    const others = ['A', 'B', 'C', 'D', 'E'].map(
      (name): Raw => ({ name, steps: { start: other }, edges: [] }),
    );
    expect(run([waiting, ...others.slice(0, 2)]).notes).toEqual([
      'if "order.paid" comes, "A", "B" start too, which is not shown: say with --when that it comes',
    ]);
    expect(run([waiting, ...others]).notes).toEqual([
      'if "order.paid" comes, "A", "B", "C" and 2 more workflows start too, which is not shown: say with --when that it comes',
    ]);
  });

  test('a wait whose start and filter are both uncertain may miss the event in two ways', () => {
    const rest = { type: 'delay', config: { duration: '1 day', seconds: 3 * DAY } };
    const big = { type: 'rule', field: 'event.total', operator: 'gt', value: 100 };
    const waiting: Raw = {
      steps: { start, rest, wait: paid('5 days', big), yes: MAIL('yes'), no: MAIL('no') },
      edges: ['start > rest', 'rest > wait', 'wait > yes: event_received', 'wait > no: timeout'],
    };
    expect(sends(run([waiting], { when: [{ event: 'order.paid', at: 2 * DAY }] }))).toEqual([
      '2 yes: "order.paid" at +2 days comes while "wait" waits & event.total is more than 100',
      '6..8 no: "order.paid" at +2 days comes before or after "wait" waits | event.total is not more than 100',
    ]);
  });
});

test('of a step type with branches that nothing decides, each is open', () => {
  const text = JSON.stringify({
    ...{ name: 'W', status: 'enabled' },
    steps: [
      trigger,
      { key: 'sms', type: 'delay', config: { duration: '1 day' } },
      { key: 'mail', ...MAIL('one') },
    ],
    connections: [edge('start', 'sms'), edge('sms', 'mail', 'failed')],
  });
  const place = { source: 'w.json', index: 0, line: 1, start: 0, end: text.length };
  const [workflow] = parseDocument(text, place).workflows as [Workflow];
  const branches = ['delivered', 'failed'].map(
    (type) => ({ type, means: 'open', contacts: `contacts whose SMS is ${type}` }) as const,
  );
  const edgeTypes = branches.map(({ type }) => type);
  const steps = workflow.steps.map((step) =>
    step.key === 'sms' ? { ...step, spec: { ...step.spec, branches, edgeTypes } } : step,
  );
  const result = simulate([{ ...workflow, steps }], [], { event: 'user.created' });
  expect(sends(result)).toEqual(['1 mail: it leaves by "failed"']);
  expect(result.emails).toEqual({ min: 0, max: 1 });
});

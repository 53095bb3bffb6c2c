import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import { eventMap } from '../../src/features/picture/event-map.ts';
import { layOut } from '../../src/features/picture/lay-out.ts';
import { lintTexts } from '../lint-text.ts';
import { step } from './draw.ts';

const workflow = (name: string, steps: readonly object[], status = 'enabled') => ({
  id: name,
  name,
  status,
  steps,
  connections: [],
});
const event = (name: string, schema: object | null = null) => ({ id: name, name, schema });

function mapOf(value: object, { known = true } = {}) {
  const text = JSON.stringify(value);
  const { workflows, events } = parseDocument(text, {
    source: 'w.json',
    index: 0,
    line: 1,
    start: 0,
    end: text.length,
  });
  const { findings } = lintTexts({ 'w.json': text }, { preset: 'strict' });
  return eventMap(workflows, known ? events : undefined, findings);
}

const SHOP = {
  workflows: [
    workflow('Welcome', [
      step('start', 'trigger', { event_name: 'user.created' }),
      step('paid', 'wait_for_event', { event_name: 'order.paid', timeout: '2 days' }),
      step('again', 'wait_for_event', { event_name: 'order.paid', timeout: '2 days' }),
      ...['Hello', 'How it works', 'Your first order', 'A gift', 'Goodbye'].map((subject, i) =>
        step(`mail_${i}`, 'send_email', { subject, template: { id: `t${i}` } }),
      ),
    ]),
    workflow(
      'Receipt',
      [
        step('start', 'trigger', { event_name: 'order.payed' }),
        step('mail', 'send_email', { template: { id: 'receipt' } }),
        step('none', 'send_email'),
      ],
      'disabled',
    ),
    workflow('Opened', [step('start', 'trigger', { event_name: 'resend:email.opened' })]),
  ],
  events: [
    event('user.created', {
      plan: 'string',
      seats: 'number',
      a: 'string',
      b: 'string',
      c: 'string',
    }),
    event('order.paid'),
    event('never.used'),
  ],
};

test('each event and each workflow is drawn once, with their relations', () => {
  const { nodes, links, subtitle, notes } = mapOf(SHOP);
  expect(subtitle).toBe('5 events · 3 workflows');
  expect(notes).toEqual([]);
  expect(
    nodes.map(({ id, kind, key, facts }) => [id, kind, key, facts.caption, ...facts.details]),
  ).toEqual([
    ['e0', 'ghost', 'order.payed', 'Missing'],
    ['e1', 'event', 'order.paid', 'Event'],
    ['e2', 'event', 'user.created', 'Event', 'with plan, seats, a, b … 1 more'],
    ['e3', 'event', 'resend:email.opened', 'Event of the service'],
    ['e4', 'event', 'never.used', 'Event'],
    [
      'w0',
      'workflow',
      'Welcome',
      'Workflow, enabled',
      'sends Hello',
      'sends How it works',
      'sends Your first order',
      '… 2 more emails',
    ],
    [
      'w1',
      'workflow',
      'Receipt',
      'Workflow, disabled',
      'sends template receipt',
      'sends an email without a template',
    ],
    ['w2', 'workflow', 'Opened', 'Workflow, enabled', 'sends nothing'],
  ]);
  expect(
    links.map(({ from, to, label, marks }) => [
      from,
      to,
      label,
      marks.map(({ rule }) => rule).includes('unknown-event'),
    ]),
  ).toEqual([
    ['e2', 'w0', 'starts', false],
    ['e1', 'w0', 'waited for (2 steps)', false],
    ['e0', 'w1', 'starts', true],
    ['e3', 'w2', 'starts', false],
  ]);
});

test('a misspelt event is beside the event with the nearest name, before all others', () => {
  const picture = mapOf(SHOP);
  expect(picture.nodes[0]?.facts.main).toBe('perhaps order.paid');
  const { boxes } = layOut(picture);
  const [wrong, near] = ['order.payed', 'order.paid'].map((name) =>
    boxes.find(({ key }) => key === name),
  );
  expect(wrong?.y).toBe(near?.y);
  expect(wrong?.x).toBeLessThan(near?.x ?? 0);
});

test('findings are at their event, edge or workflow', () => {
  const { nodes } = mapOf(SHOP);
  const rulesAt = (id: string) =>
    nodes.find((node) => node.id === id)?.marks.map(({ rule }) => rule) ?? [];
  expect(rulesAt('e4')).toEqual(['unused-event']);
  expect(rulesAt('w1')).toContain('invalid-config');
  expect(rulesAt('w1')).not.toContain('unknown-event');
});

test('without definitions, no event is marked as missing', () => {
  const { nodes, notes } = mapOf(SHOP, { known: false });
  expect(nodes.some(({ kind }) => kind === 'ghost')).toBe(false);
  expect(notes).toEqual([
    'No event definitions were loaded: whether these events exist is not known.',
  ]);
});

test('a workflow without name, status or events is drawn', () => {
  const steps = [step('start', 'trigger'), step('wait', 'wait_for_event', { event_name: '' })];
  const { nodes, links } = mapOf({
    workflows: [
      { steps, connections: [] },
      { id: 'wf_1', steps, connections: [] },
    ],
    events: [],
  });
  expect(nodes.map(({ facts: { caption, main } }) => `${caption}: ${main}`)).toEqual([
    'Workflow: Unnamed workflow',
    'Workflow: wf_1',
  ]);
  expect(links).toEqual([]);
});

test('a finding about several definitions is once at each event', () => {
  const events = [event('user.left'), event('user_left'), { ...event('user.left'), id: 'other' }];
  const { nodes } = mapOf({ workflows: [], events });
  expect(
    nodes.map(({ key, marks }) => [
      key,
      marks.map(({ rule, also }) => (also ? `see ${rule}` : rule)),
    ]),
  ).toEqual([
    ['user.left', ['see similar-event-names', 'duplicate-event-name']],
    ['user_left', ['similar-event-names']],
  ]);
});

test('a finding about definitions on several lines is at each of them', () => {
  const lines = [event('user.left'), event('user_left')].map((each) => JSON.stringify(each));
  const starts = [0, (lines[0] as string).length + 1];
  const definitions = lines.flatMap((text, i) => {
    const start = starts[i] as number;
    const ref = { source: 'e.ndjson', index: i, line: i + 1, start, end: start + text.length };
    return parseDocument(text, ref, 'events').events;
  });
  const { findings } = lintTexts({ 'e.ndjson': lines.join('\n') }, { preset: 'strict' });
  const { nodes } = eventMap([], definitions, findings);
  expect(nodes.map(({ marks }) => marks.map(({ rule, also }) => `${rule} ${also}`))).toEqual([
    ['similar-event-names true'],
    ['similar-event-names false'],
  ]);
});

test('a map of many defined events is cut, with a note', () => {
  const events = Array.from({ length: 160 }, (_, i) => event(`event.${i}`));
  const map = mapOf({ workflows: [], events });
  expect(map.nodes).toHaveLength(150);
  expect(map.notes).toEqual(['10 more events are not drawn.']);
});

test('a map of thousands of events is cut, with a note', () => {
  const workflows = Array.from({ length: 1000 }, (_, i) =>
    workflow(`W${i}`, [step('start', 'trigger', { event_name: `event.${i}` })]),
  );
  const map = mapOf({ workflows, events: [] });
  expect(map.nodes.length).toBeLessThanOrEqual(300);
  expect(map.notes[0]).toBe('850 more workflows are not drawn.');
  expect(layOut(map).boxes).toHaveLength(map.nodes.length);
});

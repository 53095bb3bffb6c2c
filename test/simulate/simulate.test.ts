import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/core/document/text.ts';
import { PLAIN_PALETTE } from '../../src/core/report/reporter.ts';
import { findZone, formatInstant, parseStart } from '../../src/features/simulate/calendar.ts';
import {
  parseFields,
  parseLater,
  type Simulation,
  type SimulationRequest,
  simulate,
  simulationJson,
  simulationSvg,
  simulationText,
} from '../../src/features/simulate/index.ts';
import type { Question } from '../../src/features/simulate/questions.ts';
import { summarize } from '../../src/features/simulate/words.ts';

const DAY = 86_400;
const flagsOf = ({ deciders }: Question) => deciders.flatMap(({ flags }) => flags);
const FIRST = { event: 'start', later: [], isAll: false } as const;

const run = (exported: object, request: Partial<SimulationRequest> = {}): Simulation => {
  const text = JSON.stringify(exported);
  return simulate([decodeText({ name: 'all.json', text, isNamed: true })], {
    ...FIRST,
    ...request,
  });
};

/** `start > hello > wait: timeout > bye`; types of steps by their names. */
function workflowOf(paths: readonly string[], more: object = {}) {
  const steps = new Map<string, object>([['start', { type: 'trigger', ...on('start') }]]);
  const connections = paths.flatMap((path) => {
    const ends = path.split(' > ').map((end) => end.split(': ') as [string, string?]);
    for (const [key] of ends)
      if (!steps.has(key)) steps.set(key, STEPS[key.replace(/\d$/, '')] ?? {});
    return ends
      .slice(1)
      .map(([to], i) => ({ from: ends[i]?.[0], to, type: ends[i]?.[1] ?? 'default' }));
  });
  const list = [...steps].map(([key, step]) => ({ key, ...step }));
  return { id: 'w', name: 'Welcome', status: 'enabled', steps: list, connections, ...more };
}
const on = (event_name: string, more: object = {}) => ({ config: { event_name, ...more } });
const rule = (field: string, value: unknown) => ({
  type: 'condition',
  config: { type: 'rule', field, operator: 'eq', value },
});
const STEPS: Readonly<Record<string, object>> = {
  mail: { type: 'send_email', config: { template: { id: 't' }, subject: 'Hi' } },
  day: { type: 'delay', config: { duration: '1 day' } },
  pro: rule('event.plan', 'pro'),
  loyal: rule('contact.properties.loyal', true),
  gone: rule('contact.unsubscribed', true),
  leave: { type: 'contact_update', config: { unsubscribed: true } },
  paid: { type: 'wait_for_event', ...on('order.paid', { timeout: '3 days' }) },
  good: {
    type: 'wait_for_event',
    ...on('review.posted', {
      timeout: '3 days',
      filter_rule: { type: 'rule', field: 'event.stars', operator: 'gte', value: 4 },
    }),
  },
};
const BRANCHES = workflowOf([
  'start > mail1 > day > pro',
  'pro: condition_met > mail2 > paid',
  'paid: event_received > mail3',
  'paid: timeout > good',
  'good: event_received > mail4',
  'pro: condition_not_met > loyal',
  'loyal: condition_met > mail5',
]);

describe('questions', () => {
  test('each flag that is printed decides its question', () => {
    const simulation = run(BRANCHES);
    const asked = simulation.questions.map(({ kind }) => kind);
    expect(new Set(asked)).toEqual(new Set(['unsubscribed', 'condition', 'event']));
    for (const question of simulation.questions)
      for (const flag of flagsOf(question)) {
        const [, name = '', word = ''] = /^--(\w+) '(.*)'$/s.exec(flag) ?? [];
        const request =
          name === 'when' ? { later: [parseLater(word)] } : { [name]: parseFields(word) };
        const left = run(BRANCHES, request).questions;
        const isSame = ({ kind, step }: (typeof left)[number]) =>
          kind === question.kind && step.key === question.step.key;
        expect(left.filter(isSame), flag).toEqual([]);
      }
  });

  test('a filter is open where the payload of its event is not known', () => {
    const times = ['review.posted@+5 days', 'review.posted@+6 days', 'order.paid@never'];
    const later = times.map((each) => parseLater(each));
    const simulation = run(BRANCHES, { later, payload: { plan: 'pro' } });
    const filters = simulation.questions.filter(({ kind }) => kind === 'filter');
    expect(filters.flatMap((each) => flagsOf(each))).toEqual([
      `--when 'review.posted@+5 days {"stars":4}'`,
      `--when 'review.posted@+6 days {"stars":4}'`,
    ]);
  });

  test('a run that a later event starts is decided by the payload of that event', () => {
    const again = parseLater('start@+1 day');
    const { questions } = run(BRANCHES, { payload: { plan: 'free' }, later: [again] });
    const [asked] = questions.filter((each) => each.run === 1 && each.kind === 'condition');
    expect(asked && flagsOf(asked)).toEqual([`--when 'start@+1 day {"plan":"pro"}'`]);
  });

  test('what is asked in each round is one question, and a run that fails is told', () => {
    const round = ['start > mail1 > paid', 'paid: timeout > mail1', 'paid: event_received > pro'];
    const workflow = workflowOf([...round, 'pro: condition_met > mail2']);
    const print = (request: Partial<SimulationRequest>): string =>
      [...simulationText(run(workflow, request), { palette: PLAIN_PALETTE, width: 80 })].join('');
    expect(print({}).match(/^ {2}event\.plan is "pro", or /gm)).toHaveLength(1);
    const later = [parseLater('order.paid@+1 day')];
    expect(print({ later, payload: {} })).toContain(
      'then the run fails: the payload lacks a field',
    );
  });

  test('whether the contact is unsubscribed is asked at each email, and stays so', () => {
    const simulation = run(
      workflowOf(['start > mail1 > day > mail2 > gone', 'gone: condition_met > mail3']),
    );
    expect(simulation.cases.map(({ sends, isSubscribed }) => [sends.length, isSubscribed])).toEqual(
      [
        [2, true],
        [1, false],
        [0, false],
      ],
    );
    expect(simulation.emails).toEqual({ min: 0, max: 2 });
    expect(simulation.sends.map(({ isCertain }) => isCertain)).toEqual([true, true]);
    expect(summarize(simulation)).toBe('2 emails from 1 workflow, fewer if unsubscribed');
  });

  test('a contact whom the workflow unsubscribes, or who is unsubscribed, is no special case', () => {
    const ways = ['start > pro', 'pro: condition_met > mail1 > leave > mail3'];
    const workflow = workflowOf([...ways, 'pro: condition_not_met > mail2 > leave']);
    const known = run(workflow, { contact: { unsubscribed: false } });
    expect(known.sends.map(({ cases, isCertain }) => [cases, isCertain])).toEqual([
      [[1], false],
      [[2], false],
    ]);
    expect(summarize(known)).toBe('1 email from 1 workflow');
    const gone = run(workflow, { contact: { unsubscribed: true } });
    expect(summarize(gone)).toBe('0 emails from 1 workflow');
  });
});

describe('events', () => {
  test('a later event starts other workflows, and ends no wait of the run that it starts', () => {
    const other = workflowOf(
      ['start > paid', 'paid: event_received > mail1', 'paid: timeout > mail2'],
      {
        ...{ id: 'o', name: 'Other' },
      },
    );
    const [trigger, ...rest] = other.steps;
    const started = { ...other, steps: [{ ...trigger, ...on('order.paid') }, ...rest] };
    const { runs, sends } = run(
      { workflows: [BRANCHES, started] },
      { later: [parseLater('order.paid@+2 days')], payload: { plan: 'free' }, contact: {} },
    );
    expect(runs.map(({ startedBy, offset }) => [startedBy, offset])).toEqual([
      ['start', 0],
      ['order.paid', 2 * DAY],
    ]);
    expect(sends.find(({ run: own }) => own === 1)).toMatchObject({
      ...{ time: { min: 5 * DAY, max: 5 * DAY }, isCertain: true },
      step: { key: 'mail2' },
    });
  });

  test('a payload that does not fit its schema is refused, and starts nothing', () => {
    const events = [{ object: 'event', id: 'e', name: 'start', schema: { plan: 'string' } }];
    const refused = run({ workflows: [BRANCHES], events }, { payload: { plan: 7, plam: 1 } });
    expect(refused.refused[0]?.problems).toEqual(['"plan" must be a string, but is the number 7']);
    expect(refused.notes).toEqual([
      'the payload of "start": the schema has no "plam"; did you mean "plan"?',
    ]);
    expect(refused.runs).toEqual([]);
  });

  test('what another workflow writes is not known', () => {
    const update = { type: 'contact_update', config: { properties: { loyal: false } } };
    const other = workflowOf(['start > set'], { id: 'o', name: 'Other' });
    const steps = other.steps.map((step) => (step.key === 'set' ? { ...step, ...update } : step));
    const loyal = workflowOf(['start > loyal', 'loyal: condition_met > mail1']);
    const contact = { unsubscribed: false, properties: { loyal: true } };
    expect(run(loyal, { contact }).questions).toEqual([]);
    const both = run({ workflows: [loyal, { ...other, steps }] }, { contact });
    expect(both.questions.map(({ kind }) => kind)).toEqual(['condition']);
  });
});

test.each([
  ['no template', { subject: 'Hi' }, 1],
  ['no sender in the step and its template', { template: { id: 'bare' }, subject: 'Hi' }, 1],
  ['no subject: the run fails', { template: { id: 'bare' }, from: 'a@acme.com' }, 0],
])('an email is not sent: %s', (_, config, others) => {
  const workflow = workflowOf(['start > broken > mail1']);
  const steps = workflow.steps.map((step) =>
    step.key === 'broken' ? { ...step, type: 'send_email', config } : step,
  );
  const templates = {
    object: 'list',
    has_more: false,
    data: [{ id: 'bare', html: '', from: null, subject: null }],
  };
  const exported = { workflows: [{ ...workflow, steps }], templates };
  expect(run(exported, { contact: { unsubscribed: false } }).sends).toHaveLength(others);
});

test('after a step of an unknown type, there are not fewer emails at most than at least', () => {
  const workflow = workflowOf(['start > mail1 > push > mail2']);
  const steps = workflow.steps.map((step) =>
    step.key === 'push' ? { ...step, type: 'send_push', config: {} } : step,
  );
  const simulation = run({ ...workflow, steps }, { contact: { unsubscribed: false } });
  // It may have unsubscribed the contact.
  expect(simulation.emails).toEqual({ min: 1, max: 2 });
  expect(simulation.sends.at(-1)?.time).toEqual({ min: 0, max: Number.POSITIVE_INFINITY });
});

test('an edge goes where it says, also where the name is wrong', () => {
  const workflow = workflowOf(['start > mail1']);
  const connections = [{ from: 'start', to: 'mail_1' }];
  expect(run({ ...workflow, connections }).sends).toEqual([]);
});

test('many cases are cut, and said', () => {
  const doors = Array.from({ length: 12 }, (_, i) => {
    const next = i === 11 ? 'mail1' : `door${i + 1}`;
    return [`door${i}: condition_met > ${next}`, `door${i}: condition_not_met > ${next}`];
  }).flat();
  const workflow = workflowOf(['start > door0', ...doors]);
  const steps = workflow.steps.map((step, i) =>
    step.key.startsWith('door') ? { key: step.key, ...rule(`event.f${i}`, 1) } : step,
  );
  const { cases, gaps, emails } = run({ ...workflow, steps });
  expect(cases).toHaveLength(1000);
  expect(gaps).toEqual(['workflow "Welcome": only 1,000 cases; --payload decides some']);
  expect(emails.max).toBeUndefined();
});

const HOSTILE = '\u001b[2J::error::\u202e<script>"\'&';
const hostile = JSON.parse(
  JSON.stringify(BRANCHES).replaceAll(/"(Hi|order\.paid|Welcome)"/g, () => JSON.stringify(HOSTILE)),
);
const contextOf = (width: number) => ({ palette: PLAIN_PALETTE, width });

describe('printed', () => {
  const schema = JSON.parse(readFileSync('schemas/simulation.schema.json', 'utf8'));
  const validate = new Ajv({ strict: false }).compile(schema);
  const start = parseStart('2026-03-27T09:00', 'Europe/Berlin');

  test.each([
    ['branches', run(BRANCHES, start && { start })],
    ['hostile', run(hostile)],
    ['nothing', simulate([], FIRST)],
  ])('%s', (_, simulation) => {
    const json = [...simulationJson(simulation, [])].join('');
    expect(validate(JSON.parse(json)), JSON.stringify(validate.errors)).toBe(true);
    const text = [...simulationText(simulation, contextOf(80))].join('');
    const svg = simulationSvg(simulation);
    for (const printed of [json, text, svg]) expect(printed).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(text.split('\n').filter((line) => line.length > 80 && !/--\w+ '/.test(line))).toEqual(
      [],
    );
    expect(svg).not.toContain('<script>');
    expect(`${text}\n${svg.replace(/<style>.*<\/style>/, '')}`).toMatchSnapshot();
  });
});

describe('times', () => {
  test.each([
    ['2026-03-29T02:30', '2026-03-29T03:30:00+02:00'],
    ['2026-10-25T02:30', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T02:30+01:00', '2026-10-25T02:30:00+01:00'],
    ['2026-06-01', '2026-06-01T00:00:00+02:00'],
  ])('%s in Berlin is %s', (given, printed) => {
    const parsed = parseStart(given, 'Europe/Berlin');
    expect(parsed && formatInstant(parsed, 0)).toBe(printed);
  });

  test('a day is 24 hours, also when the clocks change', () => {
    const start = parseStart('2026-03-28T09:00', 'Europe/Berlin');
    expect(start && formatInstant(start, DAY)).toBe('2026-03-29T10:00:00+02:00');
    expect(start && formatInstant(start, 1e15)).toBe('after the year 9999');
    expect(parseStart('2026-02-30', 'UTC')).toBeUndefined();
    expect(parseStart('0000-01-01', 'UTC')).toBeUndefined();
    expect(parseStart('9999-12-31', 'UTC')).toBeDefined();
    expect(findZone('Nowhere/Here')).toBeUndefined();
  });

  test.each([
    'order.paid',
    '@+2 days',
    'order.paid@soon',
    'order.paid@2026-01-01',
    'a@+1 day {"a":',
  ])('--when %s is refused', (given) => {
    expect(() => parseLater(given)).toThrow();
  });
});

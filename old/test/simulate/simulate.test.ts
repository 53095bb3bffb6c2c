import { describe, expect, test } from 'vitest';
import type { Case, SimulationRequest } from '../../src/core/model/simulation.ts';
import { PLAIN_PALETTE } from '../../src/core/report/reporter.ts';
import { formatCase, formatCondition } from '../../src/core/report/simulation-words.ts';
import { openQuestions } from '../../src/features/simulate/report/reporter.ts';
import { simulationText } from '../../src/features/simulate/report/text.ts';
import { DAY, delay, forked, isPro, MAIL, paid, type Raw, run, sends, start } from './flows.ts';

describe('a chain', () => {
  const chain: Raw = {
    steps: { start, one: MAIL('one'), rest: delay('2 days'), two: MAIL('two') },
    edges: ['start > one', 'one > rest', 'rest > two'],
  };

  test('is listed in order of time', () => {
    expect(sends(run([chain]))).toEqual(['0 one', '2 two']);
  });

  test('only enabled workflows start, unless all are requested', () => {
    const off = { ...chain, status: 'disabled' };
    expect(run([off])).toMatchObject({
      runs: [],
      moments: [],
      notEnabled: [{ name: 'Onboarding' }],
    });
    expect(sends(run([off], { all: true }))).toEqual(['0 one', '2 two']);
  });

  test('several workflows are one timeline', () => {
    const other: Raw = {
      name: 'Second',
      steps: { start, rest: delay('1 day'), mail: MAIL('other') },
      edges: ['start > rest', 'rest > mail'],
    };
    expect(sends(run([chain, other]))).toEqual(['0 one', '1 mail', '2 two']);
  });
});

describe('a condition', () => {
  test('without a payload, both branches are shown with their conditions', () => {
    expect(sends(run([forked]))).toEqual([
      '0 yes: event.plan is "pro"',
      '0 no: event.plan is not "pro"',
    ]);
    expect(run([forked]).questions).toMatchObject([
      { kind: 'condition', step: 'pro', decidedBy: [{ kind: 'payload', field: 'plan' }] },
    ]);
  });

  test('is decided by the payload', () => {
    expect(sends(run([forked], { payload: { plan: 'pro' } }))).toEqual(['0 yes']);
    expect(sends(run([forked], { payload: { plan: 'free' } }))).toEqual(['0 no']);
  });

  test('the run fails when the payload lacks the field', () => {
    const result = run([forked], { payload: { seats: 1 } });
    expect(sends(result)).toEqual([]);
    expect(result.notes).toContain(
      'the run of "Onboarding" fails at condition "pro": the payload of "user.created" has no event.plan',
    );
  });

  test('a payload that does not match the schema starts no run', () => {
    const result = run([forked], { payload: { plan: 7 } }, [
      { name: 'user.created', schema: { plan: 'string' } },
    ]);
    expect(result).toMatchObject({
      runs: [],
      refused: [
        { event: 'user.created', problems: ['"plan" must be a text, but is the number 7'] },
      ],
    });
  });
});

describe('a wait', () => {
  const waiting: Raw = {
    steps: { start, wait: paid('3 days'), thanks: MAIL('thanks'), nudge: MAIL('nudge') },
    edges: ['start > wait', 'wait > thanks: event_received', 'wait > nudge: timeout'],
  };

  test('is open, unless the request names the event', () => {
    expect(sends(run([waiting]))).toEqual([
      '0..3 thanks: "order.paid" comes by +3 days',
      '3 nudge: "order.paid" does not come by +3 days',
    ]);
    expect(sends(run([waiting], { when: [{ event: 'order.paid', at: 2 * DAY }] }))).toEqual([
      '2 thanks',
    ]);
    expect(sends(run([waiting], { when: [{ event: 'order.paid', at: 3 * DAY }] }))).toEqual([
      '3 nudge',
    ]);
    expect(sends(run([waiting], { when: [{ event: 'order.paid', at: undefined }] }))).toEqual([
      '3 nudge',
    ]);
  });

  test('the event starts other workflows as well', () => {
    const other: Raw = {
      name: 'Paid',
      steps: {
        start: { type: 'trigger', config: { event_name: 'order.paid' } },
        mail: MAIL('receipt'),
      },
      edges: ['start > mail'],
    };
    expect(sends(run([waiting, other], { when: [{ event: 'order.paid', at: DAY }] }))).toEqual([
      '1 thanks',
      '1 mail',
    ]);
  });
});

describe('many paths', () => {
  const ladder = (count: number, duration: (i: number) => string): Raw => {
    const steps: Record<string, { type: string; config: object }> = { start };
    const edges = ['start > c0'];
    for (let i = 0; i < count; i++) {
      steps[`c${i}`] = {
        type: 'condition',
        config: { type: 'rule', field: `event.f${i}`, operator: 'eq', value: true },
      };
      steps[`d${i}`] = delay(duration(i));
      edges.push(
        `c${i} > d${i}: condition_met`,
        `c${i} > c${i + 1}: condition_not_met`,
        `d${i} > c${i + 1}`,
      );
    }
    steps[`c${count}`] = MAIL('end');
    return { steps, edges };
  };

  test('a graph of 2^40 paths is bounded, and the cut is reported', () => {
    const result = run([ladder(40, (i) => `${2 ** i} seconds`)]);
    expect(sends(result).length).toBeLessThanOrEqual(24);
    expect(result.notes.length).toBeGreaterThan(0);
  });
});

describe('a wait with an uncertain start', () => {
  // The first wait may take anything from nothing to three days.
  const two = (timeout?: string): Raw => ({
    steps: {
      start,
      first: { type: 'wait_for_event', config: { event_name: 'user.verified', timeout: '3 days' } },
      second: paid(timeout),
      thanks: MAIL('thanks'),
      nudge: MAIL('nudge'),
    },
    edges: [
      'start > first',
      'first > second: event_received',
      'second > thanks: event_received',
      'second > nudge: timeout',
    ],
  });
  const came = '"user.verified" comes by +3 days';
  const paidAt = (...days: number[]) => ({
    when: days.map((day) => ({ event: 'order.paid', at: day * DAY })),
  });

  test('may receive or miss an event', () => {
    expect(sends(run([two('5 days')], paidAt(2)))).toEqual([
      `2 thanks: ${came} & "order.paid" at +2 days comes while "second" waits`,
      `5..8 nudge: ${came} & "order.paid" at +2 days comes before or after "second" waits`,
    ]);
  });

  test('receives an event that comes between its latest start and its earliest end', () => {
    expect(sends(run([two('5 days')], paidAt(4)))).toEqual([`4 thanks: ${came}`]);
    expect(sends(run([two('5 days')], paidAt(1, 4)))).toEqual([
      `1 thanks: ${came} & "order.paid" at +1 day comes while "second" waits`,
      `4 thanks: ${came} & "order.paid" at +1 day comes before or after "second" waits`,
    ]);
  });

  test('misses an event that comes after its latest end', () => {
    expect(sends(run([two('1 day')], paidAt(9)))).toEqual([`1..4 nudge: ${came}`]);
    expect(sends(run([two()], paidAt(9)))).toEqual([`9 thanks: ${came}`]);
  });
});

describe('a filter', () => {
  const waiting: Raw = {
    steps: {
      start,
      wait: paid('3 days', { type: 'rule', field: 'event.total', operator: 'gt', value: 10 }),
      thanks: MAIL('thanks'),
      nudge: MAIL('nudge'),
    },
    edges: ['start > wait', 'wait > thanks: event_received', 'wait > nudge: timeout'],
  };
  const paidWith = (...payloads: (Readonly<Record<string, unknown>> | undefined)[]) =>
    run([waiting], {
      when: payloads.map((payload, day) => ({ event: 'order.paid', at: (day + 1) * DAY, payload })),
    });

  test('an event can be missed by a wait', () => {
    expect(sends(paidWith({ total: 5 }, { total: 50 }))).toEqual(['2 thanks']);
    expect(sends(paidWith({ total: 5 }))).toEqual(['3 nudge']);
    expect(sends(paidWith({}))).toEqual(['3 nudge']);
  });

  test('is open when the payload is unknown', () => {
    const result = paidWith(undefined);
    expect(sends(result)).toEqual([
      '1 thanks: event.total is more than 10',
      '3 nudge: event.total is not more than 10',
    ]);
    expect(result.questions).toMatchObject([
      { kind: 'filter', decidedBy: [{ kind: 'payload', event: 'order.paid', field: 'total' }] },
    ]);
  });
});

describe('the contact', () => {
  const write = (value: unknown) => ({
    type: 'contact_update',
    config: { properties: { plan: value } },
  });
  const isTeam = {
    type: 'condition',
    config: { type: 'rule', field: 'contact.properties.plan', operator: 'eq', value: 'team' },
  };
  const asks: Raw = {
    steps: { start, rest: delay('1 day'), ask: isTeam, yes: MAIL('yes'), no: MAIL('no') },
    edges: [
      'start > rest',
      'rest > ask',
      'ask > yes: condition_met',
      'ask > no: condition_not_met',
    ],
  };
  const contact = { properties: { plan: 'team' } };

  test('has the given properties', () => {
    expect(sends(run([asks], { contact }))).toEqual(['1 yes']);
    expect(sends(run([asks], { contact: { properties: {} } }))).toHaveLength(2);
    expect(run([asks], { contact: { plan: 'team', firstname: 'Ada' } }).notes).toEqual([
      'the contact has "plan", which no condition asks for: custom properties belong under "properties"',
      'the contact has "firstname", which no condition asks for: did you mean "first_name"?',
    ]);
  });

  test('has unknown properties after another workflow changed them', () => {
    const other: Raw = {
      name: 'Writer',
      steps: { start, set: write('solo') },
      edges: ['start > set'],
    };
    const result = run([asks, other], { contact });
    expect(sends(result)).toEqual([
      '1 yes: contact.properties.plan is "team"',
      '1 no: contact.properties.plan is not "team"',
    ]);
    expect(result.notes).toEqual([
      'contact.properties.plan is written by "Writer" too, so what it is after that is not known',
    ]);
    expect(result.questions).toMatchObject([{ decidedBy: [] }]);
    const late: Raw = {
      name: 'Late',
      steps: { start, rest: delay('2 days'), set: write('solo') },
      edges: ['start > rest', 'rest > set'],
    };
    expect(sends(run([asks, late], { contact }))).toEqual(['1 yes']);
  });

  test('may be deleted while other workflows run', () => {
    const deletes: Raw = {
      name: 'Deletes',
      steps: { start, end: { type: 'contact_delete', config: {} } },
      edges: ['start > end'],
    };
    expect(run([asks, deletes]).notes).toEqual([
      '"Deletes" deletes the contact: whether other workflows still send after that is not documented',
    ]);
    expect(run([deletes]).notes).toEqual([]);
  });
});

describe('payloads', () => {
  const uses = (name: string): Raw => ({
    steps: {
      start,
      mail: {
        type: 'send_email',
        config: {
          template: { id: 't', variables: { A: { var: name }, B: 'plain', C: '{{{event.x}}}' } },
        },
      },
    },
    edges: ['start > mail'],
  });
  const variable = (name: string, request: Partial<SimulationRequest>) =>
    run([uses(name)], request).moments.at(-1)?.variables?.[0];

  test('fill in the variables of templates', () => {
    expect(variable('event.plan', { payload: { plan: 'pro' } })).toEqual({
      key: 'A',
      reads: 'event.plan',
      value: 'pro',
      state: 'known',
    });
    expect(variable('event.plan', { payload: {} })).toEqual({
      key: 'A',
      reads: 'event.plan',
      state: 'missing',
    });
    expect(variable('event.plan', {})).toEqual({ key: 'A', reads: 'event.plan', state: 'unknown' });
    expect(
      variable('event.address.city', { payload: { address: { city: 'Ghent' } } }),
    ).toMatchObject({ value: 'Ghent' });
    expect(variable('contact.first_name', { contact: { firstName: 'Ada' } })).toMatchObject({
      value: 'Ada',
    });
    expect(variable('plan', { payload: { plan: 'pro' } })).toMatchObject({ state: 'unknown' });
    expect(
      run([uses('event.plan')], { payload: { plan: 'pro' } })
        .moments.at(-1)
        ?.variables?.slice(1),
    ).toEqual([
      { key: 'B', value: 'plain', state: 'known' },
      { key: 'C', state: 'unknown' },
    ]);
  });

  test('are checked against the schema of the event', () => {
    const schema = { a: 'string', b: 'number', c: 'boolean', d: 'date', e: 'colour' };
    const check = (payload: Readonly<Record<string, unknown>>) => {
      const { refused, notes } = run([forked], { payload }, [{ name: 'user.created', schema }]);
      return {
        problems: refused.flatMap(({ problems }) => problems),
        notes: notes.filter((note) => !note.includes('fails')),
      };
    };
    expect(check({ a: 'x', b: 1, c: false, d: '2026-01-01', e: [] })).toEqual({
      problems: [],
      notes: [],
    });
    expect(check({ a: 1, b: '1', c: 0, d: 'soon', e: 1 }).problems).toHaveLength(4);
    expect(check({ a: null, b: 1, c: true, d: 'January 1, 2026', e: 1, plann: 1 }).notes).toEqual([
      '"user.created": "a" is null, where the schema wants a text: whether that fits is not documented',
      '"user.created": "d" is not a date in ISO 8601; whether the service reads it is not documented',
      '"user.created": the schema has no "plann"',
    ]);
    expect(check({}).notes).toHaveLength(5);
  });

  test('apply to their own run only', () => {
    const second = run([forked], {
      payload: { plan: 'pro' },
      when: [{ event: 'user.created', at: DAY, payload: { plan: 'free' } }],
    });
    expect(sends(second)).toEqual(['0 yes', '1 no']);
  });
});

test('a graph of 999 steps with different decisions on each path is cut, and its timeline is bounded', () => {
  const steps: Record<string, Raw['steps'][string]> = { start };
  const edges = ['start > s0'];
  let state = 7;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  for (let i = 0; i < 999; i++) {
    const isWaiting = random(2) === 0;
    steps[`s${i}`] = isWaiting ? paid('3 days') : delay(`${1 + random(50)} minutes`);
    for (const type of i === 998 ? [] : isWaiting ? ['event_received', 'timeout'] : ['default'])
      edges.push(`s${i} > s${Math.min(998, i + 1 + random(20))}: ${type}`);
  }
  const { moments, gaps } = run([{ steps, edges }]);
  expect(gaps).toEqual(['"Onboarding" is too large to be followed to its end']);
  const choices = moments.reduce((sum, { only }) => sum + only.flat().length, 0);
  expect(choices).toBeLessThan(150_000);
});

describe('conditions on one field', () => {
  const steps: Record<string, { type: string; config: object }> = { start };
  const edges = ['start > is1'];
  for (let n = 1; n <= 16; n++) {
    steps[`is${n}`] = {
      type: 'condition',
      config: { type: 'rule', field: 'event.step', operator: 'eq', value: n },
    };
    steps[`mail${n}`] = MAIL(`lesson-${n}`);
    steps[`wait${n}`] = delay('1 day');
    edges.push(`is${n} > mail${n}: condition_met`, `mail${n} > wait${n}`);
    if (n < 16) edges.push(`is${n} > is${n + 1}: condition_not_met`, `wait${n} > mail${n + 1}`);
  }
  const ladder = run([{ steps, edges }]);

  test('are told by the one that decides', () => {
    const ofStep = ladder.moments.filter(({ step, at }) => step === 'mail6' && at.least === 0);
    expect(ofStep.map((moment) => formatCondition(ladder, moment))).toEqual(['event.step is 6']);
    const last = ladder.moments.filter(({ step }) => step === 'is16');
    expect(last.map((moment) => formatCondition(ladder, moment))).toEqual([
      'event.step is not 1, 2, 3, 4, 5, 6, 7, 8 or 7 more',
    ]);
  });

  test('have one case for each value, and one question', () => {
    const [group] = ladder.cases;
    expect(group?.cases).toHaveLength(17);
    expect(formatCase(ladder, group?.cases[13] as Case)).toBe(
      'if event.step is 14: 3 emails, at once, +1 day, +2 days',
    );
    expect(formatCase(ladder, group?.cases[16] as Case)).toContain(': no email');
    expect(openQuestions(ladder).map(({ text }) => text)).toEqual([
      'is1 and 15 more steps, at once: whether event.step is 1, 2, 3, 4, 5, 6, 7, 8 or 8 more',
    ]);
    expect(ladder.emails).toEqual({ min: 0, max: 16 });
  });

  test('fit on a screen', () => {
    const report = { simulation: ladder, failures: [] };
    const context = { tool: { name: 'edgewise', version: '1' }, palette: PLAIN_PALETTE };
    const text = [...simulationText(report, context)].join('');
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
    expect(text).toContain('\n  if event.step is 6: 11 emails, at once to +10 days\n');
  });
});

test('a comparison that the documents do not decide is open', () => {
  const { questions, notes, emails } = run(
    [
      {
        steps: { start, isPro, mail: MAIL('pro') },
        edges: ['start > isPro', 'isPro > mail: condition_met'],
      },
    ],
    { payload: { plan: 'Pro' } },
  );
  expect(emails).toEqual({ min: 0, max: 1 });
  expect(questions).toMatchObject([{ kind: 'condition', decidedBy: [] }]);
  expect(notes[1]).toContain('event.plan is the string "Pro": it is not documented whether then');
});

test('a field of the contact that is given decides no question that the documents leave open', () => {
  const config = { type: 'rule', field: 'contact.properties.score', operator: 'gt', value: 10 };
  const steps = { start, isHigh: { type: 'condition', config }, mail: MAIL('high') };
  const edges = ['start > isHigh', 'isHigh > mail: condition_met'];
  const given = run([{ steps, edges }], { contact: { properties: { score: '20' } } });
  expect(given.questions).toMatchObject([{ decidedBy: [] }]);
  expect(run([{ steps, edges }]).questions).toMatchObject([
    { decidedBy: [{ kind: 'contact', field: 'properties.score' }] },
  ]);
});

test.each([
  ['40 days', 'takes 40 days, and the service accepts at most 30 days'],
  ['1 month', 'no document shows the unit of "1 month", taken as 30 days'],
  ['5m', 'no document shows the unit of "5m", taken as 5 minutes'],
])('a delay of %s carries a note', (length, expected) => {
  const steps = { start, wait: delay(length), mail: MAIL('late') };
  const { notes } = run([{ steps, edges: ['start > wait', 'wait > mail'] }]);
  expect(notes).toEqual([`delay "wait" of "Onboarding" ${expected}`.replace('" no', '": no')]);
});

test('a delay in units of the documents carries no note', () => {
  const steps = { start, wait: delay('1 week and 2 hours'), mail: MAIL('late') };
  expect(run([{ steps, edges: ['start > wait', 'wait > mail'] }]).notes).toEqual([]);
});

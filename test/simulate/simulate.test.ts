import { describe, expect, test } from 'vitest';
import { simulateTexts } from '../../src/browser.ts';
import type { Moment, Simulation, SimulationRequest } from '../../src/model/simulation.ts';

const DAY = 86_400;
const MAIL = (template: string) => ({ type: 'send_email', config: { template: { id: template }, subject: `About ${template}` } });

interface Raw {
  readonly name?: string;
  readonly status?: string;
  readonly steps: Readonly<Record<string, { readonly type: string; readonly config: object }>>;
  readonly edges: readonly string[];
}

/** `a > b` is an edge, `a > b: timeout` one with a type. */
function workflowOf({ name = 'Onboarding', status = 'enabled', steps, edges }: Raw): object {
  const connections = edges.map((edge) => {
    const [, from, to, type = 'default'] = /^(\w+) > (\w+)(?:: (\w+))?$/.exec(edge) as unknown as [string, string, string, string | undefined];
    return { from, to, type };
  });
  return { name, status, id: name.toLowerCase(), steps: Object.entries(steps).map(([key, step]) => ({ key, ...step })), connections };
}

function run(workflows: readonly Raw[], request: Partial<SimulationRequest> = {}, events: object[] = []): Simulation {
  const text = JSON.stringify({ workflows: workflows.map(workflowOf), events });
  return simulateTexts({ 'all.json': text }, { event: 'user.created', ...request });
}

const start = { type: 'trigger', config: { event_name: 'user.created' } };
const delay = (duration: string) => ({ type: 'delay', config: { duration } });
const isPro = { type: 'condition', config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' } };
const paid = (timeout?: string, filter_rule?: object) => ({ type: 'wait_for_event', config: { event_name: 'order.paid', timeout, filter_rule } });

/** Each send in a line: when, which step, and what must be the case. */
function sends({ moments, questions }: Simulation): readonly string[] {
  const time = ({ least, greatest }: Moment['at']): string =>
    least === greatest ? `${least / DAY}` : `${least / DAY}..${greatest === null ? '' : greatest / DAY}`;
  return moments
    .filter(({ type }) => type === 'send_email')
    .map(({ at, step, only }) => {
      const terms = only.map((term) => term.map(({ question, answer }) => questions[question]?.answers[answer]).join(' & '));
      return `${time(at)} ${step}${terms.join(' | ') === '' ? '' : `: ${terms.join(' | ')}`}`;
    });
}

const forked: Raw = {
  steps: { start, pro: isPro, yes: MAIL('pro'), no: MAIL('free') },
  edges: ['start > pro', 'pro > yes: condition_met', 'pro > no: condition_not_met'],
};

describe('a chain', () => {
  const chain: Raw = { steps: { start, one: MAIL('one'), rest: delay('2 days'), two: MAIL('two') }, edges: ['start > one', 'one > rest', 'rest > two'] };

  test('is sent in order of time', () => {
    expect(sends(run([chain]))).toEqual(['0 one', '2 two']);
  });

  test('only enabled workflows start, unless all are to', () => {
    const off = { ...chain, status: 'disabled' };
    expect(run([off])).toMatchObject({ runs: [], moments: [], notEnabled: [{ name: 'Onboarding' }] });
    expect(sends(run([off], { all: true }))).toEqual(['0 one', '2 two']);
  });

  test('several workflows are one timeline', () => {
    const other: Raw = { name: 'Second', steps: { start, rest: delay('1 day'), mail: MAIL('other') }, edges: ['start > rest', 'rest > mail'] };
    expect(sends(run([chain, other]))).toEqual(['0 one', '1 mail', '2 two']);
  });
});

describe('a condition', () => {
  test('without a payload, both branches are shown, with what decides', () => {
    expect(sends(run([forked]))).toEqual(['0 yes: event.plan is "pro"', '0 no: event.plan is not "pro"']);
    expect(run([forked]).questions).toMatchObject([{ kind: 'condition', step: 'pro', decidedBy: [{ kind: 'payload', field: 'plan' }] }]);
  });

  test('is decided by the payload', () => {
    expect(sends(run([forked], { payload: { plan: 'pro' } }))).toEqual(['0 yes']);
    expect(sends(run([forked], { payload: { plan: 'free' } }))).toEqual(['0 no']);
  });

  test('the run fails where the payload lacks the field', () => {
    const result = run([forked], { payload: { seats: 1 } });
    expect(sends(result)).toEqual([]);
    expect(result.notes).toContain('the run of "Onboarding" fails at condition "pro": the payload of "user.created" has no event.plan');
  });

  test('a payload that does not fit starts nothing', () => {
    const result = run([forked], { payload: { plan: 7 } }, [{ name: 'user.created', schema: { plan: 'string' } }]);
    expect(result).toMatchObject({ runs: [], refused: [{ event: 'user.created', problems: ['"plan" must be a text, but is the number 7'] }] });
  });
});

describe('a wait', () => {
  const waiting: Raw = {
    steps: { start, wait: paid('3 days'), thanks: MAIL('thanks'), nudge: MAIL('nudge') },
    edges: ['start > wait', 'wait > thanks: event_received', 'wait > nudge: timeout'],
  };

  test('is open, unless the request names the event', () => {
    expect(sends(run([waiting]))).toEqual(['0..3 thanks: "order.paid" comes within 3 days', '3 nudge: "order.paid" does not come within 3 days']);
    expect(sends(run([waiting], { when: [{ event: 'order.paid', at: 2 * DAY }] }))).toEqual(['2 thanks']);
    expect(sends(run([waiting], { when: [{ event: 'order.paid', at: 3 * DAY }] }))).toEqual(['3 nudge']);
    expect(sends(run([waiting], { when: [{ event: 'order.paid', at: undefined }] }))).toEqual(['3 nudge']);
  });

  test('the event starts other workflows as well', () => {
    const other: Raw = {
      name: 'Paid',
      steps: { start: { type: 'trigger', config: { event_name: 'order.paid' } }, mail: MAIL('receipt') },
      edges: ['start > mail'],
    };
    expect(sends(run([waiting, other], { when: [{ event: 'order.paid', at: DAY }] }))).toEqual(['1 thanks', '1 mail']);
  });
});

describe('many ways', () => {
  const ladder = (count: number, duration: (i: number) => string): Raw => {
    const steps: Record<string, { type: string; config: object }> = { start };
    const edges = ['start > c0'];
    for (let i = 0; i < count; i++) {
      steps[`c${i}`] = { type: 'condition', config: { type: 'rule', field: `event.f${i}`, operator: 'eq', value: true } };
      steps[`d${i}`] = delay(duration(i));
      edges.push(`c${i} > d${i}: condition_met`, `c${i} > c${i + 1}: condition_not_met`, `d${i} > c${i + 1}`);
    }
    steps[`c${count}`] = MAIL('end');
    return { steps, edges };
  };

  test('a ladder of 2^40 paths takes no time, and its end is told', () => {
    const result = run([ladder(40, (i) => `${2 ** i} seconds`)]);
    expect(sends(result).length).toBeLessThanOrEqual(24);
    expect(result.notes.length).toBeGreaterThan(0);
  });
});

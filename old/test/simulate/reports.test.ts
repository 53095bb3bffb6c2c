import { expect, test } from 'vitest';
import type { Simulation } from '../../src/core/model/simulation.ts';
import { PLAIN_PALETTE } from '../../src/core/report/reporter.ts';
import { SIMULATION_FORMATS } from '../../src/features/simulate/command.ts';
import { testsText } from '../../src/features/simulate/report/tests.ts';
import { DAY, delay, forked, isPro, MAIL, paid, type Raw, run, runValues, start } from './flows.ts';

const context = {
  tool: { name: 'edgewise', version: '0.1.0' },
  palette: PLAIN_PALETTE,
  width: 100,
};

/** A simulation in one format. */
async function print(format: string, simulation: Simulation): Promise<string> {
  const reporter = await SIMULATION_FORMATS.get(format)?.();
  return [...(reporter?.({ simulation, failures: [] }, context) ?? [])].join('');
}

/** All formats for people. */
async function printAll(simulation: Simulation): Promise<Record<string, string>> {
  const printed: Record<string, string> = {};
  for (const format of ['text', 'svg']) printed[format] = await print(format, simulation);
  return printed;
}

const chain = (count: number): Raw => {
  const names = Array.from({ length: count }, (_, i) => `m${i}`);
  return {
    steps: { start, ...Object.fromEntries(names.map((name) => [name, MAIL(name)])) },
    edges: names.map((name, i) => `${i === 0 ? 'start' : `m${i - 1}`} > ${name}`),
  };
};

test('each format prints as many lines as its readers take, and the number of the others', async () => {
  const printed = await printAll(run([chain(410)]));
  expect(printed['text']).toContain('… and 210 more lines; -f json has them all\n');
  expect(printed['svg']).toContain('>… and 210 more</text>');
});

test('a workflow that does nothing has no line of its own', async () => {
  const idle: Raw = { name: 'Idle', steps: { start }, edges: [] };
  const both = await printAll(run([chain(1), idle]));
  for (const text of Object.values(both)) expect(text).not.toContain('Idle');
  const alone = await printAll(run([idle]));
  expect(alone['svg']).toContain('>nothing is received</text>');
  expect(alone['text']).toContain('0 emails from 1 workflow');
});

test('a refused payload is said first, and that nothing runs', async () => {
  const events = [
    { name: 'user.created', schema: { plan: 'string' } },
    { name: 'order.paid', schema: { total: 'number' } },
  ];
  const when = [{ event: 'order.paid', at: DAY, payload: { total: 'much' } }];
  const { text } = await printAll(run([forked], { payload: { plan: 7 }, when }, events));
  expect(text).toContain(
    'refused  the payload of "order.paid" at +1 day does not fit its schema: nothing starts by it\n',
  );
  expect(text).toContain('\nnothing runs\n');
});

test('workflows that are not enabled are named, up to five', async () => {
  const off = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => ({
    ...{ ...chain(1), name, status: 'disabled' },
  }));
  expect(await print('text', run(off.slice(0, 2)))).toContain(
    'not enabled: "A", "B" start on it too, but are not enabled; --all runs them as well\n',
  );
  expect(await print('text', run(off))).toContain(
    'not enabled: "A", "B", "C", "D", "E" and 2 more start on it too, but are not enabled; --all runs\n  them as well\n',
  );
  const nameless = [undefined, 'w'].map((id) => ({
    ...{ id, status: 'disabled', steps: [{ key: 'start', ...start }], connections: [] },
  }));
  expect(await print('text', runValues(nameless))).toContain('not enabled: "(no name)", "w" start');
});

test('an open question lists its answers, and the flags that decide it at its time', async () => {
  const torn: Raw = {
    steps: {
      ...{ start, rest: delay('2 days'), wait: paid('1 day'), pro: isPro },
      ...{ one: MAIL('one'), two: MAIL('two'), three: MAIL('three') },
    },
    edges: [
      ...['start > rest', 'rest > wait', 'wait > pro: event_received'],
      ...['pro > one: condition_met', 'pro > two: condition_met', 'pro > three: condition_met'],
    ],
  };
  const late: Raw = {
    name: 'Late',
    steps: {
      start: { type: 'trigger', config: { event_name: 'order.late' } },
      pro: isPro,
      one: MAIL('late'),
    },
    edges: ['start > pro', 'pro > one: condition_met'],
  };
  const when = [{ event: 'order.late', at: 4 * DAY }];
  const text = await print('text', run([torn, late], { when }));
  expect(text.slice(text.indexOf('open\n'), text.indexOf('\n0 to 2 emails'))).toBe(`open
  1  Onboarding › wait, +2 days: whether "order.paid" comes between +2 days and +3 days
     decided by --when 'order.paid@+2 days' or --when 'order.paid@never'
  2  Onboarding › pro, +2 days to +3 days: whether event.plan is "pro"
     decided by --payload '{"plan": …}'
  3  Onboarding › pro, +2 days to +3 days: of 3 edges, the one to "one" is taken, or of 3 edges, the
     one to "two" is taken, or of 3 edges, the one to "three" is taken
  4  Late › pro, +4 days: whether event.plan is "pro"
     decided by a payload: --when 'order.late@… {"plan": …}'
`);
  const svg = await print('svg', run([torn, late], { when }));
  expect(svg).toContain('>Late (from +4 days, by order.late)</text>');
});

test('a question on which no email depends is not listed', async () => {
  const idle: Raw = {
    steps: { start, pro: isPro, soon: delay('1 minute'), late: delay('30 days') },
    edges: ['start > pro', 'pro > soon: condition_met', 'soon > late'],
  };
  const simulation = run([idle]);
  expect(simulation.questions.length).toBe(1);
  expect(await print('text', simulation)).not.toContain('open');
  expect(await print('svg', simulation)).toContain(
    '<circle class="ew-waits" cx="400" cy="142" r="3"/>',
  );
});

test('of many questions of an email, twelve numbers are listed', async () => {
  const names = Array.from({ length: 13 }, (_, i) => `c${i}`);
  const asked = names.map((name) => ({
    type: 'condition',
    config: { type: 'rule', field: `event.${name}`, operator: 'eq', value: 1 },
  }));
  const deep: Raw = {
    steps: {
      start,
      ...Object.fromEntries(names.map((name, i) => [name, asked[i] as Raw['steps'][string]])),
      mail: MAIL('one'),
    },
    edges: [
      ...names.map((name, i) =>
        i === 0 ? `start > ${name}` : `c${i - 1} > ${name}: condition_met`,
      ),
      'c12 > mail: condition_met',
    ],
  };
  expect(await print('text', run([deep]))).toMatch(
    /\(1, 2, 3, 4, 5, 6, 7,\s+8, 9, 10, 11, 12 …\)\n/,
  );
});

test('a loop is drawn in the section of its workflow', async () => {
  const loop: Raw = {
    name: 'Nags',
    steps: { start, mail: MAIL('nag'), rest: delay('1 day') },
    edges: ['start > mail', 'mail > rest', 'rest > mail'],
  };
  const svg = await print('svg', run([chain(1), loop]));
  expect(svg.match(/↻ repeats every day/g)?.length).toBe(1);
  expect(svg.indexOf('>Nags<')).toBeLessThan(svg.indexOf('↻ repeats every day'));
});

test('a time after the year 9999 has no date', async () => {
  const far: Raw = {
    steps: { start, rest: delay('30000000 days'), mail: MAIL('one') },
    edges: ['start > rest', 'rest > mail'],
  };
  const begin = { instant: Date.UTC(2026, 2, 28, 9), zone: 'UTC' };
  const printed = await printAll(run([far], { start: begin }));
  expect(printed['text']).toContain('\n  after the year 9999  ');
  expect(printed['svg']).toContain(
    '<title>mail: About one; after the year 9999 (+30000000 days)</title>',
  );
});

test('the result of a test names the fields that differ', () => {
  const differences = [{ expected: 'a' }, { expected: 'a', actual: 'b', in: ['time'] }];
  const outcomes = [{ source: 'a.sim.json', name: 'A', passed: false, differences }];
  expect([...testsText({ outcomes, unusable: [], gaps: [] }, context)].join('')).toBe(
    'fail  a.sim.json  A\n        - expected  a\n        - expected  a\n        + is sent   b\n          another time\n\n0 tests passed, 1 failed\n',
  );
  expect([...testsText({ outcomes: [], unusable: [], gaps: [] }, context)].join('')).toBe(
    '0 tests passed\n',
  );
});

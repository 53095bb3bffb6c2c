import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { CLEAN, EVENTS, folderOf, run, runBuilt } from './run.ts';

const validate = new Ajv({ allErrors: true, strict: false }).compile(
  JSON.parse(
    readFileSync(new URL('../../schemas/simulation.schema.json', import.meta.url), 'utf8'),
  ) as object,
);
const mail = (key: string, subject = `About ${key}`) => ({
  key,
  type: 'send_email',
  config: { template: { id: `tpl-${key}` }, subject },
});
const condition = (key: string, field: string, value: unknown) => ({
  key,
  type: 'condition',
  config: { type: 'rule', field, operator: 'eq', value },
});
const delay = (key: string, duration: string) => ({ key, type: 'delay', config: { duration } });
const trigger = (event_name: string) => ({ key: 'start', type: 'trigger', config: { event_name } });
const workflow = (
  name: string,
  steps: readonly object[],
  ways: readonly string[],
  status = 'enabled',
): object => ({
  object: 'automation',
  id: `id-${name}`,
  name,
  status,
  steps,
  connections: ways.map((way) => {
    const [from, to, type = 'default'] = way.split(' ');
    return { from, to, type };
  }),
});

const TRIAL = workflow(
  'Trial',
  [
    trigger('trial.started'),
    mail('hello', 'Your trial begins'),
    {
      key: 'paid',
      type: 'wait_for_event',
      config: { event_name: 'order.paid', timeout: '3 days' },
    },
    mail('thanks', 'Thank you'),
    condition('big', 'event.plan', 'team'),
    mail('call', 'Shall we talk?'),
    mail('nudge', 'Three days left'),
  ],
  [
    'start hello',
    'hello paid',
    'paid thanks event_received',
    'paid big timeout',
    'big call condition_met',
    'big nudge condition_not_met',
  ],
);
const RECEIPT = workflow(
  'Receipt',
  [trigger('order.paid'), mail('receipt', 'Your receipt')],
  ['start receipt'],
);
const OFF = workflow(
  'Old trial',
  [trigger('trial.started'), mail('old')],
  ['start old'],
  'disabled',
);
const NAGS = workflow(
  'Nags',
  [
    trigger('cart.left'),
    mail('nag', 'Still there?'),
    delay('rest', '3 days'),
    condition('bought', 'contact.properties.bought', true),
  ],
  ['start nag', 'nag rest', 'rest bought', 'bought nag condition_not_met'],
);
const DEFINITIONS = [
  { name: 'trial.started', schema: { plan: 'string' } },
  { name: 'order.paid', schema: { total: 'number' } },
  { name: 'cart.left', schema: null },
];
const folder = folderOf({
  'flows/all.json': JSON.stringify({ workflows: [TRIAL, RECEIPT, OFF, NAGS], events: DEFINITIONS }),
  'payload.json': '{"plan":"team"}',
  'list.json': '{"plan": [',
  'none.json': '[]',
  'utf16.json': Buffer.from('\ufeff{"plan":"team"}', 'utf16le'),
  'events.json': JSON.stringify({ workflows: [], events: DEFINITIONS }),
  'nothing.json': '{"workflows":[],"events":[]}',
  'partial.json': JSON.stringify({ object: 'list', has_more: true, data: [TRIAL] }),
  'names.json': JSON.stringify({
    object: 'list',
    has_more: false,
    data: [
      {
        object: 'workflow',
        id: 'w',
        name: 'Trial',
        status: 'enabled',
        created_at: '',
        updated_at: '',
      },
    ],
  }),
  'broken/a.json': JSON.stringify(TRIAL),
  'broken/b.json': '{"steps":[',
});
const simulate = (...args: string[]) => run(['simulate', ...args], { cwd: folder });
const json = async (...args: string[]) => {
  const { out, code, err } = await simulate(...args, '-f', 'json');
  const report = JSON.parse(out);
  validate(report);
  expect(validate.errors).toBeNull();
  return { report, code, err };
};
const sent = (report: {
  sends: { offset: { text: string }; workflow: { name: string }; step: string }[];
}) => report.sends.map(({ offset, workflow: { name }, step }) => `${offset.text} ${name} ${step}`);

describe('a simulation', () => {
  test('shows undecided branches with their conditions', async () => {
    const { code, out, err } = await simulate('trial.started', 'flows');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`after "trial.started"

  after                                     email              step    template
  at once             ●···················  Your trial begins  hello   tpl-hello
  at once to +3 days  ━━━━━━━━━━━━━━━━━━━━  Thank you          thanks  tpl-thanks
      only if "order.paid" comes by +3 days  (1)
  +3 days             ···················●  Shall we talk?     call    tpl-call
      only if "order.paid" does not come by +3 days and event.plan is "team"  (1, 2)
  +3 days             ···················●  Three days left    nudge   tpl-nudge
      only if "order.paid" does not come by +3 days and event.plan is not "team"  (1, 2)

open
  1  paid, at once: whether "order.paid" comes by +3 days
     decided by --when 'order.paid@+1 day' or --when 'order.paid@never'
  2  big, +3 days: whether event.plan is "team"
     decided by --payload '{"plan": …}'

2 emails from 1 workflow · 2 questions open
note: if "order.paid" comes, "Receipt" starts too, which is not shown: say with --when that it comes
not enabled: "Old trial" starts on it too, but is not enabled; --all runs it as well
`);
  });

  test('the built program prints the same', async () => {
    expect(runBuilt(['simulate', 'trial.started', 'flows'], { cwd: folder })).toEqual(
      await simulate('trial.started', 'flows'),
    );
  });

  test('payload, contact and further events decide branches', async () => {
    const never = await json(
      'trial.started',
      'flows',
      '--payload',
      'payload.json',
      '--when',
      'order.paid@never',
    );
    expect(sent(never.report)).toEqual(['at once Trial hello', '+3 days Trial call']);
    const other = await json(
      'trial.started',
      'flows',
      '--payload',
      '{"plan":"solo"}',
      '--when',
      'order.paid@never',
    );
    expect(sent(other.report)).toEqual(['at once Trial hello', '+3 days Trial nudge']);
    const paid = await json(
      'trial.started',
      'flows',
      '--payload',
      'payload.json',
      '--when',
      'order.paid@+2 days {"total": 9}',
    );
    expect(sent(paid.report)).toEqual([
      'at once Trial hello',
      '+2 days Trial thanks',
      '+2 days Receipt receipt',
    ]);
    expect(paid).toMatchObject({
      code: 0,
      report: {
        complete: true,
        questions: [],
        workflows: [
          { name: 'Trial', offset: 0 },
          { name: 'Receipt', startedBy: 'order.paid', offset: 172_800 },
        ],
      },
    });
  });

  test('workflows that are not enabled run with --all only', async () => {
    expect(sent((await json('trial.started', 'flows', '--all')).report)).toContain(
      'at once Old trial old',
    );
    expect(
      sent((await json('trial.started', 'flows', '--workflow', 'Receipt', '--allow-empty')).report),
    ).toEqual([]);
  });

  test('a loop is shown for some iterations, with the condition that ends it', async () => {
    const { out } = await simulate('cart.left', 'flows');
    expect(out).toContain('+3 days  ');
    expect(out).toContain('Still there? ↻ 3');
    expect(out).toMatch(
      /loop {2}nag → rest → bought: repeats every 3 days; stops only when contact.properties.bought is\n +true; 3 rounds shown/,
    );
    const { report } = await json(
      'cart.left',
      'flows',
      '--contact',
      '{"properties":{"bought":false}}',
    );
    expect(report).toMatchObject({
      questions: [],
      loops: [{ every: { least: 259_200, greatest: 259_200 }, stops: [], sends: 1 }],
    });
    const once = await json('cart.left', 'flows', '--contact', '{"properties":{"bought":true}}');
    expect(once.report).toMatchObject({ loops: [], sends: [{ step: 'nag', certain: true }] });
  });

  test('dates follow elapsed time across clock changes', async () => {
    const { report } = await json(
      'cart.left',
      'flows',
      '--at',
      '2026-03-28T09:00',
      '--zone',
      'Europe/Berlin',
    );
    expect(report.start).toEqual({ date: '2026-03-28T09:00:00+01:00', zone: 'Europe/Berlin' });
    expect(report.sends.map(({ date }: { date: { from: string } }) => date.from)).toEqual([
      '2026-03-28T09:00:00+01:00',
      '2026-03-31T10:00:00+02:00',
      '2026-04-03T10:00:00+02:00',
    ]);
    const { out } = await simulate(
      'cart.left',
      'flows',
      '--at',
      '2026-03-29T02:30',
      '--zone',
      'Europe/Berlin',
    );
    expect(out).toContain('after "cart.left", Sun 2026-03-29 03:30 +02:00 in Europe/Berlin');
    expect(out).toContain('note: clocks in Europe/Berlin leave out 2026-03-29T02:30:00');
    const dated = await json(
      'trial.started',
      'flows',
      '--at',
      '2026-03-28T09:00',
      '--when',
      'order.paid@2026-03-29T21:00',
    );
    expect(sent(dated.report)).toContain('+1 day 12 hours Trial thanks');
  });

  test('a payload that does not match the schema is refused, which counts as a finding', async () => {
    const { report, code } = await json('trial.started', 'flows', '--payload', '{"plan": 7}');
    expect(code).toBe(1);
    expect(report).toMatchObject({
      sends: [],
      refused: [
        { event: 'trial.started', problems: ['"plan" must be a text, but is the number 7'] },
      ],
    });
    expect((await simulate('trial.started', 'flows', '--payload', '{"plan": 7}')).out).toContain(
      'nothing runs',
    );
    const later = await simulate(
      'trial.started',
      'flows',
      '--when',
      'order.paid@+1 day {"total":"9"}',
    );
    expect(later).toMatchObject({
      code: 1,
      out: expect.stringContaining('the payload of "order.paid" at +1 day does not fit its schema'),
    });
    expect(later.out).toContain('Three days left');
  });

  test('standard input, several files and separate event definitions can be used', async () => {
    const cwd = folderOf({ 'w.json': CLEAN, 'e.json': EVENTS });
    expect(await run(['simulate', 'user.created', '-'], { cwd, input: CLEAN })).toMatchObject({
      code: 0,
      out: expect.stringContaining('Welcome!'),
    });
    expect(
      (
        await run(['simulate', 'user.created', 'w.json', '--events', 'e.json', '--payload', '{}'], {
          cwd,
        })
      ).out,
    ).not.toContain('no definition');
    expect(
      (
        await run(['simulate', 'user.created', 'w.json', '--events', 'none', '--payload', '{}'], {
          cwd,
        })
      ).out,
    ).toContain('no definition here');
    expect((await run(['simulate', 'user.created'], { cwd })).out).toContain(
      '1 email from 1 workflow',
    );
  });

  test('several formats can be written in one run, one of them to standard output', async () => {
    const { code, out } = await simulate(
      'trial.started',
      'flows',
      '-f',
      'markdown',
      '-f',
      `svg=${join(folder, 'a.svg')}`,
      '-f',
      `mermaid=${join(folder, 'a.mmd')}`,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^### After `trial.started`\n/);
    expect(out).toContain('| at once | Your trial begins | Trial | hello | tpl-hello |  |\n');
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toMatch(/^<svg /);
    expect(readFileSync(join(folder, 'a.mmd'), 'utf8')).toMatch(/^gantt\n/);
  });
});

describe('missing input is reported', () => {
  test('a partial list is incomplete, without a failure', async () => {
    expect(await json('trial.started', 'partial.json')).toMatchObject({
      code: 0,
      report: { complete: false, notSimulated: [expect.stringContaining('has_more')] },
    });
  });

  test('a partial list of events is a note', async () => {
    const events = JSON.stringify({ object: 'list', has_more: true, data: DEFINITIONS });
    const cwd = folderOf({ 'w.json': JSON.stringify(TRIAL), 'e.json': events });
    const { code, out } = await run(['simulate', 'trial.started', 'w.json', '--events', 'e.json'], {
      cwd,
    });
    expect(code).toBe(0);
    expect(out).toContain(
      'note: the list of events in "e.json" says that there is more (has_more is true): a payload may not have\n  been checked\n',
    );
  });

  test('workflows in list form', async () => {
    expect(await simulate('trial.started', 'names.json')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('given by name only'),
    });
    expect(await json('trial.started', 'names.json', 'broken/a.json')).toMatchObject({
      code: 3,
      report: { complete: false, notSimulated: ['the steps of "Trial" were not loaded'] },
    });
  });

  test('a line that is no workflow', async () => {
    const cwd = folderOf({ 'w.ndjson': `${JSON.stringify(TRIAL)}\n{"level":"info"}\n` });
    const { code, err } = await run(['simulate', 'trial.started', 'w.ndjson'], { cwd });
    expect({ code, err }).toEqual({
      code: 2,
      err: 'edgewise: w.ndjson:2: expected workflows or event definitions, found an object with "level"\n',
    });
  });

  test('a file that cannot be read', async () => {
    const { code, report, err } = await json('trial.started', 'broken');
    expect({ code, complete: report.complete, failures: report.failures }).toEqual({
      code: 2,
      complete: false,
      failures: [expect.objectContaining({ source: 'broken/b.json' })],
    });
    expect(report.sends.length).toBe(4);
    expect(err).toContain('broken/b.json');
  });
});

test.each([
  [[], 'simulate wants an event'],
  [['trial.startd', 'flows'], 'did you mean "trial.started"?'],
  [['trial.started', 'nowhere'], 'nowhere: no such file'],
  [['trial.started', 'flows', '--payload', '{"plan":'], '--payload: is not JSON'],
  [['trial.started', 'flows', '--payload', '[]'], 'no such file'],
  [
    ['trial.started', 'flows', '--payload', 'list.json'],
    'the file "list.json" of --payload: is not JSON',
  ],
  [
    ['trial.started', 'flows', '--payload', `{"a":${'['.repeat(300)}${']'.repeat(300)}}`],
    '--payload: is nested too deeply',
  ],
  [
    [
      'trial.started',
      'flows',
      '--when',
      `order.paid@+1 day {"a":${'['.repeat(300)}${']'.repeat(300)}}`,
    ],
    'the payload of "order.paid" is nested too deeply',
  ],
  [['trial.started', 'flows', '--contact', 'flows'], 'the file "flows" of --contact: is a folder'],
  [
    ['trial.started', 'flows', '--contact', 'none.json'],
    'the file "none.json" of --contact: is JSON, but no object such as {"plan": "pro"}',
  ],
  [
    ['trial.started', 'flows', '--contact', 'utf16.json'],
    'the file "utf16.json" of --contact: file is UTF-16 (little endian), not UTF-8',
  ],
  [['trial.started', 'flows', '--when', 'order.paid'], 'does not say which event and when'],
  [
    ['trial.started', 'flows', '--when', 'order.paid@soon'],
    '"soon" is not a time after the first event',
  ],
  [['trial.started', 'flows', '--when', 'order.paid@2'], '"2" is not a time after the first event'],
  [
    ['trial.started', 'flows', '--when', 'order.paid@2026-01-01'],
    'is a date, and it is not known when the first event happens',
  ],
  [
    ['trial.started', 'flows', '--when', 'order.paid@+1 day {"total":}'],
    'the payload of "order.paid" is not JSON',
  ],
  [
    ['trial.started', 'flows', '--when', 'order.payd@+1 day'],
    'no workflow starts on "order.payd" or waits for it',
  ],
  [['trial.started', 'flows', '--when', 'order.payd@never'], 'did you mean "order.paid"?'],
  [
    ['trial.started', 'flows', '--contact', '{"unsubscribed":"yes"}'],
    '--contact: "unsubscribed" must be true or false, not "yes"',
  ],
  [['trial.started', 'flows', '--at', 'noon'], '--at wants a date and time'],
  [
    ['trial.started', 'flows', '--at', '2026-01-02', '--when', 'order.paid@2026-01-01'],
    'is before the first event',
  ],
  [['trial.started', 'flows', '--zone', 'Europe/Berlin'], '--zone needs --at'],
  [
    ['trial.started', 'flows', '--at', '2026-01-01', '--zone', 'Europe/Berln'],
    'did you mean "Europe/Berlin"?',
  ],
  [['trial.started', 'flows', '-f', 'sarif'], 'unknown format "sarif"'],
  [
    ['trial.started', 'flows', '--events', 'none', '--events', 'x.json'],
    '--events none leaves no room',
  ],
  [['trial.started', 'flows', '--workflow', 'Nobody'], 'there is no workflow "Nobody"'],
  [
    ['trial.started', 'flows', '--at', '2026-01-01', '--zone', 'Nowhere at all'],
    'such as Europe/Berlin or America/New_York',
  ],
  [
    ['trial.started', 'flows', '--at', '2026-01-02', '--when', 'order.paid@2026-02-30'],
    '"2026-02-30" is not a date',
  ],
  [['trial.started', 'payload.json'], 'expected workflows or event definitions'],
  [['trial.started', 'events.json'], 'no workflows found, only event definitions'],
  [['trial.started', 'nothing.json'], 'no workflows found\n'],
])('%j could not run: %s', async (args, message) => {
  const { code, err } = await simulate(...args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  const asked = await simulate(...args, ...(args.includes('-f') ? [] : ['-f', 'json']));
  if (!args.includes('-f'))
    expect(JSON.parse(asked.out)).toMatchObject({ complete: false, failures: [{}] });
});

describe('expectations of simulations', () => {
  const files = {
    'flows.json': JSON.stringify({ workflows: [TRIAL, RECEIPT, OFF], events: DEFINITIONS }),
  };
  const testsOf = async (tests: Record<string, unknown>, ...args: string[]) => {
    const cwd = folderOf({
      ...files,
      ...Object.fromEntries(
        Object.entries(tests).map(([name, test]) => [
          name,
          typeof test === 'string' ? test : JSON.stringify(test),
        ]),
      ),
    });
    return run(['simulate', '--test', ...args], { cwd });
  };
  const good = {
    name: 'a team is called',
    event: 'trial.started',
    payload: { plan: 'team' },
    when: ['order.paid@never'],
    sends: [
      { at: 'at once', step: 'hello' },
      { at: '+3 days', workflow: 'Trial', template: 'tpl-call', subject: 'Shall we talk?' },
    ],
  };

  test('pass', async () => {
    expect(
      await testsOf({ 'a.sim.json': good, 'deep/b.sim.json': [good, { ...good, name: 'again' }] }),
    ).toEqual({
      code: 0,
      out: 'pass  a.sim.json  a team is called\npass  deep/b.sim.json  a team is called\npass  deep/b.sim.json  again\n\n3 tests passed\n',
      err: '',
    });
  });

  test('fail with the differences', async () => {
    const sends = [
      { at: '+1 day', step: 'hello' },
      { at: '+3 days', step: 'nudge' },
      { at: '+9 days', template: 'tpl-late', subject: 'Late' },
    ];
    const { code, out } = await testsOf({ 'a.sim.json': { ...good, sends } });
    expect(code).toBe(1);
    expect(out).toBe(
      `fail  a.sim.json  a team is called
        - expected  +1 day: step hello
        + is sent   at once: "Your trial begins", template tpl-hello, step hello, workflow "Trial"
          another time
        - expected  +3 days: step nudge
        + is sent   +3 days: "Shall we talk?", template tpl-call, step call, workflow "Trial"
          another step
        - expected  +9 days: template tpl-late, "Late"
        + is sent   nothing like it

0 tests passed, 1 failed
`.replace('template tpl-late, "Late"', '"Late", template tpl-late'),
    );
  });

  test('may name only a time, a condition or a workflow', async () => {
    const sends = [
      { at: '+1 day' },
      { at: '+9 days', maybe: true },
      { at: '+3 days', step: 'call', workflow: 'Receipt' },
    ];
    const { out } = await testsOf({ 'a.sim.json': { ...good, sends } });
    expect(out).toBe(`fail  a.sim.json  a team is called
        - expected  +1 day
        + is sent   at once: "Your trial begins", template tpl-hello, step hello, workflow "Trial"
          another time
        - expected  +3 days: step call, workflow "Receipt"
        + is sent   +3 days: "Shall we talk?", template tpl-call, step call, workflow "Trial"
          another workflow
        - expected  +9 days, only if something is the case
        + is sent   nothing like it

0 tests passed, 1 failed
`);
  });

  test('pass when each email fits one of them, in any order', async () => {
    const at = '+1 day';
    const twice = workflow(
      'Twice',
      [trigger('cart.left'), delay('rest', at), mail('first'), mail('second')],
      ['start rest', 'rest first', 'first second'],
    );
    const cwd = folderOf({
      'w.json': JSON.stringify(twice),
      'a.sim.json': JSON.stringify({ event: 'cart.left', sends: [{ at }, { at, step: 'first' }] }),
    });
    expect(await run(['simulate', '--test'], { cwd })).toMatchObject({
      code: 0,
      out: 'pass  a.sim.json  cart.left\n\n1 test passed\n',
    });
  });

  test('must mark uncertain emails as such', async () => {
    const open = { ...good, when: [], sends: [{ at: 'at once', step: 'hello' }] };
    const { out, code } = await testsOf({ 'a.sim.json': open });
    expect(code).toBe(1);
    expect(out).toContain(
      '+ also sent  at once to +3 days: "Thank you", template tpl-thanks, step thanks, workflow "Trial", only if "order.paid" comes by +3 days',
    );
    const expected = [
      ...open.sends,
      { at: 'at once to +3 days', step: 'thanks', maybe: true },
      { at: '+3 days', step: 'call', maybe: true },
    ];
    expect((await testsOf({ 'a.sim.json': { ...open, sends: expected } })).code).toBe(0);
    const sure = expected.map(({ at, step }) => ({ at, step }));
    expect((await testsOf({ 'a.sim.json': { ...open, sends: sure } })).out).toContain(
      'another condition',
    );
  });

  test('can expect a refused payload', async () => {
    const refused = { event: 'trial.started', payload: { plan: 1 }, refused: true };
    expect((await testsOf({ 'a.sim.json': refused })).code).toBe(0);
    expect((await testsOf({ 'a.sim.json': { ...good, payload: { plan: 1 } } })).out).toContain(
      'expected  that the payload fits',
    );
    expect((await testsOf({ 'a.sim.json': { ...good, refused: true } })).out).toContain(
      'expected  that the payload is refused',
    );
  });

  test('are reported as JSON', async () => {
    const { out, code } = await testsOf(
      { 'a.sim.json': good, 'b.sim.json': { ...good, sends: [] } },
      '-f',
      'json',
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      passed: 1,
      failed: 1,
      unusable: [],
      tests: [
        { passed: true },
        { passed: false, differences: [{ actual: expect.any(String) }, {}] },
      ],
    });
  });

  test('can have dates, objects for further events, and disabled workflows', async () => {
    const dated = {
      event: 'trial.started',
      at: '2026-03-28T09:00',
      zone: 'Europe/Berlin',
      all: true,
      when: [{ event: 'order.paid', at: '2026-03-29T10:00', payload: { total: 3 } }],
      sends: [
        { at: '2026-03-28T09:00', step: 'hello' },
        { at: '0', step: 'old' },
        { at: '+1 day', step: 'thanks' },
        { at: '+24 hours', step: 'receipt' },
      ],
    };
    expect(await testsOf({ 'a.sim.json': dated })).toMatchObject({ code: 0 });
  });

  test.each([
    ['{', 'is not JSON'],
    [[], 'contains no test'],
    [[good, 7], 'test 2: it must be an object, not 7'],
    [{ ...good, evnt: 1 }, 'unknown field "evnt"; did you mean "event"?'],
    [{ sends: [] }, 'it has no "event"'],
    [{ event: 'trial.started' }, 'it has no "sends"'],
    [{ ...good, payload: [] }, '"payload" must be an object, not an array'],
    [{ ...good, name: 1 }, '"name" must be text, not 1'],
    [{ ...good, all: 'yes' }, '"all" must be true or false, not "yes"'],
    [{ ...good, zone: 'UTC' }, '"zone" needs "at"'],
    [{ ...good, at: '2026-01-01', zone: 'Mars' }, 'there is no time zone "Mars"'],
    [{ ...good, at: 'noon' }, '"at" must be a date and time'],
    [{ ...good, when: 'x' }, '"when" must be an array'],
    [{ ...good, when: [1] }, '"when", item 1 must be text, not 1'],
    [{ ...good, when: [{ event: 'order.paid' }] }, '"when", item 1 has no "at"'],
    [{ ...good, when: [{ event: 'order.paid', at: 'x' }] }, 'is not a time'],
    [
      { ...good, when: [{ event: 'order.paid', at: '0', payload: 1 }] },
      '"payload" must be an object',
    ],
    [{ ...good, when: [{ event: 'order.paid', time: '0' }] }, 'item 1 has no "at"'],
    [{ ...good, sends: [1] }, '"sends", item 1 must be an object'],
    [{ ...good, sends: [{ step: 'x' }] }, '"sends", item 1 has no "at"'],
    [{ ...good, sends: [{ at: 'x' }] }, 'is not a time'],
    [{ ...good, sends: [{ at: 'never' }] }, 'has no time in "never"'],
    [{ ...good, sends: [{ at: '+2 days to +1 day' }] }, 'has no time in'],
    [{ ...good, sends: [{ at: '+2 days to soon' }] }, 'is not a time'],
    [{ ...good, sends: [{ at: '0', step: 1 }] }, '"step" must be text'],
    [{ ...good, sends: [{ at: '0', maybe: 1 }] }, '"maybe" must be true or false'],
    [{ ...good, sends: [{ at: '0', templte: 'x' }] }, 'did you mean "template"?'],
    [{ ...good, event: 'trial.strated' }, 'did you mean "trial.started"?'],
    [{ ...good, when: ['order.payd@never'] }, 'did you mean "order.paid"?'],
    [
      { ...good, contact: { unsubscribed: 'yes' } },
      '"contact", "unsubscribed" must be true or false',
    ],
    [
      `{"event":"e","sends":[],"payload":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`,
      'is nested too deeply',
    ],
    [Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'), 'is not JSON'],
    [
      { ...good, when: [`order.paid@+1 day {"a":${'['.repeat(300)}${']'.repeat(300)}}`] },
      'the payload of "order.paid" is nested too deeply',
    ],
  ])('%# cannot be used: %s', async (test, message) => {
    const { code, out } = await testsOf({ 'a.sim.json': test });
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining(message) });
    expect(out).toContain('0 tests passed, 1 unusable');
  });

  test('are a failure when there are none', async () => {
    expect(await testsOf({})).toMatchObject({
      code: 2,
      err: expect.stringContaining('no tests found'),
    });
    expect(await testsOf({}, 'gone.sim.json')).toMatchObject({
      code: 2,
      out: expect.stringContaining('gone.sim.json: no such file'),
    });
    expect(await testsOf({ 'a.sim.json': good }, '--payload', '{}')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--payload cannot be used with --test'),
    });
    const cwd = folderOf({ 'a.sim.json': JSON.stringify(good) });
    expect((await run(['simulate', '--test'], { cwd })).code).toBe(2);
  });

  test('are found by path and by pattern, and may list their workflows', async () => {
    const tests = { 'a.sim.json': good, 'b.sim.json': { ...good, name: 'other' } };
    expect((await testsOf(tests, 'a.sim.json')).out).toContain('1 test passed');
    expect((await testsOf(tests, '*.sim.json', 'flows.json')).out).toContain('2 tests passed');
  });

  test('are not workflows for other commands', async () => {
    const cwd = folderOf({
      'w.json': CLEAN,
      'e.json': EVENTS,
      'a.sim.json': JSON.stringify({ ...good, workflows: [], events: [] }),
    });
    expect((await run(['.'], { cwd })).out).not.toContain('sim.json');
    writeFileSync(join(cwd, 'only.sim.json'), '{}');
    expect((await run(['only.sim.json'], { cwd })).code).toBe(1);
  });
});

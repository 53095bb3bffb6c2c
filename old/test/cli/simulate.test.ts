import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { CLEAN, EVENTS, folderOf, run, runBuilt } from './run.ts';
import { DEFINITIONS, NAGS, OFF, RECEIPT, TRIAL, trigger, workflow } from './trial.ts';

const validate = new Ajv({ allErrors: true, strict: false }).compile(
  JSON.parse(
    readFileSync(new URL('../../schemas/simulation.schema.json', import.meta.url), 'utf8'),
  ) as object,
);

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
const simulate = (...args: string[]) => run(['simulate', ...args], { cwd: folder, columns: 100 });
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

  if "order.paid" comes by +3 days: 2 emails, at once, at once to +3 days
  if "order.paid" does not come by +3 days and event.plan is "team": 2 emails, at once, +3 days
  if "order.paid" does not come by +3 days and event.plan is not "team": 2 emails, at once, +3
    days

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

  test('an email without sender or subject, in the step and in its template, is not sent', async () => {
    const template = { object: 'template', html: '', variables: [] };
    const send = (key: string, id: string) => {
      return { key, type: 'send_email', config: { template: { id } } };
    };
    const steps = [
      trigger('user.created'),
      send('one', 'no-sender'),
      send('two', 'whole'),
      send('three', 'no-subject'),
      send('four', 'whole'),
    ];
    const bundle = {
      workflows: [workflow('Bare', steps, ['start one', 'one two', 'two three', 'three four'])],
      templates: {
        object: 'list',
        has_more: false,
        data: [
          { ...template, id: 'no-sender', from: null, subject: 'One' },
          { ...template, id: 'whole', from: 'A <a@b.io>', subject: 'Two' },
          { ...template, id: 'no-subject', from: 'A <a@b.io>', subject: null },
        ],
      },
    };
    const cwd = folderOf({ 'all.json': JSON.stringify(bundle) });
    const { out } = await run(['simulate', 'user.created', 'all.json', '-f', 'json'], { cwd });
    const { sends, notes, emails } = JSON.parse(out);
    expect(sends.map(({ step }: { step: string }) => step)).toEqual(['two']);
    expect(emails).toEqual({ min: 1, max: 1 });
    expect(notes).toEqual([
      'send_email "one" of "Bare" has no sender, in the step or in its template: it is not sent',
      'send_email "three" of "Bare" has no subject, in the step or in its template: it is not sent and the run fails',
    ]);
  });

  test('the built program prints the same', async () => {
    expect(runBuilt(['simulate', 'trial.started', 'flows'], { cwd: folder })).toEqual(
      await run(['simulate', 'trial.started', 'flows'], { cwd: folder }),
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
      'json',
      '-f',
      `svg=${join(folder, 'a.svg')}`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).event).toBe('trial.started');
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toMatch(/^<svg /);
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
      columns: 100,
    });
    expect(code).toBe(0);
    expect(out).toContain(
      'note: the list of events in "e.json" says that there is more (has_more is true): a payload may not\n  have been checked\n',
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

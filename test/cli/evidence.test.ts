import { afterAll, describe, expect, test } from 'vitest';
import { folderOf, run } from './run.ts';
import { type Served, startServer } from './server.ts';

// What an audit, the code and the account know together, in an account that is served from files.

const served: Served[] = [];
afterAll(async () => {
  for (const each of served) await each.stop();
});

const CREATED = '2026-01-01T00:00:00.000Z';
const TRIAL = {
  ...{ object: 'automation', id: 'trial', name: 'Trial', status: 'enabled' },
  ...{ created_at: CREATED, updated_at: CREATED },
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
    { key: 'welcome', type: 'send_email', config: { template: { id: 'tpl_welcome' } } },
  ],
  connections: [{ from: 'start', to: 'welcome', type: 'default' }],
};
const event = (name: string) => ({ object: 'event', id: `ev_${name}`, name, schema: null });
const log = (name: string) => ({
  ...{ object: 'log', id: 'log_1', endpoint: '/events/send', method: 'POST' },
  ...{ response_status: 202, created_at: CREATED },
  request_body: { event: name, email: 'ann@home.example', payload: {} },
});
const sending = (name: string): string => `import { Resend } from 'resend';
const resend = new Resend('');
const { error } = await resend.events.send({ event: '${name}', email: user.email });
if (error) throw error;
`;

interface Account {
  readonly events?: readonly object[];
  readonly runs?: readonly object[];
  readonly logs?: readonly object[];
  readonly more?: Record<string, object>;
}

async function check(account: Account, args: readonly string[], code = sending('trial.start')) {
  const { events = [event('trial.started')], runs = [], logs = [], more = {} } = account;
  const files = {
    ...{ 'trial.json': TRIAL, 'runs/trial.json': runs, 'logs.json': logs },
    ...{ 'events.json': { object: 'list', has_more: false, data: events } },
    ...more,
  };
  const texts = Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]);
  const server = await startServer(['.'], folderOf(Object.fromEntries(texts)));
  served.push(server);
  const env = { EDGEWISE_BASE_URL: server.url, EDGEWISE_API_KEY: 're_test' };
  const result = await run([...args, '--rate', '1000'], {
    cwd: folderOf({ 'src/app.ts': code }),
    env: { ...env, EDGEWISE_CACHE_DIR: folderOf({}) },
  });
  return { ...result, out: result.out.replaceAll(server.url, 'API') };
}

interface Known {
  readonly rule: string;
  readonly help?: string;
  readonly consequence?: string;
  readonly related?: readonly { readonly message: string; readonly location: object }[];
}
const findingsIn = (out: string): readonly Known[] => JSON.parse(out).findings;

const LINT = ['--live', '-f', 'json', '--audit'];
const CODE = ['code', 'src', '--workflows', 'live', '--events', 'live', '-f', 'json'];
/** The service defines an event when it is first sent. */
const BOTH = { events: [event('trial.start'), event('trial.started')] };

describe('an enabled workflow that has never run', () => {
  test('is reported with the code that sends a near name', async () => {
    const { code, out } = await check(BOTH, [...CODE, '--audit', 'runs']);
    const [found, ...others] = findingsIn(out);
    expect([code, others, found]).toEqual([
      0,
      [],
      expect.objectContaining({
        rule: 'never-run',
        help: 'send "trial.started" instead of "trial.start"',
        related: [
          {
            message: 'the code sends "trial.start"',
            location: expect.objectContaining({
              source: 'src/app.ts',
              region: expect.objectContaining({ startLine: 3, startColumn: 53 }),
            }),
          },
        ],
      }),
    ]);
  });

  test('is the consequence of a sent name that nothing defines', async () => {
    const { code, out } = await check({}, [...CODE, '--audit', 'runs']);
    expect(code).toBe(1);
    expect(findingsIn(out)).toMatchObject([
      {
        rule: 'sent-unknown-event',
        help: 'did you mean "trial.started"?',
        consequence: 'workflow "Trial" is enabled and has never run',
      },
    ]);
    const twin = { ...TRIAL, id: 'twin', name: 'Twin' };
    const two = await check({ more: { 'twin.json': twin } }, [...CODE, '--audit', 'runs']);
    expect(findingsIn(two.out)[0]?.consequence).toBe('2 enabled workflows have never run');
  });

  test('is one finding with the near name in the log', async () => {
    const account = { ...BOTH, logs: [log('trial.start')] };
    const { out } = await check(account, [...LINT, 'runs,logs']);
    expect(findingsIn(out)).toMatchObject([
      {
        rule: 'never-run',
        help: 'send "trial.started" instead of "trial.start"',
        related: [
          {
            message: '"trial.start" was sent in 1 sampled call',
            location: { source: 'API/logs', pointer: '/data/0/event' },
          },
        ],
      },
    ]);
  });

  test('is reported with code and log together', async () => {
    const account = { ...BOTH, logs: [log('trial.start')] };
    const { out } = await check(account, [...CODE, '--audit', 'runs,logs']);
    expect(
      findingsIn(out).map(({ related = [] }) => related.map(({ message }) => message)),
    ).toEqual([['the code sends "trial.start"', '"trial.start" was sent in 1 sampled call']]);
  });

  test('is no finding about code that sends no near name, or the name itself', async () => {
    const args = [...CODE, '--audit', 'runs'];
    const other = await check(BOTH, args, sending('invoice.paid'));
    expect(findingsIn(other.out).map(({ rule }) => rule)).toEqual([
      'unsent-event',
      'sent-unknown-event',
    ]);
    const same = await check(BOTH, args, sending('trial.started'));
    expect(findingsIn(same.out)).toEqual([]);
  });

  test('is not guessed where the near name has a workflow of its own', async () => {
    const trigger = { ...TRIAL.steps[0], config: { event_name: 'trial.start' } };
    const own = { ...TRIAL, id: 'own', name: 'Own', steps: [trigger, TRIAL.steps[1]] };
    const { out } = await check({ ...BOTH, more: { 'own.json': own } }, [...LINT, 'runs']);
    expect(findingsIn(out).filter(({ rule }) => rule === 'never-run')).toMatchObject([
      { help: 'send "trial.start" from the application, or disable the workflow', related: [] },
      { help: 'send "trial.started" from the application, or disable the workflow', related: [] },
    ]);
  });
});

test('a workflow that has run is no finding', async () => {
  const runs = [{ object: 'automation_run', id: 'run_1', status: 'completed', steps: [] }];
  const { out } = await check({ ...BOTH, runs }, [...LINT, 'runs']);
  expect(findingsIn(out)).toEqual([]);
});

test('code takes --audit with the workflows of the account only', async () => {
  const { code, err } = await check({}, ['code', 'src', '--audit', 'runs']);
  expect([code, err]).toEqual([
    2,
    'edgewise: --audit is for runs and logs of the live API\n          add --workflows live\n',
  ]);
});

import { afterAll, describe, expect, test } from 'vitest';
import { folderOf, run } from './run.ts';
import { type Served, startServer } from './server.ts';

// Public incidents, before and after their fix, in an account that is served from files.

const CREATED = '2026-01-01T00:00:00.000Z';
const served: Served[] = [];
afterAll(async () => {
  for (const each of served) await each.stop();
});

type Step = readonly [key: string, type: string, config: object];
type Edge = readonly [from: string, to: string, type?: string];

const start = (event: string): Step => ['start', 'trigger', { event_name: event }];
const wait = (key: string, event: string, timeout: string): Step => [
  ...([key, 'wait_for_event'] as const),
  { event_name: event, timeout },
];
const pause = (key: string, duration: string): Step => [key, 'delay', { duration }];
const mail = (key: string, variables: object = {}): Step => [
  ...([key, 'send_email'] as const),
  { template: { id: `tpl_${key}`, variables }, subject: key, from: 'Parcel <hello@parcel.io>' },
];

function automation(id: string, steps: readonly Step[], edges?: readonly Edge[]) {
  const inOrder = steps.slice(1).map(([to], i): Edge => [steps[i]?.[0] ?? '', to]);
  return {
    ...{ object: 'automation', id, name: id, status: 'enabled' },
    ...{ created_at: CREATED, updated_at: CREATED },
    steps: steps.map(([key, type, config]) => ({ key, type, config })),
    connections: (edges ?? inOrder).map(([from, to, type = 'default']) => ({ from, to, type })),
  };
}

const filesOf = (workflows: readonly { id: string }[], more: Record<string, unknown> = {}) =>
  folderOf({
    ...Object.fromEntries(workflows.map((each) => [`${each.id}.json`, JSON.stringify(each)])),
    ...Object.fromEntries(
      Object.entries(more).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  });

async function runOn(account: string, args: readonly string[], cwd = folderOf({})) {
  const server = await startServer(['.'], account);
  served.push(server);
  const env = { EDGEWISE_BASE_URL: server.url, EDGEWISE_API_KEY: 're_test' };
  return run([...args, '--rate', '1000'], {
    cwd,
    env: { ...env, EDGEWISE_CACHE_DIR: folderOf({}) },
  });
}

const rulesIn = (json: string): readonly string[] =>
  JSON.parse(json).findings.map(({ rule }: { rule: string }) => rule);

describe('editing a step cancelled 324 runs', () => {
  const steps = [
    start('trial.started'),
    ...[mail('welcome'), pause('pause_1', '3 days'), mail('tips'), pause('pause_2', '4 days')],
    mail('offer'),
  ];
  const live = automation('trial', steps);
  const runs = Array.from({ length: 380 }, (_, i) => ({
    ...{ object: 'automation_run', id: `run_${i}`, status: i < 324 ? 'running' : 'completed' },
    ...{ started_at: CREATED, completed_at: null, created_at: CREATED, steps: [] },
  }));
  const account = () => filesOf([live], { 'runs/trial.json': runs });
  const diff = (next: object) =>
    runOn(
      account(),
      ['diff', 'next.json', 'live', '--runs', '--events', 'none', '--resources', 'none'],
      filesOf([], { 'next.json': next }),
    );

  test('before: a comparison says what the deployment of an edit does', async () => {
    // The two emails change places.
    const [first, welcome, pause1, tips, pause2, offer] = steps as [
      Step,
      Step,
      Step,
      Step,
      Step,
      Step,
    ];
    const edited = [first, welcome, pause1, offer, pause2, tips];
    const { code, out, err } = await diff(automation('trial', edited));
    expect(code).toBe(1);
    expect(err).toContain(
      'requests: GET /automations/{id}/runs?status=running of 1 workflow (at most 10)\n',
    );
    const said = out
      .replace(/\n {6}/g, ' ')
      .split('\n')
      .filter((line) => /deployment:|under way|a contact at/.test(line));
    const deployment = said.map((line) => line.trim().replace(/^deployment: /, ''));
    expect(deployment).toEqual([
      'the graph of an enabled automation cannot be updated: disable it first, or duplicate it and edit the copy',
      '324 runs under way ("run_0", "run_1", "run_2" and 321 more): disabling lets them complete, stopping cancels them',
      'a contact at delay "pause_2" who continues in the new graph never gets send_email "offer"',
      'a contact at delay "pause_2" who continues in the new graph gets send_email "tips" twice',
    ]);
  });

  test('after: a change outside the graph can be deployed while it is enabled', async () => {
    const { out } = await diff({ ...live, name: 'Trial of 14 days' });
    expect(out).toContain('can be updated while it is enabled: its graph is the same');
    expect(out).not.toContain('a contact at');
  });
});

describe('1,487 copies to 230 people', () => {
  const nudge = automation(
    'activation',
    [start('user.signed_up'), wait('active', 'lesson.completed', '1 day'), mail('nudge')],
    [
      ['start', 'active'],
      ['active', 'nudge', 'timeout'],
    ],
  );
  const habits = [
    pause('pause', '1 day'),
    mail('habit_1'),
    pause('pause_2', '12 days'),
    mail('habit_2'),
  ];

  test('before: the second workflow starts at each occurrence', async () => {
    const before = automation('habits', [start('lesson.completed'), ...habits]);
    const { out } = await runOn(filesOf([nudge, before]), [
      '--live',
      '-f',
      'json',
      '--events',
      'none',
    ]);
    expect(rulesIn(out)).toEqual(['repeating-trigger']);
    expect(out).toContain('2 emails are sent again at each occurrence');
  });

  test('after: it starts once, and waits for the first occurrence', async () => {
    const active = wait('active', 'lesson.completed', '30 days');
    const after = automation(
      'habits',
      [start('user.signed_up'), active, ...habits],
      [
        ['start', 'active'],
        ['active', 'pause', 'event_received'],
        ['pause', 'habit_1'],
        ['habit_1', 'pause_2'],
        ['pause_2', 'habit_2'],
      ],
    );
    const { out } = await runOn(filesOf([nudge, after]), [
      '--live',
      '-f',
      'json',
      '--events',
      'none',
    ]);
    expect(rulesIn(out)).toEqual([]);
  });
});

describe('an email that is never sent, since a field is missing', () => {
  const digest = automation('digest', [
    start('report.ready'),
    mail('report', { LINK: { var: 'event.report_url' } }),
  ]);
  const audit = (failed: boolean) => {
    const step = (key: string, status: string, error: unknown = null) => ({
      ...{ key, type: 'send_email', status, error, output: { to: 'ann@home.example' } },
    });
    const error = { message: 'Variable "report_url" is required for ann@home.example' };
    const run = (i: number) => ({
      ...{ object: 'automation_run', id: `run_${i}`, status: failed ? 'failed' : 'completed' },
      ...{ started_at: CREATED, completed_at: CREATED, created_at: CREATED },
      steps: [
        step('start', 'completed'),
        failed ? step('report', 'failed', error) : step('report', 'completed'),
      ],
    });
    const payload = failed ? { url: 'https://x' } : { report_url: 'https://x' };
    const log = (i: number) => ({
      ...{ object: 'log', id: `log_${i}`, endpoint: '/events/send', method: 'POST' },
      ...{ response_status: 202, created_at: CREATED },
      request_body: { event: 'report.ready', email: 'ann@home.example', payload },
    });
    const ten = Array.from({ length: 10 }, (_, i) => i);
    const files = { 'runs/digest.json': ten.map(run), 'logs.json': ten.map(log) };
    return runOn(filesOf([digest], files), [
      '--live',
      '--audit',
      'runs,logs',
      '-f',
      'json',
      '--events',
      'none',
    ]);
  };

  test('before: every run fails, and every payload lacks the property', async () => {
    const { out } = await audit(true);
    expect(rulesIn(out)).toEqual(['failing-step', 'missing-payload-key']);
    expect(out).toContain('10 of 10 sampled payloads of \\"report.ready\\" lack \\"report_url\\"');
    expect(out).not.toContain('ann@');
  });

  test('after: the application sends the property', async () => {
    expect(rulesIn((await audit(false)).out)).toEqual([]);
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { type Served, serveFiles } from '../live/service.ts';
import { folderOf, run } from './run.ts';

// Public incidents, before and after their fix, in an account that is served from files.

const CREATED = '2026-01-01T00:00:00.000Z';
const served: Served[] = [];
afterAll(() => {
  for (const each of served) each.stop();
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

const filesOf = (workflows: readonly { id: string }[]) =>
  folderOf(Object.fromEntries(workflows.map((each) => [`${each.id}.json`, JSON.stringify(each)])));

async function runOn(account: string, args: readonly string[], cwd = folderOf({})) {
  const server = await serveFiles(account);
  served.push(server);
  const env = { EDGEWISE_BASE_URL: server.url, EDGEWISE_API_KEY: 're_test' };
  return run([...args, '--rate', '1000'], { cwd, env });
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
  const diff = (next: object) =>
    runOn(
      filesOf([live]),
      ['diff', 'next.json', 'live', '--events', 'none', '--resources', 'none'],
      folderOf({ 'next.json': JSON.stringify(next) }),
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
    const { code, out } = await diff(automation('trial', edited));
    expect(code).toBe(1);
    const said = out
      .replace(/\n {6}/g, ' ')
      .split('\n')
      .filter((line) => /deployment:|a contact at/.test(line));
    const deployment = said.map((line) => line.trim().replace(/^deployment: /, ''));
    expect(deployment).toEqual([
      'the graph of an enabled automation cannot be updated: disable it first, or duplicate it and edit the copy',
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

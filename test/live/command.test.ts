/** The built program against a server of this process. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { EVENTS, folderOf, PROGRAM, CLEAN as WELCOME } from '../cli/program.ts';
import { account, event, KEY, refuse, serve, workflow } from './server.ts';

const CLEAN = WELCOME.replace('wf_welcome', 'a').replace('user.created', 'a.joined');

interface Start {
  readonly url?: string;
  readonly cwd?: string;
  readonly key?: string;
}

function start(words: readonly string[], { url, cwd, key = KEY }: Start = {}) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...(key !== '' && { RESEND_API_KEY: key }),
    ...(url !== undefined && { EDGEWISE_BASE_URL: url }),
  };
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: cwd ?? folderOf({}), env });
  onTestFinished(() => void child.kill());
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  const done = async () => {
    const [code, signal] = await once(child, 'close');
    expect(out + err).not.toContain(KEY);
    return { code, signal, out, err };
  };
  return { child, done, err: () => err };
}

const run = (words: readonly string[], options?: Start) => start(words, options).done();

async function lint(words: readonly string[], options?: Start) {
  const { out, ...rest } = await run([...words, '-f', 'json'], options);
  const { summary, findings, failures, notChecked } = JSON.parse(out);
  const found = findings.map(({ rule, location }: { rule: string; location: object }) => ({
    ...{ rule, ...location },
  }));
  return { ...rest, summary, found, failures, notChecked };
}

test('--live checks the account and no file', async () => {
  const automations = [workflow('a', { connections: [{ from: 'start', to: 'nowhere' }] })];
  const { url } = await serve({ automations, events: [event('a.joined')] });
  const cwd = folderOf({ 'broken.json': '{"steps": [' });
  const { code, found, summary } = await lint(['--live', '--only', 'dangling-edge'], { url, cwd });
  expect([code, summary.workflows, summary.events]).toEqual([1, 1, 1]);
  expect(found).toEqual([
    { rule: 'dangling-edge', source: `${url}/automations/a`, pointer: '/connections/0/to' },
  ]);
});

test('files are checked against the events of the account, and the other way round', async () => {
  const service = await serve(account('a'));
  const cwd = folderOf({ 'w/a.json': CLEAN, 'w/other.json': CLEAN.replace('a.joined', 'x.y') });
  const only = ['--only', 'unknown-event'];
  const files = await lint(['w', '--events', 'live', ...only], { ...service, cwd });
  expect(files.found).toMatchObject([{ source: 'w/other.json' }]);
  expect(service.asked).toEqual(['GET /events?limit=100']);
  const other = folderOf({ 'events.json': EVENTS });
  const turned = await lint(['--live', '--events', 'events.json', ...only], {
    ...{ ...service, cwd: other },
  });
  expect(turned.found).toMatchObject([{ source: `${service.url}/automations/a` }]);
  expect(service.asked.filter((path) => path.includes('/events'))).toHaveLength(1);
  const none = await lint(['--live', '--events', 'none', ...only], { ...service, cwd: other });
  expect([none.code, none.notChecked]).toMatchObject([0, [{ rule: 'unknown-event' }]]);
});

test('an incomplete account is exit 3, and says what could not be checked', async () => {
  const { url } = await serve(account('a', 'b'), ({ path }, response) =>
    path === '/events' ? refuse(response, 403, 'No') : false,
  );
  const result = await lint(['--live', '--only', 'unknown-event'], { url });
  expect(result).toMatchObject({ code: 3, found: [], notChecked: [{ rule: 'unknown-event' }] });
  expect(result.failures).toMatchObject([{ source: `${url}/events` }]);
  expect(result.err).toContain('the API key from RESEND_API_KEY was tried');
});

test('only the workflow that is asked for is read', async () => {
  const service = await serve(account('a', 'b'));
  const { code, summary } = await lint(['--live', '--workflow', 'Welcome b'], service);
  expect([code, summary.workflows]).toEqual([0, 1]);
  expect(service.asked).not.toContain('GET /automations/a');
  expect(await lint(['--live', '--workflow', 'c'], service)).toMatchObject({ code: 2 });
});

test('mistakes are reported before any request: exit 2', async () => {
  const service = await serve(account('a'));
  const cases: [string[], Start, string][] = [
    [['--live', '--base-url', 'http://example.com'], {}, 'over http, anybody'],
    [['--live', '--base-url', 'https://example.com'], { key: '' }, 'needs an API key'],
    [['--live'], { key: `${KEY}\n` }, 'RESEND_API_KEY has a line break'],
    [['--live', '--auth-header', `Authorization: ${KEY}`], {}, '{key}'],
    [['--live', '--watch'], {}, '--watch cannot watch the account'],
    [['--live', '--dry-run'], {}, '--dry-run needs --fix'],
    [['pull', 'a', 'b'], {}, 'pull takes 1 argument'],
    [['pull', '--live'], {}, 'unknown flag --live'],
  ];
  for (const [words, options, message] of cases) {
    const { code, err } = await run(words, { url: service.url, ...options });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  }
  expect(service.asked).toEqual([]);
});

test('a wait that the service asks for is said before it, and can be interrupted', async () => {
  const { url } = await serve({}, (_, response) =>
    refuse(response, 429, 'No', { 'retry-after': '45' }),
  );
  const { child, done, err } = start(['--live'], { url });
  await expect
    .poll(err, { timeout: 60_000 })
    .toBe('edgewise: the service asks to wait 45 seconds\n');
  child.kill('SIGINT');
  expect(await done()).toMatchObject({ signal: 'SIGINT' });
});

const canUnshare = spawnSync('unshare', ['-rn', 'true']).status === 0;
test.skipIf(!canUnshare)('files are checked without a network', () => {
  const cwd = folderOf({ 'a.json': CLEAN });
  const words = ['-rn', process.execPath, PROGRAM, '.', '--fail-on', 'error'];
  expect(
    spawnSync('unshare', words, { cwd, env: { PATH: process.env['PATH'] ?? '' } }).status,
  ).toBe(0);
});

test('pull writes files that lint reads, and tells what it left alone', async () => {
  const service = await serve(account('a'));
  const cwd = folderOf({});
  expect(await run(['pull'], { ...service, cwd })).toMatchObject({
    ...{ code: 0, err: '' },
    out: 'workflows/events.json: new\nworkflows/welcome-a-a.json: new\nwrote 2 of 2 files\n',
  });
  expect(await run(['pull'], { ...service, cwd })).toMatchObject({ out: 'wrote 0 of 2 files\n' });
  expect(await lint(['workflows'], { cwd })).toMatchObject({ code: 0, summary: { workflows: 1 } });
  const denied = await serve({}, (_, response) => refuse(response, 401, KEY));
  const failed = await run(['pull'], { ...denied, cwd });
  expect([failed.code, failed.out]).toEqual([2, '']);
  expect(failed.err).toContain('[API key]');
});

test('types live reads only the events of the account, or changes nothing', async () => {
  const whole = await serve({ events: [event('a.joined')] });
  const { code, out } = await run(['types', 'live'], { url: whole.url });
  expect([code, out]).toEqual([0, expect.stringContaining('"a.joined": ')]);
  expect(whole.asked.every((path) => path.startsWith('GET /events'))).toBe(true);
  const { url } = await serve({}, (_, response) => refuse(response, 403, 'no'));
  expect((await run(['types', 'live', '-o', 'out.ts'], { url })).code).toBe(2);
});

test('simulate --live follows a contact through the account', async () => {
  const { url } = await serve({ automations: [workflow('a')], events: [event('a.joined')] });
  const { code, out } = await run(['simulate', 'a.joined', '--live', '-f', 'json'], { url });
  expect([code, JSON.parse(out).emails]).toEqual([0, { min: 0, max: 1 }]);
  const gone = await run(['simulate', 'a.joinde', '--live'], { url });
  expect([gone.code, gone.err.split('\n')[1]?.trim()]).toEqual([2, 'did you mean "a.joined"?']);
});

test('diff compares resources that no rule asks for', async () => {
  const lists = { automations: [workflow('a')], events: [event('a.joined')] };
  const segments = (name: string) => ({ segments: [{ id: 's1', name }] });
  const before = await serve({ ...lists, ...segments('VIP') });
  const cwd = folderOf({});
  expect((await run(['pull', 'pulled'], { ...before, cwd })).code).toBe(0);
  expect((await run(['diff', 'pulled', 'live'], { ...before, cwd })).code).toBe(0);
  const after = await serve({ ...lists, ...segments('VIPs') });
  const { code, out } = await run(['diff', 'pulled', 'live'], { ...after, cwd });
  expect([code, out]).toEqual([1, expect.stringContaining('segment')]);
});

test('diff compares from the account to the files, in whatever order they are named', async () => {
  const { url } = await serve({ automations: [workflow('a')], events: [event('a.joined')] });
  const cwd = folderOf({ 'a.json': CLEAN.replace('tpl_hello', 'tpl_other') });
  for (const sides of [
    ['live', 'a.json'],
    ['a.json', 'live'],
  ]) {
    const { code, out } = await run(['diff', ...sides, '--events', 'none'], { url, cwd });
    expect(code).toBe(1);
    expect(out).toMatch(/^what deploying a\.json changes in the account\n\n~ workflow /);
  }
});

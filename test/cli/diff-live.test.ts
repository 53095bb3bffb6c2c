import { afterAll, expect, test } from 'vitest';
import { CLEAN, EVENTS, folderOf, run } from './run.ts';
import { type Served, startServer } from './server.ts';

const other = JSON.stringify({ ...JSON.parse(CLEAN), id: 'wf_other', name: 'Other series' });
const folder = folderOf({ 'a.json': CLEAN, 'b.json': other, 'events.json': EVENTS });
const home = folderOf({});
const running: Served[] = [];
afterAll(async () => {
  for (const served of running) await served.stop();
});

const diffLive = async (faults: readonly string[], args: readonly string[], cwd = folder) => {
  const served = await startServer(['.', ...faults], folder);
  running.push(served);
  const env = {
    EDGEWISE_BASE_URL: served.url,
    EDGEWISE_API_KEY: 're_test',
    HOME: home,
    XDG_CACHE_HOME: home,
  };
  return await run(['diff', ...args], { cwd, env });
};

test('an account equal to the files', async () => {
  expect(await diffLive([], ['.', 'live'])).toMatchObject({ code: 0, out: 'no difference\n' });
  expect((await diffLive([], ['live', '.'])).code).toBe(0);
});

test('an account that differs from the files', async () => {
  const drifted = folderOf({
    'a.json': CLEAN.replace('Welcome!', 'Hello!'),
    'events.json': EVENTS,
  });
  const { code, out } = await diffLive([], ['.', 'live'], drifted);
  expect(code).toBe(1);
  expect(out).toContain('/config/subject: "Hello!" → "Welcome!"');
  expect(out).toContain('+ workflow "Other series" (wf_other)');
  expect(
    (
      await diffLive(
        [],
        ['.', 'live', '--workflow', 'wf_other'],
        folderOf({ 'b.json': other, 'events.json': EVENTS }),
      )
    ).code,
  ).toBe(0);
});

test('a workflow that could not be fetched is not reported as removed: exit 3', async () => {
  for (const faults of ['vanish=wf_other', '403=/events']) {
    const { code, out } = await diffLive(['--faults', faults], ['.', 'live']);
    expect(out).toContain('not compared: ');
    expect(out).not.toMatch(/^[-+~]/m);
    expect(code).toBe(3);
  }
});

test('the account cannot be compared with itself', async () => {
  expect(await run(['diff', 'live', 'live'], { cwd: folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining('one side is the account'),
  });
});

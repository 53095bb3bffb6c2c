import { Resend } from 'resend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLEAN, folderOf, run } from './run.ts';
import { type Served, startServer } from './server.ts';

const workflow = (id: string) => JSON.stringify({ ...JSON.parse(CLEAN), id, name: id });
const STATUSES = ['running', 'completed', 'failed', 'cancelled'];
const times = { started_at: null, completed_at: null, created_at: '2026-10-01 09:00:00+00' };
const runs = Array.from({ length: 45 }, (_, i) => ({
  ...{ object: 'automation_run', id: `run_${i}`, status: STATUSES[i % 4], ...times },
  steps: [{ key: 'welcome', type: 'send_email', status: 'completed', output: { to: 'a@b.io' } }],
}));
const logs = [202, 422].map((response_status, i) => ({
  ...{ id: `log_${i}`, endpoint: '/events/send', method: 'POST', response_status },
  ...{ request_body: { event: 'user.created' }, response_body: {}, created_at: times.created_at },
}));
const account = { 'a.json': workflow('wf_1'), 'b.json': workflow('wf_2') };
const folder = folderOf({
  ...account,
  'runs/wf_1.json': JSON.stringify({ object: 'list', has_more: false, data: runs }),
  'logs.ndjson': logs.map((log) => `${JSON.stringify(log)}\n`).join(''),
});

describe('runs and logs in the folder', () => {
  let served: Served;
  const get = async (path: string) => {
    const headers = { authorization: 'Bearer re_1', 'user-agent': 'tests' };
    const response = await fetch(served.url + path, { headers });
    return { status: response.status, body: await response.json() };
  };
  const idsAt = async (path: string): Promise<readonly string[]> =>
    (await get(path)).body.data.map(({ id }: { id: string }) => id);
  beforeAll(async () => {
    served = await startServer(['.'], folder);
  });
  afterAll(async () => {
    await served.stop();
  });

  test('lists are paged, and have items without steps and bodies', async () => {
    const list = '/automations/wf_1/runs';
    const { body } = await get(list);
    expect(body).toMatchObject({ object: 'list', has_more: true, data: { length: 20 } });
    expect(body.data[0]).toEqual({ id: 'run_0', status: 'running', ...times });
    expect(await idsAt(`${list}?limit=3&after=run_41`)).toEqual(['run_42', 'run_43', 'run_44']);
    expect(await idsAt(`${list}?limit=2&before=run_9`)).toEqual(['run_7', 'run_8']);
    expect(await idsAt('/automations/wf_2/runs')).toEqual([]);
    expect(await idsAt('/logs?limit=1')).toEqual(['log_0']);
    expect(Object.keys((await get('/logs')).body.data[0])).not.toContain('request_body');
    expect((await get('/workflows')).body.data).toHaveLength(2);
  });

  test('runs are filtered by one status or several', async () => {
    const ask = (status: string) => get(`/automations/wf_1/runs?limit=100&status=${status}`);
    expect((await ask('running')).body.data).toHaveLength(12);
    expect((await ask('failed,cancelled')).body.data).toHaveLength(22);
    expect((await ask('enabled')).body).toMatchObject({
      statusCode: 422,
      message: 'The status must be one of "running", "completed", "failed", "cancelled".',
    });
  });

  test('one of them is served as stored', async () => {
    expect((await get('/automations/wf_1/runs/run_3')).body).toEqual(runs[3]);
    expect((await get('/logs/log_1')).body).toEqual({ object: 'log', ...logs[1] });
    const gone = ['/automations/wf_2/runs/run_3', '/automations/wf_3/runs', '/workflows/wf_1/runs'];
    for (const path of [...gone, '/automations/wf_1/runs/run_3/steps', '/logs/log_1/runs'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('the official SDK reads them', async () => {
    process.env['RESEND_BASE_URL'] = served.url;
    const resend = new Resend('re_123');
    const automationId = 'wf_1';
    const status = ['failed', 'running'] as const;
    const list = await resend.automations.runs.list({ automationId, status: [...status] });
    expect(list.data?.data.map(({ id }) => id).slice(0, 3)).toEqual(['run_0', 'run_2', 'run_4']);
    const { data } = await resend.automations.runs.get({ automationId, runId: 'run_2' });
    expect(data).toEqual(runs[2]);
    expect((await resend.logs.get('log_0')).data).toMatchObject({ id: 'log_0' });
  });
});

test('without such files, the endpoints do not exist', async () => {
  const served = await startServer(['.'], folderOf(account));
  const env = { EDGEWISE_BASE_URL: served.url, EDGEWISE_API_KEY: 're_test' };
  const cwd = folderOf({});
  const { out } = await run(
    ['--live', '--audit', 'runs,logs', '-f', 'json', '--resources', 'none', '--refresh'],
    { cwd, env: { ...env, EDGEWISE_CACHE_DIR: cwd } },
  );
  await served.stop();
  expect(JSON.parse(out).notChecked).toContainEqual({
    rule: 'never-run',
    reason:
      'no samples of runs were loaded (the runs of 2 workflows: the service does not have them (404))',
  });
});

test.each([
  [{ 'runs/wf_9.json': '[]' }, 'no workflow has the id "wf_9"'],
  [{ 'runs/wf_1.json': '[1]' }, 'runs/wf_1.json: is no list of runs'],
  [{ 'logs.json': '{"data":' }, 'logs.json: is no list of logs'],
  [{ 'logs.json': `${'['.repeat(5000)}${']'.repeat(5000)}` }, 'logs.json: is no list of logs'],
])('%j cannot be served', async (files, message) => {
  const { code, err } = await run(['serve', '.'], { cwd: folderOf({ ...account, ...files }) });
  expect(code).toBe(2);
  expect(err).toContain(message);
});

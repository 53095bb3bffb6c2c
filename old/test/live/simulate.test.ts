import { expect, test } from 'vitest';
import { CLEAN, folderOf } from '../cli/run.ts';
import { runLive } from './run.ts';
import { type Account, type Item, sendError, startService } from './service.ts';

const WELCOME = JSON.parse(CLEAN) as Item;
const OTHER = { ...WELCOME, id: 'wf_other', name: 'Other series' };
const EVENT = { object: 'event', id: 'ev_1', name: 'user.created', schema: null };
const account: Account = { workflows: [WELCOME, OTHER], events: [EVENT] };

async function simulate(args: readonly string[], given: Account = account, files = {}) {
  const { url } = await startService(given);
  return runLive(['simulate', ...args, '--live'], { url, cwd: folderOf(files) });
}

test('the workflows of an account are simulated without files', async () => {
  const { code, out } = await simulate(['user.created']);
  expect(code).toBe(0);
  expect(out).toContain('\n2 emails from 2 workflows\n');
});

const failing: Account = {
  ...account,
  fault: ({ path }, response) =>
    path.endsWith('/wf_other') && sendError(response, 503, 'x', 'Later', { 'retry-after': '0' }),
};

test('tests against an account', async () => {
  const sends = ['welcome', 'welcome'].map((step) => ({ at: 'at once', step }));
  const files = { 'a.sim.json': JSON.stringify({ event: 'user.created', sends }) };
  expect(await simulate(['--test'], account, files)).toMatchObject({
    code: 0,
    out: 'pass  a.sim.json  user.created\n\n1 test passed\n',
  });
});

test('tests against an account of which a workflow cannot be fetched for now pass with exit 3', async () => {
  const sends = [{ at: 'at once', workflow: 'Welcome series' }];
  const { code, out } = await simulate(['--test'], failing, {
    'a.sim.json': JSON.stringify({ event: 'user.created', sends }),
  });
  expect(code).toBe(3);
  expect(out).toMatch(
    /^pass {2}a\.sim\.json {2}user\.created\nunusable {2}http:\S+\/wf_other: the service failed \(503: "Later"\)\n/,
  );
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { type Served, serveFiles } from '../live/service.ts';
import { CLEAN, EVENTS, folderOf, run } from './run.ts';

const other = JSON.stringify({ ...JSON.parse(CLEAN), id: 'wf_other', name: 'Other series' });
const folder = folderOf({ 'a.json': CLEAN, 'b.json': other, 'events.json': EVENTS });
const running: Served[] = [];
afterAll(() => {
  for (const served of running) served.stop();
});

const diffLive = async (args: readonly string[], cwd = folder, refused?: string) => {
  const served = await serveFiles(folder);
  running.push(served);
  const env = {
    EDGEWISE_BASE_URL: refused === undefined ? served.url : await refusing(refused, served.url),
    EDGEWISE_API_KEY: 're_test',
  };
  return await run(['diff', ...args], { cwd, env });
};

/** A server that answers as another one, and refuses a path. */
async function refusing(path: string, url: string): Promise<string> {
  const server = createServer(async ({ url: asked = '', headers }, response) => {
    const isRefused = asked.split('?')[0] === path;
    const { authorization = '', 'user-agent': agent = '' } = headers;
    const sent = { headers: { authorization, 'user-agent': agent } };
    const answer = isRefused ? undefined : await fetch(`${url}${asked}`, sent);
    response.writeHead(answer?.status ?? 403, { 'content-type': 'application/json' });
    response.end((await answer?.text()) ?? '{"statusCode":403,"name":"invalid_api_key"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running.push({ url: address, stop: () => server.close() });
  return address;
}

test('an account equal to the files', async () => {
  const out = 'from the account (live) to ".": what a deployment changes\n\nno difference\n';
  expect(await diffLive(['.', 'live'])).toMatchObject({ code: 0, out });
  expect(await diffLive(['live', '.'])).toMatchObject({ code: 0, out });
});

test('an account that differs from the files', async () => {
  const drifted = folderOf({
    'a.json': CLEAN.replace('Welcome!', 'Hello!'),
    'events.json': EVENTS,
  });
  const { code, out } = await diffLive(['.', 'live'], drifted);
  expect(code).toBe(1);
  expect(out).toContain('/config/subject: "Welcome!" → "Hello!"');
  expect(out).toContain('- workflow "Other series" (wf_other)');
  expect((await diffLive(['live', '.'], drifted)).out.split('\n')).toEqual(
    expect.arrayContaining(out.split('\n').filter((line) => !line.includes('127.0.0.1'))),
  );
  expect(
    (
      await diffLive(
        ['.', 'live', '--workflow', 'wf_other'],
        folderOf({ 'b.json': other, 'events.json': EVENTS }),
      )
    ).code,
  ).toBe(0);
});

test('a workflow that could not be fetched is not reported as removed: exit 3', async () => {
  for (const path of ['/workflows/wf_other', '/events']) {
    const { code, out } = await diffLive(['.', 'live'], folder, path);
    expect(out).toContain('not compared: ');
    expect(out).not.toMatch(/^[-+~]/m);
    expect(code).toBe(3);
  }
});

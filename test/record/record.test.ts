import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { edgewise, PROGRAM } from '../cli/program.ts';
import { ACCOUNT, CREATE, HEAD, node, record, SDK, STEPS, within } from './program.ts';

test('what a program creates with the SDK is checked at the lines of its calls', () => {
  const { code, report, err } = record({ 'main.js': CREATE }, node);
  expect([code, err]).toEqual([0, 'created\n']);
  expect(report.summary).toMatchObject({ workflows: 2, events: 1, steps: 4 });
  const typo = CREATE.replace("to: 'mail'", "to: 'mial'");
  const { found, report: wrong } = record({ 'main.js': typo }, node);
  expect(found.filter((each) => each.includes('dangling-edge'))).toEqual(
    Array(2).fill('main.js:9 dangling-edge: connection from "start" points to unknown step "mial"'),
  );
  // The program has to be corrected.
  expect(wrong.findings.flatMap(({ fixes }: { fixes: unknown[] }) => fixes)).toEqual([]);
  expect(record({ 'main.js': typo }, node).out).toBe(record({ 'main.js': typo }, node).out);
});

test('--out writes it as pull does', () => {
  const { cwd, code } = record({ 'main.js': CREATE }, ['-o', 'out', ...node]);
  expect(code).toBe(0);
  const files = readdirSync(join(cwd, 'out')).filter((name) => /^\w.*json$/.test(name));
  expect(files.sort()).toEqual([
    'events.json',
    expect.stringMatching(/^second-/),
    expect.stringMatching(/^welcome-/),
  ]);
  expect(edgewise(['out', '--no-config'], { cwd }).code).toBe(0);
});

describe('what the service refuses', () => {
  test('is a finding at the call', () => {
    expect(within(`await send('PATCH', '/automations/a1', graph);`).found).toEqual([
      'main.js:2 refused-request: the service refuses PATCH /automations/a1 with 422: the graph of the enabled automation "Studio" cannot be updated',
    ]);
    const wrong = `{ event: 'user.created', email: 'a@b.example', payload: { minutes: 'ten' } }`;
    expect(within(`await send('POST', '/events/send', ${wrong});`).found).toContain(
      'main.js:2 refused-request: the service refuses POST /events/send with 422: the field "payload.minutes" must be a number',
    );
    expect(within(`await send('POST', '/events/send', { name: 'x' });`).found.join()).toContain(
      'the field "event" is missing',
    );
    expect(within(`await send('POST', '/events', { name: 'x', data: {} });`).found).toContain(
      'main.js:2 refused-request: POST /events defines an event and sends nothing',
    );
  });

  test('is none where the program handles it', () => {
    const parts = [
      `await send('GET', '/automations/gone');`,
      `await send('DELETE', '/automations/gone');`,
      `await send('POST', '/events', { name: 'user.created', schema: { minutes: 'number' } });`,
      `await send('PATCH', '/automations/a1', graph);
       await send('PATCH', '/automations/a1', { status: 'disabled' });
       await send('PATCH', '/automations/a1', graph);`,
      `if (await send('PATCH', '/automations/b', graph) === 404) await send('POST', '/automations', { name: 'B', ...graph });`,
    ];
    const refusedIn = (found: readonly string[]) =>
      found.filter((each) => each.includes('refused-request'));
    const { found, report } = within(parts.join('\n'));
    expect([refusedIn(found), report.summary.workflows]).toEqual([[], 2]);
    // Alone: the update would handle the definition above as well.
    const updated =
      within(`await send('POST', '/events', { name: 'user.created', schema: { a: 'string' } });
      await send('PATCH', '/events/user.created', { schema: { a: 'string' } });`);
    expect(refusedIn(updated.found)).toEqual([]);
  });

  test('is a path that the API lacks, and two slashes are one', () => {
    for (const path of ['/event', '/automation', '/automations/a1/run', '/events/%zz'])
      expect(within(`await send('POST', '${path}', { name: 'x' });`).found.join()).toContain(
        `refused-request: the API has no POST ${path}`,
      );
    const { report } = within(`await send('POST', '//events', { name: 'a.b' });`);
    expect(report.summary.events).toBe(2);
  });

  test('is a body that is nested too deeply', () => {
    const deep = within(`const d = JSON.parse('['.repeat(1000) + ']'.repeat(1000));
      console.log(await send('POST', '/automations', { steps: d }));`);
    expect(deep.err).toContain('400');
  });
});

test('the account of --from can be read and changed, and is checked with the changes', () => {
  const text = `${SDK}const { data } = use(await resend.automations.list());
    const { id } = data.find(({ name }) => name === 'Studio');
    use(await resend.automations.update(id, { status: 'disabled' }));
    use(await resend.automations.update(id, { steps: ${STEPS}, connections: [{ from: 'start', to: 'mial' }] }));
    console.log(use(await resend.automations.get(id)).status);`;
  const { found, err, report } = record({ 'main.js': text, ...ACCOUNT }, [
    '--from',
    'pulled',
    ...node,
  ]);
  expect(err).toBe('disabled\n');
  expect(found).toEqual([expect.stringMatching(/^main\.js:\d+ dangling-edge: /)]);
  expect(report.summary.workflows).toBe(1);
});

test('a request of another client is lost, and the run is incomplete', () => {
  const text = `${HEAD}import { request } from 'undici';
    await send('POST', '/events', { name: 'a.b' });
    await request('https://api.resend.com/events', { method: 'POST' }).catch(() => {});`;
  const { code, report } = record({ 'main.js': text }, node);
  expect([code, report.failures]).toEqual([
    3,
    [expect.objectContaining({ message: expect.stringContaining('not recorded, to api.resend') })],
  ]);
});

test('the path of a base URL is no part of a path of the API', () => {
  const text = `for (const url of ['https://a.example/api', 'https://api.resend.com'])
    await fetch(url + '/events', { method: 'POST', body: JSON.stringify({ name: 'b' + url.length + '.x' }) });`;
  const { found, report } = record({ 'main.js': text }, [
    ...['--base-url', 'https://a.example/api/', ...node],
  ]);
  expect([report.summary.events, found.join()]).toEqual([2, expect.not.stringContaining('405')]);
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends the program with its children', async (signal, code) => {
  const words = ['record', '--no-config', '--', 'sh', '-c', 'sleep 60 & echo $!; wait'];
  const run = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [text] = await once(run.stdout, 'data');
  run.kill(signal);
  expect(await once(run, 'close')).toEqual([code, null]);
  // One that has ended may wait for its parent.
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(text).trim()]);
  expect(String(stdout)).toMatch(/^(?:Z|$)/);
});

test('a base URL without a host is refused: requests to it would not be recorded', () => {
  const { code, err } = record({}, ['--base-url', 'api.resend.com', '--', 'true'], {
    format: 'text',
  });
  expect([code, err.split('\n')[0]]).toEqual([2, 'edgewise: a base URL has no host']);
});

test('--from needs something of an account', () => {
  const { code, err } = record({ 'main.js': '' }, ['--from', 'main.js', ...node]);
  expect([code, err.split('\n')[0]]).toEqual([
    2,
    'edgewise: --from: nothing of an account in "main.js"',
  ]);
});

test('what a part of an account lacks may exist', () => {
  const text = `${HEAD}console.log(await send('PATCH', '/automations/a2', { status: 'disabled' }));`;
  const data = [JSON.parse(ACCOUNT['pulled/a.json'])];
  const list = (has_more: boolean) => JSON.stringify({ object: 'list', has_more, data });
  const files = { 'main.js': text, 'part.json': list(true), 'whole.json': list(false) };
  const from = (name: string) => record(files, ['--from', name, ...node]);
  expect([from('part.json').err, from('whole.json').err]).toEqual(['200\n', '404\n']);
});

test('the copy of an enabled workflow is another one, which can be changed', () => {
  const text = `${SDK}const { id } = use(await resend.automations.duplicate('a1'));
    use(await resend.automations.update(id, { steps: ${STEPS}, connections: [{ from: 'start', to: 'mial' }] }));
    const { name, status } = use(await resend.automations.get(id));
    console.log(name, status, use(await resend.automations.get('a1')).status);`;
  const from = ['--from', 'pulled', ...node];
  const { found, err } = record({ 'main.js': text, ...ACCOUNT }, from);
  expect(err).toBe('Studio (Copy) disabled enabled\n');
  expect(found[0]).toMatch(/^main\.js:\d+ dangling-edge: /);
  expect(found.join()).not.toContain('refused-request');
});

test('the steps of tools for agents name the next ones', () => {
  const body = `{ name: 'L', steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.created' }, next: 'mial' },
    { key: 'mail', type: 'send_email', config: { template: { id: 't' } }, next: null }] }`;
  const { found } = record(
    { 'main.js': `${HEAD}await send('POST', '/automations', ${body});` },
    node,
  );
  expect(found).toEqual([expect.stringContaining('points to unknown step "mial"')]);
});

test('no variable of the program has a key', () => {
  const secret = '9f2c-secret-key';
  const text = `console.log(JSON.stringify(process.env)); ${HEAD}await send('POST', '/events', { name: 'a.b' });`;
  const env = {
    RESEND_API_KEY: secret,
    OTHER: `Bearer re_other_1`,
    COPY: `x ${secret} y`,
    KEPT: 'kept',
  };
  const { out, err } = record({ 'main.js': text }, node, { env });
  expect(out + err).not.toContain(secret);
  expect(out + err).not.toContain('re_other_1');
  expect(err).toContain('"KEPT":"kept"');
});

test('clients that are not recorded do not find the service', () => {
  const text = `import http2 from 'node:http2';
    import { request } from 'undici';
    await request('https://api.resend.com/events').catch(({ message }) => console.log(message));
    http2.connect('https://API.resend.com').on('error', ({ message }) => console.log(message));`;
  const { code, err } = record({ 'main.js': text }, node);
  expect(code).toBe(2);
  expect(
    err.match(/^edgewise record: use fetch, http or https for api.resend.com$/gim),
  ).toHaveLength(2);
});

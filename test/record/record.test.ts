import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { edgewise, folderOf } from '../cli/program.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Runs a program of these files under the recorder, with a report as JSON. */
function record(
  files: Readonly<Record<string, string>>,
  words: readonly string[],
  { format = 'json', env = {} }: { format?: string; env?: Readonly<Record<string, string>> } = {},
) {
  const cwd = folderOf({ 'package.json': '{"type": "module"}', ...files });
  symlinkSync(modules, join(cwd, 'node_modules'));
  const run = edgewise(['record', '--no-config', '-f', format, ...words], { cwd, env });
  const report = format === 'json' ? JSON.parse(run.out) : undefined;
  const found: string[] = (report?.findings ?? []).map(
    ({ rule, location: { source, region }, message }: Finding) =>
      `${source}:${region?.startLine} ${rule}: ${message}`,
  );
  return { ...run, cwd, report, found };
}

interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly location: { readonly source: string; readonly region?: { readonly startLine: number } };
}

const STEPS = `[
  { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
  { key: 'mail', type: 'send_email', config: { template: { id: 'tpl_1' } } },
]`;
const SDK = `import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const use = ({ data, error }) => {
  if (error) throw new Error(error.message);
  return data;
};
`;
const CREATE = `${SDK}use(await resend.events.create({ name: 'user.created', schema: { plan: 'string' } }));
for (const name of ['Welcome', 'Second'])
  use(await resend.automations.create({ name, status: 'enabled', steps: ${STEPS}, connections: [{ from: 'start', to: 'mail' }] }));
console.log('created');
`;
const node = ['--', 'node', 'main.js'];

/** Sends requests by fetch. */
const HEAD = `const send = async (method, path, body) => {
  const response = await fetch('https://API.resend.com' + path, { method, body: body && JSON.stringify(body) });
  return response.status;
};
const graph = { steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }], connections: [] };
`;
const ACCOUNT = {
  'pulled/a.json': JSON.stringify({
    ...{ object: 'automation', id: 'a1', name: 'Studio', status: 'enabled' },
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      { key: 'mail', type: 'send_email', config: { template: { id: 'tpl_1' } } },
    ],
    connections: [{ from: 'start', to: 'mail' }],
  }),
  'pulled/events.json': '[{ "name": "user.created", "schema": { "minutes": "number" } }]',
};
const within = (text: string, words: readonly string[] = ['--from', 'pulled']) =>
  record({ 'main.js': HEAD + text, ...ACCOUNT }, [...words, ...node]);

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

describe('in Node, requests to the service are recorded', () => {
  const body = "JSON.stringify({ event: 'a.b', email: 'a@b.example' })";
  const options = "{ method: 'POST', hostname: 'api.resend.com', path: '/events/send' }";
  test.each([
    [
      'fetch',
      `await fetch('https://api.resend.com/events/send', { method: 'POST', body: ${body} });`,
    ],
    ['https', `import https from 'node:https';\nhttps.request(${options}).end(${body});`],
    ['a named import', `import { request } from 'node:https';\nrequest(${options}).end(${body});`],
    [
      'a child process',
      `import { execFileSync } from 'node:child_process';\nexecFileSync('node', ['main.js'], { env: process.env.A ? {} : { ...process.env, A: '1' } });`,
    ],
  ])('%s', (name, text) => {
    const child = `if (process.env.A) await fetch('https://api.resend.com/events/send', { method: 'POST', body: ${body} });\nelse {\nconst { execFileSync } = await import('node:child_process');\nexecFileSync('node', ['main.js'], { env: { ...process.env, A: '1' } });\n}`;
    const main = name === 'a child process' ? child : text;
    const { out, code } = record({ 'main.js': main }, node, { format: 'text' });
    expect(code).toBe(0);
    expect(out).toContain('recorded: 1 event sent (a.b), nothing created');
  });
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

describe('a program', () => {
  test('that fails has its own exit code, and what it created is checked', () => {
    const { code, report } = record({ 'main.js': `${CREATE}process.exit(7);` }, node);
    expect([code, report.summary.workflows]).toEqual([7, 2]);
    expect(report.failures).toEqual([
      { source: 'node main.js', message: 'it failed with exit code 7' },
    ]);
  });

  test('that hangs is ended with its children', () => {
    const main = `import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['60'], { stdio: 'inherit' });
      console.log('pid', child.pid);
      setInterval(() => {}, 1000);`;
    const { code, err } = record({ 'main.js': main }, ['--timeout', '2', ...node]);
    expect(code).toBe(2);
    expect(err).toContain('it was ended after 2 seconds (--timeout)');
    const [, pid = ''] = /pid (\d+)/.exec(err) ?? [];
    // One that has ended may wait for its parent.
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' });
    expect(stdout).toMatch(/^(?:Z|$)/);
  });

  test.each([
    [['--', 'no-such-command'], 'cannot run "no-such-command": no such command'],
    [[], 'record needs a command'],
    [['--timeout', 'x', '--', 'true'], '--timeout needs seconds, not "x"'],
    [['--', 'true'], 'it sent no request to the recorder'],
    [['--from', 'gone', '--', 'true'], '--from: gone: no such file'],
  ])('%s is refused', (words, message) => {
    const { code, err } = record({}, words, { format: 'text' });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('that only reads is told from one that sends', () => {
    const { code, err } = within(`await send('GET', '/events');`);
    expect([code, err]).toEqual([2, expect.stringContaining('1 request, all of them reads')]);
    expect(record({}, ['--allow-empty', '--', 'true']).code).toBe(0);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('curl is recorded by the base URL, and reaches no other host', () => {
  const body = `{"name": "W", "steps": [], "connections": []}`;
  const script = `curl -s -X POST -d '${body}' "$RESEND_BASE_URL/automations"
    curl -s -X POST -d '${body}' http://api.resend.com/automations
    curl -s https://api.resend.com/automations || echo refused $?
    curl -s http://127.0.0.1:9/other`;
  const { err, report } = record({ 'setup.sh': script }, ['--', 'sh', 'setup.sh']);
  expect(report.summary.workflows).toBe(2);
  expect(err).toContain('refused 56');
  expect(err).toContain('reaches no other hosts');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { FORMATS } from '../../src/core/report/formats.ts';
import { startService } from '../live/service.ts';
import { BIN, capture, folderOf, processOf, type RunOptions, run, runBuilt } from './run.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A folder with scripts that can import the SDK. */
function project(files: Record<string, string>): string {
  const cwd = folderOf({ 'package.json': '{"type": "module"}', ...files });
  symlinkSync(modules, join(cwd, 'node_modules'));
  return cwd;
}

const record = (cwd: string, args: readonly string[], env: RunOptions['env'] = {}) =>
  run(['record', ...args], { cwd, env });

const SDK = `
import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const use = ({ data, error }) => {
  if (error) throw new Error(error.message);
  return data;
};
`;
const STEPS = `[
  { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
  { key: 'mail', type: 'send_email', config: { template: { id: 'tpl_1' }, subject: 'Hi', from: 'Ann <ann@acme.com>' } },
]`;
const CREATE = `${SDK}
use(await resend.events.create({ name: 'user.created', schema: { plan: 'string' } }));
for (const name of ['Welcome', 'Second'])
  use(await resend.automations.create({ name, status: 'enabled', steps: ${STEPS}, connections: [{ from: 'start', to: 'mail' }] }));
console.log('created');
`;

/** The files of a folder: name → value. */
const written = (folder: string): ReadonlyMap<string, unknown> =>
  new Map(
    readdirSync(folder)
      .filter((file) => !file.startsWith('.'))
      .map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );

describe('workflows that a script creates', () => {
  test('with the SDK are recorded as the service receives them', async () => {
    const cwd = project({ 'provision.js': CREATE });
    const { code, out, err } = await record(cwd, ['-o', 'out', '--', 'node', 'provision.js']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^created\n/);
    const files = written(join(cwd, 'out'));
    const steps = [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      {
        ...{ key: 'mail', type: 'send_email' },
        config: { template: { id: 'tpl_1' }, subject: 'Hi', from: 'Ann <ann@acme.com>' },
      },
    ];
    const connections = [{ from: 'start', to: 'mail' }];
    expect(files.get('events.json')).toMatchObject({
      data: [{ object: 'event', name: 'user.created', schema: { plan: 'string' } }],
    });
    const workflows = [...files.values()].filter((value) => value !== files.get('events.json'));
    expect(workflows).toEqual(
      ['Second', 'Welcome'].map((name) =>
        expect.objectContaining({
          object: 'automation',
          name,
          status: 'enabled',
          steps,
          connections,
        }),
      ),
    );
  });

  test('are recorded with the same bytes in every run', async () => {
    const cwd = project({ 'provision.js': CREATE.replace("to: 'mail'", "to: 'mial'") });
    const runs = [];
    for (const folder of ['one', 'two']) {
      const command = ['-f', 'json', '--', 'node', 'provision.js'];
      const { out, err } = await record(cwd, command);
      expect(err).toBe('created\n');
      await record(cwd, ['-o', folder, ...command]);
      runs.push([out, [...written(join(cwd, folder))]]);
    }
    expect(runs[0]).toEqual(runs[1]);
  });

  test('are written through no linked folder', async () => {
    const outside = folderOf({ 'kept.txt': '' });
    const cwd = project({ 'provision.js': CREATE });
    symlinkSync(outside, join(cwd, 'out'));
    for (const folder of ['out', 'out/below']) {
      const { code, err } = await record(cwd, ['-o', folder, '--', 'node', 'provision.js']);
      expect([code, err]).toEqual([2, expect.stringContaining('"out" is a symbolic link')]);
    }
    expect(readdirSync(outside)).toEqual(['kept.txt']);
  });

  test('are linted, with places in the recorded file', async () => {
    const cwd = project({ 'provision.js': CREATE.replace("to: 'mail'", "to: 'mial'") });
    const { code, out } = await record(cwd, ['-f', 'compact', '--', 'node', 'provision.js']);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^recorded\/second-\w+\.json:\d+:\d+: error: connection from "start" points to unknown step "mial"/m,
    );
    expect(readdirSync(cwd)).not.toContain('recorded');
  });

  test('have no fixes, since the script has to be corrected', async () => {
    const cwd = project({ 'provision.js': CREATE.replace("to: 'mail'", "to: 'mial'") });
    for (const args of [[], ['-o', 'out']]) {
      const { out } = await record(cwd, [...args, '--', 'node', 'provision.js']);
      expect(out).toContain('help: did you mean send_email "mail"?');
      expect(out).not.toContain('--fix');
    }
  });

  test('with fetch, http and https are recorded, in modules, CommonJS and child processes', async () => {
    const body = (name: string) =>
      `JSON.stringify({ name: '${name}', steps: [{ key: 's', type: 'trigger', config: { event_name: 'e' } }], connections: [] })`;
    const url = 'https://api.resend.com/automations';
    const cwd = project({
      'main.cjs': `
        const https = require('node:https');
        const { execFileSync } = require('node:child_process');
        const send = (...args) => new Promise((resolve, reject) => {
          const request = https.request(...args, (response) => response.resume().on('end', resolve));
          request.on('error', reject);
          request.end(${body('options')});
        });
        (async () => {
          await send({ host: 'api.resend.com', path: '/automations', method: 'POST' });
          await send(new URL('${url}'), { method: 'POST', headers: { Host: 'api.resend.com' } });
          execFileSync(process.execPath, ['child.js'], { stdio: 'inherit' });
        })();`,
      'child.js': `
        import { get } from 'node:https';
        await fetch('${url}', { method: 'POST', body: ${body('text')} });
        await fetch(new URL('${url}'), { method: 'POST', body: ${body('url')} });
        await fetch(new Request('${url}', { method: 'POST', body: ${body('request')} }));
        get('${url}?limit=100', async (response) => {
          const { data } = JSON.parse((await response.toArray()).join(''));
          console.log(data.map(({ name }) => name).join());
        });`,
    });
    const { out, err } = await record(cwd, ['--', 'node', 'main.cjs']);
    expect(err).toBe('');
    expect(out).toMatch(/^options,options,text,url,request\n/);
    expect(out).toContain('5 workflows');
  });
});

describe('the call that created a workflow', () => {
  const BROKEN = `${SDK}
    interface Named { readonly name: string }
    async function create({ name }: Named) {
      const steps = ${STEPS};
      return resend.automations.create({ name, steps, connections: [{ from: 'start', to: 'nowhere' }] });
    }
    await create({ name: 'Welcome' });
    await fetch('https://api.resend.com/automations', { method: 'POST', body: JSON.stringify({ name: 'Raw', steps: [] }) });
  `;
  const lineOf = (text: string, call: string): number =>
    text.slice(0, text.indexOf(call)).split('\n').length;
  const places = async (files: Record<string, string>, main: string) => {
    const { out } = await record(project(files), ['-f', 'json', '--', 'node', main]);
    const { findings } = JSON.parse(out) as {
      findings: { workflow: { name: string }; related: { message: string; location: object }[] }[];
    };
    return new Map(findings.map(({ workflow, related }) => [workflow.name, related[0]]));
  };
  const placed = (source: string, startLine: number) =>
    expect.objectContaining({
      message: 'created here',
      location: expect.objectContaining({ source, region: expect.objectContaining({ startLine }) }),
    });

  test('is a related place, in JavaScript', async () => {
    const text = BROKEN.replace(/interface.*/, '').replace(': Named', '');
    const found = await places({ 'lib/provision.js': text }, 'lib/provision.js');
    const [sdk, raw] = [lineOf(text, 'resend.automations'), lineOf(text, 'fetch(')];
    expect(found.get('Welcome')).toEqual(placed('lib/provision.js', sdk));
    expect(found.get('Raw')).toEqual(placed('lib/provision.js', raw));
  });

  test('is in every format', async () => {
    const text = BROKEN.replace(/interface.*/, '').replace(': Named', '');
    const cwd = project({ 'provision.js': text });
    const asked = [...FORMATS.keys()].flatMap((name) => ['-f', `${name}=report.${name}`]);
    await record(cwd, [...asked, '--', 'node', 'provision.js']);
    const line = lineOf(text, 'resend.automations');
    for (const name of FORMATS.keys()) {
      const report = readFileSync(join(cwd, `report.${name}`), 'utf8');
      expect([name, report]).toEqual([name, expect.stringContaining('provision.js')]);
      expect([name, report]).toEqual([name, expect.stringMatching(`\\b${line}\\b`)]);
    }
  });

  test('is a related place in TypeScript, by its source map', async () => {
    const { code } = transformSync(BROKEN, {
      ...{ loader: 'ts', format: 'esm', sourcemap: 'inline' },
      ...{ sourcefile: 'provision.ts', minifyWhitespace: true },
    });
    const found = await places({ 'provision.ts': BROKEN, 'out.js': code }, 'out.js');
    const line = lineOf(BROKEN, 'resend.automations');
    expect(found.get('Welcome')).toEqual(placed('provision.ts', line));
  });
});

test('a local listener in place of the service receives no request', async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  // With all addresses of this machine.
  listener.listen(0);
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  const cwd = project({
    'provision.js': `${CREATE}
      import http from 'node:http';
      import net from 'node:net';
      import { fetch as other } from 'undici';
      const own = new Resend('re_1', { baseUrl: '${base}' });
      use(await own.events.send({ event: 'user.created', email: 'a@acme.com' }));
      await fetch('${base}/events');
      await new Promise((resolve) => http.get('${base}/events', (response) => response.resume().on('end', resolve)));
      await new Promise((resolve) => net.connect(${port}, '127.0.0.1').on('error', resolve));
      await new Promise((resolve) => net.connect({ port: ${port}, host: '127.0.0.1' }).on('error', resolve));
      await other('${base}/events').then(() => process.exit(9), () => {});
      for (const name of ['localhost', 'LocalHost.', '127.8.0.9', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
        const url = 'http://' + name + ':${port}/events';
        await fetch(url);
        await new Promise((resolve) => new http.ClientRequest(new URL(url)).on('response', resolve).end());
      }
      // The system resolves these.
      for (const host of ['127.1', '2130706433'])
        await new Promise((resolve) => net.connect({ port: ${port}, host }).on('error', resolve));
      console.log(process.env.RESEND_API_KEY, process.env.EDGEWISE_API_KEY);`,
  });
  const env = {
    ...{ EDGEWISE_BASE_URL: base, RESEND_BASE_URL: base },
    ...{ RESEND_API_KEY: 're_secret', EDGEWISE_API_KEY: 're_secret' },
  };
  const { code, out } = await record(cwd, ['--', 'node', 'provision.js'], env);
  await sleep(50);
  listener.close();
  expect(out).toMatch(/^created\nre_recorded undefined\n/);
  expect([code, connections]).toEqual([0, 0]);
});

test('processes and threads with their own environment are recorded', async () => {
  const cwd = project({
    'send.cjs': `fetch('https://api.resend.com/automations', { method: 'POST', body: JSON.stringify({ name: process.env.NAME, steps: ${STEPS}, connections: [] }) });`,
    'main.cjs': `
      const { exec, execFileSync, fork, spawnSync } = require('node:child_process');
      const { Worker } = require('node:worker_threads');
      const { promisify } = require('node:util');
      const { readFileSync } = require('node:fs');
      const env = (NAME) => ({ PATH: process.env.PATH, NODE_OPTIONS: '--no-warnings', NAME });
      const ended = (each) => new Promise((resolve) => each.on('exit', resolve));
      (async () => {
        execFileSync(process.execPath, ['send.cjs'], { env: env('execFileSync') });
        spawnSync(process.execPath, ['send.cjs'], { env: env('spawnSync') });
        await promisify(exec)('"' + process.execPath + '" send.cjs', { env: env('exec') });
        await ended(fork('./send.cjs', [], { env: env('fork'), execArgv: [] }));
        await ended(new Worker('./send.cjs', { env: env('thread') }));
        await ended(new Worker(readFileSync('send.cjs', 'utf8'), { eval: true, execArgv: [], env: env('text') }));
      })();`,
  });
  const { err } = await record(cwd, ['-o', 'out', '--', 'node', 'main.cjs']);
  expect(err).toBe('');
  const names = [...written(join(cwd, 'out')).values()].map(
    (value) => (value as { name: string }).name,
  );
  expect(names.sort()).toEqual(['exec', 'execFileSync', 'fork', 'spawnSync', 'text', 'thread']);
});

describe('requests that read', () => {
  const existing = {
    object: 'automation',
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Existing',
    status: 'disabled',
    steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }],
    connections: [],
  };
  const UPDATE = `${SDK}
    const { data } = use(await resend.automations.list());
    const found = data.find(({ name }) => name === 'Existing');
    const id = found?.id ?? use(await resend.automations.create({ name: 'Existing', steps: ${STEPS}, connections: [] })).id;
    use(await resend.automations.update(id, { steps: ${STEPS}, connections: [{ from: 'start', to: 'mail' }] }));
    use(await resend.automations.update(id, { status: 'enabled' }));
    const { steps, status } = use(await resend.automations.get(id));
    console.log(id, steps.length, status);
  `;

  test('are answered from --from, and updates change its documents', async () => {
    const cwd = project({
      'provision.js': UPDATE,
      'pulled/existing.json': JSON.stringify(existing),
      'pulled/events.json': '[{"name": "user.created", "schema": null}]',
    });
    const command = ['--from', 'pulled', '-o', 'out', '--', 'node', 'provision.js'];
    const { code, out } = await record(cwd, command);
    expect(out).toMatch(/^11111111-1111-4111-8111-111111111111 2 enabled\n/);
    expect(code).toBe(0);
    expect(written(join(cwd, 'out')).get('existing-11111111.json')).toMatchObject({
      ...{ status: 'enabled', steps: [{}, { key: 'mail' }] },
      connections: [{ from: 'start', to: 'mail' }],
    });
  });

  test('are answered from an empty account without --from, and created documents can be read', async () => {
    const cwd = project({ 'provision.js': UPDATE });
    const { out, err } = await record(cwd, ['--', 'node', 'provision.js']);
    expect(err).toBe('');
    expect(out).toMatch(/^[\w-]{36} 2 enabled\n/);
    expect(out).toContain('1 workflow');
  });

  test('an update of an unknown automation is checked as a workflow', async () => {
    const cwd = project({
      'provision.js': `${SDK}
        use(await resend.automations.update('a1', { steps: ${STEPS}, connections: [{ from: 'start', to: 'nowhere' }] }));`,
    });
    const { code, out } = await record(cwd, ['-f', 'compact', '--', 'node', 'provision.js']);
    expect(code).toBe(1);
    expect(out).toContain('points to unknown step "nowhere"');
  });

  test('are answered for every collection of the SDK', async () => {
    const cwd = project({
      'provision.js': `${CREATE}
        const template = use(await resend.templates.create({ name: 'T', alias: 'welcome', html: '<p>{{{A}}}</p>' }));
        use(await resend.templates.publish(template.id));
        if (use(await resend.templates.get('welcome')).status !== 'published') process.exit(1);
        use(await resend.segments.create({ name: 'S' }));
        use(await resend.topics.create({ name: 'T', defaultSubscription: 'opt_in' }));
        use(await resend.contactProperties.create({ key: 'k', type: 'string', fallbackValue: 'x' }));
        use(await resend.domains.create({ name: 'acme.com' }));
        use(await resend.contacts.create({ email: 'a@acme.com' }));
        use(await resend.events.update('user.created', { schema: { plan: 'number' } }));
        if (use(await resend.events.get('user.created')).schema.plan !== 'number') process.exit(2);
        for (const name of ['templates', 'segments', 'topics', 'domains', 'events', 'contacts'])
          if (use(await resend[name].list()).data.length !== 1) throw new Error(name);
        const [first] = use(await resend.automations.list()).data;
        const copy = use(await resend.automations.duplicate(first.id));
        use(await resend.automations.stop(first.id));
        if (use(await resend.automations.runs.list({ automationId: first.id })).data.length !== 0) process.exit(3);
        use(await resend.automations.remove(copy.id));
        const { error } = await resend.automations.get(copy.id);
        if (error?.name !== 'not_found') process.exit(4);`,
    });
    const { code, err } = await record(cwd, ['--', 'node', 'provision.js']);
    expect([code, err]).toEqual([0, '']);
  });
});

describe('templates and other resources', () => {
  const email = (name: string, template: string) => `
    use(await resend.automations.create({ name: '${name}', status: 'enabled', steps: [
      { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
      { key: 'mail', type: 'send_email', config: { template: { id: ${template}, variables: { NAME: 'Ann' } }, subject: 'Hi', from: 'Ann <ann@acme.com>' } },
    ], connections: [{ from: 'start', to: 'mail' }] }));`;
  const TEMPLATE = `const template = use(await resend.templates.create({
      name: 'T', alias: 'welcome', html: '<p>secret {{{NAME}}} {{{PLAN}}}</p>',
      variables: [{ key: 'NAME', type: 'string' }, { key: 'PLAN', type: 'string' }],
    }));`;
  const rulesOf = (out: string) =>
    JSON.parse(out).findings.map((finding: { rule: string }) => finding.rule);
  const lint = (files: Record<string, string>, ...args: readonly string[]) =>
    record(project(files), ['-f', 'json', ...args, '--', 'node', 'provision.js']);

  test('created by the script are checked with the emails that use them', async () => {
    const script = `${SDK}${TEMPLATE}
      use(await resend.domains.create({ name: 'acme.com' }));
      use(await resend.segments.create({ name: 'S' }));
      ${email('By id', 'template.id')}${email('By alias', "'welcome'")}${email('Not of the script', "'welcom'")}`;
    const { out } = await lint({ 'provision.js': script });
    const about = rulesOf(out).filter((rule: string) => rule.includes('template'));
    expect(about.sort()).toEqual([
      'missing-template-variable',
      'missing-template-variable',
      'unpublished-template',
      'unpublished-template',
    ]);
  });

  test('an update of a published template must be published too', async () => {
    const script = (
      more: string,
    ) => `${SDK}${TEMPLATE.replace(' {{{PLAN}}}', '').replace(", { key: 'PLAN', type: 'string' }", '')}
      use(await resend.templates.publish(template.id));
      ${more}${email('By id', 'template.id')}`;
    const update = `use(await resend.templates.update(template.id, { subject: 'New' }));`;
    const publish = 'use(await resend.templates.publish(template.id));';
    expect(rulesOf((await lint({ 'provision.js': script('') })).out)).toEqual([]);
    const { out } = await lint({ 'provision.js': script(update) });
    expect(JSON.parse(out).findings).toMatchObject([
      { rule: 'unpublished-template', severity: 'warning' },
    ]);
    expect(rulesOf((await lint({ 'provision.js': script(update + publish) })).out)).toEqual([]);
  });

  test('created without variables, sender or subject are known to have none', async () => {
    const script = `${SDK}
      const template = use(await resend.templates.create({ name: 'T', html: '<p>{{{NAME}}}</p>' }));
      use(await resend.templates.publish(template.id));
      ${email('By id', 'template.id').replace(/, subject: .*acme.com>'/, '')}`;
    expect(rulesOf((await lint({ 'provision.js': script })).out).sort()).toEqual([
      'missing-sender',
      'missing-subject',
      'undeclared-template-variable',
      'undeclared-template-variable',
    ]);
  });

  test('are complete collections only with a complete list in --from', async () => {
    const list = (more: boolean) =>
      JSON.stringify({
        ...{ object: 'list', has_more: more },
        data: [{ id: 't1', alias: 'goodbye', name: 'G', status: 'published', variables: null }],
      });
    const script = `${SDK}${email('Typo', "'goodby'")}`;
    const files = (more: boolean) => ({
      'provision.js': script,
      'pulled/resources/templates.json': list(more),
    });
    const { out } = await lint(files(false), '--from', 'pulled');
    expect(rulesOf(out)).toEqual(['unknown-template']);
    expect(rulesOf((await lint(files(true), '--from', 'pulled')).out)).toEqual([]);
  });

  test('are not written with -o, since their lists may be incomplete', async () => {
    const cwd = project({ 'provision.js': `${SDK}${TEMPLATE}${email('By id', 'template.id')}` });
    await record(cwd, ['-o', 'out', '--', 'node', 'provision.js']);
    expect([...written(join(cwd, 'out')).values()]).toMatchObject([{ name: 'By id' }]);
  });
});

describe('a script that fails', () => {
  test('has its own exit code, and the recorded requests are linted', async () => {
    const cwd = project({ 'provision.js': `${CREATE}\nprocess.exit(7);` });
    const { code, out, err } = await record(cwd, ['-f', 'json', '--', 'node', 'provision.js']);
    expect(code).toBe(7);
    expect(err).toContain('node provision.js: the command failed with exit code 7');
    expect(JSON.parse(out)).toMatchObject({ complete: false, summary: { workflows: 2 } });
  });

  test('is ended with its children when it hangs', async () => {
    const cwd = project({
      'main.js': `import { execFileSync } from 'node:child_process';\nexecFileSync(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);`,
    });
    const { code, err } = await record(cwd, ['--timeout', '0.5', '--', 'node', 'main.js']);
    expect(code).toBe(2);
    expect(err).toContain('node main.js: the command was still running, and was ended after 0.5 s');
  });

  test.each([
    [['--', 'no-such-command'], 'cannot run "no-such-command": no such command'],
    [['--', './package.json'], 'cannot run "./package.json": EACCES'],
    [
      ['--', 'node', '-e', 'process.kill(process.pid, "SIGTERM")'],
      'the command was ended by SIGTERM',
    ],
    [['--', 'node', '-e', ''], 'the command created no workflows or events'],
    [['--from', 'nowhere', '--', 'node', '-e', ''], '--from: nowhere'],
    [[], '"record" needs an argument'],
  ])('%j', async (args, message) => {
    const { code, err } = await record(project({}), args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

test('a command that creates nothing is a success with --allow-empty', async () => {
  expect(await record(project({}), ['--allow-empty', '--', 'node', '-e', ''])).toMatchObject({
    ...{ code: 0, err: '' },
  });
});

test('a workflow of a program other than Node has no place of its call, and no fix', async () => {
  const steps = [
    { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    { key: 'mail', type: 'send_email', config: { template: { id: 'tpl_1' } } },
  ];
  const body = {
    name: 'Welcome',
    status: 'enabled',
    steps,
    connections: [{ from: 'start', to: 'mial' }],
  };
  const cwd = project({
    'create.js': `const body = ${JSON.stringify(JSON.stringify(body))};
const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
await fetch(process.env.RESEND_BASE_URL + '/automations', { method: 'POST', headers, body });`,
  });
  // Without its options, Node is a program like any other.
  const { out } = await record(cwd, [
    ...['--only', 'dangling-edge', '-f', 'json'],
    ...['--', 'sh', '-c', 'NODE_OPTIONS= node create.js'],
  ]);
  expect(JSON.parse(out).findings).toMatchObject([
    { rule: 'dangling-edge', help: 'did you mean send_email "mail"?', related: [], fixes: [] },
  ]);
});

test('events of a live account are read beside the recording', async () => {
  const { url } = await startService({
    events: [{ object: 'event', id: 'ev_1', name: 'user.created', schema: { plan: 'string' } }],
  });
  const cwd = project({ 'provision.js': CREATE.replace(/^use\(await resend.events.*$/m, '') });
  const { code, out } = await record(
    cwd,
    ['--events', 'live', '-f', 'json', '--', 'node', 'provision.js'],
    { EDGEWISE_BASE_URL: url, EDGEWISE_API_KEY: 're_test' },
  );
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ summary: { workflows: 2, events: 1 } });
});

test('an interrupt ends the command, and nothing is linted', async () => {
  const stops = new Map<string, () => void>();
  const stderr = capture();
  const cwd = project({ 'main.js': "console.log('up');\nsetInterval(() => {}, 1000);" });
  const stdout = capture(() => stops.get('SIGINT')?.());
  const streams = { stdin: (async function* () {})(), stdout, stderr };
  const code = await main(['record', '--', 'node', 'main.js'], {
    ...{ ...processOf(cwd), ...streams },
    once: (signal, listener) => stops.set(signal, listener),
  });
  expect([code, stdout.text(), stderr.text()]).toEqual([130, 'up\n', '']);
});

test('is ended by an interrupt, with its exit code', async () => {
  const cwd = project({ 'main.js': "console.log('up');\nsetInterval(() => {}, 1000);" });
  const program = spawn(process.execPath, [BIN, 'record', '--', 'node', 'main.js'], { cwd });
  await once(program.stdout, 'data');
  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([130, null]);
});

test('the built program records requests', () => {
  const cwd = project({ 'provision.js': CREATE });
  const { code, out, err } = runBuilt(['record', '--', 'node', 'provision.js'], { cwd });
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^created\n.*2 workflows/s);
});

test('output of the command is passed through in any number of chunks', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`);
  const cwd = project({
    'provision.js': `${CREATE}
      for (const line of ${JSON.stringify(lines)}) {
        console.log(line);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }`,
  });
  const { out, err } = runBuilt(['record', '--', 'node', 'provision.js'], { cwd });
  expect(out).toContain(lines.join('\n'));
  expect(err).toBe('');
});

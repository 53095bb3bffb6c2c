import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BIN, CLEAN, EVENTS, folderOf, run } from '../cli/run.ts';
import { runLive, SECRET } from './run.ts';
import {
  type Account,
  type Item,
  joinedEvents,
  sendError,
  sendJson,
  startService,
  welcomes,
} from './service.ts';

/** Workflows of which the second has a dangling edge. */
function withFault(count: number): Item[] {
  const workflows = welcomes(count);
  const [, second] = workflows as [Item, { readonly edges: { to_step_id: string }[] } & Item];
  (second.edges[0] as { to_step_id: string }).to_step_id = 'nowhere';
  return workflows;
}

interface Report {
  readonly complete: boolean;
  readonly summary: Record<string, number>;
  readonly notChecked: readonly { rule: string; reason: string }[];
  readonly failures: readonly { source: string; message: string }[];
  readonly findings: readonly {
    rule: string;
    location: { source: string; pointer: string; region?: object };
  }[];
}

const json = (out: string): Report => JSON.parse(out) as Report;

async function lintLive(
  account: Account,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const service = await startService(account);
  const result = await runLive(['--live', '-f', 'json', ...args], { url: service.url, env });
  return { ...result, service, report: json(result.out) };
}

describe('sources', () => {
  test('findings of the account have URLs and pointers, without lines', async () => {
    const { code, report, service } = await lintLive(
      { workflows: withFault(3), events: joinedEvents(3) },
      ['--only', 'dangling-edge'],
    );
    expect(code).toBe(1);
    expect(report.complete).toBe(true);
    expect(report.notChecked).toEqual([]);
    expect(report.summary).toMatchObject({ workflows: 3, events: 3 });
    expect(report.findings.map(({ location }) => location)).toEqual([
      { source: `${service.url}/workflows/${welcomes(2)[1]?.id}`, pointer: '/edges/0/to_step_id' },
    ]);
  });

  test('pointers to events refer to the list without a limit', async () => {
    const events = joinedEvents(150).map((event, i) =>
      i === 140 ? { ...event, name: 'shop0.joined' } : event,
    );
    const { report, service } = await lintLive({ events }, [
      '--only',
      'duplicate-event-name',
      '--only',
      'incomplete-list',
    ]);
    expect(report.findings.map(({ location }) => location)).toEqual([
      { source: `${service.url}/events`, pointer: '/data/140/name' },
    ]);
  });

  test('workflows of files are checked against events of the account, and the other way round', async () => {
    const service = await startService({ workflows: welcomes(1), events: joinedEvents(1) });
    const cwd = folderOf({
      'workflows/welcome.json': CLEAN,
      'workflows/events.json': EVENTS,
      'other.json': EVENTS,
    });
    const only = ['--only', 'unknown-event', '-f', 'json'];
    const mixed = await runLive(['workflows', '--events', 'live', ...only], {
      url: service.url,
      cwd,
    });
    expect(json(mixed.out).findings.map(({ location }) => location.source)).toEqual([
      'workflows/welcome.json',
    ]);
    expect(service.asked).toEqual(['/events?limit=100']);

    const turned = await runLive(['--live', '--events', 'other.json', ...only], {
      url: service.url,
      cwd,
    });
    expect(json(turned.out).findings.map(({ location }) => location.pointer)).toEqual([
      '/steps/0/config/event_name',
    ]);
    expect(service.asked.filter((path) => path.startsWith('/events'))).toHaveLength(1);

    const both = await runLive(['--live', 'workflows/welcome.json', ...only], {
      url: service.url,
      cwd,
    });
    expect(json(both.out).summary).toMatchObject({ workflows: 2, events: 1 });
  });

  test('an empty account is a valid result', async () => {
    const { code, report } = await lintLive({});
    expect([code, report.complete, report.summary['workflows']]).toEqual([0, true, 0]);
  });

  test('--status and --workflow are applied before workflows are fetched', async () => {
    const workflows = welcomes(4).map((workflow, i) => ({
      ...workflow,
      status: i === 0 ? 'disabled' : 'enabled',
    }));
    const filtered = await lintLive({ workflows, events: joinedEvents(4) }, [
      '--status',
      'disabled',
    ]);
    expect([
      filtered.code,
      filtered.report.summary['workflows'],
      filtered.service.asked.length,
    ]).toEqual([0, 1, 3]);
    const named = await lintLive({ workflows, events: joinedEvents(4) }, [
      '--workflow',
      'Welcome to shop 2',
      '--workflow',
      workflows[1]?.id as string,
    ]);
    expect([named.code, named.report.summary['workflows'], named.service.asked.length]).toEqual([
      0, 2, 4,
    ]);
    const today = await lintLive({ workflows, family: 'automations' }, [
      '--status',
      'enabled',
      '--only',
      'cycle',
    ]);
    expect(today.service.asked).toContain('/automations?status=enabled&limit=100');
    const none = await lintLive({ workflows }, ['--workflow', 'Welcome to shop 9']);
    expect([none.code, none.report.failures]).toEqual([
      2,
      [{ source: '--workflow', message: 'no workflow has the id or name "Welcome to shop 9"' }],
    ]);
  });
});

describe('failed requests', () => {
  test('403 on events: workflows are checked, and rules about events are "not checked"', async () => {
    const { code, report, service } = await lintLive(
      {
        workflows: welcomes(2),
        fault: ({ path }, response) =>
          path === '/events' && sendError(response, 403, 'restricted_api_key', 'No'),
      },
      ['--only', 'unknown-event', '--only', 'duplicate-workflow-name'],
    );
    expect([code, report.complete, report.summary['workflows']]).toEqual([3, false, 2]);
    expect(report.failures).toEqual([
      {
        source: `${service.url}/events`,
        message: expect.stringContaining('the API key from EDGEWISE_API_KEY was tried'),
      },
    ]);
    expect(report.notChecked.map(({ rule }) => rule)).toEqual(['unknown-event']);
  });

  test('a workflow that is deleted during the run is listed, the rest is checked: exit 3', async () => {
    const workflows = welcomes(3);
    const gone = `/workflows/${workflows[1]?.id}`;
    const { code, report, service } = await lintLive({
      workflows,
      events: joinedEvents(3),
      fault: ({ path }, response) => path === gone && sendError(response, 404, 'not_found', 'Gone'),
    });
    expect([code, report.summary['workflows']]).toEqual([3, 2]);
    expect(report.failures).toEqual([
      { source: service.url + gone, message: 'it was in the list, and is gone now (404)' },
    ]);
  });

  test('a workflow without steps is listed, the rest is checked: exit 3', async () => {
    const workflows = welcomes(3);
    const { id, steps: _, edges: __, ...summary } = workflows[1] as Item;
    const { code, report } = await lintLive({
      workflows,
      events: joinedEvents(3),
      fault: ({ path }, response) => path.endsWith(id) && sendJson(response, { id, ...summary }),
    });
    expect([code, report.complete, report.summary['workflows']]).toEqual([3, false, 2]);
    expect(report.failures).toMatchObject([
      { message: 'the answer is a workflow without "steps"' },
    ]);
  });

  test('findings take precedence over an incomplete result', async () => {
    const workflows = withFault(3);
    const { code } = await lintLive({
      workflows,
      fault: ({ path }, response) =>
        path.endsWith(workflows[2]?.id as string) && sendJson(response, '<html>'),
    });
    expect(code).toBe(1);
  });

  test('when nothing could be read, the reason is reported: exit 2', async () => {
    const denied = await lintLive({
      fault: (_, response) => sendError(response, 401, 'invalid_api_key', `${SECRET} is not known`),
    });
    expect([denied.code, denied.service.asked.length]).toEqual([2, 2]);
    expect(denied.err).toContain('the API key from EDGEWISE_API_KEY was tried');
    const html = await lintLive({ fault: (_, response) => sendJson(response, '<!doctype html>') });
    expect(html.code).toBe(2);
    const empty = await lintLive({
      fault: (_, response) => sendError(response, 404, 'not_found', 'Nothing here'),
    });
    expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('is the base URL right?')]);
    const isLimited = (path: string): boolean => path !== '/events';
    const limited = (isRefused: (path: string) => boolean): Account => ({
      events: joinedEvents(1),
      fault: ({ path }, response) =>
        isRefused(path) &&
        sendError(response, 429, 'rate_limit_exceeded', 'No', { 'retry-after': '0' }),
    });
    const down = await lintLive(limited(() => true));
    expect([down.code, down.report.failures.length]).toEqual([2, 1]);
    expect(
      (
        await lintLive(
          limited(() => true),
          ['--events', 'none'],
        )
      ).code,
    ).toBe(2);
    // The events were read.
    expect((await lintLive(limited(isLimited))).code).toBe(3);
  });

  test('an unreachable service is one line: exit 2', async () => {
    const failing = await lintLive({
      fault: (_, response) => sendError(response, 500, 'application_error', 'Oops'),
    });
    expect([failing.code, failing.report.failures]).toEqual([
      2,
      [
        {
          source: failing.service.url,
          message:
            'the service failed (500: "Oops"); not read: the list of events, the list of workflows',
        },
      ],
    ]);
    expect(failing.err.match(/Oops/g)).toHaveLength(1);
    const dead = await startService({});
    const { port } = new URL(dead.url);
    const closed = await runLive(['--live'], { url: `http://127.0.0.1:${Number(port) ^ 1}` });
    expect([closed.code, closed.err]).toEqual([
      2,
      expect.stringMatching(/no server listens at this address/),
    ]);
    const unknown = await runLive(['--live'], { url: 'https://no-such-host.invalid' });
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringMatching(/base URL/)]);
  });

  test('one outage is one line, in every format', async () => {
    const account = {
      workflows: welcomes(40),
      events: joinedEvents(1),
      fault: ({ path }, response) =>
        path.startsWith('/workflows/') && sendError(response, 500, 'application_error', 'Oops'),
    } satisfies Account;
    const { code, report, err } = await lintLive(account);
    expect([code, report.failures.length, err.split('\n').length]).toEqual([3, 1, 2]);
    expect(report.failures[0]?.message).toMatch(
      /40 workflows: "[0-9a-f-]+", "[0-9a-f-]+", "[0-9a-f-]+" and 37 more/,
    );
    const { url } = await startService(account);
    const { out } = await runLive(['--live'], { url });
    expect(out.match(/Oops/g)).toHaveLength(1);
  });

  test('the service on the network needs a key', async () => {
    const { code, err } = await runLive(['--live'], { key: '' });
    expect([code, err]).toEqual([
      2,
      'edgewise: the live API needs an API key\n          set EDGEWISE_API_KEY or RESEND_API_KEY\n',
    ]);
  });

  test('a service on this machine needs no key', async () => {
    const { url } = await startService({ workflows: welcomes(1), events: joinedEvents(1) });
    expect((await runLive(['--live', '--fail-on', 'error'], { url, key: '' })).code).toBe(0);
  });

  test('usage errors are reported before any request', async () => {
    const service = await startService({});
    const cases: [string[], Parameters<typeof runLive>[1], string][] = [
      [['--live', '--base-url', 'http://example.com'], {}, 'must be https'],
      [
        ['--live', '--base-url', 'https://example.com'],
        { key: '' },
        'EDGEWISE_API_KEY or RESEND_API_KEY',
      ],
      [['--live'], { key: `${SECRET}\n` }, 'EDGEWISE_API_KEY holds a line break'],
      [['--live', '--auth-header', `Authorization: Bearer ${SECRET}`], {}, '{key}'],
      [['--live', '--rate', '0'], {}, '--rate wants'],
      [['--live', '--concurrency', '0'], {}, '--concurrency wants'],
      [[`--api-key=${SECRET}`], {}, 'unknown flag --api-key'],
    ];
    for (const [args, options, expected] of cases) {
      const { code, err } = await runLive(args, { url: service.url, ...options });
      expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
    }
    expect(service.asked).toEqual([]);
  });

  test('the key may be sent in another header', async () => {
    const service = await startService({});
    const { code } = await runLive(['--live', '--auth-header', 'X-Key: {key}'], {
      url: service.url,
    });
    expect([code, service.headers[0]?.['x-key']]).toEqual([0, SECRET]);
  });

  test('a key in a response is not printed', async () => {
    const workflows = welcomes(1).map((workflow) => ({
      ...workflow,
      name: `Welcome ${SECRET}`,
      status: SECRET,
    }));
    const { report } = await lintLive({ workflows, events: joinedEvents(1) }, [
      '--only',
      'unknown-status',
    ]);
    expect(report.findings).toHaveLength(1);
  });
});

test('a long wait that the service asks for is reported before it', async () => {
  const { url } = await startService({
    fault: (_, response) =>
      sendError(response, 429, 'rate_limit_exceeded', 'No', { 'retry-after': '45' }),
  });
  const child = spawn(process.execPath, [BIN, '--live', '--base-url', url], {
    env: { EDGEWISE_API_KEY: SECRET },
  });
  const [text] = await once(child.stderr, 'data');
  expect(String(text)).toBe('edgewise: the service asks to wait: 45 seconds\n');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
});

test('requests keep the configured rate', async () => {
  const service = await startService({ workflows: welcomes(40), events: joinedEvents(40) });
  const { code } = await runLive(['--live', '--rate', '40'], { url: service.url });
  expect(code).toBe(0);
  const { times } = service;
  const seconds = ((times.at(-1) as number) - (times[0] as number)) / 1000;
  expect(seconds).toBeGreaterThan(41 / 40 - 0.05);
});

test('a gzip response that unpacks to more than the limit is refused within 200 MB of memory', async () => {
  const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, ' '), { level: 1 });
  const service = await startService({
    fault: (_, response) => !!response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  });
  const { code, err } = await runLive(['--live'], { url: service.url });
  expect([code, err]).toEqual([2, expect.stringContaining('larger than 25 MB')]);
});

const unshare = spawnSync('unshare', ['-rn', 'true']).status === 0;
test.skipIf(!unshare)('files are checked without a network', async () => {
  const cwd = folderOf({ 'welcome.json': CLEAN, 'events.json': EVENTS });
  const { status } = spawnSync('unshare', ['-rn', process.execPath, BIN, '.'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  expect(status).toBe((await run(['.'], { cwd })).code);
});

test('a folder named "live" is read as a folder', async () => {
  const cwd = folderOf({});
  mkdirSync(join(cwd, 'live'));
  writeFileSync(join(cwd, 'live', 'welcome.json'), CLEAN);
  expect((await run(['live'], { cwd })).code).not.toBe(2);
});

test('graph draws the account and its event map', async () => {
  const service = await startService({ workflows: withFault(3), events: joinedEvents(3) });
  const drawn = await runLive(['graph', '--live', '--only', 'dangling-edge'], { url: service.url });
  expect(drawn).toMatchObject({ code: 0, err: '' });
  expect(drawn.out.match(/subgraph w\d_all/g)).toHaveLength(3);
  expect(drawn.out.match(/error: dangling-edge/g)).toHaveLength(1);
  const map = await runLive(['graph', '--live', '--events'], { url: service.url });
  expect(map).toMatchObject({ code: 0, err: '' });
  expect(map.out).not.toContain('not defined');
  expect(map.out.match(/starts/g)).toHaveLength(3);
});

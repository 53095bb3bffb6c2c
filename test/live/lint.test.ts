import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BIN, CLEAN, EVENTS, folderOf, run } from '../cli/run.ts';
import { newFolder, runLive, SECRET } from './run.ts';
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
      '--resource',
      'automations',
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

  test('--save writes the documents, and findings point into the files', async () => {
    const service = await startService({ workflows: withFault(2), events: joinedEvents(2) });
    const cwd = newFolder();
    const { code, out } = await runLive(
      ['--live', '--save', 'kept', '-f', 'json', '--only', 'dangling-edge'],
      { url: service.url, cwd },
    );
    expect(code).toBe(1);
    const { location } = json(out).findings[0] as Report['findings'][0];
    expect(location).toMatchObject({ pointer: '/edges/0/to_step_id', region: { startLine: 30 } });
    expect(readFileSync(join(cwd, location.source), 'utf8').split('\n')[29]).toContain('nowhere');
    expect(readdirSync(join(cwd, 'kept'))).toContain('events.json');
    writeFileSync(join(cwd, 'blocked'), '');
    const blocked = await runLive(['--live', '--save', 'blocked', '-f', 'compact'], {
      url: service.url,
      cwd,
    });
    expect([blocked.code, blocked.err]).toEqual([
      2,
      expect.stringContaining('part of the path is not a folder'),
    ]);
  });
});

describe('failed requests', () => {
  test('--save keeps a complete file when only a part was read', async () => {
    const cwd = newFolder();
    const events = joinedEvents(130);
    const save = async (fault: Account['fault']) => {
      const { url } = await startService({ workflows: welcomes(2), events, fault });
      return await runLive(['--live', '--save', 'account', '-f', 'json'], { url, cwd });
    };
    await save(undefined);
    const before = readFileSync(join(cwd, 'account/events.json'), 'utf8');
    const { out } = await save(({ path, query }, response) =>
      path === '/events' && query.has('after')
        ? sendError(response, 400, 'x', 'Oops')
        : path.endsWith(welcomes(1)[0]?.id as string) && sendError(response, 404, 'x', 'Gone'),
    );
    expect(json(out).failures.map(({ message }) => message)).toEqual([
      'page 2 of the list: the service refuses the request (400: "Oops")',
      'it was in the list, and is gone now (404)',
    ]);
    expect(readFileSync(join(cwd, 'account/events.json'), 'utf8')).toBe(before);
  });

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
      'edgewise: the live API needs an API key\n          set EDGEWISE_API_KEY, RESEND_API_KEY or --api-key-file\n',
    ]);
  });

  test('a service on this machine needs no key', async () => {
    const { url } = await startService({ workflows: welcomes(1), events: joinedEvents(1) });
    const env = { EDGEWISE_CACHE_DIR: newFolder() };
    for (const _ of [1, 2])
      expect((await runLive(['--live', '--fail-on', 'error'], { url, key: '', env })).code).toBe(0);
  });

  test('usage errors are reported before any request', async () => {
    const service = await startService({});
    const cases: [string[], Parameters<typeof runLive>[1], string][] = [
      [['--live', '--base-url', 'http://example.com'], {}, 'must be https'],
      [
        ['--live', '--base-url', 'https://example.com'],
        { key: '' },
        'EDGEWISE_API_KEY, RESEND_API_KEY or --api-key-file',
      ],
      [['--live'], { key: `${SECRET}\n` }, 'EDGEWISE_API_KEY holds a line break'],
      [['--live', '--api-key-file', 'absent'], { key: '' }, 'no such file'],
      [['--live', '--auth-header', `Authorization: Bearer ${SECRET}`], {}, '{key}'],
      [['--live', '--rate', '0'], {}, '--rate wants'],
      [['--live', '--concurrency', '0'], {}, '--concurrency wants'],
      [['--live', '--resource', 'workflow'], {}, 'did you mean "workflows"?'],
      [['--save', 'x'], {}, 'add --live'],
      [[`--api-key=${SECRET}`], {}, 'unknown flag --api-key'],
    ];
    for (const [args, options, expected] of cases) {
      const { code, err } = await runLive(args, { url: service.url, ...options });
      expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
    }
    expect(service.asked).toEqual([]);
  });

  test('the key may come from a file', async () => {
    const service = await startService({});
    const cwd = folderOf({ key: `${SECRET}\n` });
    const { code } = await runLive(
      ['--live', '--api-key-file', 'key', '--auth-header', 'X-Key: {key}'],
      { url: service.url, cwd, key: '' },
    );
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

describe('cache', () => {
  const account = { workflows: welcomes(20), events: joinedEvents(20) };

  test('a second run requests the lists and changed workflows; --refresh requests all', async () => {
    const workflows = [...account.workflows];
    const service = await startService({
      workflows,
      events: account.events,
      family: 'automations',
    });
    const env = { EDGEWISE_CACHE_DIR: newFolder() };
    const audit = async (...args: string[]) => {
      const before = service.asked.length;
      const { code, out } = await runLive(['--live', '-f', 'json', ...args], {
        url: service.url,
        env,
      });
      return { code, out, requests: service.asked.length - before };
    };
    const cold = await audit();
    // Both lists, the question whether it is called workflows, and every workflow.
    expect([cold.code, cold.requests]).toEqual([0, 1 + 1 + 1 + 20]);
    const warm = await audit();
    expect([warm.out, warm.requests]).toEqual([cold.out, 2]);
    workflows[7] = { ...(workflows[7] as Item), updated_at: '2026-04-01T00:00:00.000Z' };
    expect((await audit()).requests).toBe(3);
    expect((await audit('--refresh')).requests).toBe(23);

    const other = await runLive(['--live'], {
      url: service.url,
      env,
      key: 're_live_another_account',
    });
    expect(other.code).toBe(0);
    expect(service.asked.at(-1)).not.toContain('limit');
    for (const file of readdirSync(env.EDGEWISE_CACHE_DIR, {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!file.isFile()) continue;
      const path = join(file.parentPath, file.name);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readFileSync(path, 'utf8')).not.toContain(SECRET);
      writeFileSync(path, 'garbage');
    }
    expect((await audit()).requests).toBe(23);
  });

  test('a workflow is fetched again when its list item changed', async () => {
    const workflows = account.workflows.slice(0, 2).map((each) => ({ ...each, updated_at: null }));
    const events = account.events.slice(0, 2);
    const service = await startService({ workflows, events });
    const env = { EDGEWISE_CACHE_DIR: newFolder() };
    const audit = async () => {
      const before = service.asked.length;
      const { out } = await runLive(['--live', '-f', 'json'], { url: service.url, env });
      return { out, requests: service.asked.length - before };
    };
    expect((await audit()).requests).toBe(2 + 2);
    expect((await audit()).requests).toBe(2);
    for (const change of [{ status: 'disabled' }, { name: 'Renamed' }]) {
      workflows[1] = { ...(workflows[1] as (typeof workflows)[0]), ...change };
      expect((await audit()).requests).toBe(2 + 1);
      expect((await audit()).requests).toBe(2);
    }
  });

  test('a workflow that changed after the list was read is not cached', async () => {
    const [workflow] = welcomes(1) as [Item];
    const service = await startService({
      workflows: [workflow],
      fault: ({ path }, response) =>
        path.endsWith(workflow.id) && sendJson(response, { ...workflow, status: 'disabled' }),
    });
    const env = { EDGEWISE_CACHE_DIR: newFolder() };
    for (const nth of [1, 2]) {
      await runLive(['--live', '--events', 'none'], { url: service.url, env });
      expect(service.asked.filter((path) => path.endsWith(workflow.id))).toHaveLength(nth);
    }
  });

  test('a cache that cannot be written is one warning', async () => {
    const good = await lintLive(account);
    const blocked = join(newFolder(), 'file');
    writeFileSync(blocked, '');
    const { code, out, err } = await lintLive(account, [], { EDGEWISE_CACHE_DIR: blocked });
    expect([code, json(out).summary]).toEqual([0, good.report.summary]);
    expect(err.match(/cannot be used \(part of the path is not a folder\)/g)).toHaveLength(1);
  });

  test('two concurrent runs both have correct results', async () => {
    const service = await startService(account);
    const env = { EDGEWISE_CACHE_DIR: newFolder() };
    const runs = await Promise.all(
      [1, 2, 3].map(() => runLive(['--live', '-f', 'json'], { url: service.url, env })),
    );
    expect(new Set(runs.map(({ out }) => out)).size).toBe(1);
    const before = service.asked.length;
    await runLive(['--live'], { url: service.url, env });
    expect(service.asked.length - before).toBe(2);
  });

  test('an interrupted run continues from the cache', async () => {
    let child: ReturnType<typeof spawn> | undefined;
    let stop = true;
    const service = await startService({
      ...account,
      fault: ({ path }) => {
        // The request is not answered, so nothing is read after it, for any delay of the signal.
        const isLast = stop && path.endsWith(account.workflows[10]?.id as string);
        return isLast && child?.kill('SIGINT');
      },
    });
    const env = { EDGEWISE_CACHE_DIR: newFolder() };
    child = spawn(
      process.execPath,
      [BIN, '--live', '--base-url', service.url, '--rate', '1000', '--concurrency', '1'],
      {
        env: { PATH: process.env['PATH'] ?? '', EDGEWISE_API_KEY: SECRET, ...env },
      },
    );
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGINT');
    stop = false;
    const before = service.asked.length;
    const { code } = await runLive(['--live'], { url: service.url, env });
    expect(code).toBe(0);
    expect(service.asked.length - before).toBe(2 + 10);
  });

  test('a long wait that the service asks for is reported before it', async () => {
    const { url } = await startService({
      fault: (_, response) =>
        sendError(response, 429, 'rate_limit_exceeded', 'No', { 'retry-after': '45' }),
    });
    const child = spawn(process.execPath, [BIN, '--live', '--base-url', url], {
      env: { EDGEWISE_API_KEY: SECRET, EDGEWISE_CACHE_DIR: newFolder() },
    });
    const [text] = await once(child.stderr, 'data');
    expect(String(text)).toBe('edgewise: the service asks to wait: 45 seconds\n');
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  });

  const strace = spawnSync('strace', ['-V']).status === 0;
  test.skipIf(!strace)(
    'the cache stays valid when the process is killed at a write, or the disk is full or fails',
    async () => {
      const service = await startService(account);
      const env = { EDGEWISE_CACHE_DIR: newFolder() };
      const good = await runLive(['--live', '-f', 'json'], { url: service.url, env });
      for (const [inject, expected] of [
        ['rename:signal=KILL', null],
        ['rename:error=ENOSPC', 0],
        ['rename:error=EROFS', 0],
        ['rename:error=EXDEV', 0],
        ['rename:error=EIO', 0],
      ] as const) {
        const child = spawn(
          'strace',
          [
            '-f',
            '-qq',
            '-o',
            '/dev/null',
            '-e',
            `inject=${inject}`,
            process.execPath,
            BIN,
            '--live',
            '--refresh',
            '-f',
            'json',
            '--rate',
            '1000',
          ],
          {
            env: {
              PATH: process.env['PATH'] ?? '',
              EDGEWISE_API_KEY: SECRET,
              EDGEWISE_BASE_URL: service.url,
              ...env,
            },
          },
        );
        let out = '';
        let err = '';
        child.stdout.on('data', (chunk) => (out += chunk));
        child.stderr.on('data', (chunk) => (err += chunk));
        const [code] = await once(child, 'close');
        if (expected !== null)
          expect([inject, code, out, err.split('cannot be used').length - 1]).toEqual([
            inject,
            expected,
            good.out,
            1,
          ]);
        const before = service.asked.length;
        const again = await runLive(['--live', '-f', 'json'], { url: service.url, env });
        expect([again.out, service.asked.length - before]).toEqual([good.out, 2]);
      }
    },
  );

  test.skipIf(!strace)(
    'a cache entry with a read error is fetched again, with one warning',
    async () => {
      const service = await startService(account);
      const env = { EDGEWISE_CACHE_DIR: newFolder() };
      const good = await runLive(['--live', '-f', 'json'], { url: service.url, env });
      const files = readdirSync(env.EDGEWISE_CACHE_DIR, {
        recursive: true,
        withFileTypes: true,
      }).filter((entry) => entry.isFile());
      // Only reads of these: Node itself has other files to read.
      const paths = files
        .slice(0, 2)
        .flatMap(({ parentPath, name }) => ['-P', join(parentPath, name)]);
      const traced = [
        '-f',
        '-qq',
        '-o',
        '/dev/null',
        ...paths,
        '-e',
        'inject=read,pread64:error=EIO',
      ];
      const before = service.asked.length;
      const child = spawn(
        'strace',
        [...traced, process.execPath, BIN, '--live', '-f', 'json', '--rate', '1000'],
        {
          env: {
            PATH: process.env['PATH'] ?? '',
            EDGEWISE_API_KEY: SECRET,
            EDGEWISE_BASE_URL: service.url,
            ...env,
          },
        },
      );
      let out = '';
      let err = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stderr.on('data', (chunk) => (err += chunk));
      const [code] = await once(child, 'close');
      expect([code, out, err.match(/cannot be used \(EIO\)|cannot be used/g)?.length]).toEqual([
        0,
        good.out,
        1,
      ]);
      expect(err).toContain('EIO');
      expect(
        service.asked.length - before,
        'the lists, and what could not be read',
      ).toBeGreaterThan(2);
    },
  );
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

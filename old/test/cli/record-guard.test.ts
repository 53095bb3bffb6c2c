/** What `edgewise record` promises: no key reaches the command, and no request of it reaches the service. */
import { describe, expect, test } from 'vitest';
import { BODY, listen, record, STEPS } from './recording.ts';

test('no variable has a key', async () => {
  const secret = '9f2c-secret';
  const env = {
    RESEND_API_KEY: secret,
    EDGEWISE_API_KEY: 're_other',
    MAIL_KEY: 're_12345678',
    AUTHORIZATION: `Bearer ${secret}`,
    REGION: 'north',
  };
  const { out } = await record(
    { 'main.js': 'console.log(JSON.stringify(process.env));' },
    ['--allow-empty', '--', 'node', 'main.js'],
    env,
  );
  const [line = ''] = out.split('\n');
  const seen = new Map(Object.entries(JSON.parse(line) as Record<string, string>));
  expect(line).not.toMatch(/9f2c|re_other|re_1234/);
  expect([...env.MAIL_KEY.slice(0, 3), seen.get('REGION')]).toEqual([...'re_', 'north']);
  expect(seen.get('MAIL_KEY')).toBe('re_recorded');
});

describe('in Node', () => {
  const names = ['API.Resend.com', 'api.resend.com.', 'api.resend.com:443'];

  test('host names are compared without case and a dot at the end', async () => {
    const calls = names.map(
      (host, i) => `
        await fetch('https://${host}/automations', { method: 'POST', body: body('fetch ${i}') });
        await new Promise((resolve, reject) => https.request({ hostname: '${host.replace(':443', '')}', path: '/automations', method: 'POST' },
          (response) => response.resume().on('end', resolve)).on('error', reject).end(body('https ${i}')));`,
    );
    const { code, out } = await record(
      {
        'main.mjs': `import https from 'node:https';
          const body = (name) => JSON.stringify({ ...${BODY}, name });
          ${calls.join('')}`,
      },
      ['-f', 'json', '--only', 'cycle', '--', 'node', 'main.mjs'],
    );
    expect([code, JSON.parse(out).summary.workflows]).toEqual([0, 6]);
  });

  test('an address with the name of the service, a lookup and a connection of the script do not reach it', async () => {
    const { port, listener, connections } = await listen();
    const { out } = await record(
      {
        'main.mjs': `
          import https from 'node:https';
          import http from 'node:http';
          import net from 'node:net';
          import tls from 'node:tls';
          const body = (name) => JSON.stringify({ ...${BODY}, name });
          const send = (module, options) => new Promise((resolve) => module.request({ path: '/automations', method: 'POST', ...options },
            (response) => response.resume().on('end', resolve)).on('error', resolve).end(body(options.label)));
          const headers = { Host: 'api.resend.com' };
          const connection = () => net.connect(${port}, '127.0.0.1');
          await send(https, { label: 'address', hostname: '127.0.0.1', port: ${port}, headers });
          await send(http, { label: 'plain', hostname: '127.0.0.1', port: ${port}, headers });
          await send(https, { label: 'lookup', hostname: 'api.resend.com', lookup: (_, __, done) => done(null, '127.0.0.1', 4) });
          await send(https, { label: 'connection', hostname: 'api.resend.com', createConnection: connection });
          await send(https, { label: 'agent', hostname: 'api.resend.com', agent: new https.Agent({ port: ${port}, host: '127.0.0.1' }) });
          const servername = 'api.resend.com';
          await new Promise((resolve) => tls.connect({ host: '127.0.0.1', port: ${port}, servername }).on('error', resolve));
          console.log('end');`,
      },
      ['--only', 'cycle', '--', 'node', 'main.mjs'],
    );
    listener.close();
    expect(out).toMatch(/^end\n/);
    expect(out).toContain('5 workflows');
    expect(connections()).toBe(0);
  });

  test('proxies of the user stay, and programs that Node starts get the recorder', async () => {
    const { out } = await record(
      {
        'main.cjs': `const { execFileSync } = require('node:child_process');
          console.log(process.env.HTTPS_PROXY, process.env.ALL_PROXY);
          console.log(execFileSync('printenv', ['HTTPS_PROXY', 'all_proxy'], { encoding: 'utf8' }));`,
      },
      ['--allow-empty', '--', 'node', 'main.cjs'],
      { HTTPS_PROXY: 'http://proxy.acme.com:8080' },
    );
    expect(out).toMatch(
      /^http:\/\/proxy\.acme\.com:8080 undefined\n(http:\/\/127\.0\.0\.1:\d+)\n\1\n/,
    );
  });
});

describe('the time limit', () => {
  const late = 'was ended after 3 seconds (--timeout)';

  test('ends a process that keeps the output open after the command', async () => {
    const { code, err } = await record({}, [
      '--timeout',
      '3',
      '--',
      'sh',
      '-c',
      'sleep 60 & exit 0',
    ]);
    expect(code).toBe(2);
    expect(err).toContain('the command had ended, but a process that it started');
    expect(err.replace(/\s+/g, ' ')).toContain(late);
  });

  test('also applies to one that has left the process group', async () => {
    const main = `require('node:child_process').spawn('sleep', ['20'], { detached: true, stdio: 'inherit' }).unref();`;
    const { code, err } = await record({ 'main.cjs': main }, [
      '--timeout',
      '8',
      '--',
      'node',
      'main.cjs',
    ]);
    expect(code).toBe(2);
    expect(err).toContain('the command had ended, but a process');
  });
});

describe('requests', () => {
  const node = (text: string, files: Record<string, string> = {}, ...args: readonly string[]) =>
    record({ 'main.mjs': `${HEAD}${text}`, ...files }, [...args, '--', 'node', 'main.mjs']);
  const HEAD = `const send = async (method, path, body) => {
      const response = await fetch('https://api.resend.com' + path, { method, body: body && JSON.stringify(body) });
      return response.status;
    };
    const graph = { steps: ${JSON.stringify(STEPS)}, connections: [] };
    `;
  const pulled = {
    'pulled/a.json': JSON.stringify({
      ...{ object: 'automation', id: 'a1', name: 'Welcome', status: 'enabled' },
      ...{ steps: STEPS, connections: [] },
    }),
    'pulled/events.json': '[{"name": "user.created", "schema": null}]',
  };
  const refusedIn = async (text: string) => {
    const { code, out } = await node(text, pulled, '--from', 'pulled', '-f', 'json');
    const { findings } = JSON.parse(out) as {
      findings: {
        rule: string;
        message: string;
        location: { source: string; region: { startLine: number } };
      }[];
    };
    const found = findings.filter(({ rule }) =>
      ['refused-request', 'wrong-endpoint'].includes(rule),
    );
    return [
      code,
      ...found.map(
        ({ message, location: { source, region } }) => `${source}:${region.startLine} ${message}`,
      ),
    ];
  };

  test('that the service refuses are findings at their calls', async () => {
    expect(await refusedIn(`await send('PATCH', '/automations/a1', graph);`)).toEqual([
      1,
      'main.mjs:2 the service refuses PATCH of automation "Welcome" with 422: an enabled graph cannot be updated',
    ]);
    expect(await refusedIn(`await send('POST', '/automations/events', { event: 'x' });`)).toEqual([
      1,
      'main.mjs:2 the API has no POST /automations/events',
    ]);
    const create = `fetch('https://api.resend.com/events', { method: 'POST', body: '{"name": "user.created"}' })`;
    expect(await refusedIn(`await ${create};`)).toEqual([1, expect.stringContaining('with 409')]);
    expect(
      await refusedIn(`const { ok } = await ${create}; if (!ok) console.log('exists');`),
    ).toEqual([0]);
  });

  test.each([
    `await send('GET', '/automations/gone');`,
    `await send('DELETE', '/automations/gone');`,
    `if (await send('POST', '/events', { name: 'user.created' }) === 409) console.log('exists');`,
    `await send('POST', '/events', { name: 'user.created', schema: { a: 'string' } });
     await send('PATCH', '/events/user.created', { schema: { a: 'string' } });`,
    `await send('PATCH', '/automations/a1', graph);
     await send('PATCH', '/automations/a1', { status: 'disabled' });
     await send('PATCH', '/automations/a1', graph);`,
    `if (await send('PATCH', '/automations/b', graph) === 404) await send('POST', '/automations', { name: 'B', ...graph });`,
  ])('that the script handles are none: %s', async (text) => {
    expect((await refusedIn(text)).slice(1)).toEqual([]);
  });

  test('a body of more than 25 MB is refused', async () => {
    const { code, out } = await node(
      `console.log(await send('POST', '/automations', { name: 'x'.repeat(27_000_000), ...graph }));`,
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^413\n.*refuses POST of automation with 413/s);
  });

  test('a deep body is refused', async () => {
    const deep = `JSON.parse('['.repeat(1000) + ']'.repeat(1000))`;
    const { code, out } = await node(
      `console.log(await send('POST', '/automations', { name: 'x', steps: ${deep} }));`,
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^400\n.*refuses POST of automation with 400/s);
  });

  test('that only read are named when nothing is created', async () => {
    const { code, err } = await node(
      `await send('GET', '/automations'); await send('GET', '/events');`,
    );
    expect(code).toBe(2);
    expect(err).toContain('2 requests, all of them reads');
    expect(err).toContain('does the command need a flag such as --apply?');
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN } from '../cli/run.ts';
import { newFolder, SECRET } from './run.ts';

const openssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!openssl)('https', () => {
  const folder = newFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const asked: string[] = [];
  const tunnels: string[] = [];
  let refusal: string | undefined;
  const servers: Server[] = [];
  let [port, proxyPort] = [0, 0];

  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  beforeAll(async () => {
    const subject = [
      '-subj',
      '/CN=api.test',
      '-addext',
      'subjectAltName=DNS:api.test,DNS:localhost',
    ];
    const form = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    spawnSync('openssl', ['req', ...form, ...subject, '-keyout', key, '-out', cert]);
    const identity = { cert: readFileSync(cert), key: readFileSync(key) };
    port = await listen(
      createSecureServer(identity, (request, response) => {
        asked.push(`${request.headers.host} ${request.headers.authorization} ${request.url}`);
        response.end('{"object":"list","has_more":false,"data":[]}');
      }),
    );
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      if (refusal !== undefined) return socket.end(refusal);
      const target = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      target.on('error', () => socket.destroy());
      return socket.on('error', () => target.destroy());
    });
    proxyPort = await listen(proxy);
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  const audit = async (url: string, env: Record<string, string>) => {
    asked.length = 0;
    tunnels.length = 0;
    const child = spawn(process.execPath, [BIN, '--live', '-f', 'json', '--base-url', url], {
      env: { PATH: process.env['PATH'] ?? '', EDGEWISE_API_KEY: SECRET, HOME: folder, ...env },
    });
    let err = '';
    child.stderr.on('data', (chunk) => (err += chunk));
    child.stdout.resume();
    const [code] = await once(child, 'close');
    expect(err).not.toContain(SECRET);
    return { code, err };
  };

  test('an untrusted certificate fails at once, with a hint', async () => {
    const { code, err } = await audit(`https://localhost:${port}`, {});
    expect([code, err]).toEqual([2, expect.stringContaining('set NODE_EXTRA_CA_CERTS')]);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(asked).toEqual([]);
    const trusted = await audit(`https://localhost:${port}`, { NODE_EXTRA_CA_CERTS: cert });
    expect([trusted.code, trusted.err, asked.length]).toEqual([0, '', 2]);
  });

  test('HTTPS_PROXY is used unless NO_PROXY has the host, and the proxy does not receive the key', async () => {
    const url = 'https://api.test';
    const env = { NODE_EXTRA_CA_CERTS: cert, HTTPS_PROXY: `http://127.0.0.1:${proxyPort}` };
    expect(await audit(url, env)).toEqual({ code: 0, err: '' });
    expect(new Set(tunnels)).toEqual(new Set(['api.test:443']));
    expect(asked.sort()).toEqual([
      `api.test Bearer ${SECRET} /events?limit=100`,
      `api.test Bearer ${SECRET} /workflows?limit=100`,
    ]);
    const { NODE_EXTRA_CA_CERTS: _, ...untrusted } = env;
    expect((await audit(url, untrusted)).err).toContain('NODE_EXTRA_CA_CERTS');
    expect((await audit(`https://localhost:${port}`, { ...env, NO_PROXY: 'localhost' })).code).toBe(
      0,
    );
    expect(tunnels).toEqual([]);
  });

  test('a refusing or invalid proxy is reported', async () => {
    refusal = 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n';
    const proxied = (proxy: string) => audit('https://api.test', { HTTPS_PROXY: proxy });
    const refused = await proxied(`127.0.0.1:${proxyPort}`);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('the proxy refuses the connection'),
    ]);
    const wrong = await proxied('ftp://me:hunter2@127.0.0.1');
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringMatching(/^(?!.*hunter2).*HTTPS_PROXY/s),
    ]);
  });
});

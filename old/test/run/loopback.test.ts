import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { serveLoopback } from '../../src/run/loopback.ts';
import type { Runtime } from '../../src/run/runtime.ts';
import { capture, processOf } from '../cli/run.ts';

/** A process that ends by a signal as soon as its server has answered. */
async function serve(signal: 'SIGINT' | 'SIGTERM', at: { port: number; path?: string }) {
  const listeners = new Map<string, () => void>();
  const stdout = capture();
  const once: Runtime['once'] = (name, listener) => listeners.set(name, listener);
  const runtime = { ...processOf('.'), stdout, once } as unknown as Runtime;
  let answer = '';
  const code = await serveLoopback(
    ({ url }, response) => response.end(`at ${url}`),
    at,
    runtime,
    async (url) => {
      answer = await (await fetch(url)).text();
      listeners.get(signal)?.();
    },
  );
  return { code, answer, out: stdout.text() };
}

test('a server answers at the printed address, until a signal ends it', async () => {
  const { code, answer, out } = await serve('SIGINT', { port: 0, path: '/page' });
  expect([code, answer]).toEqual([130, 'at /page']);
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/page\n$/);
  expect(await serve('SIGTERM', { port: 0 })).toMatchObject({ code: 143, answer: 'at /' });
  await expect(fetch(out)).rejects.toThrow();
});

test('a port in use is reported', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const served = serve('SIGINT', { port });
  await expect(served).rejects.toMatchObject({
    message: `cannot listen on port ${port}: another program listens there`,
    hint: 'without --port, a free one is found',
  });
  other.close();
});

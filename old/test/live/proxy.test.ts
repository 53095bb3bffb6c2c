import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { proxiedFetch } from '../../src/features/live/proxy.ts';

/** A proxy that refuses every tunnel, and the hosts it was asked for. */
async function startProxy() {
  const asked: (string | undefined)[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return { asked, address: `127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

test('there is no proxy for plain http, or without a variable', async () => {
  expect(await proxiedFetch('https://api.example', {})).toBeUndefined();
  expect(
    await proxiedFetch('http://127.0.0.1:4010', { HTTPS_PROXY: 'http://127.0.0.1:1' }),
  ).toBeUndefined();
});

test('the proxy is an http address, with or without its scheme', async () => {
  const { asked, address } = await startProxy();
  for (const https_proxy of [address, `http://${address}`]) {
    const send = await proxiedFetch('https://api.example', { https_proxy });
    await expect(send?.('https://api.example/events')).rejects.toThrow('fetch failed');
  }
  expect(asked).toEqual(['api.example:443', 'api.example:443']);
  for (const HTTPS_PROXY of ['ftp://me:hunter2@127.0.0.1', 'http://'])
    await expect(proxiedFetch('https://api.example', { HTTPS_PROXY })).rejects.toThrow(
      'HTTPS_PROXY is not an http or https address',
    );
});

test('hosts of NO_PROXY are asked directly', async () => {
  const { asked, address } = await startProxy();
  for (const name of ['no_proxy', 'NO_PROXY']) {
    const env = { HTTPS_PROXY: address, [name]: 'localhost' };
    const send = await proxiedFetch('https://localhost:1', env);
    await expect(send?.('https://localhost:1/events')).rejects.toThrow('fetch failed');
  }
  expect(asked).toEqual([]);
});

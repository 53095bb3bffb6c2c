import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readAccess } from '../../src/features/live/access.ts';
import { unreachable } from '../../src/features/live/faults.ts';
import { createProgress } from '../../src/features/live/open.ts';
import { chooseFetch } from '../../src/features/live/proxy.ts';
import { createScrub } from '../../src/features/live/scrub.ts';
import { capture } from '../cli/program.ts';
import { KEY } from './server.ts';

const ENV = { EDGEWISE_API_KEY: KEY };

test('the key and the address come from the environment', () => {
  const { baseUrl, headers, tried } = readAccess({}, { RESEND_API_KEY: KEY });
  expect([baseUrl, headers, tried]).toEqual([
    'https://api.resend.com',
    { authorization: `Bearer ${KEY}` },
    'the API key from RESEND_API_KEY was tried',
  ]);
  const own = { EDGEWISE_API_KEY: 'own', RESEND_API_KEY: KEY, EDGEWISE_BASE_URL: 'https://a.b/c/' };
  expect(readAccess({ authHeader: 'X-Key: {key}' }, own)).toMatchObject({
    ...{ baseUrl: 'https://a.b/c', headers: { 'x-key': 'own' } },
  });
});

test.each(['http://localhost:3', 'http://127.0.0.1', 'http://[::1]:3', 'http://127.1'])(
  '%s needs neither https nor a key',
  (baseUrl) => {
    expect(readAccess({ baseUrl }, {})).toMatchObject({ headers: {} });
  },
);

test.each([
  [{ baseUrl: 'http://example.com' }, ENV, 'over http, anybody'],
  [{ baseUrl: 'http://127.0.0.1.example.com' }, ENV, 'over http, anybody'],
  [{ baseUrl: `http://${KEY}.example.com` }, ENV, 'on the way to [API key].example.com'],
  [{ baseUrl: 'ftp://localhost' }, ENV, 'is not an https address'],
  [{ baseUrl: 'api.resend.com' }, ENV, 'is not an https address'],
  [{ baseUrl: `https://a:${KEY}@example.com` }, ENV, 'has more than a host and a path'],
  [{ baseUrl: `https://example.com?key=${KEY}` }, ENV, 'has more than a host and a path'],
  [{ authHeader: `Authorization: Bearer ${KEY}` }, ENV, "needs the form 'NAME: SCHEME {key}'"],
  [{ authHeader: `X-Key: {key}\n${KEY}` }, ENV, "needs the form 'NAME: SCHEME {key}'"],
  [{}, { EDGEWISE_API_KEY: `${KEY}\n` }, 'the API key from EDGEWISE_API_KEY has a line break'],
  [{}, { EDGEWISE_API_KEY: '' }, 'the account needs an API key'],
])('%j is refused before any request', (options, env, message) => {
  expect(() => readAccess(options, env)).toThrow(message);
  expect(() => readAccess(options, env)).not.toThrow(KEY);
});

test.each([
  ['as it is', KEY],
  ['in capitals', KEY.toUpperCase()],
  ['percent-encoded', encodeURIComponent(KEY).replace(/_/g, '%5F')],
  ['percent-encoded twice', [...KEY].map((c) => `%25${c.charCodeAt(0).toString(16)}`).join('')],
  ['escaped', [...KEY].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')],
  ['in base64', btoa(KEY)],
  ['within base64', btoa(`Bearer: ${KEY}, and more`)],
  ['in base64 of URLs', Buffer.from(`x${KEY}`).toString('base64url')],
])('the key is removed %s', (_, form) => {
  const text = createScrub(KEY)(`"before ${form} after"`);
  expect(text).toContain('[API key]');
  expect(text).toMatch(/^"before .* after"$/);
  expect(createScrub(KEY)(text)).toBe(text);
  expect(text.length).toBeLessThan(60);
});

test('a short key is no pattern, and long runs of backslashes are no problem', () => {
  expect(createScrub('re')('read')).toBe('read');
  const long = '\\'.repeat(1e6) + '%25'.repeat(1e6);
  expect(createScrub(KEY)(long)).toBe(long);
});

test('requests go through the proxy of the environment, which does not see them', async () => {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void proxy.close());
  const HTTPS_PROXY = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const url = 'https://api.invalid/events';
  const send = async (env: Record<string, string>): Promise<unknown> => {
    const fetch = await chooseFetch(url, env);
    const signal = AbortSignal.timeout(10_000);
    const headers = { authorization: KEY };
    return fetch(url, { headers, redirect: 'manual', signal }).catch(
      (error) => unreachable(error, String).message,
    );
  };
  expect(await send({ HTTPS_PROXY })).toContain('the proxy refuses the connection');
  expect(await send({ HTTPS_PROXY, NO_PROXY: 'api.invalid' })).toContain('the host ');
  expect(asked).toEqual(['api.invalid:443']);
});

test('without a proxy, for plain http and for a wrong address', async () => {
  const HTTPS_PROXY = 'http://127.0.0.1:1';
  expect(await chooseFetch('https://api.invalid', {})).toBe(fetch);
  expect(await chooseFetch('http://127.0.0.1', { HTTPS_PROXY })).toBe(fetch);
  await expect(chooseFetch('https://a.b', { HTTPS_PROXY: `ftp://x:${KEY}@h` })).rejects.toThrow(
    'HTTPS_PROXY is not an http or https address',
  );
});

test('progress is not shown where standard error is no terminal', () => {
  const err = capture('stderr');
  createProgress({})('reading');
  expect(err()).toBe('');
});

/**
 * Loaded by every Node process of a program that is recorded: requests to the service by `fetch`,
 * `http` and `https` go to the recorder, with the place of their call. Built as CommonJS.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { BatchInterceptor } from '@mswjs/interceptors';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { hostOf } from './environment.ts';
import { PLACE_HEADER } from './recorder.ts';

/** Stack frames between the program and the request. */
const FRAMES = 60;

const places = new AsyncLocalStorage<string | undefined>();
const recorder = process.env['EDGEWISE_RECORDER'];
if (recorder !== undefined) redirect(recorder, process.env['EDGEWISE_RECORDED_HOSTS'] ?? '');

function redirect(to: string, names: string): void {
  const hosts = new Set([...names.split(' '), hostOf(new URL(to).host)]);
  const { fetch } = globalThis;
  const { request } = http;
  const interceptor = new BatchInterceptor({
    name: 'edgewise',
    interceptors: [new ClientRequestInterceptor(), new FetchInterceptor()],
  });
  interceptor.on('request', async ({ request, controller }) => {
    const { host, pathname, search } = new URL(request.url);
    if (!hosts.has(hostOf(host))) return;
    const headers = new Headers({ 'content-type': 'application/json' });
    const place = places.getStore();
    if (place !== undefined) headers.set(PLACE_HEADER, encodeURIComponent(place));
    const body = request.body === null ? null : await request.clone().arrayBuffer();
    const { method } = request;
    controller.respondWith(await fetch(to + pathname + search, { method, headers, body }));
  });
  interceptor.apply();
  globalThis.fetch = located(globalThis.fetch);
  for (const module of [http, https]) {
    module.request = located(module.request);
    module.get = located(module.get);
  }
  // Other clients, such as http2 and the package undici, do not find the service, and the recorder
  // gets to know it.
  const { lookup } = dns;
  dns.lookup = ((name: string, ...others: unknown[]) => {
    const done = others.at(-1);
    if (!hosts.has(hostOf(name)) || typeof done !== 'function')
      return Reflect.apply(lookup, dns, [name, ...others]);
    const { hostname, port } = new URL(to);
    const lost = request({ hostname, port, method: 'CONNECT', path: name });
    lost.on('error', () => {}).end();
    process.nextTick(done, new Error(`edgewise record: use fetch, http or https for ${name}`));
  }) as typeof lookup;
  syncBuiltinESMExports();
}

/** The same function, whose requests know where it was called. */
function located<F extends (...args: never[]) => unknown>(original: F): F {
  return ((...args) => places.run(places.getStore() ?? callOf(), () => original(...args))) as F;
}

/** The place in the program itself: `file:///scripts/provision.ts:12:5`. */
function callOf(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack
    .split('\n')
    .map((line) => /(?:\(|at )(?:async )?([^()]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? 'node:')
    .find(
      (frame) =>
        !/^node:|\/node_modules\/|<anonymous>/.test(frame) && !frame.startsWith(__filename),
    );
}

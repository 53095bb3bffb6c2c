/**
 * Loaded by every Node process of a script that `edgewise record` runs. Requests to the service go to the recorder,
 * by `fetch` and by `http` and `https`. Any other connection to the service is refused. It is built as CommonJS: threads that run
 * text start without waiting for modules.
 */
import child from 'node:child_process';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import threads from 'node:worker_threads';
import { hostOf } from '../features/record/environment.ts';

const recorder = process.env['EDGEWISE_RECORDER'];
const hosts = new Set((process.env['EDGEWISE_RECORDED_HOSTS'] ?? '').split(' '));
/** The proxies of the user, which the recorder replaces in other programs. */
const proxies = Object.entries(
  JSON.parse(process.env['EDGEWISE_PROXIES'] ?? '{}') as Record<string, string | null>,
);

const { request } = http;

/** Stack frames between the script and the request. */
const STACK_DEPTH = 60;

if (recorder !== undefined) {
  for (const [name, value] of proxies)
    if (value === null) delete process.env[name];
    else process.env[name] = value;
  redirect(new URL(recorder));
  passOn();
  syncBuiltinESMExports();
}

function redirect(to: URL): void {
  replaceFetch(to);
  replaceRequests(to, [http, 'http:']);
  replaceRequests(to, [https, 'https:']);
  replaceClass();
  refuseConnections(to);
}

const isService = (host: unknown): boolean => typeof host === 'string' && hosts.has(hostOf(host));

// The SDKs are configured to send to the recorder.
const isRecorded = (host: string, to: URL): boolean =>
  isService(host) || hostOf(host) === hostOf(to.host);

/** The same request to the recorder, with the call that sends it. */
function redirected(url: URL, to: URL): URL {
  const target = new URL(url.pathname + url.search, to);
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = STACK_DEPTH;
  const origin = callOf(new Error().stack ?? '');
  Error.stackTraceLimit = stackTraceLimit;
  if (origin !== undefined) target.searchParams.set('edgewise-origin', origin);
  return target;
}

function replaceFetch(to: URL): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const given = input instanceof Request ? input.url : String(input);
    if (!URL.canParse(given)) return fetch(input, init);
    const url = new URL(given);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
    if (!isRecorded(url.host, to) && !isService(headers.get('host'))) return fetch(input, init);
    const target = redirected(url, to);
    return input instanceof Request
      ? fetch(new Request(target.href, input as RequestInit), init)
      : fetch(target.href, init);
  };
}

function replaceRequests(
  to: URL,
  [module, protocol]: readonly [typeof http | typeof https, string],
): void {
  const original = module.request;
  const isUsual = (port: unknown): boolean =>
    String(port) === (protocol === 'http:' ? '80' : '443');
  const replacement = (...args: unknown[]): http.ClientRequest => {
    const options = optionsOf(args);
    const { port } = options;
    const host = options.hostname ?? options.host ?? '';
    const isDefault = port === undefined || port === null || port === '' || isUsual(port);
    const asked = hostOf(String(host), isDefault ? undefined : port);
    const { headers = {}, path, method, signal, timeout, auth } = options;
    // An address with the name of the service.
    const named = [options.servername, headerOf('host', headers)];
    if (!isRecorded(asked, to) && !named.some(isService))
      return (original as (...given: unknown[]) => http.ClientRequest)(...args);
    const whole = to.origin + (path ?? '/');
    const target = URL.canParse(whole) ? redirected(new URL(whole), to) : to;
    const callback = args.find((each) => typeof each === 'function');
    // Without `lookup`, `createConnection`, `socketPath` and `agent`, which could lead to the service.
    return request(
      {
        method,
        signal,
        timeout,
        auth,
        headers: withoutHost(headers),
        protocol: 'http:',
        hostname: to.hostname,
        host: to.hostname,
        port: to.port,
        path: target.pathname + target.search,
        agent: false,
      },
      callback as (response: http.IncomingMessage) => void,
    );
  };
  module.request = replacement as typeof module.request;
  module.get = ((...args: unknown[]) => {
    const sent = replacement(...args);
    sent.end();
    return sent;
  }) as typeof module.get;
}

/** `new http.ClientRequest(…)` */
function replaceClass(): void {
  const { prototype } = http.ClientRequest;
  function ClientRequest(...args: Parameters<typeof https.request>): http.ClientRequest {
    const [first] = args as readonly unknown[];
    const scheme = typeof first === 'string' ? first : (first as https.RequestOptions).protocol;
    return (scheme?.startsWith('https:') ? https : http).request(...args);
  }
  ClientRequest.prototype = prototype;
  http.ClientRequest = ClientRequest as unknown as typeof http.ClientRequest;
}

const refusal = (host: unknown): Error =>
  new Error(`edgewise record refuses this connection to ${host}: use fetch, http or https`);

function refuseConnections(to: URL): void {
  // Its type does not have this method.
  const sockets = tls.TLSSocket.prototype as tls.TLSSocket & { setServername(name: string): void };
  const { setServername } = sockets;
  // The service needs this name in every connection, also to an address or by a lookup of the script.
  sockets.setServername = function (name) {
    if (isService(name)) this.destroy(refusal(name));
    else setServername.call(this, name);
  };
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
    const { host, port, servername } =
      typeof first === 'object' && first !== null
        ? (first as Record<'host' | 'port' | 'servername', unknown>)
        : { host: second, port: first, servername: undefined };
    const isRefused = (name: unknown): boolean => {
      const asked = hostOf(String(name), port);
      return asked !== to.host && [hostOf(String(name)), asked].some(isService);
    };
    if (isRefused(host) || isService(servername)) return this.destroy(refusal(host));
    // A name that leads to the service.
    this.on('lookup', (_error, address) => {
      if (isRefused(address)) this.destroy(refusal(host));
    });
    return (connect as (...given: unknown[]) => net.Socket).apply(this, args);
  } as typeof connect;
}

/** Processes and threads with their own environment are recorded too. */
function passOn(): void {
  const kept = Object.entries(process.env).filter(([name]) => /^(?:RESEND|EDGEWISE)_/.test(name));
  const withRecorder = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
    const { NODE_OPTIONS = '' } = env;
    const load = `--require ${JSON.stringify(__filename)}`;
    const own = `${NODE_OPTIONS} --enable-source-maps ${load}`;
    const isLoaded = NODE_OPTIONS.includes(load);
    return {
      ...Object.fromEntries(kept),
      ...env,
      ...Object.fromEntries(proxies.map(([name]) => [name, isException(name) ? '' : recorder])),
      NODE_OPTIONS: isLoaded ? NODE_OPTIONS : own.trim(),
    };
  };

  const processes = child.ChildProcess.prototype as unknown as { spawn(options: Spawned): unknown };
  const { spawn } = processes;
  processes.spawn = function (options) {
    const pairs = options.envPairs ?? [];
    const named = pairs.map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]);
    const env = Object.entries(withRecorder(Object.fromEntries(named)));
    return spawn.call(this, {
      ...options,
      envPairs: env.map(([name, value]) => `${name}=${value}`),
    });
  };
  const functions = child as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
    const original = functions[name] as (...args: unknown[]) => unknown;
    functions[name] = (...args) => {
      const isOptions = (each: unknown): each is { readonly env?: NodeJS.ProcessEnv } =>
        typeof each === 'object' && each !== null && !Array.isArray(each);
      const { env = process.env, ...options } = args.find(isOptions) ?? {};
      const others = args.filter((each) => !isOptions(each) && each !== undefined);
      return original(...others, { ...options, env: withRecorder(env ?? process.env) });
    };
  }

  threads.Worker = class extends threads.Worker {
    constructor(file: string | URL, { env, execArgv, ...options }: threads.WorkerOptions = {}) {
      super(file, {
        ...options,
        ...(env && { env: typeof env === 'symbol' ? env : withRecorder(env as NodeJS.ProcessEnv) }),
        ...(execArgv && { execArgv: [...execArgv, '--require', __filename] }),
      });
    }
  };
}

/** The environment that Node passes to a child process. */
interface Spawned {
  readonly envPairs?: readonly string[];
}

/** The line of the script itself in a stack: `file:///scripts/provision.ts:12:5`. */
function callOf(stack: string): string | undefined {
  return stack
    .split('\n')
    .slice(1)
    .map((line) => /(?:\(|at )(?:async )?([^()]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? 'node:')
    .find(
      (frame) =>
        !/^node:|\/node_modules\/|<anonymous>/.test(frame) && !frame.startsWith(__filename),
    );
}

/** The options of `request(url, options)`, `request(options)` and `request(url)` as one object. */
function optionsOf(args: readonly unknown[]): https.RequestOptions {
  const [first, second] = args;
  const given = (typeof second === 'object' && second !== null ? second : {}) as object;
  if (typeof first !== 'string' && !(first instanceof URL)) return { ...(first as object) };
  if (!URL.canParse(String(first))) return given;
  const { hostname, port, pathname, search } = new URL(String(first));
  return { hostname, port, path: pathname + search, ...given };
}

const headerOf = (wanted: string, headers: https.RequestOptions['headers']): unknown =>
  Array.isArray(headers)
    ? undefined
    : Object.entries({ ...headers }).find(([name]) => name.toLowerCase() === wanted)?.[1];

/** An exception to the proxies could name the service. */
const isException = (name: string): boolean => name.toLowerCase() === 'no_proxy';

/** A Host header names the service. */
function withoutHost(headers: https.RequestOptions['headers']): http.OutgoingHttpHeaders {
  return Array.isArray(headers)
    ? {}
    : Object.fromEntries(
        Object.entries({ ...headers }).filter(([name]) => name.toLowerCase() !== 'host'),
      );
}

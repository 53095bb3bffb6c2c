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
import threads from 'node:worker_threads';

const recorder = process.env['EDGEWISE_RECORDER'];
const hosts = new Set((process.env['EDGEWISE_RECORDED_HOSTS'] ?? '').split(' '));

const { request } = http;

/** Stack frames between the script and the request. */
const STACK_DEPTH = 60;

if (recorder !== undefined) {
  redirect(new URL(recorder));
  passOn();
  syncBuiltinESMExports();
}

function redirect(to: URL): void {
  replaceFetch(to);
  replaceRequests(to, [http, 'http:']);
  replaceRequests(to, [https, 'https:']);
  refuseConnections();
}

// The SDKs are configured to send to the recorder.
const isRecorded = (host: string, to: URL): boolean => hosts.has(host) || host === to.host;

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
    if (!isRecorded(url.host, to)) return fetch(input, init);
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
    const asked = isDefault || String(host).includes(':') ? String(host) : `${host}:${port}`;
    if (!isRecorded(asked, to))
      return (original as (...given: unknown[]) => http.ClientRequest)(...args);
    const { headers = {} } = options;
    const whole = to.origin + (options.path ?? '/');
    const target = URL.canParse(whole) ? redirected(new URL(whole), to) : to;
    const plain = { ...options, protocol: 'http:', headers: withoutHost(headers) };
    const callback = args.find((each) => typeof each === 'function');
    return request(
      {
        ...plain,
        hostname: to.hostname,
        host: to.hostname,
        port: to.port,
        path: target.pathname + target.search,
        agent: undefined,
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

function refuseConnections(): void {
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
    const { host, port } =
      typeof first === 'object' && first !== null
        ? (first as { readonly host?: unknown; readonly port?: unknown })
        : { host: second, port: first };
    if (!hosts.has(String(host)) && !hosts.has(`${host}:${port}`))
      return (connect as (...given: unknown[]) => net.Socket).apply(this, args);
    return this.destroy(
      new Error(`edgewise record refuses this connection to ${host}: use fetch, http or https`),
    );
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
    functions[name] = (...args) =>
      original(
        ...args.map((each) => {
          const env = typeof each === 'object' && each !== null && 'env' in each && each.env;
          return env ? { ...each, env: withRecorder(env as NodeJS.ProcessEnv) } : each;
        }),
      );
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

/** A Host header names the service. */
function withoutHost(headers: https.RequestOptions['headers']): http.OutgoingHttpHeaders {
  return Array.isArray(headers)
    ? {}
    : Object.fromEntries(
        Object.entries({ ...headers }).filter(([name]) => name.toLowerCase() !== 'host'),
      );
}

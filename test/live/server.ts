/** A server of the read API on loopback, with faults. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import type { AccountOptions } from '../../src/features/live/index.ts';
import { accountSource } from '../../src/features/live/index.ts';
import type { Limits } from '../../src/features/live/limits.ts';
import type { Plan } from '../../src/node/plan.ts';
import type { Reading } from '../../src/node/read.ts';
import { planOf } from '../node/plan.ts';

export const KEY = 're_live_3kT9xQ2vLm8';

export interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The lists of an account, by their paths: `workflows`, `events`, `contact-properties`. */
export type Lists = Readonly<Record<string, readonly Item[]>>;

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The number of requests to this path, with this one. */
  readonly nth: number;
}

/** Answers a request, or returns false where it has no fault. */
export type FaultOf = (asked: Asked, response: ServerResponse) => unknown;

export interface Service {
  readonly url: string;
  /** Methods, paths and queries. */
  readonly asked: string[];
  readonly headers: IncomingHttpHeaders[];
}

/** Answers until the end of the test. */
export async function serve(lists: Lists, faultOf: FaultOf = () => false): Promise<Service> {
  const asked: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname: path, searchParams: query, search } = new URL(`http://host${request.url}`);
    const nth = (counts.get(path) ?? 0) + 1;
    counts.set(path, nth);
    asked.push(`${request.method} ${path}${search}`);
    headers.push(request.headers);
    if (faultOf({ path, query, nth }, response) === false) answer(lists, path, query, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, headers };
}

const DETAILS = new Set(['steps', 'edges', 'connections', 'variables', 'html']);

function answer(
  lists: Lists,
  path: string,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const [name = '', id] = path.slice(1).split('/').map(decodeURIComponent);
  const items = new Map(Object.entries(lists)).get(name);
  const one = items?.find((item) => item.id === id);
  if (items === undefined || (id !== undefined && one === undefined)) {
    refuse(response, 404, 'Not found');
    return;
  }
  if (one !== undefined) {
    send(response, one);
    return;
  }
  const at = items.findIndex((item) => item.id === query.get('after'));
  const rest = items.slice(at + 1);
  const shown = rest.slice(0, Number(query.get('limit')));
  const data = shown.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([field]) => !DETAILS.has(field))),
  );
  send(response, { object: 'list', has_more: shown.length < rest.length, data });
}

export function send(response: ServerResponse, value: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
}

export const refuse = (
  response: ServerResponse,
  statusCode: number,
  message: string,
  headers = {},
): void => send(response, { name: 'error', message, statusCode }, statusCode, headers);

export const listOf = (data: readonly unknown[], has_more = false) => ({
  ...{ object: 'list', has_more, data },
});

/** A workflow of today without a fault. Its template is `tpl_1`. */
export const workflow = (id: string, more: object = {}): Item => ({
  ...{ object: 'automation', id, name: `Welcome ${id}`, status: 'enabled' },
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: `${id}.joined` } },
    { key: 'mail', type: 'send_email', config: { template: { id: 'tpl_1' } } },
  ],
  connections: [{ from: 'start', to: 'mail', type: 'default' }],
  ...more,
});

export const event = (name: string): Item => ({ id: `ev_${name}`, name, schema: null });

/** What an account holds that has no faults. */
export const account = (...ids: readonly string[]) => ({
  automations: ids.map((id) => workflow(id)),
  events: ids.map((id) => event(`${id}.joined`)),
});

/** Small, so that no test waits. */
export const SMALL: Partial<Limits> = { rate: 1000, backoff: 1, timeout: 2000 };

export function withKey(url: string, key = KEY): void {
  vi.stubEnv('EDGEWISE_API_KEY', key);
  vi.stubEnv('EDGEWISE_BASE_URL', url);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Of a run without paths. */
export function livePlan(only: readonly string[]): Plan {
  const plan = planOf(only);
  return { ...plan, inputs: { ...plan.inputs, paths: [], from: 'default' } };
}

interface Read {
  readonly limits?: Partial<Limits>;
  readonly options?: Partial<AccountOptions>;
  readonly only?: readonly string[];
}

/** What a run reads from a server, with one rule in force. */
export function readFrom(
  { url }: Pick<Service, 'url'>,
  { limits = {}, options = {}, only = ['unused-event'] }: Read = {},
): Promise<Reading> {
  withKey(url);
  const source = accountSource(
    { workflows: true, events: false, ...options },
    { ...SMALL, ...limits },
  );
  return source(livePlan(only));
}

/** `path: message (exit)`, without the address of the server. */
export const failuresOf = ({ failures }: Reading, { url }: Service): readonly string[] =>
  failures.map(
    ({ source, message, exit }) => `${source.replace(url, '') || '/'}: ${message} (${exit})`,
  );

export const namesOf = ({ inputs }: Reading, { url }: Service): readonly string[] =>
  inputs.map(({ name }) => name.replace(url, ''));

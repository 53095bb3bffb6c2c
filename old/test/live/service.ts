import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { createResources } from '../../src/core/lint/resources.ts';
import { namesOfResource } from '../../src/core/model/resource.ts';
import { RESOURCE_TYPES } from '../../src/core/resources/registry.ts';
import { openSources } from '../../src/load/sources.ts';
import { holdWorkspace } from '../../src/run/hold.ts';

/** A local substitute for the service, with configurable faults. */
export interface Service {
  readonly url: string;
  /** The requests, in order: path and query; the method before them when it is not GET. */
  readonly asked: string[];
  readonly headers: IncomingMessage['headers'][];
  /** When each request came, in milliseconds. */
  readonly times: number[];
}

export interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface Account {
  readonly workflows?: readonly Item[];
  readonly events?: readonly Item[];
  /** `workflows` as in the alpha, `automations` as today. */
  readonly family?: 'workflows' | 'automations';
  /** Answers a request itself and returns true, or leaves it to the account. */
  readonly fault?:
    | ((
        request: { readonly path: string; readonly query: URLSearchParams; readonly nth: number },
        response: ServerResponse,
      ) => boolean | undefined)
    | undefined;
}

const stops = new Set<() => void>();

afterEach(() => {
  for (const stop of stops) stop();
  stops.clear();
});

/** The read API over given items, whatever their shape. */
export async function startService({
  workflows = [],
  events = [],
  family = 'workflows',
  fault,
}: Account): Promise<Service> {
  const service = {
    asked: [] as string[],
    headers: [] as IncomingMessage['headers'][],
    times: [] as number[],
  };
  const { url, stop } = await listen((request, response) => {
    const { pathname, searchParams, search } = new URL(request.url as string, 'http://localhost');
    const method = request.method === 'GET' ? '' : `${request.method} `;
    service.asked.push(method + pathname + search);
    service.headers.push(request.headers);
    service.times.push(performance.now());
    const nth = service.asked.filter((asked) => asked.split('?')[0] === pathname).length;
    if (fault?.({ path: pathname, query: searchParams, nth }, response) === true) return;
    // Tests change the items between runs.
    const lists = new Map([
      [family as string, { items: workflows, details: STEP_FIELDS }],
      ['events', { items: events }],
    ]);
    answer(request, response, lists);
  });
  stops.add(stop);
  return { ...service, url };
}

export interface Served {
  readonly url: string;
  stop(): void;
}

/** The read API over files, until it is stopped. */
export async function serveFiles(path: string): Promise<Served> {
  const stdin = { async *[Symbol.asyncIterator]() {} };
  const held = await holdWorkspace(openSources({ paths: [path], cwd: '/', stdin }).items);
  const documents = held.documents.map(({ document }) => document);
  const withIds = (raws: readonly object[], kind: string): readonly Item[] =>
    raws.map((raw, i) => ({ id: `${kind}-${i + 1}`, ...raw }));
  const whole = documents.flatMap((document) => document.workflows.map(({ raw }) => raw));
  const workflows = { items: withIds(whole, 'workflow'), details: STEP_FIELDS };
  const events = documents.flatMap((document) => document.events.map(({ raw }) => raw));
  const lists = new Map<string, List>([
    ['workflows', workflows],
    ['automations', workflows],
    ['events', { items: withIds(events, 'event') }],
  ]);
  const resources = documents.flatMap((document) => document.resources);
  for (const type of RESOURCE_TYPES) {
    // An empty list would mean that there are none.
    if (resources.every(({ of }) => of !== type.name)) continue;
    const items = createResources(resources)(type).items.map(({ value }): Item => {
      const names = namesOfResource(type, value);
      return { object: type.object, id: String(names[0]), ...value };
    });
    lists.set(type.path, { items, details: type.details, names: type.names });
  }
  return listen((request, response) => answer(request, response, lists));
}

async function listen(handle: RequestListener): Promise<Served> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const STEP_FIELDS = ['steps', 'edges', 'connections'];

interface List {
  readonly items: readonly Item[];
  /** Fields that items of a list lack. */
  readonly details?: readonly string[] | undefined;
  /** Fields that name an item, beside its id. */
  readonly names?: readonly string[];
}

/** Lists in pages, and items by id or name, as the service answers. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  lists: ReadonlyMap<string, List>,
): void {
  const { pathname, searchParams } = new URL(request.url as string, 'http://localhost');
  const [family = '', id, ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
  const list = rest.length === 0 ? lists.get(family) : undefined;
  if (list === undefined) {
    sendError(response, 404, 'not_found', 'Not found');
    return;
  }
  const { items, details = [], names = ['name'] } = list;
  if (id !== undefined) {
    const item =
      items.find((each) => each.id === id) ??
      items.find((each) => names.some((name) => each[name] === id));
    if (item === undefined) sendError(response, 404, 'not_found', 'Not found');
    else sendJson(response, { object: family.slice(0, -1), ...item });
    return;
  }
  const after = searchParams.get('after');
  const at = after === null ? -1 : items.findIndex((each) => each.id === after);
  if (after !== null && at === -1) {
    sendError(response, 422, 'invalid_parameter', 'The cursor must be the id of an item.');
    return;
  }
  const status = family === 'automations' ? searchParams.get('status') : null;
  const following = items
    .slice(at + 1)
    .filter((each) => status === null || each['status'] === status);
  const shown = following.slice(0, Number(searchParams.get('limit') ?? 20));
  // Only in the alpha, items of a list have `object`.
  const hidden = family === 'workflows' ? details : ['object', ...details];
  sendJson(response, {
    object: 'list',
    has_more: shown.length < following.length,
    data: shown.map((item) =>
      Object.fromEntries(Object.entries(item).filter(([field]) => !hidden.includes(field))),
    ),
  });
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
  return true;
}

export function sendError(
  response: ServerResponse,
  statusCode: number,
  name: string,
  message: string,
  headers?: Record<string, string>,
): true {
  return sendJson(response, { name, message, statusCode }, statusCode, headers);
}

/** Workflows as the alpha gives them, without a fault in them. */
export function welcomes(count: number): Item[] {
  return Array.from({ length: count }, (_, i) => {
    const id = (n: number): string =>
      `00000000-0000-4000-8000-${String(i * 100 + n).padStart(12, '0')}`;
    return {
      object: 'workflow',
      id: id(0),
      name: `Welcome to shop ${i}`,
      status: 'enabled',
      created_at: '2026-03-01T08:00:00.000Z',
      updated_at: '2026-03-02T08:00:00.000Z',
      steps: [
        { id: id(1), type: 'trigger', config: { event_name: `shop${i}.joined` } },
        {
          id: id(2),
          type: 'send_email',
          config: {
            template_id: 'tpl_welcome',
            subject: 'Welcome!',
            from: 'Juniper <hello@juniper.io>',
          },
        },
      ],
      edges: [{ id: id(3), from_step_id: id(1), to_step_id: id(2), edge_type: 'default' }],
    };
  });
}

export function joinedEvents(count: number): Item[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`,
    name: `shop${i}.joined`,
    schema: null,
    created_at: '2026-03-01T08:00:00.000Z',
    updated_at: '2026-03-01T08:00:00.000Z',
  }));
}

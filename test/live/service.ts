import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Document } from '../../src/core/model/nodes.ts';
import { buildCatalogue } from '../../src/features/serve/catalogue.ts';
import { respond } from '../../src/features/serve/respond.ts';

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
  /** By the id of the workflow. */
  readonly runs?: Readonly<Record<string, readonly Item[]>>;
  readonly logs?: readonly Item[];
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

const open = new Set<Server>();

afterEach(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
  open.clear();
});

/** The handler of `edgewise serve` over given items, whatever their shape. */
export async function startService({
  workflows = [],
  events = [],
  runs = {},
  logs,
  family = 'workflows',
  fault,
}: Account): Promise<Service> {
  const items = (given: readonly Item[]) => given.map((raw) => ({ id: raw.id, raw }));
  const samples = { runs: new Map(Object.entries(runs)), ...(logs && { logs }) };
  const current = () => {
    const lists = { workflows: items(workflows), events: items(events), resources: [], lists: [] };
    return buildCatalogue([lists as unknown as Document], samples);
  };
  let catalogue = current();
  const service = {
    url: '',
    asked: [] as string[],
    headers: [] as IncomingMessage['headers'][],
    times: [] as number[],
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams, search } = new URL(request.url as string, 'http://localhost');
    const method = request.method === 'GET' ? '' : `${request.method} `;
    service.asked.push(method + pathname + search);
    service.headers.push(request.headers);
    service.times.push(performance.now());
    const nth = service.asked.filter((asked) => asked.split('?')[0] === pathname).length;
    if (fault?.({ path: pathname, query: searchParams, nth }, response) === true) return;
    // Tests change the items between runs.
    if (pathname.split('/').length === 2) catalogue = current();
    const isOther = /^\/(?:workflows|automations)(?:\/[^/]*)?$/.test(pathname);
    if (isOther && !pathname.startsWith(`/${family}`)) {
      sendError(response, 404, 'not_found', 'Not found');
      return;
    }
    const { status, headers, body } = respond(
      { ...REQUEST, url: request.url as string },
      catalogue,
    );
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.add(server);
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

const REQUEST = { method: 'GET', host: undefined, userAgent: 'test', authorization: 'Bearer x' };

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

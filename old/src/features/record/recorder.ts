import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstTooDeep } from '../../core/document/syntax.ts';
import type { AccountRequest, RecordedAccount } from './account.ts';
import { hostOf } from './environment.ts';
import type { AccountAnswer } from './store.ts';

/** A larger body is refused. */
const MAX_BODY = 25 * 1024 * 1024;
const TOO_LARGE = 'The request body is larger than 25 MB.';
const NOT_JSON = 'The request body is not valid JSON.';
const TOO_DEEP = 'The request body is nested too deeply.';

/**
 * Serves the API of an account on loopback. It is also the proxy of programs: requests to the service are recorded, other requests
 * by plain HTTP are passed on, and connections are refused.
 * @param hosts those of the service.
 */
export async function startRecorder(account: RecordedAccount, hosts: readonly string[]) {
  /** Hosts that a program tried to reach through it as its proxy, and that were refused. */
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    response.on('error', () => {});
    const target = targetOf(request);
    const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const isService = [target?.host, request.headers.host].some(
      (host) => host !== undefined && hosts.includes(hostOf(host)),
    );
    if (target !== undefined && hostOf(target.host) !== own && !isService) {
      const sent = passOn(target, request, response);
      // A name that leads to the service.
      sent.on('socket', (socket) =>
        socket.on('lookup', (_error, address) => {
          const found = hostOf(address, target.port || 80);
          if (!hosts.includes(found)) return;
          refused.add(found);
          sent.destroy();
        }),
      );
      return;
    }
    void readRequest(request).then(
      (asked) => respond(response, account.answer(asked)),
      () => response.destroy(),
    );
  });
  server.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    refused.add(url);
    socket.on('error', () => {});
    const line = `edgewise record refuses ${url.replace(/[^\w.:[\]-]/g, '')}: use RESEND_BASE_URL`;
    const head = `HTTP/1.1 403 ${line}\r\ncontent-length: ${line.length + 1}\r\nconnection: close`;
    socket.end(`${head}\r\n\r\n${line}\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The URL of a request to a proxy. */
const targetOf = ({ url = '' }: IncomingMessage): URL | undefined =>
  !url.startsWith('/') && URL.canParse(url) ? new URL(url) : undefined;

function passOn(target: URL, request: IncomingMessage, response: ServerResponse): ClientRequest {
  const { method, headers } = request;
  const sent = openRequest(target, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.on('error', () => response.destroy());
  request.pipe(sent);
  return sent;
}

function respond(response: ServerResponse, { status, body }: AccountAnswer): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

async function readRequest(request: IncomingMessage): Promise<AccountRequest> {
  const { method = 'GET', url = '/' } = request;
  const whole = targetOf(request);
  const [requestPath = '', ...query] = (whole ? whole.pathname + whole.search : url).split('?');
  const parameters = new URLSearchParams(query.join('?'));
  const path = requestPath
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  return {
    method,
    path,
    query: parameters,
    origin: parameters.get('edgewise-origin'),
    ...(await readBody(request)),
  };
}

async function readBody(request: IncomingMessage): Promise<Pick<AccountRequest, 'body' | 'fault'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
  }
  if (size > MAX_BODY) return { body: undefined, fault: faultOf(413, TOO_LARGE) };
  const given = Buffer.concat(chunks).toString('utf8');
  if (given === '') return { body: undefined };
  if (firstTooDeep(given) !== undefined) return { body: undefined, fault: faultOf(400, TOO_DEEP) };
  try {
    return { body: JSON.parse(given) };
  } catch {
    return { body: undefined, fault: faultOf(400, NOT_JSON) };
  }
}

const faultOf = (statusCode: number, message: string): AccountAnswer => ({
  status: statusCode,
  body: { statusCode, name: 'validation_error', message },
});

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

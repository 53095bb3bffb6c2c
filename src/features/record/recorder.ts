import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import querystring from 'node:querystring';
import { text } from 'node:stream/consumers';
import { decodeText } from '../../core/document/text.ts';
import { type Account, type Answer, type Asked, refuse } from './account.ts';
import { hostIn, hostOf } from './environment.ts';

/** The header with the place of the call, by which the preload of Node programs names it. */
export const PLACE_HEADER = 'x-edgewise-place';

/**
 * Serves an account on loopback. It is also the proxy of other programs: a request for another host
 * is refused, and it opens no connections (`CONNECT`): those to the account are lost.
 */
export async function startRecorder(account: Account, baseUrls: readonly string[]) {
  const hosts = baseUrls.map(hostIn);
  const bases = baseUrls.map((url) => new URL(url).pathname.replace(/\/*$/, '/'));
  bases.sort((a, b) => b.length - a.length);
  const lost = new Set<string>();
  const server = createServer((request, response) => {
    response.on('error', () => {});
    if (!isForAccount(request)) return respond(response, OTHER_HOST);
    void read(request, bases).then(
      (asked) => respond(response, account.answer(asked)),
      () => response.destroy(),
    );
  });
  server.on('connect', ({ url = '' }, socket) => {
    if (hosts.includes(hostOf(url))) lost.add(hostOf(url));
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** A proxy gets the whole URL, that of the recorder too. */
  const isForAccount = ({ url = '' }: IncomingMessage): boolean =>
    url.startsWith('/') || [own, ...hosts].includes(hostIn(url));
  return {
    url: `http://${own}`,
    /** Hosts of the service that a program could not reach. */
    lost: lost as ReadonlySet<string>,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

const OTHER_HOST = refuse(502, 'edgewise record reaches no other hosts');

async function read(request: IncomingMessage, bases: readonly string[]): Promise<Asked> {
  const { method = 'GET', url = '/', headers } = request;
  // Two slashes at the start are no host.
  const { pathname } = new URL(url.startsWith('/') ? `http://127.0.0.1${url}` : url);
  const base = bases.find((each) => pathname.startsWith(each));
  const place = headers[PLACE_HEADER];
  return {
    method,
    path: pathname.slice(base?.length).split('/').filter(Boolean).map(querystring.unescape),
    body: bodyOf(await text(request)),
    place: typeof place === 'string' ? decodeURIComponent(place) : undefined,
  };
}

function bodyOf(written: string): unknown {
  if (written === '') return undefined;
  const { form, value } = decodeText({ name: '', text: written, isNamed: true });
  return form === 'broken' ? new Error('the body is not JSON, or nested too deeply') : value;
}

function respond(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'ratelimit-limit': '10' });
  response.end(JSON.stringify(body));
}

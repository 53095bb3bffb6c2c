import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RecordedAccount } from './account.ts';

interface Recorder {
  readonly url: string;
  close(): void;
}

/** Serves the API of an account on loopback. */
export async function startRecorder(account: RecordedAccount): Promise<Recorder> {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    void respond(request, account).then(
      ({ status, body }) => {
        const bytes = Buffer.from(JSON.stringify(body));
        response.writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': bytes.length,
        });
        response.end(bytes);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(
  request: IncomingMessage,
  account: RecordedAccount,
): Promise<ReturnType<RecordedAccount['answer']>> {
  const { method = 'GET', url = '/' } = request;
  const [path = '', ...query] = url.split('?');
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  const given = await text(request);
  let body: unknown;
  try {
    body = given === '' ? undefined : JSON.parse(given);
  } catch {
    const message = 'The request body is not valid JSON.';
    return { status: 400, body: { statusCode: 400, name: 'validation_error', message } };
  }
  const parameters = new URLSearchParams(query.join('?'));
  const origin = parameters.get('edgewise-origin');
  return account.answer({ method, path: segments, query: parameters, body, origin });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

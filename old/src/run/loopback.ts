import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCode } from '../load/source-error.ts';
import { writeStream } from './output.ts';
import type { Runtime } from './runtime.ts';
import { stopSignal } from './stop-signal.ts';
import { UserError } from './user-error.ts';

const LOOPBACK = '127.0.0.1';

/**
 * Answers requests of this machine, with the address on standard output, until a signal ends it.
 * @param at a port, 0 for a free one, and what follows it in the address.
 * @param started is called with the address.
 */
export async function serveLoopback(
  answer: RequestListener,
  at: { readonly port: number; readonly path?: string },
  runtime: Runtime,
  started: (url: string) => void = () => {},
): Promise<number> {
  const { port, path = '' } = at;
  const server = createServer(answer);
  // Of more connections at once than Node's 511, the system lets the others wait for a second.
  server.listen({ port, host: LOOPBACK, backlog: 4096 });
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = errorCode(error);
    throw new UserError(
      `cannot listen on port ${port}: ${REASONS.get(code) ?? code}`,
      'without --port, a free one is found',
    );
  }
  const stopped = stopSignal(runtime);
  const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}${path}`;
  await writeStream(runtime.stdout, [`${url}\n`]);
  started(url);
  const code = await stopped;
  server.close();
  server.closeAllConnections();
  return code;
}

const REASONS = new Map([
  ['EADDRINUSE', 'another program listens there'],
  ['EACCES', 'permission denied'],
]);

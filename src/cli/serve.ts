import { once as onceOf } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readWorkspace } from '../load/workspace.ts';
import { count } from '../model/duration.ts';
import { escapeText } from '../report/escape.ts';
import { sayFailure } from '../report/words.ts';
import { buildCatalogue, type Catalogue } from '../serve/catalogue.ts';
import { type Delivery, type Faults, parseFaults, withFaults } from '../serve/faults.ts';
import { respond } from '../serve/respond.ts';
import type { Args } from './args.ts';
import { parseCount } from './choice.ts';
import { EXIT } from './exit-code.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { UserError } from './user-error.ts';

const LOOPBACK = '127.0.0.1';
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** `edgewise serve PATH…`: the read API over an export, on this machine only, until it is interrupted. */
export async function serve(args: Args, program: Program): Promise<number> {
  const port = parseCount('--port', args.port) ?? 0;
  if (port > 65_535) throw new UserError(`--port wants a number up to 65535, not ${port}`, 'without it, a free one is found');
  const latency = parseCount('--latency', args.latency) ?? 0;
  if (latency > 600_000) throw new UserError(`--latency wants milliseconds, at most 600000, not ${latency}`);
  const faults = parseFaults(args.faults.join(','));
  if ('complaint' in faults) throw new UserError(faults.complaint, faults.hint);
  if (args.positional.length === 0) throw new UserError('serve which export?', 'name a file or folder, such as edgewise serve workflows/');

  const { documents, failures, skipped } = await readWorkspace(args.positional, program.cwd(), program.stdin);
  for (const failure of failures) await writeStream(program.stderr, [`edgewise: ${escapeText(sayFailure(failure))}\n`]);
  if (failures.length > 0) return EXIT.failed;
  const catalogue = buildCatalogue(documents.map(({ document }) => document));
  if (documents.length === 0 && !args.allowEmpty) {
    throw new UserError('no workflows or event definitions found', skipped > 0 ? `${skipped} JSON files hold something else` : 'name the files of your export');
  }
  await writeStream(program.stderr, notesOf(catalogue));
  return listen(catalogue, faults, { port, latency }, program);
}

async function listen(catalogue: Catalogue, faults: Faults, { port, latency }: { port: number; latency: number }, program: Program): Promise<number> {
  const answer = withFaults(faults, (request) => respond(request, catalogue, faults));
  const server = createServer((message, response) => {
    // Whoever hangs up early has seen enough.
    response.on('error', () => {});
    void handle(message, response, latency, answer).catch(() => response.destroy());
  });
  server.listen(port, LOOPBACK);
  try {
    await onceOf(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(`cannot listen on port ${port}: ${REASONS.get(code) ?? code}`, 'without --port, a free one is found');
  }
  const stopped = stopSignal(program);
  await writeStream(program.stdout, [`http://${LOOPBACK}:${(server.address() as AddressInfo).port}\n`]);
  const signal = await stopped;
  server.close();
  server.closeAllConnections();
  return SIGNALS[signal];
}

async function handle(message: IncomingMessage, response: ServerResponse, latency: number, answer: ReturnType<typeof withFaults>): Promise<void> {
  message.resume();
  const { host, authorization } = message.headers;
  const request = { method: message.method ?? '', url: message.url ?? '', host, userAgent: message.headers['user-agent'], authorization };
  if (latency > 0) await pause(latency);
  await deliver(response, answer(request, performance.now()));
}

async function deliver(response: ServerResponse, { status, headers, body, breaks, drip }: Delivery): Promise<void> {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  const whole = breaks ? bytes.subarray(0, bytes.length >> 1) : bytes;
  if (drip !== undefined) {
    for (let at = 0; at < whole.length && !response.destroyed; at++) {
      response.write(whole.subarray(at, at + 1));
      await pause(drip);
    }
  } else response.write(whole);
  // Only what has left can be cut off in the middle.
  if (breaks) setImmediate(() => response.destroy());
  else response.end();
}

// A pause that is under way when the server ends does not hold it up.
const pause = (milliseconds: number): Promise<void> => sleep(milliseconds, undefined, { ref: false });

function stopSignal({ once }: Program): Promise<keyof typeof SIGNALS> {
  return new Promise((resolve) => {
    for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) once(signal, () => resolve(signal));
  });
}

function notesOf({ workflows, events, named, shadowed }: Catalogue): readonly string[] {
  const notes = [`edgewise: serving ${count(workflows.items.length, 'workflow')} and ${count(events.items.length, 'event')}; Ctrl-C ends it\n`];
  if (named > 0) notes.push(`edgewise: ${named === 1 ? '1 item has no id and is given one' : `${named} items have no id and are given one`}\n`);
  if (shadowed > 0) notes.push(`edgewise: ${count(shadowed, 'item')} left out: the id of an earlier one stands twice\n`);
  return notes;
}

const REASONS = new Map([
  ['EADDRINUSE', 'something else listens there'],
  ['EACCES', 'permission denied'],
]);

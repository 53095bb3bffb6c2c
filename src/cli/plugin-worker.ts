import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Assignment, Message } from '../features/plugins/guard.ts';
import type { OutputStream } from '../run/output.ts';
import { main } from './main.ts';

// The thread in which commands with plugins run: the other end of guard.ts.
const port = parentPort as MessagePort;
const { argv, env, cwd, isTTY, running } = workerData as Assignment;
const send = (message: Message): void => port.postMessage(message);

const stream = (name: 'stdout' | 'stderr'): OutputStream => ({
  isTTY: name === 'stdout' && isTTY,
  write(text, done) {
    send({ kind: 'write', stream: name, text });
    done();
    return true;
  },
  on: () => undefined,
});

async function* readStdin(): AsyncIterable<Uint8Array> {
  const queue: (Uint8Array | null)[] = [];
  const waiting: (() => void)[] = [];
  port.on('message', (chunk: Uint8Array | null) => {
    queue.push(chunk);
    waiting.pop()?.();
  });
  send({ kind: 'stdin' });
  for (;;) {
    const chunk = queue.shift();
    if (chunk === null) return;
    if (chunk !== undefined) yield chunk;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
}

main(
  argv,
  {
    stdin: { [Symbol.asyncIterator]: () => readStdin()[Symbol.asyncIterator]() },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env,
    cwd: () => cwd,
    platform: process.platform,
    once: () => undefined,
  },
  {
    findAgent: async () => (await import('std-env')).agentInfo.name,
    engine: new URL('./engine.js', import.meta.url),
    watch: { running, loaded: (ids) => send({ kind: 'loaded', ids }) },
  },
).then((code) => send({ kind: 'done', code }));

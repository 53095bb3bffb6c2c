import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

/** Milliseconds. A check that takes longer does not end: the others take a few. */
const ENDLESS = 60_000;

/** A program in a thread, so that an endless check can be stopped. It answers each message with a fault, or with nothing. */
export interface Thread {
  faultIn(message: unknown): Promise<string | undefined>;
  /** Stops the program and removes its files. */
  close(): Promise<void>;
}

/** Bundles a program of the tests. */
export async function openThread(program: URL): Promise<Thread> {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-thread-'));
  await build({
    entryPoints: [fileURLToPath(program)],
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', logLevel: 'error' },
    mainFields: ['module', 'main'],
    loader: { '.txt': 'text' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    outExtension: { '.js': '.mjs' },
    outdir: folder,
  });
  const file = join(folder, `${basename(program.pathname, '.ts')}.mjs`);
  let worker: Worker | undefined;
  const stop = async (): Promise<void> => {
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  };
  return {
    async faultIn(message) {
      worker ??= new Worker(file);
      worker.postMessage(message);
      try {
        const [fault] = await once(worker, 'message', { signal: AbortSignal.timeout(ENDLESS) });
        return fault;
      } catch (error) {
        await stop();
        return `no answer: ${String(error)}`;
      }
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

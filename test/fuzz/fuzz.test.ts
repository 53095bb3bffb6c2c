import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORMATS } from '../../src/core/report/formats.ts';
import fc from '../fast-check.ts';
import type { FuzzCase } from './checker.ts';
import { changedBytes, changedLines, changedTrees } from './inputs.ts';

// A short run with one seed; `npm run fuzz` takes another seed each time, and FUZZ_MINUTES (default 5) for each kind of input.

const isLong = process.env['MODE'] === 'fuzz';
const MINUTES = Number(process.env['FUZZ_MINUTES'] ?? 5);
const RUNS = 150;
/** Milliseconds. A check that takes longer does not end: the others take a few. */
const ENDLESS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'edgewise-fuzz-'));
// The last failing input is kept, for a scene or `test/fuzz/corpus`.
const kept = fileURLToPath(new URL('../../coverage/fuzz', import.meta.url));

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('checker.ts', import.meta.url))],
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', logLevel: 'error' },
    mainFields: ['module', 'main'],
    loader: { '.txt': 'text' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    outExtension: { '.js': '.mjs' },
    outdir: folder,
  });
});

afterAll(async () => {
  await worker?.terminate();
  rmSync(folder, { recursive: true });
});

let worker: Worker | undefined;

async function faultIn(given: FuzzCase): Promise<string | undefined> {
  const thread = (worker ??= new Worker(join(folder, 'checker.mjs')));
  thread.postMessage(given);
  try {
    const [fault] = await once(thread, 'message', { signal: AbortSignal.timeout(ENDLESS) });
    return fault;
  } catch (error) {
    worker = undefined;
    await thread.terminate();
    return `no answer: ${String(error)}`;
  }
}

const words = fc.constantFrom(
  ...[...FORMATS.keys()].map((format) => ['lint', '-', '--no-config', '-f', format]),
  ...['mermaid', 'dot', 'svg'].map((format) => ['graph', '-', '-f', format]),
  ...['text', 'json', 'mermaid'].map((format) => ['simulate', 'user.created', '-', '-f', format]),
  ['lint', '-', '--no-config', '--list-files'],
  ['types', '-'],
);

test.each([
  ['bytes', changedBytes],
  ['trees', changedTrees],
  ['lines', changedLines],
])(
  'changed %s cause no crash, have valid exit codes, pointers and regions, and keep their findings in other orders',
  async (kind, input) => {
    const property = fc.asyncProperty(input, words, async (bytes, command) => {
      const fault = await faultIn({ bytes, words: command });
      if (fault === undefined) return;
      mkdirSync(kept, { recursive: true });
      writeFileSync(join(kept, `${kind}.json`), bytes);
      throw new Error(`${fault}\n${command.join(' ')} < coverage/fuzz/${kind}.json`);
    });
    const details = await fc.check(
      property,
      isLong
        ? {
            ...(process.env['SEED'] === undefined && { seed: Math.floor(Math.random() * 2 ** 31) }),
            numRuns: Number.MAX_SAFE_INTEGER,
            interruptAfterTimeLimit: MINUTES * 60_000,
            maxSkipsPerRun: 0,
          }
        : { numRuns: RUNS },
    );
    // An input stopped by the time limit is still answered, so that it does not count as the first of the next kind.
    await worker?.terminate();
    worker = undefined;
    const { failed, errorInstance, seed, numRuns } = details;
    if (isLong) console.log(`${kind}: ${numRuns} inputs, seed ${seed}`);
    if (failed) expect.fail(`${(errorInstance as Error).message}\nseed: ${seed}`);
  },
  isLong ? (MINUTES + 10) * 60_000 : undefined,
);

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORMATS } from '../../src/core/report/formats.ts';
import fc from '../fast-check.ts';
import { openThread, type Thread } from '../thread.ts';
import type { FuzzCase } from './checker.ts';
import { changedBytes, changedLines, changedTrees } from './inputs.ts';

// A short run with one seed; `npm run fuzz` takes another seed each time, and FUZZ_MINUTES (default 5) for each kind of input.

const isLong = process.env['MODE'] === 'fuzz';
const MINUTES = Number(process.env['FUZZ_MINUTES'] ?? 5);
const RUNS = 150;

// The last failing input is kept, for a scene or `test/fuzz/corpus`.
const kept = fileURLToPath(new URL('../../coverage/fuzz', import.meta.url));

let thread: Thread;

beforeAll(async () => {
  thread = await openThread(new URL('checker.ts', import.meta.url));
});

afterAll(() => thread.close());

const words = fc.constantFrom(
  ...[...FORMATS.keys()].map((format) => ['lint', '-', '--no-config', '-f', format]),
  ...['mermaid', 'svg'].map((format) => ['graph', '-', '-f', format]),
  ...['text', 'json', 'svg'].map((format) => ['simulate', 'user.created', '-', '-f', format]),
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
      const given: FuzzCase = { bytes, words: command };
      const fault = await thread.faultIn(given);
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
    await thread.stop();
    const { failed, errorInstance, seed, numRuns } = details;
    if (isLong) console.log(`${kind}: ${numRuns} inputs, seed ${seed}`);
    if (failed) expect.fail(`${(errorInstance as Error).message}\nseed: ${seed}`);
  },
  isLong ? (MINUTES + 10) * 60_000 : undefined,
);

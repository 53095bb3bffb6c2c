import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORMATS } from '../../src/core/report/formats.ts';
import fc from '../fast-check.ts';
import { openThread, type Thread } from '../thread.ts';
import type { FuzzCase } from './checker.ts';
import { changedBytes, changedLines, changedTrees } from './inputs.ts';

// The environment variable SEED names another seed.

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
    const { failed, errorInstance, seed } = await fc.check(property, { numRuns: RUNS });
    if (failed) expect.fail(`${(errorInstance as Error).message}\nseed: ${seed}`);
  },
);

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { ALLOCATED, GROWTH, INSTRUCTIONS, KEPT } from './limits.ts';

// The cost of a clean ten-step workflow, counted and not timed, so that it does not depend on the machine.

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'edgewise-guards-'));
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  const workload = (await import(new URL('../../bench/workload.js', import.meta.url).href)) as {
    tenStepWorkflow(n: number): object;
    eventDefinitions(): { data: readonly object[] };
  };
  // Disabled workflows on few events, so that reading events is not measured.
  const numberOf = (i: number): number => 400 * (1 + Math.floor(i / 20)) + (i % 20);
  const write = (name: string, from: number, count: number): void =>
    writeFileSync(
      path(name),
      Array.from({ length: count }, (_, i) =>
        JSON.stringify(workload.tenStepWorkflow(numberOf(from + i))),
      ).join('\n'),
    );
  const events = workload.eventDefinitions();
  writeFileSync(path('events.json'), JSON.stringify({ ...events, data: events.data.slice(0, 20) }));
  write('few.ndjson', 0, 50);
  write('some.ndjson', 10_000, 200);
  write('warm.ndjson', 0, 2000);
  write('many.ndjson', 10_000, 3000);
  write('huge.ndjson', 10_000, 40_000);
  await build({
    entryPoints: [fileURLToPath(new URL('measure.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    outfile: path('measure.mjs'),
    logLevel: 'error',
  });
});

test('a clean workflow allocates and keeps at most the guarded number of bytes', async () => {
  // In a nursery of this size nothing is collected without a request, so that the difference is the allocation; nor does the size
  // of buffers start a collection. Code is
  // optimised at the same moment in each run, because optimised code allocates less.
  const flags = [
    '--predictable',
    '--hash-seed=1',
    '--random-seed=1',
    '--expose-gc',
    '--min-semi-space-size=512',
    '--max-semi-space-size=512',
    '--no-incremental-marking',
    '--trace-gc',
  ];
  const args = [...flags, 'measure.mjs', 'heap', 'warm.ndjson', 'many.ndjson', 'events.json'];
  const { stdout } = await run(process.execPath, args, { cwd: folder });
  const [, collections = ''] = /^\[\n([\s\S]*?)\n\]\n/m.exec(stdout) ?? [];
  expect(collections).toBe('');
  const { allocated, kept, problems } = JSON.parse(
    stdout.trimEnd().split('\n').at(-1) as string,
  ) as Record<string, number>;
  expect(problems).toBe(0);
  expect(Number(allocated) / 3000).toBeLessThan(ALLOCATED);
  expect(Number(kept) / 3000).toBeLessThan(KEPT);
  expect(Number(allocated) / 3000).toBeGreaterThan(2500);
});

test('memory grows by at most the guarded number of bytes per workflow', async () => {
  // What is new has the same room in both.
  const flags = ['--min-semi-space-size=8', '--max-semi-space-size=8'];
  const peak = async (name: string): Promise<number> => {
    const { stdout } = await run(
      process.execPath,
      [...flags, 'measure.mjs', 'peak', 'warm.ndjson', name, 'events.json'],
      { cwd: folder },
    );
    return Number(stdout);
  };
  const [less, more] = [await peak('many.ndjson'), await peak('huge.ndjson')];
  expect((more - less) / 37_000).toBeLessThan(GROWTH);
});

describe('instructions', () => {
  // Optimised code would depend on timing, and optimising takes most of a short run.
  const flags = [
    '--predictable',
    '--single-threaded',
    '--hash-seed=1',
    '--random-seed=1',
    '--no-opt',
    '--no-maglev',
    '--always-sparkplug',
  ];
  const more = ['--no-regexp-tier-up', '--min-semi-space-size=64', '--max-semi-space-size=64'];
  const tool = [
    '--tool=cachegrind',
    '--cache-sim=no',
    '--cachegrind-out-file=/dev/null',
    '--smc-check=all-non-file',
  ];
  const count = async (what: string): Promise<number> => {
    const args = [
      ...tool,
      process.execPath,
      ...flags,
      ...more,
      'measure.mjs',
      what,
      'few.ndjson',
      'some.ndjson',
      'events.json',
    ];
    const { stderr } = await run('valgrind', args, { cwd: folder });
    return Number(/I\s+refs:\s+([\d,]+)/.exec(stderr)?.[1]?.replaceAll(',', ''));
  };

  test('a clean workflow takes at most the guarded number of instructions', async ({ skip }) => {
    if (spawnSync('valgrind', ['--version']).status !== 0)
      skip('there is no valgrind to count instructions with');
    const [neither, check, parse] = (await Promise.all(
      ['neither', 'check', 'parse'].map(count),
    )) as [number, number, number];
    expect(parse).toBeGreaterThan(neither);
    expect((check - neither) / (parse - neither)).toBeLessThan(INSTRUCTIONS);
  }, 600_000);
});

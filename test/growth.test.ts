import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FORMATS } from '../src/core/report/formats.ts';

// Blocks of code that run are counted, not timed: the same on a busy machine. `node bench/growth.js` has all cases.

const bench = fileURLToPath(new URL('../bench/growth.js', import.meta.url));

test.each([['many triggers'], ['unreachable steps'], ['suppressions of nothing']])(
  '%s: the work is proportional to the input',
  (name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bench, '--work', name], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('1 cases, 0 too slow');
    expect(stdout).toMatch(/^ok\t/);
  },
);

test('every format is a case of the benchmark', async () => {
  const { FORMATS: cases } = (await import(
    new URL('../bench/growth/cases.js', import.meta.url).href
  )) as { FORMATS: readonly string[] };
  expect(cases).toEqual([...FORMATS.keys()]);
});

test('every case of the benchmark makes its input and its command line', async () => {
  type Case = { files(n: number): object; args?: string[] | ((n: number) => string[]) };
  const { CASES } = (await import(new URL('../bench/growth/cases.js', import.meta.url).href)) as {
    CASES: Record<string, Case>;
  };
  expect(Object.keys(CASES).length).toBeGreaterThan(200);
  for (const [name, { files, args = [] }] of Object.entries(CASES)) {
    expect(files(3), name).toBeTypeOf('object');
    expect(typeof args === 'function' ? args(3) : args, name).toBeInstanceOf(Array);
  }
});

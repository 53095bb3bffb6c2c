import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { afterEach, expect, test, vi } from 'vitest';
import { columnsOf, paletteOf, wantsColor } from '../../src/node/streams.ts';
import { enterFolder } from './plan.ts';

afterEach(() => vi.unstubAllEnvs());

test('colours: a flag, then NO_COLOR, then FORCE_COLOR, then the terminal', () => {
  const wants = (env: Record<string, string>, isTTY: boolean, color?: boolean): boolean => {
    for (const name of ['NO_COLOR', 'FORCE_COLOR', 'TERM']) vi.stubEnv(name, env[name]);
    return wantsColor(color, { isTTY });
  };
  expect(wants({ NO_COLOR: '1' }, true, true)).toBe(true);
  expect(wants({ FORCE_COLOR: '1' }, true, false)).toBe(false);
  expect(wants({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe(false);
  expect(wants({ NO_COLOR: '', FORCE_COLOR: '1' }, false)).toBe(true);
  expect(['0', 'false'].map((FORCE_COLOR) => wants({ FORCE_COLOR }, true))).toEqual([false, false]);
  expect([wants({}, true), wants({ TERM: 'dumb' }, true), wants({}, false)]).toEqual([
    ...[true, false, false],
  ]);
  expect([paletteOf(true).red('x'), paletteOf(false).red('x')]).toEqual([
    ...['\u001b[31mx\u001b[39m', 'x'],
  ]);
});

test('lines are as wide as the terminal, within limits', () => {
  const widths = [20, 99, 400, 0].map((columns) => columnsOf({ isTTY: true, columns }));
  expect([...widths, columnsOf({ columns: 100 })]).toEqual([40, 99, 120, 80, 80]);
});

/** Writes 4 MB, and then says how it went. */
const PROGRAM = `
  import { note, writeOut } from './streams.ts';
  const chunks = Array.from({ length: 40_000 }, () => 'x'.repeat(100));
  await writeOut(chunks).then(() => note(['done']), (error) => note([error.message]));
`;

test('a slow pipe gets everything, a closed one is no failure, a full disk is', async () => {
  const src = resolve(import.meta.dirname, '../../src/node');
  const outfile = `${enterFolder()}/program.mjs`;
  const banner = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);`;
  await build({
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'error', outfile },
    ...{ stdin: { contents: PROGRAM, resolveDir: src }, banner: { js: banner } },
  });
  const start = (stdout: 'pipe' | number) => {
    const child = spawn(process.execPath, [outfile], { stdio: ['ignore', stdout, 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const end = async (): Promise<string> => {
      await once(child, 'close');
      return said;
    };
    return { child, end };
  };
  const slow = start('pipe');
  let length = 0;
  slow.child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  expect([await slow.end(), length]).toEqual(['done\n', 4_000_000]);
  const closed = start('pipe');
  closed.child.stdout?.once('data', () => closed.child.stdout?.destroy());
  expect(await closed.end()).toBe('done\n');
  const full = start(openSync('/dev/full', 'w'));
  expect(await full.end()).toBe('cannot write the report: no space left\n');
});

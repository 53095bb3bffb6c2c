import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BIN, FAULTY, folderOf } from './run.ts';

test.each([
  ['SIGINT', 'a report', ['-f', 'json=out/a']],
  ['SIGTERM', 'a report', ['-f', 'json=out/a']],
  ['SIGINT', 'a baseline', ['--baseline', 'out/a', '--update-baseline']],
  ['SIGTERM', 'a blob', ['--shard', '1/1', '-f', 'blob=out/a']],
] as const)('%s while %s is written leaves no temporary file', async (signal, _, args) => {
  const cwd = folderOf({ 'a.ndjson': `${FAULTY}\n`.repeat(15_000) });
  const child = spawn(process.execPath, [BIN, 'a.ndjson', ...args], { cwd, stdio: 'ignore' });
  mkdirSync(join(cwd, 'out'));
  const ended = once(child, 'exit');
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && readdirSync(join(cwd, 'out')).length === 0) await sleep(1);
  child.kill(signal);
  const [code, by] = await ended;
  expect([null, 0, 1]).toContain(code);
  expect([null, signal]).toContain(by);
  expect(readdirSync(join(cwd, 'out'))).toEqual(['a']);
});

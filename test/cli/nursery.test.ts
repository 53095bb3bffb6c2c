import { execFileSync } from 'node:child_process';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { boundNursery } from '../../src/cli/nursery.ts';

function flagsWith(megabytes: number, calls: number): readonly string[] {
  const flags: string[] = [];
  const spaces = getHeapSpaceStatistics().map((space) => (space.space_name === 'new_space' ? { ...space, space_size: megabytes * 1024 * 1024 } : space));
  const rest = boundNursery(() => ({ getHeapSpaceStatistics: () => spaces, setFlagsFromString: (flag) => void flags.push(flag) }));
  for (let i = 0; i < calls; i++) rest();
  return flags;
}

test('room for what is new is made until there is enough, and in small runs nobody looks', () => {
  expect(flagsWith(16, 10)).toEqual([]);
  expect(flagsWith(8, 1000)).toEqual([]);
  expect(new Set(flagsWith(16, 100))).toEqual(new Set(['--semi-space-growth-factor=1']));
});

test('the flag is one that V8 knows', () => {
  const rest = boundNursery();
  for (let i = 0; i < 64; i++) expect(rest).not.toThrow();
  expect(String(execFileSync(process.execPath, ['--v8-options']))).toContain('--semi-space-growth-factor ');
});

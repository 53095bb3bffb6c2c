import { execFileSync } from 'node:child_process';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/cli/engine.ts';

const LESS_INLINING = '--max-inlined-bytecode-size-cumulative=100';
const ENOUGH_ROOM = '--semi-space-growth-factor=1';

function engineWith(megabytes: number) {
  const flags: string[] = [];
  const spaces = getHeapSpaceStatistics().map((space) => (space.space_name === 'new_space' ? { ...space, space_size: megabytes * 1024 * 1024 } : space));
  const engine = createEngine(() => ({ getHeapSpaceStatistics: () => spaces, setFlagsFromString: (flag) => void flags.push(flag) }));
  const rest = (calls: number): void => {
    for (let i = 0; i < calls; i++) engine.rest();
  };
  return { engine, flags, rest };
}

test('room for what is new is made until there is enough, and in small runs nobody looks', () => {
  const [few, little, much] = [engineWith(16), engineWith(8), engineWith(16)];
  few.rest(10);
  little.rest(1000);
  much.rest(100);
  expect(few.flags).toEqual([LESS_INLINING]);
  expect(little.flags).toEqual([LESS_INLINING]);
  expect(new Set(much.flags)).toEqual(new Set([LESS_INLINING, ENOUGH_ROOM]));
});

test('who opens threads says when less is to be inlined', () => {
  const { engine, flags, rest } = engineWith(8);
  engine.leave();
  rest(1000);
  expect(flags).toEqual([]);
  engine.inlineLess();
  expect(flags).toEqual([LESS_INLINING]);
});

test('the flags are such that V8 knows', () => {
  const { rest } = createEngine();
  for (let i = 0; i < 64; i++) expect(rest).not.toThrow();
  const known = String(execFileSync(process.execPath, ['--v8-options']));
  for (const flag of [LESS_INLINING, ENOUGH_ROOM]) expect(known).toContain(`${flag.split('=')[0]} `);
});

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import type { Plan } from '../../src/node/plan.ts';
import { watch } from '../../src/node/watch.ts';
import { capture } from '../cli/program.ts';
import { check, enterFolder, planOf, read } from './plan.ts';

afterEach(() => vi.restoreAllMocks());

const flow = (to: string): string =>
  JSON.stringify({
    ...{ name: 'Welcome', status: 'enabled' },
    steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }],
    connections: [{ from: 'start', to }],
  });

/** Watches `a.json`; `next` waits for one more run, and returns what it says. */
function start(paths: readonly string[], isBroken = (): boolean => false) {
  const stderr = capture('stderr');
  const inputs: Plan['inputs'] = { ...planOf([]).inputs, paths };
  const plan = planOf(['dangling-edge'], { inputs });
  const targets = [{ format: 'json', file: 'report.json' }];
  let seen = 0;
  const ended = watch({ paths, targets }, async () => {
    writeFileSync('report.json', '{}');
    return isBroken() ? undefined : { plan, result: check(read('a.json'), plan) };
  });
  return {
    ended,
    async next(): Promise<string> {
      const isNext = () => stderr().slice(seen).includes('waiting for changes');
      await expect.poll(isNext, { timeout: 20_000 }).toBe(true);
      const said = stderr().slice(seen);
      seen = stderr().length;
      return said;
    },
  };
}

const WAITING = 'edgewise: waiting for changes; Ctrl-C ends it\n';

test.each([[['.']], [['a.json']], [['*.json']]])('%j is checked again', async (paths) => {
  enterFolder({ 'a.json': flow('gone') });
  let isBroken = false;
  const { next, ended } = start(paths, () => isBroken);
  expect(await next()).toBe(WAITING);
  for (let i = 0; i < 2; i++) {
    // As editors do.
    writeFileSync('a.json~', flow('start'));
    renameSync('a.json~', 'a.json');
    expect(await next()).toBe(`edgewise: 0 new, 1 gone\n${WAITING}`);
    writeFileSync('a.json', flow('gone'));
    expect(await next()).toBe(`edgewise: 1 new, 0 gone\n${WAITING}`);
  }
  isBroken = true;
  writeFileSync('edgewise.config.json', '{');
  expect(await next()).toBe(WAITING);
  isBroken = false;
  rmSync('edgewise.config.json');
  expect(await next()).toBe(`edgewise: 0 new, 0 gone\n${WAITING}`);
  if (paths[0] !== 'a.json') {
    mkdirSync('more');
    writeFileSync('more/b.json', flow('gone'));
    await next();
  }
  process.emit('SIGINT');
  expect(await ended).toBe(130);
});

test('what cannot be watched is refused', async () => {
  const run = async () => undefined;
  await expect(watch({ paths: ['-'], targets: [] }, run)).rejects.toThrow('standard input');
  await expect(watch({ paths: [], targets: [{ format: 'json' }] }, run)).rejects.toThrow(
    '--watch prints one report after the other, which -f json cannot be',
  );
});

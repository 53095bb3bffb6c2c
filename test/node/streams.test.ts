import { afterEach, expect, test, vi } from 'vitest';
import { columnsOf, paletteOf, wantsColor } from '../../src/node/streams.ts';

afterEach(() => vi.unstubAllEnvs());

test('colours: a flag, then NO_COLOR, then FORCE_COLOR, then the terminal', async () => {
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
  expect([(await paletteOf(true)).red('x'), (await paletteOf(false)).red('x')]).toEqual([
    ...['\u001b[31mx\u001b[39m', 'x'],
  ]);
});

test('lines are as wide as the terminal, within limits', () => {
  const widths = [20, 99, 400, 0].map((columns) => columnsOf({ isTTY: true, columns }));
  expect([...widths, columnsOf({ columns: 100 })]).toEqual([40, 99, 120, 80, 80]);
});

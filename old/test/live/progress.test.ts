import { expect, test } from 'vitest';
import type { Runtime } from '../../src/command.ts';
import { createProgress } from '../../src/features/live/progress.ts';

/** What a run of two workflows draws on this terminal. */
async function drawn(
  isTTY: boolean,
  env: Record<string, string>,
  flag?: boolean,
  total = 2,
): Promise<string> {
  let text = '';
  const stderr = {
    isTTY,
    columns: 100,
    write(piece: string) {
      text += piece;
      return true;
    },
    on() {},
  };
  const progress = await createProgress({ stderr, env } as unknown as Runtime, flag);
  for (let done = 0; done <= total; done += 2) progress.show(done, total);
  progress.stop();
  return text;
}

test('a progress bar with count, rate and remaining time is shown only on a terminal outside of CI', async () => {
  expect(await drawn(true, { TERM: 'xterm' })).toMatch(
    /reading workflows .* 2\/2 · \d+\/s · \S+ left/,
  );
  expect(await drawn(false, {}, true)).toBe('');
  expect(await drawn(true, { CI: 'true' })).toBe('');
  expect(await drawn(true, { CI: 'true' }, true)).not.toBe('');
  expect(await drawn(true, {}, false)).toBe('');
  expect(await drawn(true, { TERM: 'dumb' })).toBe('');
  expect(await drawn(true, {}, true, -1), 'the list cannot be read').toBe('');
});

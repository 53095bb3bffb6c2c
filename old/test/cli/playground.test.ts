import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { capture, folderOf, processOf, run } from './run.ts';

const PAGES = fileURLToPath(new URL('../../dist/playground/', import.meta.url));

interface Started {
  readonly url: string;
  stop(): Promise<{ code: number; err: string }>;
}

async function start(
  isTTY: boolean,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<Started> {
  let stop = (): void => {};
  const stderr = capture();
  let ended = Promise.resolve(0);
  const url = await new Promise<string>((resolve) => {
    ended = main(['playground', ...args], {
      ...processOf(tmp, env),
      platform: 'linux',
      stdin: none(),
      stdout: { ...capture((text) => resolve(text.trimEnd())), isTTY },
      stderr,
      once: (signal, listener) => {
        if (signal === 'SIGINT') stop = listener;
      },
    });
  });
  return {
    url,
    async stop() {
      stop();
      return { code: await ended, err: stderr.text() };
    },
  };
}

async function* none(): AsyncIterable<Uint8Array> {}

/** A browser that writes the address that it is given. */
const tmp = folderOf({
  'bin/xdg-open': '#!/bin/sh\ncd "$(dirname "$0")/.." && printf %s "$1" > part && mv part opened\n',
});
chmodSync(join(tmp, 'bin/xdg-open'), 0o755);

test('the playground is served on this machine until Ctrl-C', async () => {
  const { url, stop } = await start(false);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const [path, file] of [
    ['', 'index.html'],
    ['/?a#b', 'index.html'],
    ['/main.js', 'main.js'],
    ['/main.css', 'main.css'],
  ] as const) {
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(readFileSync(join(PAGES, file), 'utf8'));
  }
  for (const path of ['/worker.js.txt', '/../../package.json', '/%2e%2e/bin.js', '/__proto__'])
    expect((await fetch(url + path)).status).toBe(404);
  expect(await stop()).toEqual({
    code: 130,
    err: 'edgewise: the playground runs on this machine and sends no data; Ctrl-C ends it\n',
  });
});

test('the address of an example of a rule is served, and of no other rule', async () => {
  const { url, stop } = await start(false, {}, ['cycle']);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#rule=cycle$/);
  expect((await fetch(url)).status).toBe(200);
  await stop();
  const { code, err } = await run(['playground', 'cycel']);
  expect(code).toBe(2);
  expect(err).toContain('did you mean "cycle"?');
});

test('a browser is opened at a terminal only, and not in CI', async () => {
  const PATH = `${join(tmp, 'bin')}:${process.env['PATH']}`;
  const opened = (): string | undefined => {
    try {
      return readFileSync(join(tmp, 'opened'), 'utf8');
    } catch {
      return undefined;
    }
  };
  for (const [isTTY, env] of [
    [false, { PATH }],
    [true, { PATH, CI: 'true' }],
    [true, { PATH: '/nowhere' }],
  ] as const) {
    const { stop } = await start(isTTY, env);
    expect((await stop()).code).toBe(130);
  }
  const { url, stop } = await start(true, { PATH });
  await expect.poll(opened).toBe(url);
  await stop();
});

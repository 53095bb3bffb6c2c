import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { edgewise, PROGRAM } from '../cli/program.ts';

const PAGES = join(import.meta.dirname, '../../dist/playground');

/** The address that the command prints, and its process. */
async function start(words: readonly string[]): Promise<readonly [string, ChildProcess]> {
  const child = spawn(process.execPath, [PROGRAM, 'playground', ...words]);
  const [printed] = await once(child.stdout, 'data');
  return [String(printed).trimEnd(), child];
}

test('the page is served on this machine until it is ended', async () => {
  const [url, child] = await start([]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const [path, file] of [
    ['/?a', 'index.html'],
    ['/main.js', 'main.js'],
    ['/main.css', 'main.css'],
  ] as const) {
    const response = await fetch(url + path);
    expect(await response.text()).toBe(readFileSync(join(PAGES, file), 'utf8'));
  }
  for (const path of ['/THIRD-PARTY.txt', '/../../package.json', '/%2e%2e/bin.js', '/__proto__'])
    expect((await fetch(url + path)).status).toBe(404);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
});

test('the example of a rule has an address; an unknown rule and port are refused', async () => {
  const [url, child] = await start(['cycle']);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#rule=cycle$/);
  const { port } = new URL(url);
  const busy = edgewise(['playground', '--port', port]);
  expect([busy.code, busy.err]).toEqual([2, expect.stringContaining('choose another --port')]);
  child.kill();
  const { code, err } = edgewise(['playground', 'cycel']);
  expect([code, err]).toEqual([2, expect.stringContaining('did you mean "cycle"?')]);
  expect(edgewise(['playground', '--port', '70000']).code).toBe(2);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { BIN, CLEAN, capture, EVENTS, FAULTY, folderOf, processOf, run } from './run.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** The built program while it watches. `next` waits for one more report, and returns it. */
function startWatching(cwd: string, words: readonly string[] = [], format = 'compact') {
  const child = spawn(process.execPath, [BIN, '--watch', '-f', format, ...words], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  children.push(child);
  let [out, waits, seen] = ['', 0, 0];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => {
    waits += String(chunk).split('waiting for changes').length - 1;
  });
  return {
    child,
    async next(): Promise<string> {
      await expect.poll(() => waits).toBeGreaterThan(seen);
      seen = waits;
      const report = out;
      out = '';
      return report;
    },
  };
}

const replace = (path: string, text: string): void => {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
};

test('a file is checked again each time an editor replaces it', async () => {
  for (const words of [[], ['welcome.json']]) {
    const cwd = folderOf({ 'welcome.json': CLEAN, 'events.json': EVENTS });
    const { next } = startWatching(cwd, words);
    expect(await next()).not.toContain('dangling-edge');
    for (let i = 0; i < 3; i++) {
      replace(join(cwd, 'welcome.json'), FAULTY);
      expect(await next()).toContain('dangling-edge');
      replace(join(cwd, 'welcome.json'), CLEAN);
      expect(await next()).not.toContain('dangling-edge');
    }
    rmSync(join(cwd, 'welcome.json'));
    await next();
    writeFileSync(join(cwd, 'welcome.json'), FAULTY);
    expect(await next()).toContain('dangling-edge');
  }
});

test('dependent files, new folders and the configuration are checked again after a change', async () => {
  const cwd = folderOf({ 'welcome.json': CLEAN, 'events.json': EVENTS });
  const { next } = startWatching(cwd);
  expect(await next()).not.toContain('unknown-event');
  writeFileSync(join(cwd, 'events.json'), EVENTS.replace('user.created', 'user.born'));
  expect(await next()).toContain('welcome.json:1:');
  writeFileSync(
    join(cwd, 'edgewise.config.json'),
    JSON.stringify({ rules: { 'unknown-event': 'off' } }),
  );
  expect(await next()).not.toContain('unknown-event');
  writeFileSync(join(cwd, 'edgewise.config.json'), '{"rules": {');
  expect(await next()).toBe('');
  rmSync(join(cwd, 'edgewise.config.json'));
  expect(await next()).toContain('unknown-event');
  mkdirSync(join(cwd, 'more'));
  writeFileSync(join(cwd, 'more/faulty.json'), FAULTY);
  expect(await next()).toContain('more/faulty.json');
});

test('text in a file or pipe is the whole report once, then what is new and what is gone', async () => {
  const cwd = folderOf({ 'welcome.json': FAULTY, 'events.json': EVENTS });
  const { next } = startWatching(cwd, [], 'text');
  expect((await next()).split('\n').length).toBeGreaterThan(8);
  const time = '\\d\\d:\\d\\d:\\d\\d';
  for (let i = 0; i < 4; i++) {
    replace(join(cwd, 'welcome.json'), CLEAN);
    expect(await next()).toMatch(
      new RegExp(
        `^${time} · 0 new, 1 gone · no problems .*\n  gone: welcome.json:1:\\d+  error .*\n$`,
      ),
    );
    replace(join(cwd, 'welcome.json'), FAULTY);
    expect(await next()).toMatch(
      new RegExp(`^${time} · 1 new, 0 gone · 1 error .*\n  new:  welcome.json:1:\\d+  error .*\n$`),
    );
  }
  replace(join(cwd, 'events.json'), `${EVENTS}\n`);
  expect(await next()).toMatch(new RegExp(`^${time} · as before · 1 error .*\n$`));
});

test('a report written into the folder is not a change', async () => {
  const cwd = folderOf({ 'welcome.json': FAULTY });
  const { next } = startWatching(cwd, ['-f', 'json=report.json']);
  await next();
  writeFileSync(join(cwd, 'welcome.json'), CLEAN);
  expect(await next()).not.toContain('dangling-edge');
  writeFileSync(join(cwd, 'welcome.json'), FAULTY);
  expect(await next()).toContain('dangling-edge');
});

test('a signal ends the command', async () => {
  const { child, next } = startWatching(folderOf({ 'welcome.json': CLEAN }));
  await next();
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
});

test('a terminal is cleared before each report', async () => {
  const cwd = folderOf({ 'welcome.json': CLEAN });
  const stops: (() => void)[] = [];
  const stdout = { ...capture(), isTTY: true };
  const stderr = capture((text) => {
    if (text.includes('waiting')) for (const stop of stops) stop();
  });
  const { env, platform } = processOf(cwd);
  const code = await main(['--watch'], {
    ...{ env: { ...env, NO_COLOR: '1' }, platform, stdin: noInput(), stdout, stderr },
    cwd: () => cwd,
    once: (_, listener) => stops.push(listener),
  });
  expect(stdout.text().startsWith('\u001b[2J\u001b[3J\u001b[H')).toBe(true);
  expect(code).toBe(130);
});

async function* noInput(): AsyncIterable<Uint8Array> {}

test.each([
  [['-'], '--watch cannot watch standard input'],
  [['--live'], '--watch cannot watch the live API'],
  [['-f', 'json'], '--watch prints one report after the other, which -f json cannot be'],
])('%s is refused', async (words, message) => {
  const { code, err } = await run(['--watch', ...words], { cwd: folderOf({}) });
  expect(err).toContain(message);
  expect(code).toBe(2);
});

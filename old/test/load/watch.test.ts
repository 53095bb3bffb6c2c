import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { watchPaths } from '../../src/load/watch.ts';
import { folderOf } from '../cli/run.ts';

/** Watches a folder or files below it. `after` changes a file, and waits until the change is reported. */
async function watching(
  folder: string,
  names: readonly string[],
  isWritten?: (path: string) => boolean,
) {
  let changes = 0;
  let report = (): void => {};
  const watcher = await watchPaths(
    names.map((name) => join(folder, name)),
    () => {
      changes++;
      report();
    },
    isWritten,
  );
  onTestFinished(() => watcher.close());
  return {
    watcher,
    changes: () => changes,
    async after(change: () => void): Promise<void> {
      const reported = new Promise<void>((resolve) => {
        report = resolve;
      });
      change();
      await reported;
    },
  };
}

test('a named file is watched, also when it is replaced, deleted and written again', async () => {
  const folder = folderOf({ 'a.txt': '1' });
  const path = join(folder, 'a.txt');
  const { after } = await watching(folder, ['a.txt']);
  await after(() => writeFileSync(path, '2'));
  await after(() => {
    writeFileSync(`${path}~`, '3');
    renameSync(`${path}~`, path);
  });
  await after(() => rmSync(path));
  await after(() => writeFileSync(path, '4'));
});

test('in a folder, the files that are read from there are watched', async () => {
  const folder = folderOf({ 'flows/a.json': '{}', 'flows/node_modules/b.json': '{}' });
  const put = (name: string): void => writeFileSync(join(folder, name), '1');
  const { after, changes } = await watching(folder, ['flows']);
  for (const name of ['flows/a.txt', 'flows/.b.json', 'flows/node_modules/b.json', 'c.json'])
    put(name);
  await sleep(300);
  expect(changes()).toBe(0);
  for (const name of ['flows/a.json', 'flows/new.json', 'flows/new.jsonl', 'flows/new.ndjson.gz'])
    await after(() => put(name));
  await after(() => mkdirSync(join(folder, 'flows/deep')));
  await after(() => put('flows/deep/d.json'));
});

test('what the program writes itself is no change', async () => {
  const folder = folderOf({ 'a.json': '{}' });
  const report = join(folder, 'report.json');
  const { after, changes } = await watching(folder, ['.'], (path) => path === report);
  writeFileSync(report, '{}');
  await sleep(300);
  expect(changes()).toBe(0);
  await after(() => writeFileSync(join(folder, 'a.json'), '[]'));
});

test('files can be added', async () => {
  const folder = folderOf({ 'a.json': '{}', 'other/b.json': '{}' });
  const path = join(folder, 'other/b.json');
  const { watcher, after, changes } = await watching(folder, ['a.json']);
  writeFileSync(path, '[]');
  await sleep(300);
  expect(changes()).toBe(0);
  watcher.add([path]);
  // Until it is watched, no change is reported.
  let text = '';
  const timer = setInterval(() => writeFileSync(path, (text += ' ')), 200);
  onTestFinished(() => clearInterval(timer));
  await after(() => {});
});

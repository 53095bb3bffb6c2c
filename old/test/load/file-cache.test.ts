import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFileCache, type FileCache } from '../../src/load/file-cache.ts';
import { openSources } from '../../src/load/sources.ts';
import { CLEAN, EVENTS, FAULTY, folderOf } from '../cli/run.ts';

/** Milliseconds, more than those between two times of the file system's clock. */
const CLOCK = 20;

async function* noInput(): AsyncIterable<Uint8Array> {}

async function documentsIn(cwd: string, cache: FileCache, paths = ['.']) {
  const found: unknown[] = [];
  const { items } = openSources({ paths, cwd, stdin: noInput(), cache });
  for await (const item of items) if ('documents' in item) found.push(...item.documents);
  return found;
}

test('a file is read again only when it changed, or is named in another way', async () => {
  const cwd = folderOf({ 'named.json': CLEAN, 'events.json': EVENTS });
  const files = createFileCache(CLOCK);
  await sleep(2 * CLOCK);
  const first = await documentsIn(cwd, files);
  expect(first).toHaveLength(2);
  const areKept = async (paths?: string[]) =>
    (await documentsIn(cwd, files, paths)).map((each) => first.includes(each));
  expect(await areKept()).toEqual([true, true]);
  writeFileSync(join(cwd, 'named.json'), FAULTY);
  expect(await areKept()).toEqual([true, false]);
  expect(await areKept(['events.json'])).toEqual([false]);
});

test('a file that changed just now is read again', async () => {
  const cwd = folderOf({ 'named.json': CLEAN });
  const files = createFileCache(1_000_000);
  const [first] = await documentsIn(cwd, files);
  const [second] = await documentsIn(cwd, files);
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
});

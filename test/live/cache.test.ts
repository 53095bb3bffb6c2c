import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CacheOptions, openCache } from '../../src/features/live/cache.ts';

const SECRET = 're_live_3kT9xQ2vLm8';

function open(
  folder = mkdtempSync(join(tmpdir(), 'edgewise-cache-')),
  options: Partial<CacheOptions> = {},
) {
  const warnings: string[] = [];
  const cache = openCache({
    folder,
    baseUrl: 'https://api.example',
    secret: SECRET,
    refresh: false,
    warn: (reason) => warnings.push(reason),
    ...options,
  });
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return { folder, cache, warnings, files };
}

test('an entry is found by name and timestamp with the same key and base URL', () => {
  const { folder, cache } = open();
  cache.put('/workflows/a', '2026-01-01', 'text\nof a');
  cache.put('/workflows/b', '2026-01-01', 'text of b');
  expect(open(folder).cache.get('/workflows/a', '2026-01-01')).toBe('text\nof a');
  expect(cache.get('/workflows/a', '2026-01-02')).toBeUndefined();
  expect(cache.get('/workflows/c', '2026-01-01')).toBeUndefined();
  for (const other of [
    { secret: 're_other' },
    { baseUrl: 'https://other.example' },
    { refresh: true },
  ]) {
    expect(open(folder, other).cache.get('/workflows/a', '2026-01-01')).toBeUndefined();
  }
});

test('the cache does not contain the key, and only the user can read it', () => {
  const { folder, cache, files } = open();
  cache.put('/workflows/a', '1', 'text');
  const [file] = files() as [string];
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(file + readFileSync(file, 'utf8')).not.toContain(SECRET);
  expect(statSync(join(folder, 'v1')).mode & 0o777).toBe(0o700);
});

test('invalid, foreign, edited, moved and cut entries are ignored', () => {
  const { cache, files } = open();
  cache.put('/workflows/a', '1', '{"name":"Welcome"}');
  const [file] = files() as [string];
  const good = readFileSync(file, 'utf8');
  for (const bad of [
    '',
    '\n',
    'garbage',
    '\0'.repeat(100),
    good.replace('Welcome', 'Goodbye'),
    good.slice(0, -5),
    good.replace('"stamp":"1"', '"stamp":"2"'),
    `é${good.slice(1)}`,
  ]) {
    writeFileSync(file, bad);
    expect(cache.get('/workflows/a', '1'), bad).toBeUndefined();
    expect(cache.get('/workflows/a', '2'), bad).toBeUndefined();
  }
  rmSync(file);
  mkdirSync(file);
  expect(cache.get('/workflows/a', '1')).toBeUndefined();
  rmSync(file, { recursive: true });
  cache.put('/workflows/b', '1', 'text of b');
  renameSync(files()[0] as string, file);
  expect(cache.get('/workflows/a', '1')).toBeUndefined();
});

test('a folder that cannot be written is one warning', () => {
  const { folder } = open();
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, 'a file where a folder should be');
  const { cache, warnings } = open(blocked);
  cache.put('/workflows/a', '1', 'text');
  cache.put('/workflows/b', '1', 'text');
  expect(cache.get('/workflows/a', '1')).toBeUndefined();
  expect(warnings).toEqual(['part of the path is not a folder']);
});

test('temporary files of a killed run are deleted after an hour', () => {
  const { folder, cache, files } = open();
  cache.put('/workflows/a', '1', 'text');
  const scope = join(files()[0] as string, '..');
  const [old, fresh, link] = ['1', '2', '3'].map(
    (digit) => `.${digit.repeat(8)}-0000-4000-8000-000000000000.tmp`,
  ) as [string, string, string];
  for (const [name, age] of [
    [old, 7200],
    [fresh, 60],
  ] as const) {
    const path = join(scope, name);
    writeFileSync(path, 'half');
    utimesSync(path, Date.now() / 1000 - age, Date.now() / 1000 - age);
  }
  symlinkSync('gone', join(scope, link));
  open(folder).cache.put('/workflows/b', '1', 'text');
  expect(readdirSync(scope).filter((name) => name.endsWith('.tmp'))).toEqual([fresh, link]);
});

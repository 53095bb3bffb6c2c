import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createRereader, type Origin } from '../../src/load/reread.ts';

const folder = mkdtempSync(join(tmpdir(), 'edgewise-reread-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): { readonly path: string } {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path };
}

const at = (source: string, start: number, end: number) => ({
  source,
  index: 0,
  line: 1,
  start,
  end,
});
const LINES = '{"name":"one"}\n{"name":"zwei, ä"}\n{"name":"three"}\n';
const bytes = Buffer.from(LINES);

test('documents are read again from files, gzip files and memory, in any order', async () => {
  const origins = new Map<string, Origin>([
    ['plain', file('plain.ndjson', LINES)],
    ['other', file('other.ndjson', LINES.toUpperCase())],
    ['packed', file('packed.ndjson.gz', gzipSync(LINES))],
    ['held', bytes],
  ]);
  const { text: textOf, prepare, close } = createRereader(origins);
  await prepare('packed.ndjson.gz');
  for (const source of ['plain', 'packed', 'held', 'plain']) {
    expect(
      [textOf(at(source, 15, 34)), textOf(at(source, 0, 14)), textOf(at(source, 35, 51))],
      source,
    ).toEqual(['{"name":"zwei, ä"}', '{"name":"one"}', '{"name":"three"}']);
  }
  expect(textOf(at('other', 0, 14))).toBe('{"NAME":"ONE"}');
  close();
});

test('a large gzip file is read again from the start, and up to its end', async () => {
  const large = Array.from({ length: 40_000 }, (_, i) => `{"n":${100_000 + i}}\n`).join('');
  const origins = new Map<string, Origin>([['large', file('large.ndjson.gz', gzipSync(large))]]);
  const { text: textOf, prepare, close } = createRereader(origins);
  await prepare('large.ndjson.gz');
  const last = large.length - 13;
  for (const [start, end, text] of [
    [last, large.length, '{"n":139999}\n'],
    [0, 12, '{"n":100000}'],
    [last, 2 ** 30, '{"n":139999}\n'],
  ] as const)
    expect(textOf(at('large', start, end))).toBe(text);
  close();
});

test('a missing file, an unknown source or a wrong length gives no text, without a crash', async () => {
  const { path } = file('gone.json', '{}');
  const { text: textOf, close } = createRereader(
    new Map([
      ['gone', { path }],
      ['short', file('short.json', '{"a":1}')],
    ]),
  );
  rmSync(path);
  expect([textOf(at('gone', 0, 2)), textOf(at('gone', 0, 2)), textOf(at('unknown', 0, 2))]).toEqual(
    [undefined, undefined, undefined],
  );
  expect([
    textOf(at('short', 0, 2 ** 50)),
    textOf(at('short', 5, 2 ** 50)),
    textOf(at('short', 2 ** 40, 2 ** 50)),
  ]).toEqual(['{"a":1}', '1}', '']);
  close();
});

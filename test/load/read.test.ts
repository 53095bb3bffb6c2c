import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAtOnce, readDocuments } from '../../src/load/read.ts';

const folder = mkdtempSync(join(tmpdir(), 'edgewise-read-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(source: string, content: string | Buffer): { readonly source: string; readonly path: string } {
  const path = join(folder, source);
  writeFileSync(path, content);
  return { source, path };
}

test('documents keep their text while further files are read', () => {
  const [first, second] = [file('first.json', '{"name":"Welcome"}'), file('second.json', '{"name":"Bye bye"}\n{"name":"é"}')];
  const [welcome, others] = [readAtOnce(first), readAtOnce(second)];
  readAtOnce(file('third.json', '['.repeat(100)));
  expect([...(welcome ?? [])].map(({ text }) => text)).toEqual(['{"name":"Welcome"}']);
  expect([...(others ?? [])].map(({ text, ref: { start, end } }) => [text, start, end])).toEqual([
    ['{"name":"Bye bye"}', 0, 18],
    ['{"name":"é"}', 19, 32],
  ]);
});

test.each(['small', 'large'])('%s files hold the same, read at once or by and by', async (size) => {
  const text = `\ufeff[${'1,'.repeat(size === 'small' ? 1 : 50_000)}"é"]`;
  const input = file(`${size}.json`, text);
  const later = [];
  for await (const portion of readDocuments({ ...input, explicit: true })) later.push(...portion);
  expect([...(readAtOnce(input) ?? [])]).toEqual(later);
  expect(later.map((document) => document.text)).toEqual([text.slice(1)]);
});

test('what is packed or JSON Lines is waited for', () => {
  expect(['a.json.gz', 'b.ndjson', 'C.JSONL'].map((source) => readAtOnce({ source, path: join(folder, source) }))).toEqual([undefined, undefined, undefined]);
});

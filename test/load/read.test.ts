import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readDocuments, type SourceFile } from '../../src/load/read.ts';

const folder = mkdtempSync(join(tmpdir(), 'edgewise-read-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(source: string, content: string | Buffer): SourceFile {
  const path = join(folder, source);
  writeFileSync(path, content);
  return { source, path };
}

async function textsOf(input: SourceFile): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const batch of readDocuments(input))
    for (const { text, ref } of batch) found.push([text, ref.start, ref.end]);
  return found;
}

test('documents keep their text while further files are read', () => {
  const [first, second] = [
    file('first.json', '{"name":"Welcome"}'),
    file('second.json', '{"name":"Bye bye"}\n{"name":"é"}'),
  ].map((input) => readDocuments(input) as readonly Iterable<{ readonly text: string }>[]);
  readDocuments(file('third.json', '['.repeat(100)));
  const texts = [...(first ?? []), ...(second ?? [])].flatMap((batch) =>
    Array.from(batch, ({ text }) => text),
  );
  expect(texts).toEqual(['{"name":"Welcome"}', '{"name":"Bye bye"}', '{"name":"é"}']);
});

test.each(['small', 'large'])(
  '%s files have the same documents, compressed or not',
  async (size) => {
    const text = `\ufeff[${'1,'.repeat(size === 'small' ? 1 : 50_000)}"é"]`;
    const plain = await textsOf(file(`${size}.json`, text));
    expect(plain).toEqual([[text.slice(1), 3, Buffer.byteLength(text)]]);
    expect(await textsOf(file(`${size}.json.gz`, gzipSync(text)))).toEqual(plain);
  },
);

test('JSON Lines are recognised by the first line, also in a large file', async () => {
  const lines = Array.from({ length: 9 }, (_, i) => `{"n":${i},"text":"${'x'.repeat(1_000_000)}"}`);
  const found = await textsOf(file('lines.json', lines.join('\n')));
  expect(found).toEqual(await textsOf(file('lines.ndjson', lines.join('\n'))));
  expect(found).toHaveLength(9);
  expect(await textsOf(file('list.json', `[${lines.join(',\n')}]`))).toHaveLength(1);
});

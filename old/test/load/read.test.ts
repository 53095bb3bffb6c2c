import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readWhole } from '../../src/load/file.ts';
import { documentsIn, readDocuments, readStdin, type SourceFile } from '../../src/load/read.ts';
import { reasonOf } from '../../src/load/source-error.ts';
import { openSources } from '../../src/load/sources.ts';

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

test.each(['little', 'big'])('text in UTF-16, %s endian without a mark, is named', (order) => {
  const bytes = Buffer.from('{}\n{}', 'utf16le');
  const [document] = documentsIn(order === 'big' ? bytes.swap16() : bytes, 'a.json');
  expect(document?.fault?.message).toBe(`file is UTF-16 (${order} endian), not UTF-8`);
});

test('a device is not read', () => {
  expect(() => readWhole('/dev/null')).toThrow('is not a regular file');
});

test('an error without a code is named by its message', () => {
  expect(reasonOf(new RangeError('too far'))).toBe('cannot be read (RangeError: too far)');
});

async function* chunksOf(chunk: string, count: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(chunk);
  for (let i = 0; i < count; i++) yield bytes;
}

test('standard input of many megabytes is read whole', async () => {
  const line = `{"text":"${'x'.repeat(1_000_000)}"}\n`;
  const count = async (chunk: string, times: number): Promise<number> =>
    [...(await readStdin(chunksOf(chunk, times), '-'))].length;
  expect(await count(line, 12)).toBe(12);
  expect(await count(` ${'1,'.repeat(500_000)}`, 10)).toBe(1);
  await expect(count(line, 270)).rejects.toThrow(
    'standard input is larger than 256 MB; only files of JSON Lines (.ndjson, .jsonl) may be larger',
  );
});

test('the inputs of a run are its files with their sizes, and standard input', async () => {
  const { path } = file('sized.json', '{}');
  const sources = openSources({ paths: [path, '-'], cwd: folder, stdin: chunksOf('{}', 1) });
  for await (const item of sources.items)
    if ('documents' in item) for (const { text } of item.documents) expect(text).toBe('{}');
  expect(sources.inputs()).toEqual([
    ['-', -1],
    ['sized.json', 2],
  ]);
});

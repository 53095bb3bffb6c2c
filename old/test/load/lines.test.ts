import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SourceDocument, splitLines } from '../../src/core/document/split.ts';
import { readDocuments } from '../../src/load/read.ts';
import { folderOf } from '../cli/run.ts';
import fc from '../fast-check.ts';

const folder = folderOf({ 'a.ndjson': '' });
const path = join(folder, 'a.ndjson');

async function readAll() {
  const all: unknown[] = [];
  for await (const batch of readDocuments({ source: 'a', path })) all.push(...batch);
  return all;
}

test('lines of any length are those of the whole text', async () => {
  // A chunk has 1 MB: lines shorter, about as long, and longer.
  const near = (size: number) => fc.integer({ min: size - 15, max: size + 5 });
  const length = fc.oneof(fc.nat({ max: 300 }), near(1_048_576), fc.nat({ max: 2_500_000 }));
  const line = fc
    .tuple(length, fc.constantFrom('x', 'é', '{', ' '))
    .map(([size, unit]) => unit.repeat(size));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.boolean(), async (lines, ends) => {
      const text = `${lines.join('\n')}${ends ? '\n' : ''}`;
      writeFileSync(path, text);
      expect(await readAll()).toEqual([...splitLines(text, 'a')]);
    }),
    { numRuns: 30 },
  );
});

test('beside a line that is not UTF-8, blank lines are no documents, and others keep their places', async () => {
  const bytes = Buffer.from('1\n\n\xff\n\xef\xbb\xbf"\xc3\xa9"\r\n23', 'latin1');
  writeFileSync(path, bytes);
  const found = (await readAll()) as readonly SourceDocument[];
  expect(found.map(({ ref, fault }) => [ref.index, ref.line, fault !== undefined])).toEqual([
    [0, 1, false],
    [1, 3, true],
    [2, 4, false],
    [3, 5, false],
  ]);
  const placed = found.map(({ ref }) => String(bytes.subarray(ref.start, ref.end)).trim());
  expect(placed).toEqual(['1', '\ufffd', '"é"', '23']);
});

test('two files of lines can be read alternately', async () => {
  const other = join(folderOf({ 'b.ndjson': '1\n'.repeat(1_000_000) }), 'b.ndjson');
  writeFileSync(path, '2\n'.repeat(1_000_000));
  const [a, b] = [path, other].map((file) =>
    readDocuments({ source: file, path: file })[Symbol.asyncIterator](),
  ) as [AsyncIterator<Batch>, AsyncIterator<Batch>];
  for (;;) {
    const [left, right] = [await a.next(), await b.next()];
    expect(left.done).toBe(right.done);
    if (left.done === true || right.done === true) break;
    expect(new Set(Array.from(left.value, ({ text }) => text))).toEqual(new Set(['2']));
    expect(new Set(Array.from(right.value, ({ text }) => text))).toEqual(new Set(['1']));
  }
});

type Batch = Iterable<{ readonly text: string }>;

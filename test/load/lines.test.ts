import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitLines } from '../../src/core/document/split.ts';
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

test('blank lines beside a line that is not UTF-8 are no documents', async () => {
  writeFileSync(path, Buffer.from('1\n\n\xff\n', 'latin1'));
  const found = (await readAll()) as readonly { ref: { line: number }; fault?: object }[];
  expect(found.map(({ ref, fault }) => [ref.line, fault !== undefined])).toEqual([
    [1, false],
    [3, true],
  ]);
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitLines } from '../../src/document/split.ts';
import { readLines, surveyLines } from '../../src/load/lines.ts';
import { readDocuments } from '../../src/load/read.ts';
import { folderOf } from '../cli/run.ts';
import fc from '../fast-check.ts';

const folder = folderOf({ 'a.ndjson': '' });
const path = join(folder, 'a.ndjson');

async function readAll() {
  const all: unknown[] = [];
  for await (const portion of readDocuments({ source: 'a', path, explicit: true })) all.push(...portion);
  return all;
}

test('lines of any length are those of the whole text, read in one go or range by range', async () => {
  // A portion has 64 KB, a range 256: lines shorter, about as long, and some times as long.
  const near = (size: number) => fc.integer({ min: size - 15, max: size + 5 });
  const length = fc.oneof(fc.nat({ max: 300 }), near(65_536), near(262_144), fc.nat({ max: 1_500_000 }));
  const line = fc.tuple(length, fc.constantFrom('x', 'é', '{', ' ')).map(([size, unit]) => unit.repeat(size));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.boolean(), async (lines, ends) => {
      const text = `${lines.join('\n')}${ends ? '\n' : ''}`;
      writeFileSync(path, text);
      const whole = [...splitLines(text, 'a')];
      expect(await readAll()).toEqual(whole);
      const ranges = surveyLines(path);
      expect(ranges.every(({ start }, i) => start === (ranges[i - 1]?.end ?? 0))).toBe(true);
      const byRange = ranges.flatMap((range) => [...readLines({ path, source: 'a' }, range)]);
      // Blank lines count there.
      expect(byRange.map(({ ref: { index, ...ref }, ...rest }) => ({ ...rest, ref }))).toEqual(
        whole.map(({ ref: { index, ...ref }, ...rest }) => ({ ...rest, ref })),
      );
    }),
    { numRuns: 30 },
  );
}, 60_000);

test('two files of lines may be read by turns', async () => {
  const other = join(folderOf({ 'b.ndjson': `${'1\n'.repeat(100_000)}` }), 'b.ndjson');
  writeFileSync(path, '2\n'.repeat(100_000));
  const [a, b] = [path, other].map((file) => readDocuments({ source: file, path: file, explicit: true })[Symbol.asyncIterator]()) as [Iter, Iter];
  for (;;) {
    const [left, right] = [await a.next(), await b.next()];
    expect(left.done).toBe(right.done);
    if (left.done === true || right.done === true) break;
    expect(new Set(Array.from(left.value, ({ text }) => text))).toEqual(new Set(['2']));
    expect(new Set(Array.from(right.value, ({ text }) => text))).toEqual(new Set(['1']));
  }
});

type Iter = AsyncIterator<Iterable<{ readonly text: string }>>;

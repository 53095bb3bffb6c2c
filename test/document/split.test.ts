import { expect, test } from 'vitest';
import { isJsonLines, splitLines } from '../../src/core/document/split.ts';

test.each([
  ['{"a":1}\n{"b":2}', true],
  ['\n  \n[1]\n[2]\n', true],
  ['{"a":1}\r\n{broken', true],
  ['{"a":1}', false],
  ['{"a":1}\n \n', false],
  ['{\n"a":1}', false],
  ['{"a":}\n{}', false],
  ['1\n2', false],
  ['"a"\n"b"', false],
  ['', false],
  [' \n', false],
])('%j is JSON Lines: %s', (text, expected) => {
  expect(isJsonLines(text)).toBe(expected);
});

test('lines are documents with their positions; blank lines are skipped', () => {
  const text = '{"é":1}\r\n\n \t\n{"b":2}\n[3]';
  const documents = [...splitLines(text, 'x.ndjson')];
  expect(
    documents.map(({ ref: { index, line, start, end } }) => [index, line, start, end]),
  ).toEqual([
    [0, 1, 0, 9],
    [1, 4, 14, 21],
    [2, 5, 22, 25],
  ]);
  const bytes = Buffer.from(text);
  for (const { ref, text: line } of documents)
    expect(bytes.subarray(ref.start, ref.end).toString()).toBe(line);
});

test('lines are counted over all parts of a source', () => {
  const at = { index: 0, line: 1, byte: 0 };
  const lines = ['{"a":1}\n', '{"b":2}\n'].flatMap((part) => [
    ...splitLines(part, 'x.ndjson', at, (line) => line.length),
  ]);
  expect(lines.map(({ ref: { index, line, start } }) => [index, line, start])).toEqual([
    [0, 1, 0],
    [1, 2, 8],
  ]);
});

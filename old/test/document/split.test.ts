import { expect, test } from 'vitest';
import { isJsonLines, splitLines, textDocuments } from '../../src/core/document/split.ts';

test.each([
  ['{"a":1}\n{"b":2}', true],
  ['\n  \n[1]\n[2]\n', true],
  ['{"a":1}\r\n{broken', true],
  ['{"a":1}', false],
  ['{"a":1}\n \n', false],
  ['{\n"a":1}', false],
  ['{"a":}\n{}', false],
  ['{"a":"\u2028"}\n{}', true],
  ['[1]]', false],
  ['"["\n{}', false],
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

test('a byte order mark is skipped at the start of a text and of each line', () => {
  const bytes = (text: string) => Buffer.from(text);
  const text = '\ufeff{"a":1}\n\ufeff{"b":"\ufeff"}';
  const lines = [...splitLines(text, 'x.ndjson')];
  expect(lines.map((line) => line.text)).toEqual(['{"a":1}', '{"b":"\ufeff"}']);
  for (const { ref, text: line } of lines)
    expect(bytes(text).subarray(ref.start, ref.end).toString()).toBe(line);
});

test('a text is one document, unless its name or content shows lines', () => {
  const textsOf = (text: string, source: string) =>
    [...textDocuments(text, source)].map((document) => document.text);
  expect(textsOf('\ufeff{"a":"\ufeff"}', 'x.json')).toEqual(['{"a":"\ufeff"}']);
  expect(textsOf('{"a":"\ufeff"}', 'x.json')).toEqual(['{"a":"\ufeff"}']);
  expect(textsOf('{\n"a":1}', 'x.jsonl.json')).toEqual(['{\n"a":1}']);
  expect(textsOf('{"a":1}\n{"b":2}', 'x.json')).toEqual(['{"a":1}', '{"b":2}']);
  expect(textsOf('1\n2', 'x.NDJSON')).toEqual(['1', '2']);
  expect(textsOf('1\n2', 'x.jsonl')).toEqual(['1', '2']);
  expect([...textDocuments('{"é":1}', 'x.json')][0]?.ref).toEqual({
    ...{ source: 'x.json', index: 0, line: 1 },
    ...{ start: 0, end: 7 },
  });
});

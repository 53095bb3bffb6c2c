import { expect, test } from 'vitest';
import { writeJson } from '../../src/report/write-json.ts';
import fc from '../fast-check.ts';

const print = (value: object) => [...writeJson(value)].join('');

test('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.record({ a: fc.jsonValue(), b: fc.array(fc.jsonValue()), c: fc.option(fc.jsonValue(), { nil: undefined }) }), (value) => {
      const { b, ...rest } = value;
      expect(print(value)).toBe(`${JSON.stringify(value, null, 2)}\n`);
      expect(print({ runs: [{ ...rest, b: b.values() }] })).toBe(`${JSON.stringify({ runs: [{ ...rest, b }] }, null, 2)}\n`);
    }),
  );
});

test('takes the members of an iterable one by one', () => {
  const taken: number[] = [];
  const members = function* () {
    for (const n of [1, 2, 3]) {
      taken.push(n);
      yield n;
    }
  };
  const chunks = writeJson({ members: members() })[Symbol.iterator]();
  for (let chunk = ''; !chunk.includes('1'); chunk = chunks.next().value) expect(taken.length).toBeLessThan(2);
  expect(taken).toEqual([1]);
});

test('holds nothing a log acts on, and means the same', () => {
  const text = '##[error] ##vso[x] \u007f\u0085\u202e\u2028\ud800\u001b \\##[a]';
  const printed = print({ text, list: [text].values() });
  expect(printed).toContain('"\\u0023#[error]');
  expect(printed.replaceAll('\n', '')).not.toMatch(/##\w*\[|[\p{Cc}\p{Cs}\p{Zl}\p{Bidi_Control}]/u);
  expect(JSON.parse(printed)).toEqual({ text, list: [text] });
});

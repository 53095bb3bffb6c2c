import { expect, test } from 'vitest';
import { writeJson } from '../../src/core/report/write-json.ts';
import fc from '../fast-check.ts';

const print = (value: object) => [...writeJson(value)].join('');

test('equals JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(print({ value })).toBe(`${JSON.stringify({ value }, null, 2)}\n`);
    }),
  );
  const long = Array.from({ length: 2000 }, (_, n) => ({ n }));
  expect(print(long)).toBe(`${JSON.stringify(long, null, 2)}\n`);
});

test('CI commands and control characters are escaped at any position of a long text', () => {
  for (const at of [0, 65_534, 65_535, 65_536, 131_071, 140_000]) {
    for (const bad of ['##[x]', '\u0085', '\u202e', '\u007f', '\u2028']) {
      const text = `${'x'.repeat(at)}${bad}${'y'.repeat(10)}`;
      const printed = print({ list: [text] });
      expect(printed.replaceAll('\n', '')).not.toMatch(
        /##\w*\[|[\p{Cc}\p{Cs}\p{Zl}\p{Bidi_Control}]/u,
      );
      expect(JSON.parse(printed)).toEqual({ list: [text] });
    }
  }
});

test('CI commands and control characters are escaped, and the value is the same', () => {
  const text = '##[error] ##vso[x] \u007f\u0085\u202e\u2028\ud800\u001b \\##[a]';
  const printed = print({ text, list: [text] });
  expect(printed).toContain('"\\u0023#[error]');
  expect(printed.replaceAll('\n', '')).not.toMatch(/##\w*\[|[\p{Cc}\p{Cs}\p{Zl}\p{Bidi_Control}]/u);
  expect(JSON.parse(printed)).toEqual({ text, list: [text] });
});

import { expect, test } from 'vitest';
import { writeJson } from '../../src/core/report/write-json.ts';
import fc from '../fast-check.ts';

const print = (value: object) => [...writeJson(value)].join('');

test('equals JSON.stringify', () => {
  fc.assert(
    fc.property(
      fc.record({
        a: fc.jsonValue(),
        b: fc.array(fc.jsonValue()),
        c: fc.option(fc.jsonValue(), { nil: undefined }),
      }),
      (value) => {
        const { b, ...rest } = value;
        expect(print(value)).toBe(`${JSON.stringify(value, null, 2)}\n`);
        expect(print({ runs: [{ ...rest, b: b.values() }] })).toBe(
          `${JSON.stringify({ runs: [{ ...rest, b }] }, null, 2)}\n`,
        );
      },
    ),
  );
});

test('writes members of an iterable in chunks', () => {
  let taken = 0;
  const members = function* () {
    for (; taken < 1000; taken++) yield { n: taken };
  };
  for (const chunk of writeJson({ members: members() })) {
    expect(chunk.length).toBeLessThan(5000);
    const last = /"n": (\d+)[^:]*$/.exec(chunk)?.[1];
    if (last !== undefined) expect(taken - Number(last)).toBeLessThan(100);
  }
  expect(taken).toBe(1000);
});

test.each([0, 1, 63, 64, 65, 200])('%i members equal JSON.stringify', (count) => {
  const list = Array.from({ length: count }, (_, n) => ({
    n,
    inner: n % 3 === 0 ? [] : [n, { deep: {} }],
  }));
  expect(print({ list: list.values() })).toBe(`${JSON.stringify({ list }, null, 2)}\n`);
  expect(print(list.values())).toBe(`${JSON.stringify(list, null, 2)}\n`);
});

test('CI commands and control characters are escaped at any position of a long text', () => {
  for (const at of [0, 65_534, 65_535, 65_536, 131_071, 140_000]) {
    for (const bad of ['##[x]', '\u0085', '\u202e', '\u007f', '\u2028']) {
      const text = `${'x'.repeat(at)}${bad}${'y'.repeat(10)}`;
      const printed = print({ list: [text].values() });
      expect(printed.replaceAll('\n', '')).not.toMatch(
        /##\w*\[|[\p{Cc}\p{Cs}\p{Zl}\p{Bidi_Control}]/u,
      );
      expect(JSON.parse(printed)).toEqual({ list: [text] });
    }
  }
});

test('CI commands and control characters are escaped, and the value is the same', () => {
  const text = '##[error] ##vso[x] \u007f\u0085\u202e\u2028\ud800\u001b \\##[a]';
  const printed = print({ text, list: [text].values() });
  expect(printed).toContain('"\\u0023#[error]');
  expect(printed.replaceAll('\n', '')).not.toMatch(/##\w*\[|[\p{Cc}\p{Cs}\p{Zl}\p{Bidi_Control}]/u);
  expect(JSON.parse(printed)).toEqual({ text, list: [text] });
});

import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { findDuplicateKeys } from '../../src/core/document/duplicate-keys.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import fc from '../fast-check.ts';

const REF = { source: 'w.json', index: 0, line: 1, start: 0, end: 0 };

function find(text: string) {
  return findDuplicateKeys(text, decodeDocument(JSON.parse(text), REF)).map(
    ({ key, place, first }) => {
      const spans = [first, place].map(
        ({ span }) =>
          span && `${span.offset} ${text.slice(span.offset, span.offset + span.length)}`,
      );
      expect(first.pointer).toBe(place.pointer);
      expect(place.onKey).toBe(true);
      return [key, place.pointer, ...spans, place.subject];
    },
  );
}

test('finds the second key, and the first', () => {
  expect(find('{"a":1,"b":2,"a":3}')).toEqual([['a', '/a', '1 "a"', '13 "a"', {}]]);
});

test('names the object it belongs to', () => {
  expect(
    find(
      '{"name":"x","steps":[{"key":"a","key":"b"}],"edges":[{"id":"e","id":"f"}],"id":"1","id":"2"}',
    ).map(([key, , , , subject]) => [key, subject]),
  ).toEqual([
    ['key', { workflow: { id: '2', name: 'x' }, step: 'b' }],
    ['id', { workflow: { id: '2', name: 'x' }, edge: 'f' }],
    ['id', { workflow: { id: '2', name: 'x' } }],
  ]);
  expect(find('[{"name":"e","schema":{"a":"string","a":"date"}}]')).toEqual([
    ['a', '/0/schema/a', '23 "a"', '36 "a"', { event: 'e' }],
  ]);
});

test('compares keys after unescaping', () => {
  expect(
    find('{"a/b":1,"a\\u002fb":2,"~":1,"~":2,"\\"":1,"\\"":2}').map(([key, pointer]) => [
      key,
      pointer,
    ]),
  ).toEqual([
    ['a/b', '/a~1b'],
    ['~', '/~0'],
    ['"', '/"'],
  ]);
});

test.each([
  '{}',
  '[]',
  '1',
  '"a"',
  '{"a":"a","b":["a","a"],"c":{"a":1},"d":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"__proto__":1,"constructor":2}',
])('finds none in %s', (text) => {
  expect(find(text)).toEqual([]);
});

test('finds an escaped key twice after another object with a backslash as key', () => {
  const text = '{"a":1,"\\"":1,"\\"":1}';
  parseDocument('{"a":1,"\\\\":1}', REF);
  const keys = findDuplicateKeys(text, parseDocument(text, REF)).map(({ key }) => key);
  expect(keys).toEqual(['"']);
});

test('a parsed document tells whether its keys are distinct', () => {
  // Colons, quotes and escapes in keys and values; spaces around the colon.
  const key = fc.constantFrom('"a"', '"\\u0061"', '":"', '"\\""', '"\\\\"', '"__proto__"', '""');
  const { value } = fc.letrec<{ value: string }>((tie) => {
    const item = fc.oneof({ maxDepth: 4 }, fc.constantFrom('1', 'null', '"a: b"'), tie('value'));
    const property = fc
      .tuple(key, fc.constantFrom(':', ' : ', '\n:'), item)
      .map((parts) => parts.join(''));
    return {
      value: fc.oneof(
        fc.array(property, { maxLength: 4 }).map((all) => `{${all.join(',')}}`),
        fc.array(item, { maxLength: 3 }).map((all) => `[${all.join(',')}]`),
      ),
    };
  });
  let repeated = 0;
  fc.assert(
    fc.property(value, (text) => {
      const isRepeated = find(text).length > 0;
      if (isRepeated) repeated++;
      // An escaped key is always compared with the others.
      const isKnown = !isRepeated && !/\\(?:u0061|"|\\)" ?\n?:/.test(text);
      expect(parseDocument(text, REF).hasDistinctKeys).toBe(isKnown);
    }),
    { numRuns: 500 },
  );
  expect(repeated).toBeGreaterThan(20);
});

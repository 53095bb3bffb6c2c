import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { findDuplicateKeys } from '../../src/core/document/duplicate-keys.ts';

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

import { expect, test } from 'vitest';
import { describeKind, isObject, own } from '../../src/core/model/json.ts';

test('only objects are objects', () => {
  expect([{}, JSON.parse('{"__proto__":1}'), [], null, 'x', 1, undefined].map(isObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('own reads own properties only', () => {
  expect([
    own({ a: 1 }, 'a'),
    own({}, 'constructor'),
    own({}, '__proto__'),
    own(JSON.parse('{"__proto__":1}'), '__proto__'),
  ]).toEqual([1, undefined, undefined, 1]);
});

test('each JSON type has a name', () => {
  expect([undefined, null, [], {}, 'x', 1, true].map(describeKind)).toEqual([
    'missing',
    'null',
    'an array',
    'an object',
    'a string',
    'a number',
    'a boolean',
  ]);
});

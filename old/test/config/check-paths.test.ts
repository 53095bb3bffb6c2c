import { expect, test } from 'vitest';
import { costFault, patternMistakes, textsIn } from '../../src/core/config/check-paths.ts';

const messageOf = (pattern: string): string | undefined =>
  [...patternMistakes(pattern, '/files')].map(({ message }) => message)[0];

test.each([
  '[]ab]',
  '[!]].json',
  '[^]]x',
  'a[!]]b',
  '{a,(b)}',
  'a}',
  'a)',
  'a/b:c',
  'ab:c',
  'a/**/b',
  'x'.repeat(500),
])('case %# is a pattern', (pattern) => {
  expect(messageOf(pattern)).toBeUndefined();
});

test.each([
  ['[]', '[', ']', '[[]'],
  ['[!]', '[', ']', '[[]'],
  ['a[!]b', '[', ']', '[[]'],
  ['[ab][', '[', ']', '[[]'],
  ['{a', '{', '}', '[{]'],
  ['(a', '(', ')', '[(]'],
  ['{a)', '{', '}', '[{]'],
  ['(a}', '(', ')', '[(]'],
  ['{(a)', '{', '}', '[{]'],
])('%s has an open bracket', (pattern, open, close, instead) => {
  expect(messageOf(pattern)).toBe(
    `"${pattern}" has a "${open}" without "${close}"; where the name has one, write ${instead}`,
  );
});

test.each(['/a', '\\a', 'C:a', 'c:\\a'])('%s is absolute', (pattern) => {
  expect(messageOf(pattern)).toMatch(/ is absolute: /);
});

test('a pattern of more than 500 characters is refused, and not examined', () => {
  expect(messageOf('{'.repeat(501))).toBe('this pattern is longer than 500 characters');
});

test.each<[string, boolean]>([
  ['{1..1000}', false],
  ['{1..1001}', true],
  ['{1000..1}', false],
  ['{0..1000}', true],
  ['{-500..499}', false],
  ['{-500..500}', true],
  ['{10..1009}', false],
  ['{10..1010}', true],
  ['{a..z}{1..38}', false],
  ['{a..z}{1..39}', true],
  ['{z..a}{1..38}', false],
  ['{a..b}{1..500}', false],
  ['{a..b}{1..501}', true],
  ['{a,b}{1..500}', false],
  ['{a,b}{1..501}', true],
  ['{a,b,c}{1..333}', false],
  ['{a,b,c}{1..334}', true],
  ['{a,{1..499},c}{1..2}', true],
  ['{a,{1..498},c}{1..2}', false],
  ['a,b,{1..1000}', false],
  ['a},{1..1000}', false],
  ['{a,{1..1000}', true],
])('%s expands to more than 1000 patterns: %s', (pattern, expected) => {
  expect(costFault(pattern) !== undefined).toBe(expected);
});

test.each<[string, boolean]>([
  ['**/a/**/b/**', false],
  ['**/a/**/b', false],
  ['**/a/**/b/**/c', true],
  ['a/**/b/**/c/**/d/**', true],
])('%s has more than two "**" before its end: %s', (pattern, expected) => {
  expect(costFault(pattern) === 'has more than 2 "**" before its end').toBe(expected);
});

test('texts of a setting have pointers', () => {
  expect(textsIn('a', '/files')).toEqual([['a', '/files']]);
  expect(textsIn(['a', 5, 'b'], '/files')).toEqual([
    ['a', '/files/0'],
    ['b', '/files/2'],
  ]);
  expect(textsIn(5, '/files')).toEqual([]);
});

import { expect, test } from 'vitest';
import { patternMistakes, textsIn } from '../../src/core/config/check-paths.ts';

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

test('texts of a setting have pointers', () => {
  expect(textsIn('a', '/files')).toEqual([['a', '/files']]);
  expect(textsIn(['a', 5, 'b'], '/files')).toEqual([
    ['a', '/files/0'],
    ['b', '/files/2'],
  ]);
  expect(textsIn(5, '/files')).toEqual([]);
});

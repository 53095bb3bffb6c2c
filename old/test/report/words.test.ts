import { expect, test } from 'vitest';
import {
  pluralize,
  takeFitting,
  truncate,
  truncateMiddle,
  truncateWords,
  uniqueNames,
} from '../../src/core/model/text.ts';
import { countFindings, formatFailure, wrap } from '../../src/core/report/words.ts';

test('one is singular', () => {
  expect([0, 1, 2].map((n) => pluralize(n, 'step'))).toEqual(['0 steps', '1 step', '2 steps']);
  expect(countFindings({ errors: 1, warnings: 0, infos: 2 })).toBe('1 error, 2 infos');
  expect(countFindings({ errors: 0, warnings: 0, infos: 0 })).toBe('');
});

test('text is wrapped at spaces', () => {
  expect(wrap('', 10)).toEqual([]);
  expect(wrap('the email is never sent', 10)).toEqual(['the email', 'is never', 'sent']);
  expect(wrap('https://edgewise.example is long', 10)).toEqual([
    'https://edgewise.example',
    'is long',
  ]);
});

test('the first items that fit are taken', () => {
  const taken = (room: number) => takeFitting(['aa', 'bbb', 'c'], room, ({ length }) => length);
  expect(taken(6)).toEqual(['aa', 'bbb', 'c']);
  expect(taken(5)).toEqual(['aa', 'bbb']);
  expect(taken(4)).toEqual(['aa']);
  expect(taken(0)).toEqual([]);
});

test('equal names get numbers that no other name has', () => {
  const unique = uniqueNames((name, n) => `${name} (${n})`);
  expect(['a', 'a (2)', 'a', 'a', 'b'].map(unique)).toEqual(['a', 'a (2)', 'a (3)', 'a (4)', 'b']);
});

test('a text is cut before a character that does not fit', () => {
  expect(['abc', 'abcd', 'ab😀d'].map((text) => truncate(text, 3))).toEqual(['abc', 'ab…', 'ab…']);
  expect(truncate('a😀bc', 3)).toBe('a…');
});

test('a long name is shortened in the middle, between characters', () => {
  expect(truncateMiddle('workflows/welcome.json', 22)).toBe('workflows/welcome.json');
  expect(truncateMiddle('workflows/welcome.json', 21)).toBe('workflows/…lcome.json');
  expect(truncateMiddle('workflows/welcome.json', 20)).toBe('workflows/…come.json');
  expect(truncateMiddle('😀😀😀😀', 7)).toBe('😀…😀');
  expect(truncateMiddle('x'.repeat(240))).toHaveLength(240);
});

test('a wrapped sentence keeps its words', () => {
  const sentence = 'one of many words '.repeat(100);
  expect(truncateWords(sentence)).toBe(sentence);
  expect(truncateWords(`no file ${'x'.repeat(4000)} here`)).toMatch(/^no file x{120}…x{119} here$/);
  expect(
    formatFailure({ source: 'My exports/'.repeat(400), message: 'the name is too long' }),
  ).toMatch(/^My exports\/.{109}….{119}: the name is too long$/);
});

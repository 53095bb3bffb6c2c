import { expect, test } from 'vitest';
import { createNameMatcher, createPathMatcher, rebase } from '../../src/core/lint/patterns.ts';

test.each([
  ['**/archive/**', 'a/archive/b.json', true],
  ['archive', 'archive/deep/b.json', true],
  ['archive/', 'archive/b.json', true],
  ['./archive', 'archive/b.json', true],
  ['././archive', 'archive/b.json', true],
  ['archive//', 'archive/b.json', true],
  ['a./b', 'a./b', true],
  ['', 'anything/x.json', true],
  ['', '../x.json', false],
  ['archive', 'archives/b.json', false],
  ['archive', 'old/archive/b.json', false],
  ['*.json', 'a.json', true],
  ['*.json', 'deep/a.json', false],
  ['workflows/**/*.json', 'workflows/a.json', true],
  ['{a,b}/*.json', 'b/x.json', true],
  ['.hidden/*', '.hidden/x.json', true],
  ['**', '.hidden/x.json', true],
  ['.', 'anything/x.json', true],
  ['.', '../x.json', false],
  ['a+(b)', 'abbb', false],
])('%s and the path %s: %s', (pattern, path, expected) => {
  expect(createPathMatcher([pattern])(path)).toBe(expected);
});

test.each([
  ['Onboarding*', 'Onboarding (EU) / new', true],
  ['*EU*', 'Onboarding (EU)', true],
  ['Onboarding (EU)', 'Onboarding (EU)', true],
  ['Onboarding [EU]', 'Onboarding E', false],
  ['*', '', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-b-b', false],
  ['a*', 'b', false],
  ['onboarding', 'Onboarding', false],
  ['2 * 3', '2 * 3', true],
  ['**x', 'x', true],
  ['a*b*c', 'axc', false],
  ['a*a', 'a', false],
  ['a*b*bc', 'abc', false],
  ['*b', 'ab', true],
])('%s and the name %s: %s', (pattern, name, expected) => {
  expect(createNameMatcher([pattern])(name)).toBe(expected);
});

test('of several patterns, one has to match', () => {
  for (const create of [createPathMatcher, createNameMatcher]) {
    expect(create(['a', 'b'])('b')).toBe(true);
    expect(create(['a', 'b'])('c')).toBe(false);
    expect(create([])('a')).toBe(false);
  }
});

test('hostile patterns and names are matched', () => {
  createNameMatcher([`${'a*'.repeat(200)}b`])('a'.repeat(20_000));
  createPathMatcher([`${'+('.repeat(20)}a${')'.repeat(20)}`])(`${'a'.repeat(200)}!`);
});

test.each([
  ['a.json', '', 'a.json'],
  ['a.json', 'inner/deep', 'inner/deep/a.json'],
  ['../a.json', 'inner', 'a.json'],
  ['../../a.json', 'inner', '../a.json'],
  ['x/a.json', '..', '../x/a.json'],
  ['../../a.json', '..', '../../../a.json'],
  ['./a.json', '', './a.json'],
  ['x//a.json', 'inner/', 'inner/x/a.json'],
  ['./a.json', '../b', '../b/a.json'],
])('%s relative to %s is %s', (path, basePath, expected) => {
  expect(rebase(path, basePath)).toBe(expected);
});

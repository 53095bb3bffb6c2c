import { expect, test } from 'vitest';
import {
  createAtoms,
  looseKeyOf,
  matches,
  printLiteral,
} from '../../src/core/conditions/literals.ts';
import type { ConditionLeaf } from '../../src/core/model/condition.ts';

const leaf = (operator: string, value?: unknown, field = 'event.plan'): ConditionLeaf =>
  ({ kind: 'rule', path: [], field, operator, value, sound: true }) as ConditionLeaf;
const atomOf = (operator: string, value?: unknown) => {
  const atoms = createAtoms(1000);
  return atoms.atom(atoms.literalOf(leaf(operator, value)));
};

test.each([
  [5, 5],
  ['5', 5],
  [' 5.0 ', 5],
  [true, 1],
  ['TRUE', 1],
  [1, 1],
  [false, 0],
  ['false', 0],
  [null, 0],
  ['null', 0],
  ['', 0],
  [' ', 0],
  ['Pro', 'pro'],
  [' pro', 'pro'],
  ['ｐｒｏ', 'pro'],
  ['falsely', 'falsely'],
])('%j may equal %j', (value, key) => {
  expect(looseKeyOf(value)).toBe(key);
});

test('equal comparisons are one atom, and neq is the negation of eq', () => {
  const atoms = createAtoms(1000);
  const literals = [
    leaf('eq', 'pro'),
    leaf('eq', 'pro'),
    leaf('neq', 'pro'),
    leaf('eq', 'free'),
    leaf('eq', 'pro', 'event.other'),
    leaf('exists', 1),
    leaf('exists', 2),
  ].map((each) => atoms.literalOf(each));
  expect(literals).toEqual([0, 0, 1, 2, 4, 6, 6]);
  expect(atoms.budget).toBe(1000 - 7 * 50);
});

test.each([
  { ...leaf('eq', 'pro'), sound: false },
  leaf('eq', 'pro', 'plan'),
  leaf('gt', Number.POSITIVE_INFINITY),
])('of %j nothing is known, each time', (rule) => {
  const atoms = createAtoms(1000);
  expect([atoms.literalOf(rule), atoms.literalOf(rule)]).toEqual([0, 2]);
  expect(atoms.atom(0)).toMatchObject({ test: 'opaque', isNonEmpty: false });
});

test.each([
  ['eq', 'pro', true],
  ['eq', 0, false],
  ['eq', 5, true],
  ['eq', '', false],
  ['eq', 'x'.repeat(100), true],
  ['eq', 'x'.repeat(101), false],
  ['contains', 'pro', true],
  ['contains', 'x'.repeat(100), true],
  ['contains', 'x'.repeat(101), false],
  ['contains', ' ', false],
  ['contains', '5', false],
  ['contains', '1.5e+3', false],
  ['contains', '5a', true],
  ['contains', 'a5', true],
  ['contains', 'ul', false],
  ['starts_with', 'ul', true],
  ['starts_with', 'fal', false],
  ['ends_with', 'fal', true],
  ['ends_with', 'LSE', false],
  ['gt', 3, false],
  ['exists', undefined, false],
])('%s %j means that the field has a value: %s', (operator, value, isNonEmpty) => {
  expect(atomOf(operator, value).isNonEmpty).toBe(isNonEmpty);
});

test.each([
  ['eq', 'Pro', 'Pro', 'pro'],
  ['eq', '5', undefined, ''],
  ['eq', '2026-01-01', undefined, ''],
  ['contains', '5', '5', '5'],
  ['contains', '2026-01-01', '2026-01-01', '2026-01-01'],
  ['eq', 5, undefined, ''],
])('%s %j looks for the text %j', (operator, value, text, lower) => {
  expect(atomOf(operator, value)).toMatchObject({ text, lower });
});

test.each([
  ['gt', 5, 'order'],
  ['lte', 5, 'order'],
  ['gt', '2026-01-01', 'opaque'],
  ['contains', 'a', 'contains'],
])('%s %j is of the kind %s', (operator, value, kind) => {
  expect(atomOf(operator, value).test).toBe(kind);
});

test('literals are printed as in the workflow', () => {
  const atoms = createAtoms(1000);
  const print = (rule: ConditionLeaf, sign = 0): string =>
    printLiteral(atoms.literalOf(rule) ^ sign, atoms);
  expect(print(leaf('eq', 'pro'))).toBe('"event.plan" eq "pro"');
  expect(print(leaf('neq', 'pro'))).toBe('"event.plan" neq "pro"');
  expect(print(leaf('gt', 5))).toBe('"event.plan" gt 5');
  expect(print(leaf('exists'))).toBe('"event.plan" exists');
  expect(print(leaf('exists'), 1)).toBe('"event.plan" exists');
});

test('text matches at its beginning, at its end or anywhere', () => {
  const of = (part: string) =>
    (['starts_with', 'ends_with', 'contains'] as const).map((kind) => matches('abc', kind, part));
  expect(of('a')).toEqual([true, false, true]);
  expect(of('b')).toEqual([false, false, true]);
  expect(of('c')).toEqual([false, true, true]);
  expect(of('d')).toEqual([false, false, false]);
});

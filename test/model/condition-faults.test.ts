import { expect, test } from 'vitest';
import { readCondition } from '../../src/core/model/condition.ts';
import { adviseType, EXAMPLE_RULE } from '../../src/core/model/condition-faults.ts';

const faultsOf = (more: object) =>
  readCondition({ type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro', ...more }, [])
    .faults;

test.each([
  ['Rule', true, 'use "rule"'],
  ['all', true, 'use "and"'],
  ['AND', true, 'use "and"'],
  ['&&', true, 'use "and"'],
  ['any', true, 'use "or"'],
  ['Or', true, 'use "or"'],
  ['||', true, 'use "or"'],
  ['xor', true, 'use "and" or "or"'],
  [7, true, 'use "and" or "or"'],
  ['compare', false, 'use "rule" for one comparison, or "and" or "or" for a group'],
])('type %j, of a group: %s: %s', (type, isGroup, help) => {
  expect(adviseType(type, isGroup)).toBe(help);
});

test.each([
  [{ type: undefined }, 'rule on "event.plan" has no "type"', 'add "type": "rule"'],
  [{ value: undefined }, 'rule on "event.plan" has no "value"', 'add "value", which "eq" requires'],
  [
    { type: undefined, value: undefined },
    'rule on "event.plan" has no "type" or "value"',
    EXAMPLE_RULE,
  ],
  [{ operator: undefined }, 'rule on "event.plan" has no "operator"', EXAMPLE_RULE],
])('without a part, %j: %s', (more, message, help) => {
  expect(faultsOf(more)).toMatchObject([{ message, help }]);
});

test.each([
  ['gtt', 5, 'use "gt"', 'gt'],
  ['gtt', undefined, 'use "gt"', 'gt'],
  ['gtt', 'many', 'compare with a number, or take another operator', undefined],
  ['contain', 'a', 'use "contains"', 'contains'],
  ['contain', 5, 'compare with a string, or take another operator', undefined],
])('the unknown operator %s before %j: %s', (operator, value, help, meant) => {
  expect(faultsOf({ operator, value }).at(-1)).toMatchObject({ help });
  expect(faultsOf({ operator, value }).at(-1)?.meant).toBe(meant);
});

test('an unknown operator is none', () => {
  const rule = { type: 'rule', field: 'event.plan', operator: 'is', value: 'pro' };
  expect(readCondition(rule, []).root).toMatchObject({ operator: undefined, sound: false });
});

test('an operator without a value requires none', () => {
  expect(faultsOf({ operator: 'exists', value: undefined })).toEqual([]);
});

const NUMBER = 'use a number; strings are compared by "eq" and "neq"';

test.each([
  ['gt', '5', 'write 5 without quotes', 5],
  ['gt', '1e999', NUMBER, undefined],
  ['gt', 'many', NUMBER, undefined],
  ['gt', ' ', NUMBER, undefined],
  ['gt', '', NUMBER, undefined],
  ['gt', true, NUMBER, undefined],
  ['contains', 5, 'write "5" in quotes', '5'],
  ['contains', true, 'write "true" in quotes', 'true'],
  ['contains', null, 'use a string', undefined],
  ['contains', ['a'], 'use a string', undefined],
  ['eq', { plan: 'pro' }, 'use a string, number, boolean or null', undefined],
])('%s %j: %s', (operator, value, help, meant) => {
  const [fault, ...others] = faultsOf({ operator, value });
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ path: ['value'], help });
  expect(fault?.meant).toBe(meant);
});

test('a list of values is compared by several rules', () => {
  const [equal] = faultsOf({ value: ['a', 'b'] });
  const [other] = faultsOf({ operator: 'neq', value: ['a', 'b'] });
  expect([equal?.help, other?.help]).toEqual([
    faultsOf({ operator: 'in' })[0]?.help,
    faultsOf({ operator: 'not_in' })[0]?.help,
  ]);
  expect(equal?.help).not.toBe(other?.help);
});

test.each(['in', 'one_of', 'anyOf', 'not_in', 'noneOf', 'x'.repeat(41)])(
  'for the operator %s nothing else is meant',
  (operator) => {
    const [fault] = faultsOf({ operator });
    expect(fault).toMatchObject({ path: ['operator'] });
    expect(fault?.meant).toBeUndefined();
  },
);

test('operators of lists have the same help in any spelling', () => {
  const helpOf = (operator: string) => faultsOf({ operator })[0]?.help;
  expect(new Set(['in', 'IN', 'one_of', 'anyOf'].map(helpOf)).size).toBe(1);
  expect(new Set(['not_in', 'notIn', 'none-of'].map(helpOf)).size).toBe(1);
});

import { describe, expect, test } from 'vitest';
import { readCondition } from '../../src/core/model/condition.ts';
import { conditionInWords, outlineOfCondition } from '../../src/core/model/condition-words.ts';

const leaf = (operator: unknown, value?: unknown, field: unknown = 'event.plan') => ({
  ...{ type: 'rule', field, operator },
  ...(value !== undefined && { value }),
});
const group = (type: string, ...rules: unknown[]) => ({ type, rules });
const words = (rule: object, holds?: boolean): string =>
  conditionInWords(readCondition(rule as never, []).root, holds);

describe('in words', () => {
  test.each([
    ['eq', 'pro', 'event.plan is "pro"', 'event.plan is not "pro"'],
    ['neq', 'pro', 'event.plan is not "pro"', 'event.plan is "pro"'],
    ['gt', 3, 'event.plan is more than 3', 'event.plan is not more than 3'],
    ['gte', 3, 'event.plan is at least 3', 'event.plan is not at least 3'],
    ['lt', 3, 'event.plan is less than 3', 'event.plan is not less than 3'],
    ['lte', 3, 'event.plan is at most 3', 'event.plan is not at most 3'],
    ['contains', 'a', 'event.plan contains "a"', 'event.plan does not contain "a"'],
    ['starts_with', 'a', 'event.plan starts with "a"', 'event.plan does not start with "a"'],
    ['ends_with', 'a', 'event.plan ends with "a"', 'event.plan does not end with "a"'],
    ['exists', undefined, 'event.plan exists', 'event.plan does not exist'],
    ['is_empty', undefined, 'event.plan is empty', 'event.plan is not empty'],
  ])('%s %j', (operator, value, holds, fails) => {
    expect(words(leaf(operator, value))).toBe(holds);
    expect(words(leaf(operator, value), false)).toBe(fails);
  });

  const [a, b, c] = ['a', 'b', 'c'].map((name) => leaf('exists', undefined, `event.${name}`));

  test('a group is joined, and a group in it is bracketed', () => {
    expect(words(group('and', a, group('or', b, c)))).toBe(
      'event.a exists and (event.b exists or event.c exists)',
    );
    expect(words(group('and', a, group('or', b, c)), false)).toBe(
      'event.a does not exist or (event.b does not exist and event.c does not exist)',
    );
  });

  test('four rules are named, further ones are counted', () => {
    expect(words(group('or', a, b, c, a))).not.toContain('more');
    expect(words(group('or', a, b, c, a, b, c))).toBe(
      'event.a exists or event.b exists or event.c exists or event.a exists or 2 more',
    );
  });

  test('a group of one group has no brackets', () => {
    expect(words(group('and', group('or', b, c)))).toBe('event.b exists or event.c exists');
  });

  test.each([
    [leaf('eq', ['a']), 'event.plan is a list'],
    [leaf('eq', { a: 1 }), 'event.plan is an object'],
    [leaf('eq', null), 'event.plan is null'],
    [leaf('eq'), 'event.plan is nothing'],
    [leaf('eq', 'pro', 7), 'a field without a name is "pro"'],
    [leaf('eq', 'pro', 'my plan'), '"my plan" is "pro"'],
    [leaf('eq', 'pro', 'plan (old)'), '"plan (old)" is "pro"'],
    [leaf('equals', 'pro'), 'event.plan passes a comparison that cannot be read'],
  ])('of the faulty rule %j', (rule, expected) => {
    expect(words(rule)).toBe(expected);
  });

  test('a faulty rule is said to be unreadable', () => {
    expect(words(leaf('equals', 'pro'), false)).toBe(
      'event.plan does not pass a comparison that cannot be read',
    );
    expect(words(group('and'))).toBe('a rule that cannot be read holds');
    expect(words(group('and'), false)).toBe('a rule that cannot be read does not hold');
  });
});

describe('an outline', () => {
  test.each([
    [leaf('eq', 'pro'), ['event.plan = pro']],
    [leaf('neq', 3), ['event.plan is not 3']],
    [leaf('starts_with', 'a'), ['event.plan starts with a']],
    [leaf('exists'), ['event.plan exists']],
    [leaf('eq', { a: 1 }), ['event.plan =']],
    [leaf('eq', 'x'.repeat(202)), [`event.plan = ${'x'.repeat(200)}…`]],
    [leaf('eq', 'x'.repeat(200)), [`event.plan = ${'x'.repeat(200)}`]],
    [leaf('exists', undefined, 'x'.repeat(122)), [`${'x'.repeat(120)}… exists`]],
    [leaf('x'.repeat(121)), [`event.plan ${'x'.repeat(120)}`]],
    [leaf('eq', 'pro', 7), ['a rule that cannot be read']],
    [leaf(7, 'pro'), ['a rule that cannot be read']],
    [group('and'), ['all of 0 rules']],
    [group('and', 7), ['all of 1 rule', 'a rule that cannot be read']],
    [
      group('or', leaf('exists'), group('and', leaf('gt', 1), leaf('lt', 2))),
      [
        'any of 2 rules',
        'event.plan exists',
        'all of 2 rules',
        '· event.plan > 1',
        '· event.plan < 2',
      ],
    ],
  ])('of %j', (rule, lines) => {
    expect(outlineOfCondition(rule)).toEqual(lines);
  });

  test('has at most 40 lines, and says when there are more rules', () => {
    const of = (length: number) =>
      outlineOfCondition(group('and', ...Array.from({ length }, () => leaf('exists'))));
    expect(of(39)).toHaveLength(40);
    expect(of(39).at(-1)).toBe('event.plan exists');
    expect(of(40)).toHaveLength(41);
    expect(of(40).at(-1)).toBe('… and more rules');
  });
});

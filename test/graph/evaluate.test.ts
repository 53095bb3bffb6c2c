import { describe, expect, test } from 'vitest';
import { conflictOf } from '../../src/core/conditions/conflicts.ts';
import { evaluateCondition, type Reading } from '../../src/core/conditions/evaluate.ts';
import { createAtoms } from '../../src/core/conditions/literals.ts';
import { type ConditionLeaf, readCondition } from '../../src/core/model/condition.ts';
import { conditionInWords } from '../../src/core/model/condition-words.ts';
import { OPERATORS } from '../../src/core/model/operators.ts';
import fc from '../fast-check.ts';

const leaf = (operator: string, value?: unknown, field = 'event.plan') => ({
  type: 'rule',
  field,
  operator,
  ...(value !== undefined && { value }),
});
const read = (rule: object) => readCondition(rule as never, []).root;
const known = (value: unknown) => (): Reading =>
  value === undefined ? { kind: 'missing' } : { kind: 'value', value };
const outcome = (rule: object, value: unknown) =>
  evaluateCondition(read(rule), known(value)).outcome;

describe('a comparison', () => {
  test.each([
    ['eq', 'pro', 'pro', 'met'],
    ['eq', 'pro', 'free', 'not_met'],
    ['eq', null, null, 'met'],
    ['neq', 'pro', 'free', 'met'],
    ['neq', 'pro', 'pro', 'not_met'],
    ['gt', 3, 4, 'met'],
    ['gt', 3, 3, 'not_met'],
    ['gte', 3, 3, 'met'],
    ['lt', 3, 2.5, 'met'],
    ['lte', 3, 3.1, 'not_met'],
    ['gt', 3, null, 'not_met'],
    ['contains', 'ro', 'pro', 'met'],
    ['contains', 'x', 'pro', 'not_met'],
    ['contains', 'a', ['a', 'b'], 'met'],
    ['starts_with', 'p', 'pro', 'met'],
    ['starts_with', 'r', 'pro', 'not_met'],
    ['ends_with', '@x.io', 'ada@x.io', 'met'],
    ['ends_with', 5, 5, 'open'],
    ['exists', undefined, undefined, 'not_met'],
    ['is_empty', undefined, undefined, 'met'],
    ['is_empty', undefined, '', 'met'],
    ['is_empty', undefined, [], 'met'],
    ['is_empty', undefined, {}, 'met'],
    ['is_empty', undefined, [0], 'not_met'],
    ['eq', 'pro', undefined, 'fails'],
    ['neq', 'pro', undefined, 'fails'],
    ['eq', 'pro', { plan: 'pro' }, 'not_met'],
    ['lt', 3, [2], 'not_met'],
    ['lt', 3, 3, 'not_met'],
    ['lte', 3, 3, 'met'],
    ['eq', 'pro', null, 'not_met'],
    ['is_empty', undefined, { plan: 'pro' }, 'not_met'],
    ['starts_with', 'a', ['a'], 'not_met'],
    ['starts_with', '[', { plan: 'pro' }, 'not_met'],
    // The order of dates in text, and the meaning of unknown operators, are not documented.
    ['gt', '2026-01-01', '2026-02-01', 'open'],
    ['equals', 'pro', 'pro', 'open'],
  ])('%s %j of %j: %s', (operator, wanted, actual, expected) => {
    expect(outcome(leaf(operator, wanted), actual)).toBe(expected);
  });

  test.each([
    ['eq', 'pro', 'Pro'],
    ['eq', 5, '5'],
    ['eq', true, 1],
    ['eq', true, 'true'],
    ['is_empty', undefined, 0],
    ['contains', 'a', ['ab']],
    ['eq', '2026-01-01', '2026-01-01T00:00:00Z'],
    ['eq', 'pro', ['pro']],
    ['eq', false, null],
    ['gt', -1, null],
    ['contains', 'ul', null],
    ['gt', 3, '4'],
    ['contains', 'PRO', 'pro'],
    ['starts_with', '4', 42],
    ['exists', undefined, 0],
    ['exists', undefined, ' '],
    ['exists', undefined, false],
    ['exists', undefined, null],
    ['is_empty', undefined, false],
    ['is_empty', undefined, ' '],
    ['contains', 'Pro', ['pro']],
    ['ends_with', 'O', 'pro'],
    ['lt', 3, '2'],
  ])('%s %j of %j is not documented', (operator, wanted, actual) => {
    expect(outcome(leaf(operator, wanted), actual)).toBe('open');
  });

  test.each([
    ['eq', 'pro', 'free'],
    ['gt', 3, 'many'],
    ['eq', 'pro', 'pro'],
    ['eq', 'pro', { plan: 'pro' }],
    ['eq', '2026-01-01', '2026-01-02'],
    ['eq', '2026-01-01', 'soon'],
    ['eq', 'many', 'few'],
    ['gt', 3, 4],
    ['gt', 3, '2'],
    ['gt', 3, [4]],
    ['starts_with', '[', { plan: 'pro' }],
    ['contains', 'pro', ['pro']],
    ['exists', undefined, 'pro'],
    ['exists', undefined, true],
    ['is_empty', undefined, []],
    ['is_empty', undefined, 'pro'],
    ['contains', 'x', 'pro'],
    ['is_empty', undefined, ''],
  ])('%s %j of %j has a definite outcome', (operator, wanted, actual) => {
    expect(outcome(leaf(operator, wanted), actual)).not.toBe('open');
  });

  test.each(['plan', 'my.event.plan'])('with the field %s is undecided', (field) => {
    expect(outcome(leaf('eq', 'pro', field), 'pro')).toBe('open');
  });

  test('that is undecided is the rest', () => {
    const rule = read(leaf('gt', '2026-01-01'));
    expect(evaluateCondition(rule, known('2026-02-01'))).toEqual({
      outcome: 'open',
      rest: rule,
    });
  });
});

describe('a group', () => {
  const group = (type: string, ...rules: object[]) => ({ type, rules });
  const readBy =
    (values: Readonly<Record<string, unknown>>) =>
    (field: string): Reading =>
      !Object.hasOwn(values, field)
        ? { kind: 'unknown' }
        : values[field] === undefined
          ? { kind: 'missing' }
          : { kind: 'value', value: values[field] };
  const [a, b] = [leaf('eq', 1, 'event.a'), leaf('eq', 1, 'contact.b')];

  test('is decided by known values where they suffice', () => {
    expect(evaluateCondition(read(group('and', a, b)), readBy({ 'event.a': 2 })).outcome).toBe(
      'not_met',
    );
    expect(evaluateCondition(read(group('or', a, b)), readBy({ 'event.a': 1 })).outcome).toBe(
      'met',
    );
    expect(
      evaluateCondition(read(group('and', a, b)), readBy({ 'event.a': 1, 'contact.b': 1 })).outcome,
    ).toBe('met');
    expect(
      evaluateCondition(read(group('or', a, b)), readBy({ 'event.a': 2, 'contact.b': 2 })).outcome,
    ).toBe('not_met');
  });

  test('is open otherwise, with the undecided rules', () => {
    const result = evaluateCondition(read(group('and', a, b)), readBy({ 'event.a': 1 }));
    expect(result.outcome === 'open' && conditionInWords(result.rest)).toBe('contact.b is 1');
    const both = evaluateCondition(
      read(group('or', a, b, leaf('exists', undefined, 'event.c'))),
      readBy({ 'event.a': 2 }),
    );
    expect(both.outcome === 'open' && conditionInWords(both.rest)).toBe(
      'contact.b is 1 or event.c exists',
    );
  });

  test('fails when any of its fields is missing, as in the service', () => {
    expect(
      evaluateCondition(read(group('or', a, b)), readBy({ 'event.a': undefined, 'contact.b': 1 })),
    ).toEqual({ outcome: 'fails', field: 'event.a' });
  });

  test('that cannot be read is undecided', () => {
    expect(evaluateCondition(read({ rules: [a] }), readBy({ 'event.a': 1 })).outcome).toBe('open');
    expect(evaluateCondition(read(group('and')), readBy({})).outcome).toBe('open');
  });
});

// An outcome that is impossible in every interpretation must not be returned.
test('never returns contradicting constraints', () => {
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      '',
      ' ',
      'a',
      'A',
      'ab',
      'abc',
      '5',
      'true',
      '2026-01-01',
      0,
      1,
      5,
      -3,
      2.5,
      true,
      false,
      null,
    ),
    fc.string(),
    fc.double(),
  );
  const comparison = fc.record({
    type: fc.constant('rule'),
    field: fc.constant('event.x'),
    operator: fc.constantFrom(...OPERATORS),
    value,
  });
  fc.assert(
    fc.property(fc.array(comparison, { minLength: 1, maxLength: 4 }), value, (rules, actual) => {
      const atoms = createAtoms(1_000_000);
      const literals = rules.flatMap((rule) => {
        const root = read(rule) as ConditionLeaf;
        const result = evaluateCondition(root, known(actual));
        if (result.outcome !== 'met' && result.outcome !== 'not_met') return [];
        return [atoms.literalOf(root) ^ (result.outcome === 'met' ? 0 : 1)];
      });
      const all = [...new Set(literals)].sort((a, b) => a - b);
      const conflict = conflictOf(all, all, all, atoms);
      expect(
        conflict === undefined ? '' : `${JSON.stringify(actual)}: ${JSON.stringify(rules)}`,
      ).toBe('');
    }),
    { numRuns: 3000 },
  );
});

test('a contradiction of two groups is found between them when each alone is satisfiable', () => {
  const value = fc.constantFrom<unknown>('', 'a', 'A', 'ab', '5', 'true', 0, 1, 5, true, null);
  const comparison = fc.record({
    type: fc.constant('rule'),
    field: fc.constantFrom('event.x', 'event.y'),
    operator: fc.constantFrom(...OPERATORS),
    value,
  });
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(comparison, fc.boolean(), fc.boolean()), { minLength: 2, maxLength: 8 }),
      (drawn) => {
        const atoms = createAtoms(1_000_000);
        const sorted = (literals: readonly number[]) =>
          [...new Set(literals)].sort((a, b) => a - b);
        const literals = drawn.map(
          ([rule, holds, isLeft]) =>
            [atoms.literalOf(read(rule) as ConditionLeaf) ^ (holds ? 0 : 1), isLeft] as const,
        );
        const [left, right] = [true, false].map((side) =>
          sorted(literals.flatMap(([literal, isLeft]) => (isLeft === side ? [literal] : []))),
        );
        const all = sorted(literals.map(([literal]) => literal));
        if (
          [left, right].some(
            (half) => conflictOf(half ?? [], half ?? [], half ?? [], atoms) !== undefined,
          )
        )
          return;
        const conflict = conflictOf(all, all, all, atoms);
        expect(conflictOf(left ?? [], right ?? [], all, atoms)).toEqual(conflict);
        if (conflict !== undefined) found++;
      },
    ),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(100);
});

describe('a rule in text', () => {
  const a = leaf('eq', 'pro');
  const b = leaf('gt', 3, 'contact.properties.orders');
  test.each([
    [a, true, 'event.plan is "pro"'],
    [a, false, 'event.plan is not "pro"'],
    [leaf('neq', null), false, 'event.plan is null'],
    [
      { type: 'and', rules: [a, b] },
      true,
      'event.plan is "pro" and contact.properties.orders is more than 3',
    ],
    [
      { type: 'and', rules: [a, b] },
      false,
      'event.plan is not "pro" or contact.properties.orders is not more than 3',
    ],
    [
      { type: 'or', rules: [a, { type: 'and', rules: [a, b] }] },
      true,
      'event.plan is "pro" or (event.plan is "pro" and contact.properties.orders is more than 3)',
    ],
    [
      { type: 'or', rules: [a, a, a, a, a, a] },
      true,
      `${Array(4).fill('event.plan is "pro"').join(' or ')} or 2 more`,
    ],
    [leaf('is_empty', undefined, 'event.a b'), true, '"event.a b" is empty'],
    [leaf('equals', 'pro'), false, 'event.plan does not pass a comparison that cannot be read'],
    [{ type: 'and', rules: [] }, true, 'a rule that cannot be read holds'],
    [leaf('eq', [1]), true, 'event.plan is a list'],
    [leaf('eq', { a: 1 }), true, 'event.plan is an object'],
    [leaf('eq'), true, 'event.plan is nothing'],
    [{ type: 'rule', operator: 'exists' }, true, 'a field without a name exists'],
  ])('%j, %s: %s', (rule, holds, words) => {
    expect(conditionInWords(read(rule), holds)).toBe(words);
  });
});

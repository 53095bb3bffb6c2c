import { expect, test } from 'vitest';
import { createExclusions } from '../../src/core/conditions/exclusions.ts';
import {
  addTime,
  areContradictory,
  branchConstraints,
  type PathConstraint,
  parseConstraint,
} from '../../src/core/conditions/path-constraints.ts';
import { readCondition } from '../../src/core/model/condition.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import fc from '../fast-check.ts';
import { evaluate, type Payload, READINGS, RunFailed, type Value } from './readings.ts';

const rule = (field: string, operator: string, value?: unknown): JsonObject => ({
  type: 'rule',
  field,
  operator,
  ...(value !== undefined && { value }),
});
const branches = (config: JsonObject) => branchConstraints(readCondition(config, []));
const met = (...config: Parameters<typeof rule>): PathConstraint =>
  branches(rule(...config)).met[0] as PathConstraint;
const notMet = (...config: Parameters<typeof rule>): PathConstraint =>
  branches(rule(...config)).notMet[0] as PathConstraint;

const VALUES: readonly Value[] = [
  undefined,
  null,
  '',
  'a',
  'ab',
  'b',
  'A',
  '5',
  'true',
  0,
  1,
  2,
  3,
  5,
  7,
  true,
  false,
  ['a'],
  ['ab', 'b'],
];
const leaf = fc.oneof(
  fc
    .tuple(fc.constantFrom('eq', 'neq'), fc.constantFrom(null, '', 'a', 'ab', 5, '5', true))
    .map(([operator, value]) => rule('event.a', operator, value)),
  fc
    .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), fc.constantFrom(0, 2, 5))
    .map(([operator, value]) => rule('event.a', operator, value)),
  fc
    .tuple(fc.constantFrom('contains', 'starts_with'), fc.constantFrom('a', 'b', 'A'))
    .map(([operator, value]) => rule('event.a', operator, value)),
);
const tree = fc.oneof(
  leaf,
  fc
    .tuple(fc.constantFrom('and', 'or'), fc.array(leaf, { minLength: 1, maxLength: 3 }))
    .map(([type, rules]): JsonObject => ({ type, rules })),
);

test('two constraints exclude each other only if no value satisfies both in any interpretation', () => {
  let found = 0;
  fc.assert(
    fc.property(
      tree,
      tree,
      fc.boolean(),
      fc.boolean(),
      (first, second, firstHolds, secondHolds) => {
        const [[a], [b]] = [
          firstHolds ? branches(first).met : branches(first).notMet,
          secondHolds ? branches(second).met : branches(second).notMet,
        ];
        // Counting emails assumes that two different values are not equal.
        if (
          a === undefined ||
          b === undefined ||
          areContradictory(a, b) ||
          !createExclusions().excludes(a, b)
        )
          return;
        found++;
        const isBoth = (value: Value): boolean =>
          READINGS.some((reading) => {
            const payload: Payload = new Map([['event.a', value]]);
            try {
              return (
                evaluate(first, payload, reading) === firstHolds &&
                evaluate(second, payload, reading) === secondHolds
              );
            } catch (error) {
              if (error instanceof RunFailed) return false;
              throw error;
            }
          });
        expect(VALUES.filter(isBoth)).toEqual([]);
      },
    ),
    { numRuns: 800 },
  );
  expect(found).toBeGreaterThan(15);
});

test('rules are compared by meaning, not by spelling', () => {
  const { excludes: exclude, findConflict } = createExclusions();
  const large = met('event.total', 'gt', 100);
  const small = met('event.total', 'lt', 50);
  expect(exclude(large, small)).toBe(true);
  expect(exclude(large, small)).toBe(true);
  expect(exclude(large, met('event.total', 'gt', 50))).toBe(false);
  expect(exclude(large, met('event.size', 'lt', 50))).toBe(false);
  expect(exclude(met('event.plan', 'eq', 'a "b" \\'), met('event.plan', 'contains', 'c'))).toBe(
    true,
  );
  const [either] = branches({
    type: 'or',
    rules: [rule('event.plan', 'eq', 'pro'), rule('event.plan', 'neq', 'team')],
  }).met;
  expect(exclude(either as PathConstraint, met('event.plan', 'eq', 'team'))).toBe(true);
  expect(exclude(either as PathConstraint, met('event.plan', 'eq', 'pro'))).toBe(false);
  const group = findConflict([large, met('event.plan', 'exists'), small, large]);
  expect(group).toMatchObject([large, small]);
  const [any] = branches({
    type: 'or',
    rules: [rule('event.plan', 'eq', 'pro'), rule('event.size', 'eq', 9)],
  }).met as [PathConstraint];
  const three = [notMet('event.plan', 'eq', 'pro'), notMet('event.size', 'eq', 9), any];
  const found = findConflict([met('event.size', 'exists'), ...three]) ?? [];
  const rulesOf = (all: readonly PathConstraint[]) => all.map(({ rule }) => rule).sort();
  expect(rulesOf(found)).toEqual(rulesOf(three));
  expect(findConflict([met('event.plan', 'exists'), notMet('event.plan', 'exists')])).toHaveLength(
    2,
  );
  const [nobody] = branches({
    type: 'and',
    rules: [rule('event.total', 'gt', 100), rule('event.total', 'lt', 50)],
  }).met;
  expect(findConflict([nobody as PathConstraint])).toMatchObject([nobody]);
  expect(findConflict([large, met('event.plan', 'exists')])).toBeUndefined();
  const [nested] = branches({
    type: 'and',
    rules: [
      { type: 'or', rules: [rule('event.total', 'lt', 5), rule('event.total', 'lt', 50)] },
      rule('event.plan', 'exists'),
    ],
  }).met;
  expect(exclude(nested as PathConstraint, large)).toBe(true);
  const beyond = met('event.total', 'gt', Number.POSITIVE_INFINITY);
  expect(findConflict([beyond, small])).toBeUndefined();
});

test('constraints on the contact exclude each other only at the same time', () => {
  const { excludes: exclude } = createExclusions();
  const [large, small] = [
    met('contact.properties.total', 'gt', 100),
    met('contact.properties.total', 'lt', 50),
  ];
  expect(exclude(addTime(large, '0 to 0'), addTime(small, '0 to 0'))).toBe(true);
  expect(exclude(addTime(large, '0 to 0'), addTime(small, '60 to 60'))).toBe(false);
  expect(parseConstraint(addTime(large, '60 to 60'))).toMatchObject({
    field: 'contact.properties.total at 60 to 60',
    operator: 'gt',
    value: 100,
  });
  expect(parseConstraint(met('event.total', 'gt', Number.POSITIVE_INFINITY))).toBeUndefined();
});

test('the number of constraints on one field that are compared is limited', () => {
  const many = Array.from({ length: 2000 }, (_, i) => met('event.total', 'gt', i));
  expect(createExclusions().findConflict(many)).toBeUndefined();
  expect(createExclusions().findConflict([...many, met('event.total', 'lt', -1)])).toHaveLength(2);
});

test('a conflict of three constraints names no others', () => {
  const [either] = branches({
    type: 'or',
    rules: [rule('event.plan', 'eq', 'pro'), rule('event.total', 'gt', 100)],
  }).met as [PathConstraint];
  const [notPro, small] = [notMet('event.plan', 'eq', 'pro'), met('event.total', 'lt', 50)];
  const others = [met('event.size', 'gt', 5), notMet('event.gift', 'exists')];
  const [first, last] = others as [PathConstraint, PathConstraint];
  const conflict = createExclusions().findConflict([first, either, notPro, small, last]);
  expect(new Set(conflict?.map((each) => each.rule))).toEqual(
    new Set([either.rule, notPro.rule, small.rule]),
  );
  expect(createExclusions().findConflict([either, notPro, ...others])).toBeUndefined();
});

test('equal constraints are one object', () => {
  const { unique } = createExclusions();
  const one = unique(met('event.plan', 'exists'));
  expect(unique({ ...met('event.plan', 'exists') })).toBe(one);
  expect(unique(one)).toBe(one);
  expect(unique(notMet('event.plan', 'exists'))).not.toBe(one);
});

test('constraints are compared until a limit is reached, which is reported', () => {
  const { excludes, isExhausted } = createExclusions();
  expect(isExhausted()).toBe(false);
  for (let i = 0; !isExhausted(); i++)
    excludes(met('event.total', 'gt', i), met('event.total', 'gt', i + 0.5));
  expect(excludes(met('event.size', 'gt', 5), met('event.size', 'lt', 1))).toBe(false);
});

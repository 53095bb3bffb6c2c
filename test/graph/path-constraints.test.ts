import { describe, expect, test } from 'vitest';
import {
  addTime,
  areContradictory,
  branchConstraints,
  constraintsOfEdge,
  isSameConstraint,
  negate,
  type PathConstraint,
  parseConstraint,
} from '../../src/core/conditions/path-constraints.ts';
import { readCondition } from '../../src/core/model/condition.ts';
import type { JsonObject } from '../../src/core/model/json.ts';

const rule = (field: string, operator: string, value?: unknown): JsonObject => ({
  ...{ type: 'rule', field, operator },
  ...(value !== undefined && { value }),
});
const group = (type: string, ...rules: JsonObject[]): JsonObject => ({ type, rules });
const branches = (config: JsonObject, awaited?: string) =>
  branchConstraints(readCondition(config, []), awaited);

const PRO = '["event.plan","eq","pro"]';
const isPro = { rule: PRO, holds: true, isStable: true, field: 'event.plan' };
const isNotPro = { rule: PRO, holds: false, isStable: true };

describe('the branches of a condition', () => {
  test('eq fixes the value of its field, where it holds', () => {
    expect(branches(rule('event.plan', 'eq', 'pro'))).toEqual({ met: [isPro], notMet: [isNotPro] });
  });

  test('neq is the negation of eq', () => {
    expect(branches(rule('event.plan', 'neq', 'pro'))).toEqual({
      met: [isNotPro],
      notMet: [isPro],
    });
  });

  test('another operator fixes no value', () => {
    const constraint = { rule: '["event.total","gt",5]', isStable: true };
    expect(branches(rule('event.total', 'gt', 5))).toEqual({
      met: [{ ...constraint, holds: true }],
      notMet: [{ ...constraint, holds: false }],
    });
    expect(branches(rule('event.plan', 'exists')).met[0]?.rule).toBe('["event.plan","exists"]');
  });

  test('a field of the contact is not stable', () => {
    const { met } = branches(rule('contact.first_name', 'eq', 'Ada'));
    expect(met).toEqual([
      {
        rule: '["contact.first_name","eq","Ada"]',
        ...{ holds: true, isStable: false, field: 'contact.first_name' },
      },
    ]);
  });

  const [a, b] = [rule('event.plan', 'eq', 'pro'), rule('contact.email', 'exists')];
  const printed = '["event.plan","eq","pro"],["contact.email","exists"]';

  test('all parts of an "and" hold when it does', () => {
    const { met, notMet } = branches(group('and', a, b));
    expect(met.map((each) => [each.rule, each.holds, each.isStable])).toEqual([
      [`["and",${printed}]`, true, false],
      [PRO, true, true],
      ['["contact.email","exists"]', true, false],
    ]);
    expect(notMet).toEqual([{ rule: `["and",${printed}]`, holds: false, isStable: false }]);
  });

  test('no part of an "or" holds when it does not', () => {
    const { met, notMet } = branches(group('or', a, b));
    expect(met).toEqual([{ rule: `["or",${printed}]`, holds: true, isStable: false }]);
    expect(notMet.map((each) => [each.rule, each.holds])).toEqual([
      [`["or",${printed}]`, false],
      [PRO, false],
      ['["contact.email","exists"]', false],
    ]);
  });

  test('of a rule with a long text are its constraints', () => {
    const long = rule('event.a', 'eq', 'x'.repeat(1000));
    expect(branches(long).met).toHaveLength(1);
    expect(branches(group('or', long, rule('event.b', 'eq', 'y'.repeat(1000)))).met).toHaveLength(
      1,
    );
  });

  test('a faulty rule has no constraints', () => {
    expect(branches(rule('event.plan', 'equals', 'pro'))).toEqual({ met: [], notMet: [] });
  });

  test('edges of other types have none', () => {
    const both = branches(a);
    expect(constraintsOfEdge({ type: 'condition_met' } as never, both)).toBe(both.met);
    expect(constraintsOfEdge({ type: 'condition_not_met' } as never, both)).toBe(both.notMet);
    expect(constraintsOfEdge({ type: 'default' } as never, both)).toEqual([]);
  });
});

describe('after a wait, the awaited event takes the place of the event that started the run', () => {
  test.each([
    ['wait_events.order.paid.total', 'event.total', true],
    ['event.total', 'started_by.event.total', true],
    ['contact.email', 'contact.email', false],
    ['wait_events.order.late.total', 'wait_events.order.late.total', false],
  ])('%s is read as %s', (field, name, isStable) => {
    const [only] = branches(rule(field, 'exists'), 'order.paid').met;
    expect(only).toEqual({ rule: `["${name}","exists"]`, holds: true, isStable });
    const [nested] = branches(group('or', rule(field, 'exists')), 'order.paid').met;
    expect(nested?.rule).toBe(`["or",["${name}","exists"]]`);
  });
});

describe('a constraint at a time', () => {
  test('differs from that of another time when it is on the contact', () => {
    const [met] = branches(rule('contact.first_name', 'eq', 'Ada')).met as [PathConstraint];
    expect(addTime(met, '5 to 9')).toEqual({
      rule: '["contact.first_name","eq","Ada"] at 5 to 9',
      ...{ holds: true, isStable: false, field: 'contact.first_name at 5 to 9' },
    });
    const [exists] = branches(rule('contact.email', 'exists')).met as [PathConstraint];
    expect(addTime(exists, '5 to 9')).toEqual({
      rule: '["contact.email","exists"] at 5 to 9',
      ...{ holds: true, isStable: false },
    });
  });

  test('is the same when it is on the event', () => {
    expect(addTime(isPro, '5 to 9')).toBe(isPro);
  });
});

test('two values of one field, and a rule and its negation, are contradictory', () => {
  const isFree = { ...isPro, rule: '["event.plan","eq","free"]' };
  const isOld = { rule: '["event.age","gt",5]', holds: true, isStable: true };
  expect(areContradictory(isPro, isNotPro)).toBe(true);
  expect(areContradictory(isPro, { ...isPro })).toBe(false);
  expect(areContradictory(isPro, isFree)).toBe(true);
  expect(areContradictory(isPro, { ...isFree, field: 'event.other' })).toBe(false);
  expect(areContradictory(isOld, { ...isOld, rule: '["event.age","gt",9]' })).toBe(false);
});

test('constraints are the same by rule and outcome', () => {
  expect(isSameConstraint(isPro, { ...isPro })).toBe(true);
  expect(isSameConstraint(isPro, isNotPro)).toBe(false);
  expect(isSameConstraint(isPro, { ...isPro, rule: '["event.plan","eq","free"]' })).toBe(false);
  expect(negate(isPro)).toEqual(isNotPro);
});

test('a constraint is parsed to the rule that was printed', () => {
  const leaf = (field: string, operator: string, more: object = {}) => ({
    ...{ kind: 'rule', path: [], field, operator, value: undefined, sound: true },
    ...more,
  });
  expect(parseConstraint(isPro)).toEqual(leaf('event.plan', 'eq', { value: 'pro' }));
  const config = group('and', rule('event.plan', 'eq', 'pro'), rule('contact.email', 'exists'));
  const [met] = branches(config).met as [PathConstraint];
  expect(parseConstraint(addTime(met, '0 to 0'))).toEqual({
    ...{ kind: 'and', path: [] },
    rules: [leaf('event.plan', 'eq', { value: 'pro' }), leaf('contact.email at 0 to 0', 'exists')],
  });
  expect(parseConstraint({ ...isPro, rule: 'no JSON' })).toBeUndefined();
});

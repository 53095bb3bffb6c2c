import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import {
  type ConditionTree,
  leavesOf,
  RULE_LEVELS,
  readCondition,
} from '../../src/core/model/condition.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { adviseOperator, isDateText, meantOperator } from '../../src/core/model/operators.ts';
import { placeOf } from '../../src/core/model/place.ts';
import { pathOfReference, referencesOf } from '../../src/core/model/references.ts';
import fc from '../fast-check.ts';

const read = (rule: unknown): ConditionTree => readCondition(rule as JsonObject, ['config']);
const faults = (rule: unknown): string[] =>
  read(rule).faults.map(({ path, message }) => `/${path.join('/')} ${message}`);
const plan = { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' };

describe('a rule tree', () => {
  test('is read with the place of each comparison', () => {
    const tree = read({
      type: 'and',
      rules: [
        plan,
        { type: 'or', rules: [{ type: 'rule', field: 'contact.email', operator: 'exists' }] },
      ],
    });
    expect(tree.faults).toEqual([]);
    expect(leavesOf(tree.root)).toEqual([
      {
        kind: 'rule',
        path: ['rules', 0],
        field: 'event.plan',
        operator: 'eq',
        value: 'pro',
        sound: true,
      },
      {
        kind: 'rule',
        path: ['rules', 1, 'rules', 0],
        field: 'contact.email',
        operator: 'exists',
        value: undefined,
        sound: true,
      },
    ]);
  });

  test.each([
    [{ ...plan, value: null }],
    [{ ...plan, operator: 'neq', value: false }],
    [{ ...plan, operator: 'gte', value: 0 }],
    [{ ...plan, operator: 'lt', value: '2026-10-01' }],
    [{ ...plan, operator: 'gt', value: '2026-10-01T12:00:00.5Z' }],
    [{ ...plan, operator: 'starts_with', value: '' }],
    [{ ...plan, operator: 'exists', value: true }],
    [{ ...plan, field: 'plan' }],
  ])('accepts %j', (rule) => {
    expect(faults(rule)).toEqual([]);
  });

  test.each<[unknown, string[]]>([
    [{}, ['/ rule is missing']],
    [{ value: 5 }, ['/ rule is missing']],
    [
      { ...plan, operator: 'equals' },
      ['/operator unknown operator "equals" in rule on "event.plan"'],
    ],
    [{ ...plan, operator: null }, ['/operator unknown operator null in rule on "event.plan"']],
    [{ ...plan, value: undefined }, ['/ rule on "event.plan" has no "value"']],
    [{ ...plan, type: undefined }, ['/ rule on "event.plan" has no "type"']],
    [{ operator: 'eq', value: 1 }, ['/ a rule has no "type" or "field"']],
    [{ type: 'rule' }, ['/ a rule has no "field" or "operator"']],
    [{ ...plan, field: '  ' }, ['/field field of a rule is blank']],
    [{ ...plan, field: 5 }, ['/field field of a rule is a number, not a string']],
    [{ ...plan, type: 'Rule' }, ['/type unknown rule type "Rule"']],
    [{ type: 'all', rules: [plan] }, ['/type unknown rule type "all"']],
    [{ type: 7 }, ['/type unknown rule type a number']],
    [{ rules: [plan] }, ['/ group of rules has no "type"']],
    [{ type: 'and' }, ['/ "and" group has no "rules"']],
    [
      { type: 'and', rules: plan },
      ['/rules "rules" of "and" group must be an array, but is an object'],
    ],
    [
      { type: 'or', rules: [plan, { type: 'and', rules: [] }] },
      ['/rules/1/rules "and" group is empty'],
    ],
    [
      { type: 'or', rules: ['event.plan', null] },
      ['/rules/0 expected a rule, found a string', '/rules/1 expected a rule, found null'],
    ],
    [
      { ...plan, operator: 'gt', value: '5' },
      ['/value "gt" in rule on "event.plan" requires a number, not the string "5"'],
    ],
    [
      { ...plan, operator: 'contains', value: 5 },
      ['/value "contains" in rule on "event.plan" requires a string, not the number 5'],
    ],
    [
      { ...plan, value: ['pro', 'team'] },
      [
        '/value "eq" in rule on "event.plan" requires a string, number, boolean or null, not an array',
      ],
    ],
    [
      { ...plan, value: { min: 5 } },
      [
        '/value "eq" in rule on "event.plan" requires a string, number, boolean or null, not an object',
      ],
    ],
    [
      { ...plan, operator: 'starts_with', value: null },
      ['/value "starts_with" in rule on "event.plan" requires a string, not null'],
    ],
    [
      { ...plan, operator: 'lte', value: true },
      ['/value "lte" in rule on "event.plan" requires a number, not true'],
    ],
  ])('%j is invalid', (rule, expected) => {
    expect(faults(JSON.parse(JSON.stringify(rule)))).toEqual(expected);
  });

  test('is read partly when a part is broken', () => {
    const tree = read({
      rules: [{ field: 'plan', operator: 'equals' }, { type: 'all', rules: [plan] }, 5],
    });
    expect(leavesOf(tree.root).map(({ field, sound }) => [field, sound])).toEqual([
      ['plan', false],
      ['event.plan', true],
    ]);
  });

  test('may be nested ten levels deep, and is not read further', () => {
    const nested = (depth: number): unknown =>
      depth === 1 ? plan : { type: 'and', rules: [nested(depth - 1), nested(depth - 1)] };
    expect(faults(nested(RULE_LEVELS))).toEqual([]);
    expect(faults(nested(RULE_LEVELS + 1))).toEqual([
      `${'/rules/0'.repeat(10)} rules are nested more than 10 levels deep`,
    ]);
    let deep: unknown = plan;
    for (let i = 0; i < 100_000; i++) deep = { type: 'or', rules: [deep] };
    expect(read(deep).faults).toHaveLength(1);
  });

  test('of any shape is read without an exception, with each fault at an existing place', () => {
    const key = fc.constantFrom(
      'type',
      'rules',
      'field',
      'operator',
      'value',
      '__proto__',
      'constructor',
    );
    const { tree } = fc.letrec((tie) => ({
      scalar: fc.oneof(
        fc.constantFrom('rule', 'and', 'or', 'eq', 'gt', 'event.a', '', null, true, 5),
      ),
      tree: fc.oneof(
        { maxDepth: 12 },
        tie('scalar'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree')),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, tree), (rule) => {
        for (const { path } of read(rule).faults) {
          let value: unknown = rule;
          for (const segment of path) value = (value as JsonObject)[String(segment)];
          expect(value).not.toBe(undefined);
        }
      }),
    );
  });
});

test.each([
  ['equals', 'use "eq"'],
  ['EQ', 'use "eq"'],
  ['!=', 'use "neq"'],
  ['greater_than', 'use "gt"'],
  ['startsWith', 'use "starts_with"'],
  ['not_contains', 'use "contains" and connect the condition_not_met branch'],
  ['in', 'use an "or" group with one "eq" rule for each value'],
  ['not_in', 'use an "and" group with one "neq" rule for each value'],
  [
    'is_greater_than_or_equal_to_the_other_one',
    'use one of eq, neq, gt, gte, lt, lte, contains, starts_with, ends_with, exists, is_empty',
  ],
  [
    'sounds_rather_like',
    'use one of eq, neq, gt, gte, lt, lte, contains, starts_with, ends_with, exists, is_empty',
  ],
])('the suggestion for operator %s is %s', (operator, advice) => {
  expect(adviseOperator(operator)).toBe(advice);
});

test.each([
  ['2026-10-01', true],
  ['2026-10-01 12:00:00.000000+00', true],
  ['2026-13-01', false],
  ['10', false],
  ['soon', false],
  [5, false],
])('%j is a date: %j', (value, expected) => {
  expect(isDateText(value)).toBe(expected);
});

test('the fields of a step are returned with their places, also from faulty rules', () => {
  const steps = [
    { key: 'start', type: 'trigger', config: { event_name: 'user.signed_up' } },
    {
      key: 'check',
      type: 'condition',
      config: {
        type: 'and',
        rules: [plan, { field: 'plan', operator: 'equals' }, { type: 'rule', field: 5 }],
      },
    },
    { key: 'wait', type: 'wait_for_event', config: { event_name: 'user.paid', filterRule: plan } },
    {
      key: 'wait_for_all',
      type: 'wait_for_event',
      config: { event_name: 'user.paid', filter_rule: null },
    },
    { key: 'without', type: 'condition' },
  ];
  const text = JSON.stringify({ name: 'Plans', steps, connections: [] });
  const { workflows } = parseDocument(text, {
    source: 'plans.json',
    index: 0,
    line: 1,
    start: 0,
    end: text.length,
  });
  expect(
    workflows[0]?.steps.map((step) =>
      referencesOf(step).map((each) => [
        each.text,
        placeOf([step, ...pathOfReference(each)]).pointer,
      ]),
    ),
  ).toEqual([
    [],
    [
      ['event.plan', '/steps/1/config/rules/0/field'],
      ['plan', '/steps/1/config/rules/1/field'],
    ],
    [['event.plan', '/steps/2/config/filterRule/field']],
    [],
    [],
  ]);
});

test.each([
  ...['in', 'IN', 'one_of', 'anyOf', 'not_in', 'none_of', 'not_contains', 'doesNotContain'],
  ...['not_includes', 'not_exists', 'notexists', 'does_not_exist', 'not_empty', 'is_not_empty'],
])('"%s" is no other operator', (operator) => {
  expect(meantOperator(operator)).toBeUndefined();
});

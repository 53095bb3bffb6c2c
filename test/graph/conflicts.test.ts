import { describe, expect, test } from 'vitest';
import { conflictOf } from '../../src/core/conditions/conflicts.ts';
import { createAtoms, type Literal } from '../../src/core/conditions/literals.ts';
import type { ConditionLeaf } from '../../src/core/model/condition.ts';

/** `[operator, value]`, or `['not', operator, value]`. */
type Comparison = readonly unknown[];

const leaf = (operator: unknown, value: unknown, field: string): ConditionLeaf =>
  ({ kind: 'rule', path: [], field, operator, value, sound: true }) as ConditionLeaf;

function conflictAmong(comparisons: readonly Comparison[], fields = ['event.a']) {
  const atoms = createAtoms(10_000);
  const literals = comparisons.map((comparison, i): Literal => {
    const isNegated = comparison[0] === 'not';
    const [operator, value] = isNegated ? comparison.slice(1) : comparison;
    return (
      atoms.literalOf(leaf(operator, value, fields[i] ?? fields[0] ?? '')) ^ (isNegated ? 1 : 0)
    );
  });
  const [one, ...others] = literals as [Literal, ...Literal[]];
  const all = literals.toSorted((a, b) => a - b);
  const found = [
    conflictOf(
      [one],
      others.toSorted((a, b) => a - b),
      all,
      atoms,
    ),
    conflictOf(
      others.toSorted((a, b) => a - b),
      [one],
      all,
      atoms,
    ),
  ].map((conflict) => conflict?.map((literal) => literals.indexOf(literal)).sort());
  expect(found[0]).toEqual(found[1]);
  return found[0];
}

const yes = true;
const no = false;

describe.each<[string, readonly (readonly [Comparison, Comparison, boolean])[]]>([
  [
    'values',
    [
      [['eq', 'pro'], ['neq', 'pro'], yes],
      [['eq', 'pro'], ['eq', 'free'], yes],
      [['eq', 'pro'], ['neq', 'free'], no],
      [['eq', 'pro'], ['eq', 'Pro'], no],
      [['eq', 5], ['eq', '5'], no],
      [['eq', 1], ['eq', true], no],
      [['eq', 5], ['eq', 6], yes],
      [['eq', null], ['eq', ''], no],
      [['eq', ''], ['eq', ' '], no],
      [['eq', null], ['eq', 0], yes],
      [['eq', null], ['eq', false], yes],
      [['eq', null], ['eq', 'pro'], yes],
      [['eq', 0], ['eq', false], no],
      [['eq', 'x'.repeat(101)], ['eq', 'pro'], no],
    ],
  ],
  [
    'dates',
    [
      [['eq', '2026-01-01'], ['eq', '2026-01-04'], yes],
      [['eq', '2026-01-01'], ['eq', '2026-01-03'], no],
      [['eq', '2026-01-04'], ['eq', '2026-01-01'], yes],
      [['eq', '2026-01-01T23:00:00Z'], ['eq', '2026-01-04T01:00:00Z'], yes],
      [['eq', '2026-01-01'], ['eq', 'soon'], yes],
      [['eq', '2026-01-01'], ['eq', 5], no],
    ],
  ],
  [
    'empty values',
    [
      [['eq', 'pro'], ['is_empty'], yes],
      [['eq', 5], ['is_empty'], no],
      [['eq', ''], ['is_empty'], no],
      [['contains', 'pro'], ['is_empty'], yes],
      [['contains', 'ul'], ['is_empty'], no],
      [['gt', 3], ['is_empty'], no],
      [['exists'], ['is_empty'], no],
      [['not', 'exists'], ['eq', 'pro'], yes],
      [['not', 'exists'], ['eq', 5], yes],
      [['not', 'exists'], ['eq', 0], no],
      [['not', 'exists'], ['contains', 'pro'], yes],
      [['not', 'exists'], ['not', 'contains', 'pro'], no],
      [['not', 'is_empty'], ['eq', ''], no],
      [['not', 'is_empty'], ['eq', 'pro'], no],
    ],
  ],
  [
    'texts',
    [
      [['eq', 'pro'], ['gt', 3], yes],
      [['eq', '5'], ['gt', 3], no],
      [['eq', null], ['gt', 3], yes],
      [['eq', null], ['gt', -1], no],
      [['contains', 'pro'], ['gt', 3], no],
      [['eq', 'pro'], ['contains', 'x'], yes],
      [['eq', 'pro'], ['contains', 'R'], no],
      [['eq', 'pro'], ['starts_with', 'r'], yes],
      [['eq', 'pro'], ['ends_with', 'RO'], no],
      [['eq', null], ['contains', 'pro'], yes],
      [['eq', ''], ['starts_with', 'a'], yes],
      [['eq', null], ['contains', 'ul'], no],
      [['eq', null], ['exists'], no],
      [['eq', ''], ['eq', 'pro'], yes],
      [['starts_with', 'a'], ['starts_with', 'b'], yes],
      [['starts_with', 'a'], ['starts_with', 'ab'], no],
      [['starts_with', 'A'], ['starts_with', 'ab'], no],
      [['ends_with', 'a'], ['ends_with', 'b'], yes],
      [['ends_with', 'b'], ['ends_with', 'ab'], no],
      [['contains', 'a'], ['contains', 'b'], no],
      [['starts_with', 'a'], ['ends_with', 'b'], no],
      [['eq', 'abc'], ['not', 'starts_with', 'a'], yes],
      [['eq', 'abc'], ['not', 'starts_with', 'A'], no],
      [['eq', 'Abc'], ['not', 'starts_with', 'a'], no],
      [['eq', 'abc'], ['not', 'contains', 'd'], no],
      [['starts_with', 'ab'], ['not', 'starts_with', 'a'], yes],
      [['starts_with', 'ab'], ['not', 'contains', 'b'], yes],
      [['ends_with', 'ab'], ['not', 'contains', 'b'], yes],
      [['starts_with', 'abc'], ['not', 'ends_with', 'c'], no],
      [['contains', 'abc'], ['not', 'contains', 'b'], no],
      [['contains', 'a'], ['not', 'starts_with', 'a'], no],
      [['eq', 5], ['not', 'contains', '5'], no],
      [['not', 'contains', 'a'], ['not', 'contains', 'b'], no],
    ],
  ],
  [
    'ranges',
    [
      [['gt', 5], ['lt', 3], yes],
      [['gt', 5], ['lt', 5], yes],
      [['gte', 5], ['lt', 5], yes],
      [['gt', 5], ['lte', 5], yes],
      [['gte', 5], ['lte', 5], no],
      [['gt', 3], ['lt', 5], no],
      [['gt', 5], ['not', 'gt', 3], yes],
      [['gt', 5], ['not', 'gt', 5], yes],
      [['gt', 5], ['not', 'gt', 7], no],
      [['gte', 5], ['not', 'gt', 5], no],
      [['lt', 5], ['not', 'lte', 5], yes],
      [['lte', 5], ['not', 'lt', 5], no],
      [['not', 'gt', 5], ['not', 'lt', 9], no],
      [['gt', 5], ['eq', 3], yes],
      [['gt', 5], ['eq', 5], yes],
      [['gte', 5], ['eq', 5], no],
      [['lt', 5], ['eq', 7], yes],
      [['lt', 5], ['eq', 5], yes],
      [['gt', 5], ['eq', true], yes],
      [['gt', 5], ['eq', '3'], yes],
      [['gt', 5], ['neq', 7], no],
      [['gt', 5], ['gt', '2026-01-01'], no],
      [['gt', 0], ['not', 'exists'], yes],
      [['gte', 0], ['not', 'exists'], no],
      [['gt', -1], ['not', 'exists'], no],
      [['lt', 0], ['not', 'exists'], yes],
      [['lte', 0], ['not', 'exists'], no],
      [['lt', 1], ['not', 'exists'], no],
      [['gt', 0], ['exists'], no],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%j and %j exclude each other: %s', (one, other, excluded) => {
    expect(conflictAmong([one, other])).toEqual(excluded ? [0, 1] : undefined);
    expect(conflictAmong([other, one])).toEqual(excluded ? [0, 1] : undefined);
    expect(conflictAmong([one, other], ['event.a', 'event.b'])).toBeUndefined();
  });
});

describe('of more comparisons', () => {
  test('the narrowest range decides', () => {
    const wide = [
      ['gt', 1],
      ['lt', 90],
      ['gte', 5],
      ['lte', 50],
    ] as const;
    expect(conflictAmong([...wide, ['gt', 50]])).toEqual([3, 4]);
    expect(conflictAmong([...wide, ['lt', 5]])).toEqual([2, 4]);
    expect(conflictAmong([...wide, ['gt', 5], ['lt', 50], ['neq', 7]])).toBeUndefined();
    expect(
      conflictAmong([
        ['gte', 5],
        ['gt', 5],
        ['lte', 5],
      ]),
    ).toEqual([1, 2]);
  });

  test('negated orders bound a number only where an order holds, which belongs to the conflict', () => {
    const outside = [
      ['not', 'gt', 3],
      ['not', 'lt', 5],
    ] as const;
    expect(conflictAmong(outside)).toBeUndefined();
    expect(conflictAmong([...outside, ['gt', 1]])).toEqual([0, 1, 2]);
    expect(
      conflictAmong([...outside, ['gt', 1]], ['event.a', 'event.a', 'event.b']),
    ).toBeUndefined();
  });

  test('a field that does not exist has no number outside of 0', () => {
    expect(
      conflictAmong([
        ['not', 'exists'],
        ['not', 'lt', 5],
        ['lt', 90],
      ]),
    ).toEqual([0, 1, 2]);
    expect(
      conflictAmong([
        ['not', 'exists'],
        ['gt', 5],
        ['lt', 90],
      ]),
    ).toEqual([0, 1]);
  });

  test('the first pair is named', () => {
    const atoms = createAtoms(10_000);
    const [start, end, whole] = (
      [
        ['starts_with', 'p'],
        ['ends_with', 'o'],
        ['eq', 'pro'],
      ] as const
    ).map(([operator, value]) => atoms.literalOf(leaf(operator, value, 'event.a'))) as [
      ...[Literal, Literal, Literal],
    ];
    const others = [start ^ 1, end ^ 1];
    for (const [left, right] of [
      [others, [whole]],
      [[whole], others],
      [others.toReversed(), [whole]],
    ] as const)
      expect(conflictOf(left, right, [...others, whole], atoms)).toEqual([start ^ 1, whole]);
  });
});

test('each comparison is counted', () => {
  const atoms = createAtoms(10_000);
  const [a, b, c] = ['a', 'b', 'c'].map((text) =>
    atoms.literalOf(leaf('contains', text, 'event.a')),
  ) as [Literal, Literal, Literal];
  const before = atoms.budget;
  conflictOf([a], [b, c], [a, b, c], atoms);
  expect(before - atoms.budget).toBe(2 * 2 + 2 * 10);
});

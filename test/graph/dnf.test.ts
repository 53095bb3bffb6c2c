import { describe, expect, test } from 'vitest';
import {
  and,
  type Conjunction,
  type Dnf,
  implies,
  or,
  requireBy,
  restrict,
  TRUE,
  toDnf,
} from '../../src/core/conditions/dnf.ts';
import { type Atoms, createAtoms, type Literal } from '../../src/core/conditions/literals.ts';
import { type ConditionNode, readCondition } from '../../src/core/model/condition.ts';
import type { JsonObject } from '../../src/core/model/json.ts';

// Each letter is a comparison that nothing is known of: `exists` of its own field. A capital letter is its negation.

const rule = (letter: string): JsonObject => ({
  ...{ type: 'rule', field: `event.${letter}`, operator: 'exists' },
});
const group = (type: string, ...rules: JsonObject[]): JsonObject => ({ type, rules });
const nodeOf = (config: JsonObject): ConditionNode => readCondition(config, []).root;

function lettersOf(atoms: Atoms) {
  const literalOf = (letter: string): Literal =>
    atoms.literalOf({ ...nodeOf(rule(letter.toLowerCase())), kind: 'rule' } as never) ^
    (letter === letter.toLowerCase() ? 0 : 1);
  const print = (literal: Literal): string => {
    const letter = atoms.atom(literal).field.replace('event.', '');
    return (literal & 1) === 1 ? letter.toUpperCase() : letter;
  };
  return {
    /** `ab|C` */
    read: (text: string): Dnf =>
      text.split('|').map((letters) => {
        const literals = [...letters].map(literalOf).sort((a, b) => a - b);
        return { literals, requiredBy: literals.map(() => []) };
      }),
    show: (dnf: Dnf): string =>
      dnf === TRUE ? 'true' : dnf.map(({ literals }) => literals.map(print).join('')).join('|'),
    literalOf,
  };
}

function setUp(budget = 100_000) {
  const atoms = createAtoms(budget);
  const letters = lettersOf(atoms);
  for (const letter of 'abcdefgh') letters.literalOf(letter);
  return { atoms, ...letters };
}

describe('a rule', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(rule) as [JsonObject, JsonObject, JsonObject];
  test.each([
    [a, 'a', 'A'],
    [group('and', a, b), 'ab', 'A|B'],
    [group('or', a, b), 'a|b', 'AB'],
    [group('and', a, group('or', b, c)), 'ab|ac', 'A|BC'],
    [group('or', a, group('and', b, c)), 'a|bc', 'AB|AC'],
    [group('and', a, group('or', a, b)), 'a', 'A'],
  ])('%j is %s, and its negation %s', (config, holds, fails) => {
    const { atoms, show } = setUp();
    expect(show(toDnf(nodeOf(config), false, atoms))).toBe(holds);
    expect(show(toDnf(nodeOf(config), true, atoms))).toBe(fails);
  });

  test('that is faulty is a literal of its own', () => {
    const { atoms } = setUp();
    const dnf = toDnf(nodeOf(group('and')), false, atoms);
    expect(dnf.map(({ literals }) => literals.map((each) => atoms.atom(each).test))).toEqual([
      ['opaque'],
    ]);
  });
});

test.each([
  ['a', 'b', 'ab'],
  ['a|b', 'c', 'ac|bc'],
  ['a|b', 'a|c', 'a|bc'],
  ['a', 'a', 'a'],
  ['a', 'A', ''],
  ['a|b', 'A', 'Ab'],
  ['ab|c', 'ab|d', 'ab|cd'],
])('%s and %s is %s', (first, second, result) => {
  const { atoms, read, show } = setUp();
  const conflicts: Conjunction[] = [];
  expect(show(and(read(first), read(second), atoms, conflicts))).toBe(result);
  const left = read(first);
  expect(and(left, TRUE, atoms)).toBe(left);
  expect(and(TRUE, left, atoms)).toBe(left);
});

test('contradictions that are found are kept', () => {
  const { atoms, read, show } = setUp();
  const conflicts: Conjunction[] = [];
  and(read('a'), read('Ab'), atoms, conflicts);
  expect(show(conflicts)).toBe('aA');
  and(read('c'), read('C'), atoms, conflicts);
  expect(show(conflicts)).toBe('aA|cC');
});

test.each([
  [['a', 'b'], 'a|b'],
  [['a', 'ab'], 'a'],
  [['ab', 'a'], 'a'],
  [['a', 'Ab'], 'a|b'],
  [['ab', 'Ab'], 'b'],
  [['a', 'A'], 'true'],
  [['ab', 'cd', 'a'], 'cd|a'],
  [['a', 'true'], 'true'],
])('one of %j is %s', (alternatives, result) => {
  const { atoms, read, show } = setUp();
  const dnfs = alternatives.map((text) => (text === 'true' ? TRUE : read(text)));
  expect(show(or(dnfs, atoms)).split('|').sort()).toEqual(result.split('|').sort());
});

test.each([
  ['ab|cd', 'ac', 'a|c'],
  ['ab|cd', 'ab', 'true'],
  ['ab|ac', 'a', 'a'],
  ['ab', 'ab', 'ab'],
])('%s restricted to %s is %s', (text, wanted, result) => {
  const { atoms, read, show, literalOf } = setUp();
  const dnf = read(text);
  const isWanted = (literal: Literal) => [...wanted].map(literalOf).includes(literal);
  expect(show(restrict(dnf, isWanted, atoms))).toBe(result);
  expect(restrict(TRUE, isWanted, atoms)).toBe(TRUE);
});

test.each([
  ['ab', 'a', true],
  ['a', 'ab', false],
  ['ab|ac', 'a', true],
  ['ab|c', 'a', false],
  ['ab|cd', 'a|c', true],
  ['b', 'a', false],
  ['A', 'a', false],
])('%s implies %s: %s', (first, second, expected) => {
  const { atoms, read } = setUp();
  expect(implies(read(first), read(second), atoms)).toBe(expected);
  expect(implies(read(first), TRUE, atoms)).toBe(true);
});

test('steps of literals are kept, and joined where one conjunction takes in another', () => {
  const { atoms, read } = setUp();
  const [first, second] = [requireBy(read('a'), 1), requireBy(read('ab'), 2)];
  expect(first[0]?.requiredBy).toEqual([[1]]);
  expect(requireBy(TRUE, 1)).toBe(TRUE);
  expect(and(first, requireBy(read('b'), 2), atoms)[0]?.requiredBy).toEqual([[1], [2]]);
  expect(or([first, second], atoms)).toMatchObject([{ requiredBy: [[1, 2]] }]);
  const [four, five] = [
    { ...(first[0] as Conjunction), requiredBy: [[1, 2, 3, 4]] },
    { ...(first[0] as Conjunction), requiredBy: [[5]] },
  ];
  expect(or([[five], [four]], atoms)).toMatchObject([{ requiredBy: [[1, 2, 3, 4, 5]] }]);
});

describe('beyond a limit the formula is weaker', () => {
  test('without comparisons left', () => {
    const { atoms, read, show } = setUp();
    atoms.budget = 0;
    expect(show(and(read('a'), read('b'), atoms))).toBe('a');
    expect(show(or([read('a'), read('b')], atoms))).toBe('true');
    expect(show(restrict(read('ab'), () => true, atoms))).toBe('true');
    expect(implies(read('ab'), read('a'), atoms)).toBe(false);
  });

  const numbered = (from: number, count: number, atoms: Atoms, shared?: Literal): Dnf =>
    Array.from({ length: count }, (_, i) => {
      const own = atoms.literalOf({
        ...{ kind: 'rule', path: [], operator: 'exists', value: undefined, sound: true },
        field: `event.n${from + i}`,
      } as never);
      const literals = shared === undefined ? [own] : [shared, own];
      return { literals, requiredBy: literals.map(() => []) };
    });

  test('of 32 conjunctions only what they have in common is kept', () => {
    const { atoms, read, show, literalOf } = setUp();
    const shared = literalOf('a');
    expect(or([numbered(0, 16, atoms), numbered(16, 16, atoms)], atoms)).toHaveLength(32);
    expect(or([numbered(0, 16, atoms), numbered(16, 17, atoms)], atoms)).toBe(TRUE);
    const [one, other] = [numbered(0, 16, atoms, shared), numbered(16, 17, atoms, shared)];
    expect(show(or([one, other], atoms))).toBe('a');
    const [few, many] = [numbered(0, 2, atoms), numbered(100, 17, atoms)];
    expect(and(few, many, atoms)).toBe(few);
    expect(and(many, read('a|b'), atoms)).toBe(many);
    expect(and(numbered(0, 2, atoms), numbered(100, 16, atoms), atoms)).toHaveLength(32);
  });
});

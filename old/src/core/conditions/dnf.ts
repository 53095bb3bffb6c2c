import type { ConditionNode } from '../model/condition.ts';
import { conflictOf } from './conflicts.ts';
import type { Atoms, Literal } from './literals.ts';

/** Literals that all hold, in ascending order. */
export interface Conjunction {
  readonly literals: readonly Literal[];
  /** For each literal the steps that require it. None: the rule itself does. */
  readonly requiredBy: readonly (readonly number[])[];
}

/**
 * A formula in disjunctive normal form: one of these conjunctions holds. None: it is false. A formula that grows too
 * large is replaced by a weaker one, so each conclusion is correct, but not every correct conclusion is found.
 */
export type Dnf = readonly Conjunction[];

const MAX_CONJUNCTIONS = 32;
const NO_STEP: readonly number[] = [];

export const TRUE: Dnf = [{ literals: [], requiredBy: [] }];

/** A rule or its negation. Adds the contradictory conjunctions found on the way to `conflicts`. */
export function toDnf(
  node: ConditionNode,
  isNegated: boolean,
  atoms: Atoms,
  conflicts?: Conjunction[],
): Dnf {
  if (node.kind === 'rule') return [single(atoms.literalOf(node) ^ (isNegated ? 1 : 0))];
  if (node.kind === 'unreadable' || node.rules.length === 0) return [single(atoms.opaque())];
  // The depth of a rule tree is bounded.
  const parts = node.rules.map((rule) => toDnf(rule, isNegated, atoms, conflicts));
  if ((node.kind === 'and') === isNegated) return or(parts, atoms);
  return parts.reduce((dnf, part) => and(dnf, part, atoms, conflicts), TRUE);
}

/** If the result is too large, the second operand is left out. */
export function and(first: Dnf, second: Dnf, atoms: Atoms, conflicts?: Conjunction[]): Dnf {
  if (first === TRUE || second === TRUE) return first === TRUE ? second : first;
  if (atoms.budget <= 0) return first;
  const result: Conjunction[] = [];
  for (const left of first) {
    for (const right of second) {
      const merged = merge(left, right);
      const conflict = conflictOf(left.literals, right.literals, merged.literals, atoms);
      if (atoms.budget <= 0) return first;
      if (conflict === undefined) result.push(merged);
      else conflicts?.push(pick(merged, (literal) => conflict.includes(literal)));
    }
  }
  const simple = simplify(result, atoms);
  return simple.length > MAX_CONJUNCTIONS ? first : simple;
}

/** If the result is too large, only the literals common to all conjunctions are kept. */
export function or(alternatives: readonly Dnf[], atoms: Atoms): Dnf {
  const first = alternatives[0] as Dnf;
  if (alternatives.every((dnf) => dnf === first)) return first;
  if (atoms.budget <= 0 || alternatives.includes(TRUE)) return TRUE;
  const all = alternatives.flat();
  atoms.budget -= all.length;
  const simple = simplify(all, atoms);
  return simple.length > MAX_CONJUNCTIONS
    ? normalizeTrue([simple.reduce((a, b) => common(a, b))])
    : simple;
}

/** Drops the literals that are not wanted, which weakens the formula. */
export function restrict(dnf: Dnf, isWanted: (literal: Literal) => boolean, atoms: Atoms): Dnf {
  if (dnf === TRUE || atoms.budget <= 0) return TRUE;
  atoms.budget -= dnf.length;
  if (dnf.every(({ literals }) => literals.every(isWanted))) return dnf;
  return simplify(
    dnf.map((conjunction) => pick(conjunction, isWanted)),
    atoms,
  );
}

/** Sets the step that requires all literals. */
export function requireBy(dnf: Dnf, step: number): Dnf {
  const steps = [step];
  return dnf === TRUE
    ? dnf
    : dnf.map(({ literals }) => ({ literals, requiredBy: literals.map(() => steps) }));
}

/** Whether each conjunction of the first contains one of the second: sufficient for an implication. */
export function implies(first: Dnf, second: Dnf, atoms: Atoms): boolean {
  if (second === TRUE) return true;
  atoms.budget -= first.length * second.length;
  return (
    atoms.budget > 0 &&
    first.every(({ literals }) =>
      second.some((weaker) => missingFrom(literals, weaker.literals).length === 0),
    )
  );
}

function single(literal: Literal): Conjunction {
  return { literals: [literal], requiredBy: [NO_STEP] };
}

/** Absorption: drops conjunctions that contain another. Resolution: "a and b, or not a" becomes "b, or not a". */
function simplify(dnf: Dnf, atoms: Atoms): Dnf {
  if (dnf.length > MAX_CONJUNCTIONS * 2) return dnf;
  if (dnf.length < 2) return normalizeTrue(dnf);
  let list: (Conjunction | undefined)[] = [...dnf];
  for (let isChanged = true; isChanged && atoms.budget > 0; ) {
    isChanged = false;
    for (let i = 0; i < list.length; i++) {
      for (let j = 0; j < list.length; j++) {
        const [one, other] = [list[i], list[j]];
        if (i === j || one === undefined || other === undefined) continue;
        atoms.budget -= other.literals.length + 1;
        const missing = missingFrom(one.literals, other.literals);
        const [only] = missing;
        if (only === undefined) {
          list[j] = adoptSteps(other, one);
          list[i] = undefined;
          isChanged = true;
          break;
        }
        if (missing.length > 1 || !one.literals.includes(only ^ 1)) continue;
        list[i] = pick(one, (literal) => literal !== (only ^ 1));
        isChanged = true;
      }
    }
    list = list.filter((conjunction) => conjunction !== undefined);
  }
  return normalizeTrue(list as Conjunction[]);
}

function normalizeTrue(dnf: Dnf): Dnf {
  return dnf.some(({ literals }) => literals.length === 0) ? TRUE : dnf;
}

/** The literals of the second that the first lacks; at most two of them. */
function missingFrom(first: readonly Literal[], second: readonly Literal[]): readonly Literal[] {
  const missing: Literal[] = [];
  for (let i = 0, j = 0; j < second.length && missing.length < 2; j++) {
    const literal = second[j] as Literal;
    while ((first[i] ?? literal) < literal) i++;
    if (first[i] !== literal) missing.push(literal);
  }
  return missing;
}

function merge(left: Conjunction, right: Conjunction): Conjunction {
  const literals: Literal[] = [];
  const requiredBy: (readonly number[])[] = [];
  for (let i = 0, j = 0; i < left.literals.length || j < right.literals.length; ) {
    const [a, b] = [left.literals[i] ?? Infinity, right.literals[j] ?? Infinity];
    literals.push(Math.min(a, b));
    requiredBy.push((a <= b ? left.requiredBy[i] : right.requiredBy[j]) as readonly number[]);
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return { literals, requiredBy };
}

function pick(
  { literals, requiredBy }: Conjunction,
  isWanted: (literal: Literal) => boolean,
): Conjunction {
  return {
    literals: literals.filter(isWanted),
    requiredBy: requiredBy.filter((_, index) => isWanted(literals[index] as Literal)),
  };
}

function common(a: Conjunction, b: Conjunction): Conjunction {
  return adoptSteps(
    pick(a, (literal) => b.literals.includes(literal)),
    b,
  );
}

/** Adds the steps that require the literals in the other conjunction, which contains them all. */
function adoptSteps({ literals, requiredBy }: Conjunction, other: Conjunction): Conjunction {
  const joined = literals.map((literal, index) => {
    const own = requiredBy[index] as readonly number[];
    const others = other.requiredBy[other.literals.indexOf(literal)] as readonly number[];
    return others === own ? own : [...new Set([...own, ...others])].sort((a, b) => a - b);
  });
  return { literals, requiredBy: joined };
}

import type { RuleNode } from '../model/condition.ts';
import { conflictOf } from './conflicts.ts';
import type { Atoms, Literal } from './literals.ts';

/** Literals that all hold, in ascending order, and for each the steps that saw to it (none: the rule at hand). */
export interface Cube {
  readonly literals: readonly Literal[];
  readonly origins: readonly (readonly number[])[];
}

/**
 * At least one of these cubes holds; none at all: that cannot be. Where they become too many, something weaker takes their
 * place, so that whatever follows from them is true, but not all that is true follows from them.
 */
export type Cubes = readonly Cube[];

const MAX_CUBES = 32;
const MAX_LITERALS = 160;
const MAX_PRODUCT = 512;
const MAX_ROUNDS = 8;
const MAX_CONFLICTS = 8;
const MAX_ORIGINS = 4;
const NO_ORIGIN: readonly number[] = [];

/** Nothing is known. */
export const ANYTHING: Cubes = [{ literals: [], origins: [] }];

/** A rule, or its opposite, as cubes. Literals that were found to exclude each other on the way are added to `conflicts`. */
export function cubesOf(node: RuleNode, negated: boolean, atoms: Atoms, conflicts: Cube[]): Cubes {
  if (node.kind === 'rule') return [single(atoms.literalOf(node) ^ (negated ? 1 : 0))];
  if (node.kind === 'unreadable' || node.rules.length === 0) return [single(atoms.opaque())];
  // Not "a or b" is neither a nor b. Trees that were read are at most ten deep.
  const parts = node.rules.map((rule) => cubesOf(rule, negated, atoms, conflicts));
  if ((node.kind === 'and') === negated) return either(parts, atoms);
  return parts.reduce((cubes, part) => both(cubes, part, atoms, conflicts), ANYTHING);
}

/** What holds when both hold. Too much of it, and the second is left out. */
export function both(first: Cubes, second: Cubes, atoms: Atoms, conflicts: Cube[]): Cubes {
  if (first === ANYTHING || second === ANYTHING) return first === ANYTHING ? second : first;
  if (atoms.work <= 0 || first.length * second.length > MAX_PRODUCT) return first;
  const cubes: Cube[] = [];
  for (const left of first) {
    for (const right of second) {
      const cube = merge(left, right);
      if (cube.literals.length > MAX_LITERALS) return first;
      const conflict = conflictOf(left.literals, right.literals, cube.literals, atoms);
      if (atoms.work <= 0) return first;
      if (conflict === undefined) cubes.push(cube);
      else if (conflicts.length < MAX_CONFLICTS) conflicts.push(pick(cube, (literal) => conflict.includes(literal)));
    }
  }
  const simple = simplify(cubes, atoms);
  return simple.length > MAX_CUBES ? first : simple;
}

/** What holds when any of these, one at least, holds. Too much of it, and only what all have in common is left. */
export function either(alternatives: readonly Cubes[], atoms: Atoms): Cubes {
  const first = alternatives[0] as Cubes;
  if (alternatives.every((cubes) => cubes === first)) return first;
  if (atoms.work <= 0 || alternatives.includes(ANYTHING)) return ANYTHING;
  const cubes = alternatives.flat();
  atoms.work -= cubes.length;
  const simple = simplify(cubes, atoms);
  return simple.length > MAX_CUBES ? settle([simple.reduce((a, b) => common(a, b))]) : simple;
}

/** Leaves out the literals that no longer hold or no longer matter. */
export function keep(cubes: Cubes, wanted: (literal: Literal) => boolean, atoms: Atoms): Cubes {
  if (cubes === ANYTHING || atoms.work <= 0) return ANYTHING;
  atoms.work -= cubes.length;
  if (cubes.every(({ literals }) => literals.every(wanted))) return cubes;
  return simplify(
    cubes.map((cube) => pick(cube, wanted)),
    atoms,
  );
}

/** Names the step as the one that sees to all the literals. */
export function ascribe(cubes: Cubes, step: number): Cubes {
  const origin = [step];
  return cubes === ANYTHING ? cubes : cubes.map(({ literals }) => ({ literals, origins: literals.map(() => origin) }));
}

/** Whether it can be seen at once that the first do not hold without the second. */
export function follows(first: Cubes, second: Cubes, atoms: Atoms): boolean {
  if (second === ANYTHING) return true;
  atoms.work -= first.length * second.length;
  return atoms.work > 0 && first.every(({ literals }) => second.some((weaker) => missingFrom(literals, weaker.literals).length === 0));
}

function single(literal: Literal): Cube {
  return { literals: [literal], origins: [NO_ORIGIN] };
}

/** Drops cubes that say more than another; "a and b, or not a" is "b, or not a". */
function simplify(cubes: Cubes, atoms: Atoms): Cubes {
  // More than can be kept: what has to be done about it is for the caller to know.
  if (cubes.length > MAX_CUBES * 2) return cubes;
  let list: (Cube | undefined)[] = [...cubes];
  for (let changed = true, round = 0; changed && round < MAX_ROUNDS && atoms.work > 0; round++) {
    changed = false;
    for (let i = 0; i < list.length; i++) {
      for (let j = 0; j < list.length; j++) {
        const [cube, other] = [list[i], list[j]];
        if (i === j || cube === undefined || other === undefined) continue;
        atoms.work -= other.literals.length + 1;
        const missing = missingFrom(cube.literals, other.literals);
        const [only] = missing;
        if (only === undefined) {
          list[j] = adopt(other, cube);
          list[i] = undefined;
          changed = true;
          break;
        }
        if (missing.length > 1 || !cube.literals.includes(only ^ 1)) continue;
        list[i] = pick(cube, (literal) => literal !== (only ^ 1));
        changed = true;
      }
    }
    list = list.filter((cube) => cube !== undefined);
  }
  return settle(list as Cube[]);
}

function settle(cubes: Cubes): Cubes {
  return cubes.some(({ literals }) => literals.length === 0) ? ANYTHING : cubes;
}

/** The literals of the second that the first lacks; at most two of them. */
function missingFrom(first: readonly Literal[], second: readonly Literal[]): readonly Literal[] {
  let missing: Literal[] = NONE_MISSING;
  for (let i = 0, j = 0; j < second.length && missing.length < 2; j++) {
    const literal = second[j] as Literal;
    while (i < first.length && (first[i] as Literal) < literal) i++;
    if (first[i] === literal) continue;
    missing = missing === NONE_MISSING ? [literal] : [...missing, literal];
  }
  return missing;
}

const NONE_MISSING: Literal[] = [];

function merge(left: Cube, right: Cube): Cube {
  const literals: Literal[] = [];
  const origins: (readonly number[])[] = [];
  for (let i = 0, j = 0; i < left.literals.length || j < right.literals.length; ) {
    const [a, b] = [left.literals[i] ?? Infinity, right.literals[j] ?? Infinity];
    literals.push(Math.min(a, b));
    origins.push((a <= b ? left.origins[i] : right.origins[j]) as readonly number[]);
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return { literals, origins };
}

function pick(cube: Cube, wanted: (literal: Literal) => boolean): Cube {
  return { literals: cube.literals.filter(wanted), origins: cube.origins.filter((_, index) => wanted(cube.literals[index] as Literal)) };
}

function common(a: Cube, b: Cube): Cube {
  return adopt(
    pick(a, (literal) => b.literals.includes(literal)),
    b,
  );
}

/** Adds the origins that the literals of the first have in the second, which has them all. */
function adopt(cube: Cube, other: Cube): Cube {
  const origins = cube.literals.map((literal, index) => {
    const own = cube.origins[index] as readonly number[];
    const theirs = other.origins[other.literals.indexOf(literal)] as readonly number[];
    return theirs === own || own.length >= MAX_ORIGINS ? own : [...new Set([...own, ...theirs])].sort((a, b) => a - b);
  });
  return { literals: cube.literals, origins };
}

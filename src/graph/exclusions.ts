import type { RuleNode } from '../model/condition.ts';
import { excludes, type Given, readGiven } from '../model/given.ts';
import { ANYTHING, both, type Cubes, cubesOf } from './cubes.ts';
import { createAtoms } from './literals.ts';

/** What no contact can be at once, among all that is given anywhere. It remembers: the same few are asked for again and again. */
export interface Exclusions {
  /** Whether no contact can be both; of one given twice: whether no contact can be that. */
  excludes(a: Given, b: Given): boolean;
  /** One of these that no contact can be, or two that none can be both, or more that none can be all: as few as are told to take it. */
  findConflict(givens: readonly Given[]): readonly Given[] | undefined;
}

const WORK = 500_000;
// For what only three or more of them exclude together.
const WORK_TOGETHER = 200_000;
// Of those that speak of one field, as many are compared with all that come later.
const MAX_COMPARED = 50;
const NONE: readonly never[] = [];

interface Read {
  readonly fields: readonly string[];
  /** None at all: no contact can be that. */
  readonly cubes: Cubes;
}

export function createExclusions(): Exclusions {
  const atoms = createAtoms(WORK);
  const reads = new Map<string, Read | undefined>();
  const verdicts = new Map<Read, Map<Read, boolean>>();

  const read = (given: Given): Read | undefined => {
    const name = nameOf(given);
    if (reads.has(name)) return reads.get(name);
    const node = readGiven(given);
    const found = node === undefined ? undefined : { fields: fieldsOf(node), cubes: cubesOf(node, !given.holds, atoms, []) };
    reads.set(name, found);
    return found;
  };

  const exclude = (a: Given, b: Given): boolean => {
    if (excludes(a, b)) return true;
    const [first, second] = [read(a), read(b)];
    if (first === undefined || second === undefined) return false;
    if (first === second) return first.cubes.length === 0;
    if (!first.fields.some((field) => second.fields.includes(field))) return false;
    const known = verdicts.get(first) ?? new Map<Read, boolean>();
    verdicts.set(first, known);
    let verdict = known.get(second);
    if (verdict === undefined) known.set(second, (verdict = both(first.cubes, second.cubes, atoms, []).length === 0));
    return verdict;
  };

  /** How many of them it takes until no contact can be all of these; none when some contact may be everything. */
  const impossibleAfter = (givens: readonly Given[]): number => {
    let cubes = ANYTHING;
    for (const [i, given] of givens.entries()) {
      cubes = both(cubes, (read(given) as Read).cubes, atoms, []);
      if (cubes.length === 0) return i + 1;
    }
    return 0;
  };
  let together = WORK_TOGETHER;
  /** Of givens that can hold two by two: those that cannot hold all together, without any that this does not take. */
  const findGroup = (givens: readonly Given[]): readonly Given[] | undefined => {
    const { work } = atoms;
    atoms.work = together;
    const readable = givens.filter((given) => read(given) !== undefined);
    let group = readable.slice(0, impossibleAfter(readable));
    for (const given of group) {
      const others = group.filter((other) => other !== given);
      if (impossibleAfter(others) > 0) group = others;
    }
    together = atoms.work;
    atoms.work = work;
    return group.length === 0 ? undefined : group;
  };

  return {
    excludes: exclude,
    findConflict(givens) {
      const seen = new Set<string>();
      const byRule = new Map<string, Given>();
      const byField = new Map<string, Given[]>();
      for (const one of givens) {
        if (seen.size === seen.add(nameOf(one)).size) continue;
        const opposite = byRule.get(one.rule);
        if (opposite !== undefined) return [opposite, one];
        byRule.set(one.rule, one);
        if (exclude(one, one)) return [one];
        for (const field of read(one)?.fields ?? NONE) {
          const others = byField.get(field) ?? [];
          const other = others.find((each) => exclude(each, one));
          if (other !== undefined) return [other, one];
          if (others.length < MAX_COMPARED) byField.set(field, [...others, one]);
        }
      }
      return byRule.size > 2 ? findGroup([...byRule.values()]) : undefined;
    },
  };
}

const nameOf = ({ rule, holds }: Given): string => `${holds} ${rule}`;

function fieldsOf(node: RuleNode): readonly string[] {
  const fields = new Set<string>();
  const open: RuleNode[] = [node];
  for (const part of open) {
    if (part.kind !== 'rule') open.push(...part.rules);
    else fields.add(part.field as string);
  }
  return [...fields];
}

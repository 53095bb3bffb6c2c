import { leavesOf } from '../model/condition.ts';
import { and, type Dnf, TRUE, toDnf } from './dnf.ts';
import { createAtoms } from './literals.ts';
import { areContradictory, type PathConstraint, parseConstraint } from './path-constraints.ts';

/** Finds constraints that no contact satisfies together. Results are cached, since few constraints recur often. */
export interface Exclusions {
  /** Whether no contact satisfies both; given one constraint twice: whether no contact satisfies it. */
  excludes(a: PathConstraint, b: PathConstraint): boolean;
  /** As few of these as possible, one at least, that no contact satisfies together. */
  findConflict(constraints: readonly PathConstraint[]): readonly PathConstraint[] | undefined;
}

const BUDGET = 500_000;
// For conflicts of three or more constraints.
const GROUP_BUDGET = 200_000;
// Compared constraints per field.
const MAX_COMPARED = 50;

interface Parsed {
  readonly fields: readonly (string | undefined)[];
  readonly dnf: Dnf;
  /** Whether no contact satisfies it and the other. */
  readonly verdicts: Map<Parsed, boolean>;
}

export function createExclusions(): Exclusions {
  const atoms = createAtoms(BUDGET);
  const parsedByName = new Map<string, Parsed | undefined>();
  // Many constraints are asked about many times: looking up an object is faster than building its name.
  const parsedByConstraint = new Map<PathConstraint, Parsed | undefined>();

  const parse = (constraint: PathConstraint): Parsed | undefined => {
    let parsed = parsedByConstraint.get(constraint);
    if (parsed === undefined && !parsedByConstraint.has(constraint)) {
      parsed = parseName(constraint);
      parsedByConstraint.set(constraint, parsed);
    }
    return parsed;
  };

  const parseName = (constraint: PathConstraint): Parsed | undefined => {
    const name = nameOf(constraint);
    if (parsedByName.has(name)) return parsedByName.get(name);
    const node = parseConstraint(constraint);
    const parsed: Parsed | undefined = node && {
      fields: [...new Set(leavesOf(node).map(({ field }) => field))],
      dnf: toDnf(node, !constraint.holds, atoms, []),
      verdicts: new Map(),
    };
    parsedByName.set(name, parsed);
    return parsed;
  };

  const excludes = (a: PathConstraint, b: PathConstraint): boolean => {
    if (areContradictory(a, b)) return true;
    const [first, second] = [parse(a), parse(b)];
    if (first === undefined || second === undefined) return false;
    if (first === second) return first.dnf.length === 0;
    if (!first.fields.some((field) => second.fields.includes(field))) return false;
    let verdict = first.verdicts.get(second);
    if (verdict === undefined) {
      verdict = and(first.dnf, second.dnf, atoms, []).length === 0;
      first.verdicts.set(second, verdict);
    }
    return verdict;
  };

  /** How many of these it takes until no contact satisfies all; 0 when some contact may satisfy everything. */
  const impossibleAfter = (constraints: readonly PathConstraint[]): number => {
    let dnf = TRUE;
    for (const [i, constraint] of constraints.entries()) {
      dnf = and(dnf, (parse(constraint) as Parsed).dnf, atoms, []);
      if (dnf.length === 0) return i + 1;
    }
    return 0;
  };
  let groupBudget = GROUP_BUDGET;
  /** A minimal group of constraints that cannot all hold, given constraints that are compatible two by two. */
  const findGroup = (
    constraints: readonly PathConstraint[],
  ): readonly PathConstraint[] | undefined => {
    const { budget } = atoms;
    atoms.budget = groupBudget;
    const parsed = constraints.filter((constraint) => parse(constraint) !== undefined);
    let group = parsed.slice(0, impossibleAfter(parsed));
    for (const constraint of group) {
      const others = group.filter((other) => other !== constraint);
      if (impossibleAfter(others) > 0) group = others;
    }
    groupBudget = atoms.budget;
    atoms.budget = budget;
    return group.length === 0 ? undefined : group;
  };

  return {
    excludes,
    findConflict(constraints) {
      const seen = new Set<string>();
      const byRule = new Map<string, PathConstraint>();
      const byField = new Map<string | undefined, PathConstraint[]>();
      // The emails of a workflow share the constraints of the paths to them.
      for (const one of new Set(constraints)) {
        const name = nameOf(one);
        if (seen.has(name)) continue;
        seen.add(name);
        const opposite = byRule.get(one.rule);
        if (opposite !== undefined) return [opposite, one];
        byRule.set(one.rule, one);
        if (excludes(one, one)) return [one];
        for (const field of parse(one)?.fields ?? []) {
          const others = byField.get(field) ?? [];
          const other = others.find((each) => excludes(each, one));
          if (other !== undefined) return [other, one];
          if (others.length < MAX_COMPARED) byField.set(field, [...others, one]);
        }
      }
      return byRule.size > 2 ? findGroup([...byRule.values()]) : undefined;
    },
  };
}

const nameOf = ({ rule, holds }: PathConstraint): string => `${holds} ${rule}`;

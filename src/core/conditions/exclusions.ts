import { leavesOf } from '../model/condition.ts';
import { and, type Dnf, TRUE, toDnf } from './dnf.ts';
import { createAtoms } from './literals.ts';
import { areContradictory, type PathConstraint, parseConstraint } from './path-constraints.ts';

/** Finds constraints that no contact satisfies together. Results are cached, since few constraints recur often. */
export interface Exclusions {
  /** One object for all equal constraints. */
  unique(constraint: PathConstraint): PathConstraint;
  /** Whether no contact satisfies both; given one constraint twice: whether no contact satisfies it. */
  excludes(a: PathConstraint, b: PathConstraint): boolean;
  /** A minimal group of these that no contact satisfies, with at least one member. */
  findConflict(constraints: Iterable<PathConstraint>): readonly PathConstraint[] | undefined;
  /** Half of the comparisons are made. */
  isHalfUsed(): boolean;
  /** The limit of comparisons is reached: what was not compared counts as compatible. */
  isExhausted(): boolean;
}

const BUDGET = 500_000;
// For conflicts of three or more constraints.
const GROUP_BUDGET = 200_000;
// Compared constraints per field.
const MAX_COMPARED = 50;

/** The only object of all equal constraints. */
interface KnownConstraint extends PathConstraint {
  /** Made when it is first compared. */
  parsed?: Parsed;
  /** Whether no contact satisfies it and the other. */
  readonly verdicts: Map<KnownConstraint, boolean>;
}

/** Without `dnf` the rule cannot be parsed. */
interface Parsed {
  readonly fields: readonly (string | undefined)[];
  readonly dnf?: Dnf;
}

const isKnown = (constraint: PathConstraint): constraint is KnownConstraint =>
  'verdicts' in constraint;

export function createExclusions(): Exclusions {
  const atoms = createAtoms(BUDGET);
  const [holding, failing] = [
    new Map<string, KnownConstraint>(),
    new Map<string, KnownConstraint>(),
  ];

  const know = (constraint: PathConstraint): KnownConstraint => {
    if (isKnown(constraint)) return constraint;
    const known = constraint.holds ? holding : failing;
    const found = known.get(constraint.rule) ?? { ...constraint, verdicts: new Map() };
    known.set(constraint.rule, found);
    return found;
  };

  const parse = (constraint: PathConstraint): Parsed => {
    const known = know(constraint);
    if (known.parsed !== undefined) return known.parsed;
    const node = parseConstraint(constraint);
    known.parsed =
      node === undefined
        ? { fields: [constraint.rule] }
        : {
            fields: [...new Set(leavesOf(node).map(({ field }) => field))],
            dnf: toDnf(node, !constraint.holds, atoms, []),
          };
    return known.parsed;
  };

  const excludes = (a: PathConstraint, b: PathConstraint): boolean => {
    if (areContradictory(a, b)) return true;
    const [first, second] = [parse(a), parse(b)];
    if (first.dnf === undefined || second.dnf === undefined) return false;
    if (first === second) return first.dnf.length === 0;
    if (!first.fields.some((field) => second.fields.includes(field))) return false;
    const { verdicts } = know(a);
    const other = know(b);
    let verdict = verdicts.get(other);
    if (verdict === undefined) {
      verdict = and(first.dnf, second.dnf, atoms, []).length === 0;
      verdicts.set(other, verdict);
    }
    return verdict;
  };

  /** The length of the first prefix that no contact satisfies; 0 when a contact may satisfy all. */
  const impossibleAfter = (constraints: readonly PathConstraint[]): number => {
    let dnf = TRUE;
    for (const [i, constraint] of constraints.entries()) {
      dnf = and(dnf, parse(constraint).dnf ?? TRUE, atoms, []);
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
    let group = constraints.slice(0, impossibleAfter(constraints));
    for (const constraint of group) {
      const others = group.filter((other) => other !== constraint);
      if (impossibleAfter(others) > 0) group = others;
    }
    groupBudget = atoms.budget;
    atoms.budget = budget;
    return group.length === 0 ? undefined : group;
  };

  return {
    unique: know,
    excludes,
    findConflict(constraints) {
      const byRule = new Map<string, PathConstraint>();
      const byField = new Map<string | undefined, PathConstraint[]>();
      // The emails of a workflow share the constraints of the paths to them.
      const known = new Set(Array.from(constraints, know));
      for (const one of known) {
        const opposite = byRule.get(one.rule);
        if (opposite !== undefined) return [opposite, one];
        byRule.set(one.rule, one);
        if (excludes(one, one)) return [one];
        for (const field of parse(one).fields) {
          const others = byField.get(field) ?? [];
          const other = others.find((each) => excludes(each, one));
          if (other !== undefined) return [other, one];
          if (others.length < MAX_COMPARED) byField.set(field, [...others, one]);
        }
      }
      return byRule.size > 2 ? findGroup([...byRule.values()]) : undefined;
    },
    isHalfUsed: () => atoms.budget < BUDGET / 2 || groupBudget < GROUP_BUDGET / 2,
    isExhausted: () => atoms.budget <= 0 || groupBudget <= 0,
  };
}

import { leavesOf } from '../model/condition.ts';
import { and, type Conjunction, type Dnf, TRUE, toDnf } from './dnf.ts';
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
  /** A bit for each field. Several fields can have the same bit. */
  readonly bits: number;
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

  const bits = new Map<string | undefined, number>();
  const bitOf = (field: string | undefined): number => {
    const bit = bits.get(field) ?? 1 << bits.size;
    bits.set(field, bit);
    return bit;
  };

  const parse = (known: KnownConstraint): Parsed => {
    if (known.parsed !== undefined) return known.parsed;
    const node = parseConstraint(known);
    const fields =
      node === undefined
        ? [known.field ?? known.rule]
        : [...new Set(leavesOf(node).map(({ field }) => field))];
    known.parsed = {
      fields,
      bits: fields.reduce((all, field) => all | bitOf(field), 0),
      ...(node !== undefined && { dnf: toDnf(node, !known.holds, atoms) }),
    };
    return known.parsed;
  };

  const compare = (a: KnownConstraint, b: KnownConstraint): boolean => {
    if (areContradictory(a, b)) return true;
    const [first, second] = [parse(a), parse(b)];
    if (first.dnf === undefined || second.dnf === undefined) return false;
    if (first === second) return first.dnf.length === 0;
    return (
      first.fields.some((field) => second.fields.includes(field)) &&
      impossibleAfter([first.dnf, second.dnf]) > 0
    );
  };
  const excludes = (a: PathConstraint, b: PathConstraint): boolean => {
    const [one, other] = [know(a), know(b)];
    if ((parse(one).bits & parse(other).bits) === 0) return false;
    const verdict = one.verdicts.get(other) ?? compare(one, other);
    one.verdicts.set(other, verdict);
    return verdict;
  };

  /** The length of the shortest prefix that no contact satisfies; 0 when a contact may satisfy all. */
  const impossibleAfter = (dnfs: readonly Dnf[]): number => {
    const open: { held: Dnf; added: Conjunction; depth: number }[] = [];
    const descend = (held: Dnf, depth: number): void => {
      for (const added of dnfs[depth] as Dnf) open.push({ held, added, depth });
    };
    let furthest = 0;
    descend(TRUE, 0);
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      const depth = last.depth + 1;
      const held = and(last.held, [last.added], atoms);
      if (held.length === 0) continue;
      if (depth === dnfs.length) return 0;
      furthest = Math.max(furthest, depth);
      descend(held, depth);
    }
    return furthest + 1;
  };
  let groupBudget = GROUP_BUDGET;
  /** A minimal group of constraints that cannot all hold, given constraints that are compatible two by two. */
  const findGroup = (constraints: KnownConstraint[]): readonly PathConstraint[] | undefined => {
    const { budget } = atoms;
    atoms.budget = groupBudget;
    const dnfOf = (one: KnownConstraint): Dnf => parse(one).dnf ?? TRUE;
    // Those with few alternatives exclude most alternatives of the others.
    constraints.sort((a, b) => dnfOf(a).length - dnfOf(b).length);
    let group = constraints.slice(0, impossibleAfter(constraints.map(dnfOf)));
    for (const constraint of group) {
      const others = group.filter((other) => other !== constraint);
      if (impossibleAfter(others.map(dnfOf)) > 0) group = others;
    }
    groupBudget = atoms.budget;
    atoms.budget = budget;
    return group.length === 0 ? undefined : group;
  };

  return {
    unique: know,
    excludes,
    findConflict(constraints) {
      const byField = new Map<string | undefined, KnownConstraint[]>();
      const related = new Set<KnownConstraint>();
      // The emails of a workflow share the constraints of the paths to them.
      const all = new Set(Array.from(constraints, know));
      for (const one of all) {
        const opposite = (one.holds ? failing : holding).get(one.rule);
        if (opposite !== undefined && all.has(opposite)) return [opposite, one];
        if (excludes(one, one)) return [one];
        for (const field of parse(one).fields) {
          const others = byField.get(field) ?? [];
          const other = others.find((each) => excludes(each, one));
          if (other !== undefined) return [other, one];
          if (others.length === 0) byField.set(field, others);
          else related.add(one).add(others[0] as KnownConstraint);
          if (others.length < MAX_COMPARED) others.push(one);
        }
      }
      return related.size > 2 ? findGroup([...related]) : undefined;
    },
    isExhausted: () => atoms.budget <= 0 || groupBudget <= 0,
  };
}

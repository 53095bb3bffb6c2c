import { leavesOf } from '../model/condition.ts';
import { and, type Conjunction, type Dnf, TRUE, toDnf } from './dnf.ts';
import { type Atoms, createAtoms } from './literals.ts';
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
  readonly dnf?: Dnf;
}

/** What has been compared. */
interface State {
  readonly atoms: Atoms;
  /** By rule: the constraints that hold, and those that do not. */
  readonly known: Readonly<Record<'holding' | 'failing', Map<string, KnownConstraint>>>;
  /** Comparisons that may still be made for groups. */
  groupBudget: number;
}

export function createExclusions(): Exclusions {
  const state: State = {
    atoms: createAtoms(BUDGET),
    known: { holding: new Map(), failing: new Map() },
    groupBudget: GROUP_BUDGET,
  };
  return {
    unique: (constraint) => know(constraint, state),
    excludes: (a, b) => excludes(know(a, state), know(b, state), state),
    findConflict: (constraints) => findConflict(constraints, state),
    isExhausted: () => state.atoms.budget <= 0 || state.groupBudget <= 0,
  };
}

function know(constraint: PathConstraint, { known }: State): KnownConstraint {
  const byRule = constraint.holds ? known.holding : known.failing;
  const found = byRule.get(constraint.rule) ?? { ...constraint, verdicts: new Map() };
  byRule.set(constraint.rule, found);
  return found;
}

function parse(constraint: KnownConstraint, { atoms }: State): Parsed {
  if (constraint.parsed !== undefined) return constraint.parsed;
  const node = parseConstraint(constraint);
  const fields =
    node === undefined
      ? [constraint.field ?? constraint.rule]
      : [...new Set(leavesOf(node).map(({ field }) => field))];
  constraint.parsed = {
    fields,
    ...(node !== undefined && { dnf: toDnf(node, !constraint.holds, atoms) }),
  };
  return constraint.parsed;
}

function excludes(one: KnownConstraint, other: KnownConstraint, state: State): boolean {
  const verdict = one.verdicts.get(other) ?? compare(one, other, state);
  one.verdicts.set(other, verdict);
  return verdict;
}

function compare(a: KnownConstraint, b: KnownConstraint, state: State): boolean {
  if (areContradictory(a, b)) return true;
  const [first, second] = [parse(a, state), parse(b, state)];
  if (first.dnf === undefined || second.dnf === undefined) return false;
  if (first === second) return first.dnf.length === 0;
  return (
    first.fields.some((field) => second.fields.includes(field)) &&
    impossibleAfter([first.dnf, second.dnf], state.atoms) > 0
  );
}

/** The length of the shortest prefix that no contact satisfies; 0 when a contact may satisfy all. */
function impossibleAfter(dnfs: readonly Dnf[], atoms: Atoms): number {
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
}

function findConflict(
  constraints: Iterable<PathConstraint>,
  state: State,
): readonly PathConstraint[] | undefined {
  const { holding, failing } = state.known;
  const byField = new Map<string | undefined, KnownConstraint[]>();
  const related = new Set<KnownConstraint>();
  // The emails of a workflow share the constraints of the paths to them.
  const all = new Set(Array.from(constraints, (constraint) => know(constraint, state)));
  for (const one of all) {
    const opposite = (one.holds ? failing : holding).get(one.rule);
    if (opposite !== undefined && all.has(opposite)) return [opposite, one];
    if (excludes(one, one, state)) return [one];
    for (const field of parse(one, state).fields) {
      const others = byField.get(field) ?? [];
      const other = others.find((each) => excludes(each, one, state));
      if (other !== undefined) return [other, one];
      if (others.length === 0) byField.set(field, others);
      else related.add(one).add(others[0] as KnownConstraint);
      if (others.length < MAX_COMPARED) others.push(one);
    }
  }
  return related.size > 2 ? findGroup([...related], state) : undefined;
}

/** A minimal group of constraints that cannot all hold, given constraints that are compatible two by two. */
function findGroup(
  constraints: KnownConstraint[],
  state: State,
): readonly PathConstraint[] | undefined {
  const { atoms } = state;
  const { budget } = atoms;
  atoms.budget = state.groupBudget;
  const dnfOf = (one: KnownConstraint): Dnf => parse(one, state).dnf ?? TRUE;
  // Those with few alternatives exclude most alternatives of the others.
  constraints.sort((a, b) => dnfOf(a).length - dnfOf(b).length);
  let group = constraints.slice(0, impossibleAfter(constraints.map(dnfOf), atoms));
  for (const constraint of group) {
    const others = group.filter((other) => other !== constraint);
    if (impossibleAfter(others.map(dnfOf), atoms) > 0) group = others;
  }
  state.groupBudget = atoms.budget;
  atoms.budget = budget;
  return group.length === 0 ? undefined : group;
}

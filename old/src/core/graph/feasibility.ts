import { type Conjunction, toDnf } from '../conditions/dnf.ts';
import { type Atoms, createAtoms, type Literal, printLiteral } from '../conditions/literals.ts';
import { type ConditionNode, leavesOf } from '../model/condition.ts';
import type { Step } from '../model/nodes.ts';
import { isCondition } from '../model/step-type.ts';
import {
  type Branches,
  budgetFor,
  repeatsField,
  restrictToShared,
  sharedFields,
  usesAny,
} from './condition-terms.ts';
import type { Graph } from './graph.ts';
import { pathConditionsOf } from './path-conditions.ts';
import { conditionsIn, type LocatedCondition } from './reads.ts';

export type Certainty = 'always' | 'never';

/** A condition or filter that has the same outcome for every contact. */
interface Verdict {
  readonly step: Step;
  readonly outcome: Certainty;
  /** Each path to the other outcome and what contradicts it: a few at most, all different. */
  readonly reasons: readonly Reason[];
  /** How the rule joins the comparisons of its reasons. */
  readonly joined: 'and' | 'or';
}

export interface Reason {
  /** Comparisons of the rule itself: `never`: they cannot all hold; `always`: one of them holds. */
  readonly own: readonly string[];
  /** Constraints of earlier steps. None: the rule contradicts itself. */
  readonly earlier: readonly EarlierComparison[];
}

export interface EarlierComparison {
  readonly comparison: string;
  readonly holds: boolean;
  readonly steps: readonly Step[];
}

const COST_PER_EDGE = 5;

/**
 * The rules that are always true or always false, by themselves or after the branches on all paths to them. A filter is
 * checked by itself only, since it reads another event. The work is bounded; beyond the limit fewer verdicts are found.
 */
export function verdictsOf(graph: Graph): readonly Verdict[] {
  const rules = conditionsIn(graph);
  // A single comparison can hold and can fail.
  if (rules.length === 0 || (rules.length === 1 && rules[0]?.tree.root.kind === 'rule')) return [];
  const shared = sharedFields(rules);
  const linked = new Set(rules.filter((rule) => usesAny(rule, shared) && isCondition(rule.step)));
  // Comparisons of different fields are independent.
  const candidates = rules.filter((rule) => linked.has(rule) || repeatsField(rule));
  const atoms = createAtoms(budgetFor(graph));
  const verdicts: Verdict[] = [];
  const conditions = new Map<Step, Branches>();
  const undecided: LocatedCondition[] = [];
  for (const rule of candidates) {
    const { step, tree } = rule;
    if (atoms.budget <= 0) return verdicts;
    const [whyNever, whyAlways]: [Conjunction[], Conjunction[]] = [[], []];
    const met = toDnf(tree.root, false, atoms, whyNever);
    const notMet = toDnf(tree.root, true, atoms, whyAlways);
    const add = (outcome: Certainty, why: readonly Conjunction[]) =>
      verdicts.push(verdictOn(rule, outcome, why, { graph, atoms }));
    if (met.length === 0) add('never', whyNever);
    else if (notMet.length === 0) add('always', whyAlways);
    else if (linked.has(rule)) undecided.push(rule);
    if (linked.has(rule))
      conditions.set(step, restrictToShared({ met, notMet }, step, shared, atoms));
  }
  if (undecided.length === 0) return verdicts;
  atoms.budget -= graph.workflow.edges.length * COST_PER_EDGE;
  if (atoms.budget <= 0) return verdicts;
  const known = pathConditionsOf(graph, conditions, atoms);
  for (const rule of undecided) {
    const { isDead = true, branches } = known[rule.step.index] ?? {};
    if (branches === undefined || isDead) continue;
    const { met, notMet } = branches;
    const isNever = met.facts.length === 0;
    if (isNever === (notMet.facts.length === 0)) continue;
    const { conflicts } = isNever ? met : notMet;
    verdicts.push(verdictOn(rule, isNever ? 'never' : 'always', conflicts, { graph, atoms }));
  }
  return verdicts;
}

function verdictOn(
  { step, tree }: LocatedCondition,
  outcome: Certainty,
  conflicts: readonly Conjunction[],
  { graph, atoms }: { readonly graph: Graph; readonly atoms: Atoms },
): Verdict {
  const reasons = new Map<string, Reason>();
  const used = new Set<Literal>();
  for (const { literals, requiredBy } of conflicts) {
    const own: string[] = [];
    const earlier: EarlierComparison[] = [];
    for (const [index, literal] of literals.entries()) {
      const from = requiredBy[index] as readonly number[];
      const isOwn = from.length === 0 || from.includes(step.index);
      // The negation of the rule is contradicted by the negations of its comparisons.
      if (isOwn) {
        own.push(printLiteral(outcome === 'never' ? literal : literal ^ 1, atoms));
        used.add(literal & ~1);
      } else
        earlier.push({
          comparison: printLiteral(literal & ~1, atoms),
          holds: (literal & 1) === 0,
          steps: from.map((index) => graph.workflow.steps[index] as Step),
        });
    }
    const key = JSON.stringify([own, earlier.map(({ comparison, holds }) => [comparison, holds])]);
    reasons.set(key, { own, earlier });
  }
  return { step, outcome, reasons: [...reasons.values()], joined: joinOf(tree.root, used, atoms) };
}

/** The type of the smallest group that contains all of these comparisons. */
function joinOf(root: ConditionNode, used: ReadonlySet<Literal>, atoms: Atoms): 'and' | 'or' {
  // The literals are known already, so looking them up is free.
  const { budget } = atoms;
  const hasAll = (node: ConditionNode): boolean => {
    const own = new Set(leavesOf(node).map((leaf) => atoms.literalOf(leaf) & ~1));
    return [...used].every((literal) => own.has(literal));
  };
  let node: ConditionNode = root;
  for (let smaller: ConditionNode | undefined = root; smaller !== undefined; ) {
    node = smaller;
    smaller = 'rules' in node ? node.rules.find(hasAll) : undefined;
  }
  atoms.budget = budget;
  return node.kind === 'or' ? 'or' : 'and';
}

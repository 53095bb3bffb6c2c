import { and, type Dnf, restrict, TRUE, toDnf } from '../conditions/dnf.ts';
import { type Atoms, createAtoms } from '../conditions/literals.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { deletesContact, isCondition } from '../model/step-type.ts';
import {
  type Branches,
  branchOf,
  budgetFor,
  isPreservedBy,
  preservesAll,
  repeatsField,
  restrictToShared,
  sharedFields,
  usesAny,
} from './condition-terms.ts';
import { type Graph, memoized, triggersOf } from './graph.ts';
import { conditionsIn } from './reads.ts';

interface PathVisitor<S> {
  /** The state at the triggers. */
  readonly start: S;
  /** The state at the target of an edge; `undefined` ends the path. */
  follow(state: S, edge: Edge, target: Step): S | undefined;
  /** States of one key are interchangeable. */
  keyOf(state: S): string;
}

/** The paths that contacts can take through a workflow whose conditions rule out others. */
interface FeasiblePaths {
  /** Visits all paths. False when they exceed the limit of all visits together: then the result is incomplete. */
  visit<S>(visitor: PathVisitor<S>): boolean;
}

// Visited steps and literals known there. A workflow of 150 steps needs far fewer.
const MAX_WORK = 60_000;

/** `undefined` when no two conditions can contradict each other: then every path is feasible. */
export function feasiblePaths(graph: Graph): FeasiblePaths | undefined {
  return memoized(graph, findPaths);
}

function findPaths(graph: Graph): FeasiblePaths | undefined {
  const atoms = createAtoms(budgetFor(graph));
  const conditions = contradictableConditions(graph, atoms);
  const search: Search = { graph, conditions, atoms, left: MAX_WORK };
  return conditions.size === 0 ? undefined : { visit: (visitor) => visitAll(search, visitor) };
}

/** The conditions that share fields with others, or whose own comparisons share fields. */
function contradictableConditions(graph: Graph, atoms: Atoms): ReadonlyMap<Step, Branches> {
  const conditions = new Map<Step, Branches>();
  const rules = conditionsIn(graph).filter(({ step }) => isCondition(step));
  const shared = sharedFields(rules);
  for (const rule of rules) {
    if (!repeatsField(rule) && !usesAny(rule, shared)) continue;
    const { step, tree } = rule;
    const met = toDnf(tree.root, false, atoms);
    const notMet = toDnf(tree.root, true, atoms);
    if (atoms.budget <= 0) break;
    conditions.set(step, restrictToShared({ met, notMet }, step, shared, atoms));
  }
  return conditions;
}

interface Visit<S> {
  readonly step: Step;
  readonly state: S;
  /** The constraints on the contact. */
  readonly facts: Dnf;
}

/** What all visits of a workflow share. */
interface Search {
  readonly graph: Graph;
  readonly conditions: ReadonlyMap<Step, Branches>;
  readonly atoms: Atoms;
  /** The work that is left. */
  left: number;
}

function visitAll<S>(search: Search, { start, follow, keyOf }: PathVisitor<S>): boolean {
  const { graph, conditions, atoms } = search;
  const open: Visit<S>[] = [];
  const seen = new Set<string>();
  const visit = (step: Step, state: S, facts: Dnf): void => {
    search.left -= facts.reduce((sum, { literals }) => sum + literals.length, 1);
    const printed = facts.map(({ literals }) => literals.join()).join('|');
    const key = `${step.index} ${keyOf(state)} ${printed}`;
    if (seen.has(key)) return;
    seen.add(key);
    open.push({ step, state, facts });
  };
  for (const trigger of triggersOf(graph)) visit(trigger, start, TRUE);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { step, state, facts } = at;
    // The run ends with the contact.
    if (deletesContact(step)) continue;
    const preserved = preservesAll(step)
      ? facts
      : restrict(facts, (literal) => isPreservedBy(literal, step, atoms), atoms);
    for (const edge of graph.outgoing(step)) {
      const branch = branchOf(edge, conditions.get(step));
      const onEdge = branch === undefined ? preserved : and(preserved, branch, atoms);
      if (onEdge.length === 0) continue;
      const target = graph.target(edge) as Step;
      const next = follow(state, edge, target);
      if (next !== undefined) visit(target, next, onEdge);
    }
    if (search.left <= 0 || atoms.budget <= 0) return false;
  }
  return true;
}

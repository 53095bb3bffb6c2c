import { leavesOf } from '../model/condition.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { ANYTHING, both, type Cubes, cubesOf, keep } from './cubes.ts';
import { keepsAll, outlasts, relevant, sharedFields, workFor } from './decisions.ts';
import type { Graph } from './graph.ts';
import type { Decision } from './knowledge.ts';
import { type Atoms, createAtoms } from './literals.ts';
import { remembered } from './memo.ts';
import { rulesOf } from './reads.ts';

/**
 * What is carried from step to step: `start` leaves the triggers with, `follow` makes of it what gets to the target of an edge, or
 * `undefined` where it is of no more interest. What has the same key goes the same way from there on.
 */
export interface Walker<S> {
  readonly start: S;
  follow(state: S, edge: Edge, target: Step): S | undefined;
  keyOf(state: S): string;
}

/** The ways that contacts can take through a workflow whose conditions leave some paths to nobody. */
export interface Ways {
  /** Goes all the ways there are. False when they are too many, all walks taken together: then nothing is known of those that were not gone. */
  walk<S>(walker: Walker<S>): boolean;
}

// Steps come to, and comparisons known there: far more than a workflow of 150 steps needs that anybody understands.
const MAX_WORK = 60_000;

/** `undefined` when no two conditions can contradict each other, so that every path is one that some contact may take. */
export function waysOf(graph: Graph): Ways | undefined {
  return remembered(graph, waysOf, findWays).ways;
}

function findWays(graph: Graph): { readonly ways: Ways | undefined } {
  const atoms = createAtoms(workFor(graph));
  const decisions = decisionsIn(graph, atoms);
  const budget = { left: MAX_WORK };
  return { ways: decisions.size === 0 ? undefined : { walk: (walker) => walk(graph, decisions, atoms, budget, walker) } };
}

/** What the branches of conditions say, of those that can keep a contact from another branch or from their own. */
function decisionsIn(graph: Graph, atoms: Atoms): ReadonlyMap<Step, Decision> {
  const decisions = new Map<Step, Decision>();
  const rules = rulesOf(graph).filter(({ step }) => step.type === 'condition' && !graph.isDuplicate(step) && graph.isReachable(step));
  const shared = sharedFields(new Map(rules.map(({ step, tree }) => [step, tree])), graph);
  for (const { step, tree } of rules) {
    const fields = leavesOf(tree.root).map(({ field }) => field);
    if (new Set(fields).size === fields.length && !fields.some((field) => shared.has(field))) continue;
    const [met, notMet] = [cubesOf(tree.root, false, atoms, []), cubesOf(tree.root, true, atoms, [])];
    if (atoms.work <= 0) break;
    decisions.set(step, { met: relevant(met, step, shared, atoms), notMet: relevant(notMet, step, shared, atoms) });
  }
  return decisions;
}

interface Visit<S> {
  readonly step: Step;
  readonly state: S;
  /** What the contact is known to be. */
  readonly cubes: Cubes;
}

function walk<S>(graph: Graph, decisions: ReadonlyMap<Step, Decision>, atoms: Atoms, budget: { left: number }, { start, follow, keyOf }: Walker<S>): boolean {
  const open: Visit<S>[] = [];
  const seen = new Set<string>();
  const visit = (step: Step, state: S, cubes: Cubes): void => {
    budget.left -= cubes.reduce((sum, { literals }) => sum + literals.length, 1);
    const key = `${step.index} ${keyOf(state)} ${cubes.map(({ literals }) => literals.join()).join('|')}`;
    if (seen.size < seen.add(key).size) open.push({ step, state, cubes });
  };
  for (const step of graph.workflow.steps) if (step.type === 'trigger' && !graph.isDuplicate(step)) visit(step, start, ANYTHING);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { step, state, cubes } = at;
    // The run ends with the contact.
    if (step.type === 'contact_delete') continue;
    const decision = decisions.get(step);
    const onward = keepsAll(step) ? cubes : keep(cubes, (literal) => outlasts(literal, step, atoms), atoms);
    for (const edge of graph.outgoing(step)) {
      const branch = edge.type === 'condition_met' ? decision?.met : edge.type === 'condition_not_met' ? decision?.notMet : undefined;
      const known = branch === undefined ? onward : both(onward, branch, atoms, []);
      if (known.length === 0) continue;
      const target = graph.target(edge) as Step;
      const next = follow(state, edge, target);
      if (next !== undefined) visit(target, next, known);
    }
    if (budget.left <= 0 || atoms.work <= 0) return false;
  }
  return true;
}

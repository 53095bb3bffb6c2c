import { and, type Conjunction, type Dnf, implies, or, restrict, TRUE } from '../conditions/dnf.ts';
import type { Atoms } from '../conditions/literals.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { deletesContact, isTrigger } from '../model/step-type.ts';
import { reversePostorder } from './components.ts';
import {
  type Branches,
  branchOf,
  isOfEvent,
  isPreservedBy,
  preservesAll,
} from './condition-terms.ts';
import { type Graph, triggersOf } from './graph.ts';

/** The facts that hold for every contact at a step or on an edge. */
interface PathCondition {
  readonly facts: Dnf;
  /** Only branches that no contact takes lead here. */
  readonly isDead: boolean;
}

/** The path condition of a step. */
interface StepCondition extends PathCondition {
  /** Of a condition: its branches. */
  readonly branches?: Branches<Branch>;
}

/** The facts on a branch (false: no contact takes it), and the contradictions found there. */
interface Branch {
  readonly facts: Dnf;
  readonly conflicts: readonly Conjunction[];
}

/**
 * The facts that hold on all paths to each reachable step. Payloads do not change. Facts on a contact end where the
 * contact may change: at delays, waits, updates and unknown steps.
 *
 * Steps are taken in an order in which only edges that close a cycle lead back. These are first assumed to bring nothing
 * new. If that turns out wrong anywhere, all is computed again without facts where a cycle starts.
 */
export function pathConditionsOf(
  graph: Graph,
  conditions: ReadonlyMap<Step, Branches>,
  atoms: Atoms,
): readonly (StepCondition | undefined)[] {
  const order = reversePostorder(triggersOf(graph), (step) =>
    graph.outgoing(step).map((edge) => graph.target(edge) as Step),
  );
  const position = new Int32Array(graph.workflow.steps.length).fill(-1);
  for (const [index, step] of order.entries()) position[step.index] = index;
  const positionOf = (step: Step | undefined): number => position[(step as Step).index] as number;
  const isBack = (edge: Edge): boolean =>
    positionOf(graph.source(edge)) >= positionOf(graph.target(edge));
  const isReached = (edge: Edge): boolean => positionOf(graph.source(edge)) !== -1;
  const backEdges = order.flatMap((step) => graph.incoming(step).filter(isBack));
  const cycleStarts = new Set(backEdges.map((edge) => graph.target(edge) as Step));

  for (let isOptimistic = true; ; isOptimistic = false) {
    const known: (StepCondition | undefined)[] = new Array(position.length);
    const conditionOn = createEdgeConditions(graph, known, atoms);
    for (const step of order) {
      const startsCycle = cycleStarts.has(step);
      const isUnknown = isTrigger(step) || (startsCycle && !isOptimistic);
      const all = isUnknown
        ? []
        : graph
            .incoming(step)
            .filter((edge) => isReached(edge) && !isBack(edge))
            .map(conditionOn);
      const taken = all.filter(({ isDead }) => !isDead);
      // After dead branches the facts are still computed.
      const before = (taken.length > 0 ? taken : all).map(({ facts }) => facts);
      const joined = before.length === 0 ? TRUE : or(before, atoms);
      const facts = startsCycle
        ? restrict(joined, (literal) => isOfEvent(literal, atoms), atoms)
        : joined;
      const isDead = all.length > 0 && taken.length === 0;
      const branches = branchesAt(conditions.get(step), facts, atoms);
      known[step.index] = { facts, isDead, ...(branches !== undefined && { branches }) };
    }
    const isNew = (edge: Edge): boolean => {
      const onEdge = conditionOn(edge);
      const { facts, isDead } = known[(graph.target(edge) as Step).index] as StepCondition;
      return !onEdge.isDead && (isDead || !implies(onEdge.facts, facts, atoms));
    };
    if (!isOptimistic || !backEdges.some(isNew)) return known;
  }
}

/** The path condition of an edge, once that of its source is known. */
function createEdgeConditions(
  graph: Graph,
  known: readonly (StepCondition | undefined)[],
  atoms: Atoms,
): (edge: Edge) => PathCondition {
  const preserved: (Dnf | undefined)[] = [];
  return (edge) => {
    const source = graph.source(edge) as Step;
    const { facts, isDead, branches } = known[source.index] as StepCondition;
    const branch = branchOf(edge, branches);
    // A dead branch keeps the facts of its source, so that its contradiction is not repeated after it.
    if (branch !== undefined)
      return branch.facts.length === 0 ? { facts, isDead: true } : { facts: branch.facts, isDead };
    // The run ends with the contact.
    if (deletesContact(source)) return { facts, isDead: true };
    if (preservesAll(source)) return { facts, isDead };
    preserved[source.index] ??= restrict(
      facts,
      (literal) => isPreservedBy(literal, source, atoms),
      atoms,
    );
    return { facts: preserved[source.index] as Dnf, isDead };
  };
}

function branchesAt(
  condition: Branches | undefined,
  facts: Dnf,
  atoms: Atoms,
): Branches<Branch> | undefined {
  if (condition === undefined) return undefined;
  const branch = (term: Dnf): Branch => {
    const conflicts: Conjunction[] = [];
    return { facts: and(facts, term, atoms, conflicts), conflicts };
  };
  return { met: branch(condition.met), notMet: branch(condition.notMet) };
}

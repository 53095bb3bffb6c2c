import type { Edge, Step } from '../model/nodes.ts';
import { ANYTHING, both, type Cube, type Cubes, either, follows, keep } from './cubes.ts';
import { isOfEvent, keepsAll, outlasts } from './decisions.ts';
import type { Graph } from './graph.ts';
import type { Atoms } from './literals.ts';

/** A condition as cubes, whose literals name it as their origin. */
export interface Decision {
  readonly met: Cubes;
  readonly notMet: Cubes;
}

/** What is known of every contact who comes to a step. */
export interface Knowledge {
  readonly cubes: Cubes;
  /** Only branches that no contact takes lead here. */
  readonly dead: boolean;
  /** Of a decision: its branches. */
  readonly met?: Branch;
  readonly notMet?: Branch;
}

/** What is known on a branch (no cubes: no contact takes it) and what was found to exclude each other there. */
export interface Branch {
  readonly cubes: Cubes;
  readonly conflicts: readonly Cube[];
}

/**
 * What the branches taken on all ways to a step tell, for each step that is reached. Payloads stay as they are; what is known
 * of a contact ends where it may change: at delays, waits, updates of it and steps nobody knows.
 *
 * The steps are taken in an order in which only edges that close a round lead back. What such an edge brings is at first held
 * to be nothing new, and then looked at: if it is somewhere, nothing is known where a round begins, and all is done once more.
 */
export function knowledgeOf(graph: Graph, decisions: ReadonlyMap<Step, Decision>, atoms: Atoms): readonly (Knowledge | undefined)[] {
  const order = arrange(graph);
  const position = new Int32Array(graph.workflow.steps.length).fill(-1);
  for (const [index, step] of order.entries()) position[step.index] = index;
  const positionOf = (step: Step | undefined): number => position[(step as Step).index] as number;
  const back = new Map<Step, readonly Edge[]>();
  for (const step of order) {
    const edges = graph.incoming(step).filter((edge) => positionOf(graph.source(edge)) >= positionOf(step));
    if (edges.length > 0) back.set(step, edges);
  }
  for (let trusting = true; ; trusting = false) {
    const known: (Knowledge | undefined)[] = new Array(position.length);
    const along = createEdges(graph, known, atoms);
    for (const step of order) {
      const closesRound = back.has(step);
      const incoming = step.type === 'trigger' || (closesRound && !trusting) ? [] : graph.incoming(step);
      const all = incoming.filter((edge) => isBetween(positionOf(graph.source(edge)), positionOf(step))).map(along);
      const taken = all.filter((knowledge) => !knowledge.dead);
      // Where nobody gets, what would be known there is told all the same.
      const before = taken.length > 0 ? taken : all;
      const entered = before.length === 0 ? ANYTHING : either(cubesOfAll(before), atoms);
      const cubes = closesRound ? keep(entered, (literal) => isOfEvent(literal, atoms), atoms) : entered;
      const dead = all.length > 0 && taken.length === 0;
      known[step.index] = { cubes, dead, ...branchesOf(decisions.get(step), cubes, atoms) };
    }
    const isNew = (edge: Edge): boolean => {
      const brought = along(edge);
      const { cubes, dead } = known[(graph.target(edge) as Step).index] as Knowledge;
      return !brought.dead && (dead || !follows(brought.cubes, cubes, atoms));
    };
    if (!trusting || ![...back.values()].some((edges) => edges.some(isNew))) return known;
  }
}

const isBetween = (from: number, to: number): boolean => from !== -1 && from < to;
const cubesOfAll = (all: readonly Pick<Knowledge, 'cubes'>[]): readonly Cubes[] => all.map(({ cubes }) => cubes);

/** What is known on an edge out of a step of which it is known already. */
function createEdges(graph: Graph, known: readonly (Knowledge | undefined)[], atoms: Atoms): (edge: Edge) => Pick<Knowledge, 'cubes' | 'dead'> {
  const leaving: (Cubes | undefined)[] = [];
  return (edge) => {
    const source = graph.source(edge) as Step;
    const { cubes, dead, met, notMet } = known[source.index] as Knowledge;
    const branch = edge.type === 'condition_met' ? met : edge.type === 'condition_not_met' ? notMet : undefined;
    // Where nobody goes, the condition is passed over, so that what was said of it is not said of all that comes after it.
    if (branch !== undefined) return branch.cubes.length === 0 ? { cubes, dead: true } : { cubes: branch.cubes, dead };
    // The run ends with the contact.
    if (source.type === 'contact_delete') return { cubes, dead: true };
    if (keepsAll(source)) return { cubes, dead };
    leaving[source.index] ??= keep(cubes, (literal) => outlasts(literal, source, atoms), atoms);
    return { cubes: leaving[source.index] as Cubes, dead };
  };
}

function branchesOf(decision: Decision | undefined, cubes: Cubes, atoms: Atoms): { readonly met: Branch; readonly notMet: Branch } | undefined {
  if (decision === undefined) return undefined;
  const [met, notMet]: [Cube[], Cube[]] = [[], []];
  return {
    met: { cubes: both(cubes, decision.met, atoms, met), conflicts: met },
    notMet: { cubes: both(cubes, decision.notMet, atoms, notMet), conflicts: notMet },
  };
}

/** The steps that triggers lead to, each after all that lead to it, but for edges that close a round. */
function arrange(graph: Graph): readonly Step[] {
  const order: Step[] = [];
  const seen = new Set<Step>();
  const path: { readonly step: Step; next: number }[] = [];
  const enter = (step: Step): void => {
    if (seen.has(step)) return;
    seen.add(step);
    path.push({ step, next: 0 });
  };
  for (const trigger of graph.workflow.steps) {
    if (trigger.type !== 'trigger' || graph.isDuplicate(trigger)) continue;
    enter(trigger);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const edge = graph.outgoing(frame.step)[frame.next++];
      if (edge !== undefined) enter(graph.target(edge) as Step);
      else order.push((path.pop() as typeof frame).step);
    }
  }
  return order.reverse();
}

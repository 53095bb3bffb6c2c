import type { Graph } from '../graph/graph.ts';
import type { Step } from '../model/nodes.ts';

/** A step and what is near it. */
export interface Focus {
  readonly step: Step;
  /** How many edges away the others may be, in either direction. */
  readonly distance: number;
}

/** The service takes 150 steps; a few more than that can still be drawn, so that one sees by how much a workflow is too long. */
export const MAX_STEPS = 200;

/** The steps that are drawn: those near the focus, or as many as can be from the triggers on. */
export function chooseSteps(graph: Graph, focus: Focus | undefined): ReadonlySet<Step> {
  if (focus !== undefined) return stepsNear(graph, focus);
  const { steps } = graph.workflow;
  if (steps.length <= MAX_STEPS) return new Set(steps);
  const starts = steps.filter((step) => step.type === 'trigger' && !graph.isDuplicate(step)).slice(0, MAX_STEPS);
  const chosen = new Set(starts);
  for (const step of chosen) {
    for (const next of graph.successors(step)) if (chosen.size < MAX_STEPS) chosen.add(next);
  }
  for (const step of steps) if (chosen.size < MAX_STEPS) chosen.add(step);
  return chosen;
}

function stepsNear(graph: Graph, { step, distance }: Focus): ReadonlySet<Step> {
  const near = new Set([step]);
  for (const go of [(each: Step) => graph.successors(each), (each: Step) => predecessors(graph, each)]) {
    let ring: readonly Step[] = [step];
    for (let hop = 0; hop < distance && ring.length > 0; hop++) {
      const next = new Set<Step>();
      for (const each of ring) for (const neighbour of go(each)) if (near.size + next.size < MAX_STEPS && !near.has(neighbour)) next.add(neighbour);
      for (const each of next) near.add(each);
      ring = [...next];
    }
  }
  return near;
}

function predecessors(graph: Graph, step: Step): readonly Step[] {
  return graph.incoming(step).map((edge) => graph.source(edge) as Step);
}

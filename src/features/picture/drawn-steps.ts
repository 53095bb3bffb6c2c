import { buildGraph, type Graph } from '../../core/graph/graph.ts';
import type { Step, Workflow } from '../../core/model/nodes.ts';
import { isTrigger } from '../../core/model/step-type.ts';

/** The service accepts 150 steps; the rest shows how far a workflow exceeds that. */
export const MAX_DRAWN_STEPS = 200;

/** A step and its neighbourhood. */
export interface Focus {
  readonly step: Step;
  /** The maximum distance of other steps in edges, in either direction. */
  readonly distance: number;
}

/** As many steps as possible, from the triggers. */
export function chooseSteps(graph: Graph): ReadonlySet<Step> {
  const { steps } = graph.workflow;
  if (steps.length <= MAX_DRAWN_STEPS) return new Set(steps);
  const starts = steps.filter((step) => isTrigger(step) && !graph.isDuplicate(step));
  const chosen = new Set(starts.slice(0, MAX_DRAWN_STEPS));
  for (const step of chosen)
    for (const next of graph.successors(step)) if (chosen.size < MAX_DRAWN_STEPS) chosen.add(next);
  for (const step of steps) if (chosen.size < MAX_DRAWN_STEPS) chosen.add(step);
  return chosen;
}

/** A step, and those within the distance. */
export function stepsNear(graph: Graph, { step, distance }: Focus): ReadonlySet<Step> {
  const near = new Set([step]);
  const directions = [
    (each: Step) => graph.successors(each),
    (each: Step) => graph.incoming(each).map((edge) => graph.source(edge) as Step),
  ];
  for (const go of directions) {
    let ring: readonly Step[] = [step];
    for (let hop = 0; hop < distance && ring.length > 0; hop++) {
      const next = new Set(ring.flatMap(go).filter((each) => !near.has(each)));
      ring = [...next].slice(0, MAX_DRAWN_STEPS - near.size);
      for (const each of ring) near.add(each);
    }
  }
  return near;
}

/** The step of a key; for `#3`, the third step. */
export function findStep(workflow: Workflow, name: string): Step | undefined {
  const number = /^#(\d{1,6})$/.exec(name)?.[1];
  return buildGraph(workflow).resolve(name) ?? workflow.steps[Number(number ?? 0) - 1];
}

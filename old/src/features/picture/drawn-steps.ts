import type { Graph } from '../../core/graph/graph.ts';
import type { Step } from '../../core/model/nodes.ts';
import { isTrigger } from '../../core/model/step-type.ts';

/** The service accepts 150 steps; the rest shows how far a workflow exceeds that. */
export const MAX_DRAWN_STEPS = 200;

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

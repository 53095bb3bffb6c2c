import { isTrigger } from '../model/step-type.ts';
import type { Graph } from './graph.ts';

/** The key of a trigger that is not there: edges lead from it, and none to it. */
export function lostTriggerKey(graph: Graph): string | undefined {
  // An empty workflow has a finding of its own.
  if (graph.workflow.steps.length === 0 || graph.where(isTrigger).length > 0) return undefined;
  const targets = new Set(graph.workflow.edges.map(({ to }) => to));
  return graph.unresolvedEdges.find(
    ({ from }) => from?.trim() && graph.resolve(from) === undefined && !targets.has(from),
  )?.from;
}

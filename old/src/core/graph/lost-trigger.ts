import { isTrigger } from '../model/step-type.ts';
import type { Graph } from './graph.ts';

/** The key of a trigger that is not there, if that is the only fault: one edge leads from it, to the start of all other steps. */
export function lostTriggerKey(graph: Graph): string | undefined {
  const [edge, other] = graph.unresolvedEdges;
  if (edge === undefined || other !== undefined || graph.guesses.size > 0) return undefined;
  if (graph.where(isTrigger).length > 0 || !edge.from?.trim()) return undefined;
  const start = graph.target(edge);
  if (start === undefined || graph.incoming(start).length > 0) return undefined;
  const reached = graph.reachableFrom([start]);
  return graph.workflow.steps.every((step) => reached.has(step)) ? edge.from : undefined;
}

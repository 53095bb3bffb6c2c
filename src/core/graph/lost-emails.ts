import type { Edge, Step } from '../model/nodes.ts';
import { isEmail } from '../model/step-type.ts';
import { type Graph, triggersOf } from './graph.ts';

/** The number of emails that contacts reach only by edges that are not kept. */
export function countLostEmails(graph: Graph, isKept: (edge: Edge) => boolean): number {
  const now = reachedSteps(graph, () => true);
  const then = reachedSteps(graph, isKept);
  return graph.where(isEmail).filter((step) => now.has(step) && !then.has(step)).length;
}

function reachedSteps(graph: Graph, isKept: (edge: Edge) => boolean): ReadonlySet<Step> {
  const seen = new Set(triggersOf(graph));
  for (const step of seen)
    for (const edge of graph.outgoing(step))
      if (graph.isTaken(edge) && isKept(edge)) seen.add(graph.target(edge) as Step);
  return seen;
}

/** The emails that are not reached. Duplicates have their own finding. */
export const countUnreachableEmails = (graph: Graph): number =>
  graph.where(isEmail).filter((step) => !graph.isReachable(step) && !graph.isDuplicate(step))
    .length;

import type { Edge } from '../model/nodes.ts';
import { isEmail } from '../model/step-type.ts';
import { type Graph, takenSteps, triggersOf } from './graph.ts';

/** The number of emails that contacts reach only by edges that are not kept. */
export function countLostEmails(graph: Graph, isKept: (edge: Edge) => boolean): number {
  const now = takenSteps(graph);
  const then = graph.reachableFrom(
    triggersOf(graph),
    undefined,
    (edge) => graph.isTaken(edge) && isKept(edge),
  );
  return graph.where(isEmail).filter((step) => now.has(step) && !then.has(step)).length;
}

/** The emails that are not reached. Duplicates have their own finding. */
export const countUnreachableEmails = (graph: Graph): number =>
  graph.where(isEmail).filter((step) => !graph.isReachable(step) && !graph.isDuplicate(step))
    .length;

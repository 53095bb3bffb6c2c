import type { Step } from '../model/nodes.ts';
import { deletesContact } from '../model/step-type.ts';
import { isAnswer } from './flow.ts';
import type { Graph } from './graph.ts';

/** The steps on some path of a contact for whom the event of the wait comes: before the wait, and behind its answer. */
export function stepsPassedWith(graph: Graph, wait: Step): ReadonlySet<Step> {
  const answers = graph.outgoing(wait).filter((edge) => isAnswer(wait, edge));
  const after = graph.reachableFrom(
    answers.map((edge) => graph.target(edge) as Step),
    (step) => !deletesContact(step),
  );
  const before = new Set([wait]);
  for (const step of before)
    for (const edge of graph.incoming(step)) before.add(graph.source(edge) as Step);
  return new Set([...before, ...after]);
}

import type { Edge, Step } from '../model/nodes.ts';
import { readClock, spanOf } from './flow.ts';
import type { Graph } from './graph.ts';

/**
 * Whether one contact may get more than `max` mails of a workflow within a time, in seconds: a quick look, which takes what lies
 * between two mails for nothing as long as no single length on the way is longer. Never says no where a plan of the mails would
 * find such a window. Linear in steps and edges.
 */
export function mayBurst(graph: Graph, within: number, max: number): boolean {
  if (graph.ofType('send_email').length <= max) return false;
  const { steps } = graph.workflow;
  const mails = new Uint32Array(steps.length);
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step;
    const here = (mails[i] as number) + (step.type === 'send_email' ? 1 : 0);
    if (here > max) return true;
    if (here === 0) continue;
    const edges = graph.outgoing(step);
    const clock = edges.length === 0 ? undefined : readClock(step);
    for (let j = 0; j < edges.length; j++) {
      const edge = edges[j] as Edge;
      const { index } = graph.target(edge) as Step;
      const time = spanOf(step, edge, clock);
      if (time === undefined || time.least > within) continue;
      // A way back in the array: one would have to look at its steps again.
      if (index <= i) return true;
      if (here > (mails[index] as number)) mails[index] = here;
    }
  }
  return false;
}

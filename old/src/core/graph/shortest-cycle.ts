import type { Edge, Step } from '../model/nodes.ts';
import type { Graph } from './graph.ts';

/** A shortest cycle through the first of these steps, given a strongly connected component of two steps or more. */
export function shortestCycle(component: readonly Step[], graph: Graph): readonly Edge[] {
  const members = new Set(component);
  const start = component[0] as Step;
  const reachedBy = new Map<Step, Edge>();
  const queue = [start];
  // The queue is never empty: in a component every step leads back to the start.
  for (let next = 0; ; next++) {
    const step = queue[next] as Step;
    for (const edge of graph.outgoing(step)) {
      const target = graph.target(edge) as Step;
      if (target === start && step !== start) return traceBack(edge, start, reachedBy, graph);
      if (!members.has(target) || reachedBy.has(target)) continue;
      reachedBy.set(target, edge);
      queue.push(target);
    }
  }
}

function traceBack(
  last: Edge,
  start: Step,
  reachedBy: ReadonlyMap<Step, Edge>,
  graph: Graph,
): readonly Edge[] {
  const cycle = [last];
  // Each edge leads from a step that was reached earlier, so the walk ends at the start.
  for (let step = graph.source(last) as Step; step !== start; ) {
    const edge = reachedBy.get(step) as Edge;
    cycle.push(edge);
    step = graph.source(edge) as Step;
  }
  return cycle.reverse();
}

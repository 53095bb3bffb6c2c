import type { Step } from '../model/nodes.ts';
import { oncePerGraph } from './graph.ts';

/** Unreachable steps that would be reached if the first one were. */
export interface UnreachableRegion {
  /** The first step in array order of the component where it starts, then the others in array order. */
  readonly steps: readonly [Step, ...Step[]];
  /** The steps of that component. */
  readonly start: readonly [Step, ...Step[]];
}

/**
 * The unreachable steps in regions, each step in one: a region starts at a strongly connected component that no other
 * unreachable component leads to, and contains all it leads to, unless an earlier region does. Duplicates are left out.
 */
export const unreachableRegions = oncePerGraph((graph): readonly UnreachableRegion[] => {
  const lost = graph.workflow.steps.filter(
    (step) => !graph.isReachable(step) && !graph.isDuplicate(step),
  );
  if (lost.length === 0) return [];
  const component = graph.componentOf();
  const entered = new Set<number>();
  for (const step of lost)
    for (const next of graph.successors(step))
      if (component[next.index] !== component[step.index])
        entered.add(component[next.index] as number);
  const taken = new Set<Step>();
  const regions: UnreachableRegion[] = [];
  for (const first of lost) {
    if (taken.has(first) || entered.has(component[first.index] as number)) continue;
    const own = new Set([first]);
    for (const step of own)
      for (const next of graph.successors(step))
        if (!graph.isReachable(next) && !taken.has(next)) own.add(next);
    for (const step of own) taken.add(step);
    own.delete(first);
    // The target of an edge can be a duplicate by its second key.
    const others = [...own].filter((step) => !graph.isDuplicate(step));
    regions.push({
      steps: [first, ...others.sort((a, b) => a.index - b.index)],
      start: [first, ...others.filter((step) => component[step.index] === component[first.index])],
    });
  }
  return regions;
});

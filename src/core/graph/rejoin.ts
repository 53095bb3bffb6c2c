import type { Step } from '../model/nodes.ts';
import type { Graph } from './graph.ts';

/**
 * The step where two branches of a fork join again, `undefined` when they never do. Both branches are searched alternately, up to
 * the first common step.
 */
export function meetingOf(
  graph: Graph,
  fork: Step,
  branches: readonly [string, string],
): Step | undefined {
  const reached = [new Set<Step>(), new Set<Step>()] as const;
  /** Returns whether the other branch has reached the step before. */
  const reach = (branch: 0 | 1, step: Step): boolean => {
    reached[branch].add(step);
    return reached[branch === 0 ? 1 : 0].has(step);
  };
  for (const edge of graph.outgoing(fork)) {
    const target = graph.target(edge) as Step;
    const branch = branches.indexOf(edge.type as string);
    if (branch !== -1 && reach(branch as 0 | 1, target)) return target;
  }
  // A Set iterates over elements added meanwhile, so it is the queue as well.
  const queues = [reached[0].values(), reached[1].values()] as const;
  for (let turn = 0, ended = 0; ended < 2; turn++) {
    const branch = (turn % 2) as 0 | 1;
    const { value: step } = queues[branch].next();
    ended = step === undefined ? ended + 1 : 0;
    // If the search passed the fork, both branches would reach all steps.
    if (step === undefined || step === fork) continue;
    for (const edge of graph.outgoing(step)) {
      const target = graph.target(edge) as Step;
      if (reach(branch, target)) return target;
    }
  }
  return undefined;
}

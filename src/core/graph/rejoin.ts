import type { Step } from '../model/nodes.ts';
import type { Graph } from './graph.ts';

/** The step where two branches of a fork join again, `undefined` when they never do. */
export type FindMeeting = (fork: Step, branches: readonly [string, string]) => Step | undefined;

interface Side {
  readonly mark: number;
  readonly queue: Step[];
  next: number;
  /** Edges followed into its steps, and all edges there. When equal, nothing else leads to these steps. */
  followed: number;
  entries: number;
}

/** Edges followed per workflow. Beyond it, no more meetings are found. */
const BUDGET = 5_000_000;

/**
 * Finds the meetings of branches in one workflow. Both branches are searched alternately up to the first common step, so
 * the cost is about the length of the shorter branch. When one branch ends and nothing else leads into its steps, the
 * search ends. Trees and rows of diamonds take linear time; otherwise the budget, shared by all forks, bounds the work.
 */
export function createMeetingFinder(graph: Graph, budget: number = BUDGET): FindMeeting {
  // The search and branch that reached a step last. It needs no clearing between searches.
  const seen = new Int32Array(graph.workflow.steps.length);
  let searches = 0;
  let left = budget;

  return (fork, branches) => {
    const base = ++searches * 2;
    const sides: readonly [Side, Side] = [
      { mark: base, queue: [], next: 0, followed: 0, entries: 0 },
      { mark: base + 1, queue: [], next: 0, followed: 0, entries: 0 },
    ];
    /** Returns whether the other side has reached the step before. */
    const visit = (side: Side, step: Step): boolean => {
      side.followed++;
      left--;
      const mark = seen[step.index] as number;
      if (mark === side.mark) return false;
      if (mark >= base) return true;
      seen[step.index] = side.mark;
      side.queue.push(step);
      side.entries += graph.incoming(step).length;
      return false;
    };

    for (const edge of graph.outgoing(fork)) {
      const side =
        edge.type === branches[0] ? sides[0] : edge.type === branches[1] ? sides[1] : undefined;
      const target = graph.target(edge) as Step;
      if (side !== undefined && visit(side, target)) return target;
    }
    if (sides.some((side) => side.queue.length === 0)) return undefined;
    for (let turn = 0; left > 0; turn++) {
      const side = sides[turn % 2 === 0 ? 0 : 1];
      const step = side.queue[side.next++];
      if (step === undefined) {
        const ended = sides.every(({ queue, next }) => next >= queue.length);
        if (ended || side.entries === side.followed) return undefined;
        continue;
      }
      // If the search passed the fork, both branches would reach all steps.
      if (step === fork) continue;
      for (const edge of graph.outgoing(step)) {
        const target = graph.target(edge) as Step;
        if (visit(side, target)) return target;
      }
    }
    return undefined;
  };
}

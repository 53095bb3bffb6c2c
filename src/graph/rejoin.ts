import type { Step } from '../model/nodes.ts';
import type { Graph } from './graph.ts';

/** The step where two branches of a fork meet again, `undefined` when they never do. */
export type FindMeeting = (fork: Step, branches: readonly [string, string]) => Step | undefined;

interface Side {
  readonly mark: number;
  readonly queue: Step[];
  next: number;
  /** Edges followed into its steps, and all that lead there: when the two are equal, nobody else comes to them. */
  followed: number;
  entries: number;
}

/** Edges followed per workflow, before the search gives up and finds no more meetings. */
const BUDGET = 5_000_000;

/**
 * Looks for meetings of branches in one workflow. The two branches are followed in turn, step by step, up to the first step
 * both have come to, so a fork costs about as much as its shorter branch is long; when one branch ends and nothing else
 * leads into its steps, the search is over at once. Trees and rows of diamonds take linear time; where that does not
 * help, the budget, shared by all forks of the workflow, bounds the work.
 */
export function createMeetingFinder(graph: Graph, budget: number = BUDGET): FindMeeting {
  // Which search, and which of its two branches, came to a step last: no clearing between searches.
  const seen = new Int32Array(graph.workflow.steps.length);
  let searches = 0;
  let left = budget;

  return (fork, branches) => {
    const base = ++searches * 2;
    const sides: readonly [Side, Side] = [
      { mark: base, queue: [], next: 0, followed: 0, entries: 0 },
      { mark: base + 1, queue: [], next: 0, followed: 0, entries: 0 },
    ];
    /** Comes to a step on one side; true when the other side was there before. */
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
      const side = edge.type === branches[0] ? sides[0] : edge.type === branches[1] ? sides[1] : undefined;
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
      // Beyond the fork itself both branches would come to everything.
      if (step === fork) continue;
      for (const edge of graph.outgoing(step)) {
        const target = graph.target(edge) as Step;
        if (visit(side, target)) return target;
      }
    }
    return undefined;
  };
}

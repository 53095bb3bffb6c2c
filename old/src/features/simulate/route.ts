import { reversePostorder, stronglyConnectedComponents } from '../../core/graph/components.ts';
import type { Flow } from '../../core/graph/flow.ts';
import { groupBy } from '../../core/model/groups.ts';
import type { Edge, Step } from '../../core/model/nodes.ts';

/** Steps that lead to each other; most are single. */
export interface Stretch {
  /** In an order in which only edges that close a cycle go backwards. */
  readonly steps: readonly Step[];
  readonly isLoop: boolean;
}

export type WalkOrder = ReturnType<typeof planRoute>;

/** The order in which to follow a contact from the starts. Linear in steps and edges. */
export function planRoute(flow: Flow, starts: readonly Step[]) {
  const { graph } = flow;
  const target = (edge: Edge): Step => graph.target(edge) as Step;
  const taken = graph.workflow.steps.map((step): readonly Edge[] => {
    const all = graph.outgoing(step).filter((edge) => graph.isTaken(edge));
    return [...new Map(all.map((edge) => [`${target(edge).index} ${edge.type}`, edge])).values()];
  });
  const edges = ({ index }: Step): readonly Edge[] => taken[index] as readonly Edge[];
  const lost = groupBy(
    graph.workflow.edges.filter((edge) => graph.target(edge) === undefined),
    (edge) => graph.source(edge),
  );
  // The first edge of a step is followed last, so that its target comes first.
  const order = reversePostorder(starts.toReversed(), (step) =>
    edges(step).map(target).toReversed(),
  );
  const position = new Map(order.map((step, at) => [step, at]));
  const components = stronglyConnectedComponents(
    taken.map((own) => own.map((edge) => target(edge).index)),
  );
  // A component is reached after all that lead to it, so the order of first steps is an order of components.
  const members = groupBy(order, ({ index }) => components[index]);
  const isLoop = (group: readonly Step[]): boolean =>
    group.length > 1 || group.some((step) => edges(step).some((edge) => target(edge) === step));
  return {
    /** All steps that the starts lead to, each component after all that lead to it. */
    stretches: [...members.values()].map((steps) => ({ steps, isLoop: isLoop(steps) })),
    /** The edges that a contact may take out of a step, once for each type and target. */
    edges,
    /** Edges out of a step to an unknown step. */
    lost: (step: Step): readonly Edge[] => lost.get(step) ?? [],
    /** Whether an edge stays within a component, and whether it goes backwards there. */
    within(from: Step, to: Step): 'onward' | 'back' | undefined {
      if (components[from.index] !== components[to.index]) return undefined;
      return (position.get(to) as number) <= (position.get(from) as number) ? 'back' : 'onward';
    },
  };
}

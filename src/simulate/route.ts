import { stronglyConnectedComponents } from '../graph/components.ts';
import type { Flow } from '../graph/flow.ts';
import type { Edge, Step } from '../model/nodes.ts';

/** Steps that lead to each other; most are alone. */
export interface Stretch {
  /** In an order in which only edges that close a round lead back. */
  readonly steps: readonly Step[];
  readonly isLoop: boolean;
}

export interface Route {
  /** All steps the starts lead to, each stretch after all that lead to it. */
  readonly stretches: readonly Stretch[];
  /** Whether an edge stays within a stretch, and whether it leads back there. */
  within(from: Step, to: Step): 'onward' | 'back' | undefined;
  /** The edges that a contact may take out of a step, once for each type and target. */
  edges(step: Step): readonly Edge[];
  /** Edges out of a step to what is no step. */
  lost(step: Step): readonly Edge[];
}

const NONE: readonly never[] = [];

/** The order in which to follow a contact from the starts. Linear in steps and edges. */
export function planRoute(flow: Flow, starts: readonly Step[]): Route {
  const { graph } = flow;
  const { steps } = graph.workflow;
  const taken: (readonly Edge[])[] = [];
  const edges = (step: Step): readonly Edge[] => (taken[step.index] ??= distinct(graph.outgoing(step).filter(isTaken)));
  const isTaken = (edge: Edge): boolean => flow.span(edge) !== undefined && !graph.isDuplicate(graph.target(edge) as Step);
  const distinct = (all: readonly Edge[]): readonly Edge[] =>
    all.length < 2 ? all : [...new Map(all.map((edge) => [`${graph.target(edge)?.index} ${edge.type}`, edge])).values()];
  const lost = new Map<Step, Edge[]>();
  for (const edge of graph.workflow.edges) {
    const source = graph.target(edge) === undefined ? graph.source(edge) : undefined;
    if (source !== undefined) lost.set(source, [...(lost.get(source) ?? []), edge]);
  }
  const target = (edge: Edge): Step => graph.target(edge) as Step;

  const order = arrange(starts, (step) => edges(step).map(target));
  const position = new Map(order.map((step, at) => [step, at]));
  const offsets = new Int32Array(steps.length + 1);
  const targets: number[] = [];
  for (const { index } of steps) {
    if (position.has(steps[index] as Step)) for (const edge of edges(steps[index] as Step)) targets.push(target(edge).index);
    offsets[index + 1] = targets.length;
  }
  const components = stronglyConnectedComponents(offsets, Int32Array.from(targets));
  const componentOf = (step: Step): number => components[step.index] as number;

  const members = new Map<number, Step[]>();
  for (const step of order) {
    const group = members.get(componentOf(step));
    if (group === undefined) members.set(componentOf(step), [step]);
    else group.push(step);
  }
  // What leads to a component is come to before it, if only by the first of its steps: hence in the order of their first steps.
  const stretches = [...members.values()].map((group) => {
    const [first] = group as [Step];
    return { steps: group, isLoop: group.length > 1 || edges(first).some((edge) => target(edge) === first) };
  });
  return {
    stretches,
    edges,
    lost: (step) => lost.get(step) ?? NONE,
    within(from, to) {
      if (componentOf(from) !== componentOf(to)) return undefined;
      return (position.get(to) as number) <= (position.get(from) as number) ? 'back' : 'onward';
    },
  };
}

/** What the starts lead to, each step after all that lead to it but for edges that close a round. */
function arrange(starts: readonly Step[], next: (step: Step) => readonly Step[]): readonly Step[] {
  const order: Step[] = [];
  const seen = new Set<Step>();
  // Each step's last way on is gone first, since the order is turned round in the end.
  const path: { readonly step: Step; readonly next: readonly Step[]; left: number }[] = [];
  const enter = (step: Step): void => {
    if (seen.has(step)) return;
    seen.add(step);
    const ways = next(step);
    path.push({ step, next: ways, left: ways.length });
  };
  for (const start of starts.toReversed()) {
    enter(start);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const step = frame.next[--frame.left];
      if (step !== undefined) enter(step);
      else order.push((path.pop() as typeof frame).step);
    }
  }
  return order.reverse();
}

import type { Step } from '../model/nodes.ts';
import { branchTypes } from '../model/step-type.ts';
import type { Flow, TimeRange } from './flow.ts';
import { memoized } from './graph.ts';

/** When contacts reach the steps of a flow, over all paths, in seconds after the trigger. */
interface Arrivals {
  /** `undefined` for a step that is not part of the flow. */
  at(step: Step): TimeRange | undefined;
  /** The one time at which all contacts reach the step; `undefined` when it varies or is unknown. */
  fixedAt(step: Step): number | undefined;
}

/** Linear in steps and edges. */
export function arrivalsOf(flow: Flow): Arrivals {
  return memoized(flow.graph, () => buildArrivals(flow), flow);
}

/** The steps that every contact of the flow reaches. Linear in steps and edges. */
export function certainSteps(flow: Flow): ReadonlySet<Step> {
  const { graph, starts, order } = flow;
  const certain = new Set<Step>();
  if (starts.length !== 1) return certain;
  // Edges whose source is processed and whose target is not: a step is certain when all of them lead to it.
  let open = 0;
  const incoming: number[] = new Array(graph.workflow.steps.length).fill(0);
  for (const step of order) {
    open -= incoming[step.index] as number;
    if (open === 0) certain.add(step);
    const edges = graph.outgoing(step).filter((edge) => graph.isTaken(edge));
    const types = branchTypes(step);
    // A run may end here.
    if (types.length === 0 || !types.every((type) => edges.some((edge) => edge.type === type)))
      break;
    for (const edge of edges) {
      const { index } = graph.target(edge) as Step;
      incoming[index] = (incoming[index] as number) + 1;
      open++;
    }
  }
  return certain;
}

function buildArrivals(flow: Flow): Arrivals {
  const { graph, starts, order } = flow;
  const count = graph.workflow.steps.length;
  const earliest: number[] = new Array(count).fill(Number.POSITIVE_INFINITY);
  const latest: number[] = new Array(count).fill(0);
  for (const start of starts) earliest[start.index] = 0;
  for (const step of order) {
    const from = earliest[step.index] as number;
    const to = latest[step.index] as number;
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge);
      if (time === undefined) continue;
      const { index } = graph.target(edge) as Step;
      earliest[index] = Math.min(earliest[index] as number, from + time.min);
      latest[index] = Math.max(latest[index] as number, to + time.max);
    }
  }
  return {
    at: (step) =>
      flow.has(step)
        ? { min: earliest[step.index] as number, max: latest[step.index] as number }
        : undefined,
    fixedAt(step) {
      const time = earliest[step.index] as number;
      const isFixed = flow.has(step) && time === latest[step.index] && Number.isFinite(time);
      return isFixed ? time : undefined;
    },
  };
}

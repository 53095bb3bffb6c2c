import { eventNameOf } from '../model/config.ts';
import type { Step } from '../model/nodes.ts';
import { branchTypes, isWait } from '../model/step-type.ts';
import type { Flow, TimeRange } from './flow.ts';
import { memoized } from './graph.ts';

/** When contacts reach the steps of a flow, over all paths, in seconds after the trigger. Linear in steps and edges. */
export const arrivalsOf = (flow: Flow): ReadonlyMap<Step, TimeRange> =>
  memoized(flow.graph, () => buildArrivals(flow), flow);

/** What happens without the contact: no reaction to an email. */
const WITHOUT_CONTACT = /^resend:email\.(?!opened$|clicked$)/;

/**
 * When contacts who do nothing reach the steps: every wait times out. Only steps that all of them reach, at one time, in seconds
 * after the trigger. Linear in steps and edges.
 */
export function idleArrivals(flow: Flow): ReadonlyMap<Step, number> {
  const { graph, starts, order } = flow;
  const times = new Map<Step, number>();
  if (starts.length !== 1) return times;
  const reached = new Map<Step, { edges: number; time: number }>();
  for (const start of starts) reached.set(start, { edges: 0, time: 0 });
  // Edges whose source is processed and whose target is not: all contacts reach a step when all of them lead to it.
  let open = 0;
  for (const step of order) {
    const arrival = reached.get(step);
    if (arrival === undefined) continue;
    const { edges: incoming, time } = arrival;
    open -= incoming;
    if (open === 0 && Number.isFinite(time)) times.set(step, time);
    if (isWait(step) && WITHOUT_CONTACT.test(eventNameOf(step) ?? '')) break;
    const types = isWait(step) ? ['timeout'] : branchTypes(step);
    const edges = graph
      .outgoing(step)
      .filter((edge) => graph.isTaken(edge) && !(isWait(step) && edge.type !== 'timeout'));
    // A run may end here.
    if (types.length === 0 || !types.every((type) => edges.some((edge) => edge.type === type)))
      break;
    for (const edge of edges) {
      const span = flow.span(edge) as TimeRange;
      const after = span.min === span.max ? time + span.max : Number.NaN;
      const target = graph.target(edge) as Step;
      const known = reached.get(target);
      if (known === undefined) reached.set(target, { edges: 1, time: after });
      else {
        known.edges++;
        if (known.time !== after) known.time = Number.NaN;
      }
      open++;
    }
  }
  return times;
}

function buildArrivals(flow: Flow): ReadonlyMap<Step, TimeRange> {
  const { graph, starts, order } = flow;
  const times = new Map<Step, TimeRange>();
  for (const start of starts) if (flow.has(start)) times.set(start, { min: 0, max: 0 });
  for (const step of order) {
    const { min, max } = times.get(step) as TimeRange;
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge);
      const target = graph.target(edge) as Step;
      if (time === undefined || !flow.has(target)) continue;
      const known = times.get(target) ?? { min: Number.POSITIVE_INFINITY, max: 0 };
      times.set(target, {
        min: Math.min(known.min, min + time.min),
        max: Math.max(known.max, max + time.max),
      });
    }
  }
  return times;
}

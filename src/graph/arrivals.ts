import type { Step } from '../model/nodes.ts';
import type { Flow, Span } from './flow.ts';
import { remembered } from './memo.ts';

/** When contacts get to the steps of a flow, over all paths, in seconds after the trigger. */
export interface Arrivals {
  /** Earliest and latest; `undefined` for a step that is not part of the flow. */
  at(step: Step): Span | undefined;
  /** The one time at which all contacts who get there do; `undefined` when it differs or is not known. */
  fixedAt(step: Step): number | undefined;
}

/** The path that can keep a contact longest. */
export interface LongestPath {
  /** All its known lengths, a wait for an event counting up to its timeout. */
  readonly seconds: number;
  readonly last: Step;
  /** Some of its lengths are not known, so it takes `seconds` and more. */
  readonly open: boolean;
}

/** Linear in steps and edges; computed once per flow. */
export function arrivalsOf(flow: Flow): Arrivals {
  return remembered(flow.graph, flow, () => buildArrivals(flow));
}

function buildArrivals(flow: Flow): Arrivals {
  const { graph, starts, order } = flow;
  const count = graph.workflow.steps.length;
  const earliest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const latest = new Float64Array(count);
  for (const start of starts) earliest[start.index] = 0;
  for (const step of order) {
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge);
      if (time === undefined) continue;
      const { index } = graph.target(edge) as Step;
      earliest[index] = Math.min(earliest[index] as number, (earliest[step.index] as number) + time.least);
      latest[index] = Math.max(latest[index] as number, (latest[step.index] as number) + time.greatest);
    }
  }
  const at = (step: Step): Span | undefined => (flow.has(step) ? { least: earliest[step.index] as number, greatest: latest[step.index] as number } : undefined);
  return {
    at,
    fixedAt(step) {
      const time = at(step);
      return time !== undefined && time.least === time.greatest && Number.isFinite(time.least) ? time.least : undefined;
    },
  };
}

/**
 * The path that can take the longest, up to and with the stay at its last step; `undefined` when nothing can be told. Of
 * equals, one without open lengths, then the one whose last step comes first in the array. Linear in steps and edges.
 */
export function longestPath(flow: Flow): LongestPath | undefined {
  const { graph, starts, order } = flow;
  const count = graph.workflow.steps.length;
  const seconds = new Float64Array(count).fill(-1);
  const open = new Uint8Array(count);
  for (const start of starts) seconds[start.index] = 0;
  let longest: LongestPath | undefined;
  for (const step of order) {
    const before = seconds[step.index] as number;
    const openBefore = open[step.index] === 1;
    let ends = true;
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge);
      const target = graph.target(edge) as Step;
      if (time === undefined || !flow.has(target)) continue;
      ends = false;
      const after = before + known(time);
      const openAfter = openBefore || isOpen(time);
      const rival = seconds[target.index] as number;
      if (after < rival || (after === rival && (openAfter || open[target.index] === 0))) continue;
      seconds[target.index] = after;
      open[target.index] = openAfter ? 1 : 0;
    }
    if (!ends) continue;
    const path = { seconds: before + known(flow.stay(step)), last: step, open: openBefore || isOpen(flow.stay(step)) };
    if (longest === undefined || isLonger(path, longest)) longest = path;
  }
  return longest;
}

const isOpen = ({ greatest }: Span): boolean => greatest === Number.POSITIVE_INFINITY;

const known = (time: Span): number => (isOpen(time) ? time.least : time.greatest);

function isLonger(a: LongestPath, b: LongestPath): boolean {
  if (a.seconds !== b.seconds) return a.seconds > b.seconds;
  return a.open === b.open ? a.last.index < b.last.index : b.open;
}

import { lengthsOf } from '../model/duration.ts';
import type { Step } from '../model/nodes.ts';
import { type Flow, isAnswer } from './flow.ts';
import type { Graph } from './graph.ts';

const NONE: readonly never[] = [];

/** The sends a contact got on the way to each step, as close together as some path proves them to be. */
export interface RecentSends {
  /**
   * The shortest time that surely passes, at most, from the nth last send before the step until the step is reached, over
   * all paths to it, and that send; `undefined` when no path to it has n sends with a bounded time since. n counts from 1.
   */
  before(step: Step, n: number): { readonly seconds: number; readonly send: Step } | undefined;
}

/**
 * For each step and each n up to `depth`, the least over all paths of the time since the nth last send. Each n is minimised
 * on its own, which is exact: what is shortest up to the previous step is shortest up to this one. Depth × edges, and no
 * path is enumerated.
 * @param acrossAnswers Whether to look past what a contact did in between (`event_received`), counting it as its wait's
 *   whole timeout. Otherwise such an edge proves nothing about the time before it.
 */
export function recentSends(flow: Flow, depth: number, acrossAnswers: boolean): RecentSends {
  const { graph, order } = flow;
  const { steps } = graph.workflow;
  const times = new Float64Array(steps.length * depth).fill(Number.POSITIVE_INFINITY);
  const sends = new Int32Array(times.length).fill(-1);
  for (const step of order) {
    const from = step.index * depth;
    const sent = step.type === 'send_email';
    if (!sent && sends[from] === -1) continue;
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge)?.greatest ?? Number.POSITIVE_INFINITY;
      if (time === Number.POSITIVE_INFINITY || (!acrossAnswers && isAnswer(step, edge))) continue;
      const to = (graph.target(edge) as Step).index * depth;
      for (let n = 0; n < depth; n++) {
        // Past a send, its nth last is the one that was (n-1)th before it.
        const own = sent && n === 0;
        const at = from + (sent ? n - 1 : n);
        const send = own ? step.index : (sends[at] as number);
        if (send === -1) break;
        const seconds = own ? time : (times[at] as number) + time;
        const rival = times[to + n] as number;
        if (seconds > rival || (seconds === rival && send >= (sends[to + n] as number))) continue;
        times[to + n] = seconds;
        sends[to + n] = send;
      }
    }
  }
  return {
    before(step, n) {
      const at = step.index * depth + n - 1;
      const send = flow.has(step) && n <= depth ? steps[sends[at] as number] : undefined;
      return send === undefined ? undefined : { seconds: times[at] as number, send };
    },
  };
}

/**
 * Whether two sends may follow each other within so many seconds: a quick look that spares most workflows the whole analysis.
 * It may say so where that analysis finds nothing, never the other way round.
 */
export function mayFollowWithin(graph: Graph, limit: number): boolean {
  const sends = graph.ofType('send_email');
  if (sends.length < 2) return false;
  let between: Set<Step> | undefined;
  for (const send of sends) {
    for (const edge of graph.outgoing(send)) {
      const target = graph.target(edge) as Step;
      if (target.type === 'send_email') return true;
      if (!takesLonger(target, limit)) (between ??= new Set()).add(target);
    }
  }
  const steps = between === undefined ? NONE : graph.reachableFrom(between, (step) => step.type !== 'send_email' && !takesLonger(step, limit));
  for (const step of steps) if (step.type === 'send_email') return true;
  return false;
}

/** Whether nobody gets past the step in less time, as far as anything can be claimed of it. */
function takesLonger(step: Step, limit: number): boolean {
  if (step.type !== 'delay' && step.type !== 'wait_for_event') return false;
  for (const { duration } of lengthsOf(step)) if (duration.kind === 'known' && duration.seconds < limit) return false;
  return true;
}

/** A send that comes after too many others. */
export interface Overrun {
  readonly step: Step;
  /** The first send of those that count, and the time since, at most. */
  readonly send: Step;
  readonly seconds: number;
}

/**
 * The sends at which some path has more than `max` of them within `limit` seconds, in array order. Of a run of such sends
 * only the first: those after it are over the limit because it is.
 */
export function firstOver(flow: Flow, max: number, limit: number): readonly Overrun[] {
  const recent = recentSends(flow, max, true);
  const { steps } = flow.graph.workflow;
  // 1: the last send on some path to the step is over the limit.
  const after = new Uint8Array(steps.length);
  const found: Overrun[] = [];
  for (const step of flow.order) {
    let over = after[step.index] as number;
    if (step.type === 'send_email') {
      const first = recent.before(step, max);
      const isOver = first !== undefined && first.seconds <= limit;
      if (isOver && over === 0) found.push({ step, ...first });
      over = isOver ? 1 : 0;
    }
    if (over === 0) continue;
    for (const edge of flow.graph.outgoing(step)) {
      if ((flow.span(edge)?.greatest ?? Number.POSITIVE_INFINITY) <= limit) after[(flow.graph.target(edge) as Step).index] = 1;
    }
  }
  return found.sort((a, b) => a.step.index - b.step.index);
}

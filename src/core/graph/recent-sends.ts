import type { Step } from '../model/nodes.ts';
import { isEmail } from '../model/step-type.ts';
import { type Flow, isAnswer } from './flow.ts';

/** An earlier send, and the time since, at most. */
export interface Send {
  readonly send: Step;
  readonly seconds: number;
}

/** A send that exceeds the limit, and the first send that counts. */
export interface Overrun extends Send {
  readonly step: Step;
}

/** The sends before each step, with the shortest times over all paths. */
interface RecentSends {
  /**
   * The nth last send before the step, and the shortest upper bound of the time since, over all paths; `undefined` when
   * no path has n sends with a bounded time since. n counts from 1.
   */
  before(step: Step, n: number): Send | undefined;
}

/**
 * For each step and each n up to `depth` the minimum, over all paths, of the time since the nth last send. Minimising
 * each n separately is exact. Takes depth × edges; no path is enumerated.
 * @param acrossAnswers Whether to count an `event_received` edge as its wait's whole timeout. Otherwise such an edge
 *   leaves the time before it unknown.
 */
export function recentSends(flow: Flow, depth: number, acrossAnswers: boolean): RecentSends {
  const { graph, order } = flow;
  const { steps } = graph.workflow;
  const times = new Float64Array(steps.length * depth).fill(Number.POSITIVE_INFINITY);
  const sends = new Int32Array(times.length).fill(-1);
  for (const step of order) {
    const from = step.index * depth;
    const isSend = isEmail(step);
    if (!isSend && sends[from] === -1) continue;
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge)?.max ?? Number.POSITIVE_INFINITY;
      if (time === Number.POSITIVE_INFINITY || (!acrossAnswers && isAnswer(step, edge))) continue;
      const to = (graph.target(edge) as Step).index * depth;
      for (let n = 0; n < depth; n++) {
        // After a send, its nth last is the (n-1)th last before it.
        const isOwn = isSend && n === 0;
        const at = from + (isSend ? n - 1 : n);
        const send = isOwn ? step.index : (sends[at] as number);
        const seconds = isOwn ? time : (times[at] as number) + time;
        const other = times[to + n] as number;
        if (seconds > other || (seconds === other && send >= (sends[to + n] as number))) continue;
        times[to + n] = seconds;
        sends[to + n] = send;
      }
    }
  }
  return {
    before(step, n) {
      const at = step.index * depth + n - 1;
      const send = flow.has(step) && n <= depth ? steps[sends[at] as number] : undefined;
      return send === undefined ? undefined : { send, seconds: times[at] as number };
    },
  };
}

/**
 * The sends at which some path has more than `max` of them within `limit` seconds; of consecutive such sends only the
 * first.
 */
export function findOverruns(flow: Flow, max: number, limit: number): readonly Overrun[] {
  const recent = recentSends(flow, max, true);
  // 1: the last send on some path to the step exceeds the limit.
  const isAfterOverrun = new Uint8Array(flow.graph.workflow.steps.length);
  const found: Overrun[] = [];
  for (const step of flow.order) {
    let isOver = isAfterOverrun[step.index] === 1;
    if (isEmail(step)) {
      const first = recent.before(step, max);
      const exceeds = first !== undefined && first.seconds <= limit;
      if (exceeds && !isOver) found.push({ ...first, step });
      isOver = exceeds;
    }
    if (!isOver) continue;
    for (const edge of flow.graph.outgoing(step)) {
      if ((flow.span(edge)?.max ?? Number.POSITIVE_INFINITY) <= limit)
        isAfterOverrun[(flow.graph.target(edge) as Step).index] = 1;
    }
  }
  return found;
}

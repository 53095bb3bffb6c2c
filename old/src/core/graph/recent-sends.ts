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

/**
 * For each step and each n up to `depth` the minimum, over all paths, of the time since the nth last send. Minimising
 * each n separately is exact. Takes depth × edges; no path is enumerated.
 * @param acrossAnswers Whether to count an `event_received` edge as its wait's whole timeout. Otherwise such an edge
 *   leaves the time before it unknown.
 */
export function recentSends(flow: Flow, depth: number, acrossAnswers: boolean) {
  const { graph, order } = flow;
  // The latest first.
  const sendsBefore = new Map<Step, readonly Send[]>();
  for (const step of order) {
    const earlier = sendsBefore.get(step) ?? [];
    const own = { send: step, seconds: 0 };
    const sends = isEmail(step) ? [own, ...earlier].slice(0, depth) : earlier;
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge)?.max ?? Number.POSITIVE_INFINITY;
      if (time === Number.POSITIVE_INFINITY || (!acrossAnswers && isAnswer(step, edge))) continue;
      const target = graph.target(edge) as Step;
      const arrived = sends.map(({ send, seconds }) => ({ send, seconds: seconds + time }));
      sendsBefore.set(target, closest(arrived, sendsBefore.get(target) ?? []));
    }
  }
  return {
    /**
     * The nth last send before the step, and the shortest upper bound of the time since, over all paths; `undefined` when
     * no path has n sends with a bounded time since. n counts from 1.
     */
    before: (step: Step, n: number): Send | undefined =>
      flow.has(step) ? sendsBefore.get(step)?.[n - 1] : undefined,
  };
}

/** The shortest time at each position; of equal ones that with the send listed first. */
function closest(sends: readonly Send[], others: readonly Send[]): readonly Send[] {
  const [longer, shorter] = sends.length > others.length ? [sends, others] : [others, sends];
  return longer.map((one, n) => {
    const other = shorter[n] ?? one;
    const order = one.seconds - other.seconds || one.send.index - other.send.index;
    return order <= 0 ? one : other;
  });
}

/**
 * The sends at which some path has more than `max` of them within `limit` seconds; of consecutive such sends only the
 * first.
 */
export function findOverruns(flow: Flow, max: number, limit: number): readonly Overrun[] {
  const recent = recentSends(flow, max, true);
  // The last send on some path to these exceeds the limit.
  const afterOverrun = new Set<Step>();
  const found: Overrun[] = [];
  for (const step of flow.order) {
    let isOver = afterOverrun.has(step);
    if (isEmail(step)) {
      const first = recent.before(step, max);
      const exceeds = first !== undefined && first.seconds <= limit;
      if (exceeds && !isOver) found.push({ ...first, step });
      isOver = exceeds;
    }
    if (!isOver) continue;
    for (const edge of flow.graph.outgoing(step)) {
      if ((flow.span(edge)?.max ?? Number.POSITIVE_INFINITY) <= limit)
        afterOverrun.add(flow.graph.target(edge) as Step);
    }
  }
  return found;
}

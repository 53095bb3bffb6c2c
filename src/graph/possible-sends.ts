import type { Step } from '../model/nodes.ts';
import { type Flow, isAnswer } from './flow.ts';
import type { Overrun } from './recent-sends.ts';
import { waysOf } from './ways.ts';

/** A send, and the time since at most. */
interface Ago {
  readonly send: Step;
  readonly seconds: number;
}

const NOTHING_SENT: readonly never[] = [];

/**
 * The last send before each send that some contact gets less than `limit` seconds later, by the ways that contacts can take: of
 * several the closest. `undefined` when they can take every path, and when their ways are too many to be gone.
 */
export function closestSends(flow: Flow, limit: number): ReadonlyMap<Step, Ago> | undefined {
  const closest = new Map<Step, Ago>();
  const all = waysOf(flow.graph)?.walk<readonly Ago[]>({
    start: NOTHING_SENT,
    keyOf,
    follow(sent, edge, target) {
      const time = flow.span(edge);
      if (time === undefined) return undefined;
      const source = flow.graph.source(edge) as Step;
      const [last] = isAnswer(source, edge) ? NOTHING_SENT : pass(sent, source, time.greatest, 1);
      if (last === undefined || last.seconds >= limit) return NOTHING_SENT;
      if (target.type === 'send_email') keepCloser(closest, target, last);
      return [last];
    },
  });
  return all === true ? closest : undefined;
}

/** What `firstOver` finds, by the ways that contacts can take. `undefined` as above. */
export function possibleOverruns(flow: Flow, max: number, limit: number): readonly Overrun[] | undefined {
  const over = new Map<Step, Ago>();
  const behindOver = new Set<Step>();
  const all = waysOf(flow.graph)?.walk<{ readonly sent: readonly Ago[]; readonly isOver: boolean }>({
    start: { sent: NOTHING_SENT, isOver: false },
    keyOf: ({ sent, isOver }) => `${isOver} ${keyOf(sent)}`,
    follow({ sent, isOver }, edge, target) {
      const time = flow.span(edge);
      if (time === undefined) return undefined;
      const recent = pass(sent, flow.graph.source(edge) as Step, time.greatest, max).filter(({ seconds }) => seconds <= limit);
      const wasOver = isOver && time.greatest <= limit;
      if (target.type !== 'send_email') return { sent: recent, isOver: wasOver };
      const first = recent[max - 1];
      if (first === undefined) return { sent: recent, isOver: false };
      keepCloser(over, target, first);
      if (wasOver) behindOver.add(target);
      return { sent: recent, isOver: true };
    },
  });
  if (all !== true) return undefined;
  return Array.from(over, ([step, ago]) => ({ step, ...ago }))
    .filter(({ step }) => flow.has(step) && !behindOver.has(step))
    .sort((a, b) => a.step.index - b.step.index);
}

/** The last sends, the latest first, when some more time has passed since a step. */
function pass(sent: readonly Ago[], step: Step, time: number, depth: number): readonly Ago[] {
  const before = step.type === 'send_email' ? [{ send: step, seconds: 0 }, ...sent.slice(0, depth - 1)] : sent;
  return time === 0 ? before : before.map(({ send, seconds }) => ({ send, seconds: seconds + time }));
}

function keepCloser(closest: Map<Step, Ago>, step: Step, ago: Ago): void {
  const rival = closest.get(step);
  if (rival !== undefined && (ago.seconds > rival.seconds || (ago.seconds === rival.seconds && ago.send.index >= rival.send.index))) return;
  closest.set(step, ago);
}

const keyOf = (sent: readonly Ago[]): string => sent.map(({ send, seconds }) => `${send.index}:${seconds}`).join();

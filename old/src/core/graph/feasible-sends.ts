import type { Step } from '../model/nodes.ts';
import { isEmail } from '../model/step-type.ts';
import { feasiblePaths } from './feasible-paths.ts';
import { type Flow, isAnswer } from './flow.ts';
import type { Overrun, Send } from './recent-sends.ts';

const NO_SENDS: readonly Send[] = [];

/**
 * For each send that some contact gets less than `limit` seconds after another: the closest such send, over all feasible
 * paths. `undefined` when every path is feasible or the feasible paths are too many.
 */
export function closestSends(flow: Flow, limit: number): ReadonlyMap<Step, Send> | undefined {
  const closest = new Map<Step, Send>();
  const isComplete = feasiblePaths(flow.graph)?.visit<readonly Send[]>({
    start: NO_SENDS,
    keyOf,
    follow(sent, edge, target) {
      const time = flow.span(edge);
      if (time === undefined) return undefined;
      const source = flow.graph.source(edge) as Step;
      const [last] = isAnswer(source, edge) ? NO_SENDS : afterStep(sent, source, time.max, 1);
      if (last === undefined || last.seconds >= limit) return NO_SENDS;
      if (isEmail(target)) keepCloser(closest, target, last);
      return [last];
    },
  });
  return isComplete === true ? closest : undefined;
}

/** As `findOverruns`, over all feasible paths. `undefined` as for `closestSends`. */
export function feasibleOverruns(
  flow: Flow,
  max: number,
  limit: number,
): readonly Overrun[] | undefined {
  const over = new Map<Step, Send>();
  const behindOver = new Set<Step>();
  const isComplete = feasiblePaths(flow.graph)?.visit<{
    readonly sent: readonly Send[];
    readonly isOver: boolean;
  }>({
    start: { sent: NO_SENDS, isOver: false },
    keyOf: ({ sent, isOver }) => `${isOver} ${keyOf(sent)}`,
    follow({ sent, isOver }, edge, target) {
      const time = flow.span(edge);
      if (time === undefined) return undefined;
      const source = flow.graph.source(edge) as Step;
      const recent = afterStep(sent, source, time.max, max).filter(
        ({ seconds }) => seconds <= limit,
      );
      if (!isEmail(target)) return { sent: recent, isOver };
      const first = recent[max - 1];
      if (first === undefined) return { sent: recent, isOver: false };
      keepCloser(over, target, first);
      if (isOver) behindOver.add(target);
      return { sent: recent, isOver: true };
    },
  });
  if (isComplete !== true) return undefined;
  return Array.from(over, ([step, send]) => ({ ...send, step }))
    .filter(({ step }) => flow.has(step) && !behindOver.has(step))
    .sort((a, b) => a.step.index - b.step.index);
}

/** The last sends, the latest first, some time after reaching a step. */
function afterStep(
  sent: readonly Send[],
  step: Step,
  time: number,
  depth: number,
): readonly Send[] {
  const all = isEmail(step) ? [{ send: step, seconds: 0 }, ...sent.slice(0, depth - 1)] : sent;
  return all.map(({ send, seconds }) => ({ send, seconds: seconds + time }));
}

function keepCloser(closest: Map<Step, Send>, step: Step, { send, seconds }: Send): void {
  const other = closest.get(step);
  if (
    other === undefined ||
    seconds < other.seconds ||
    (seconds === other.seconds && send.index < other.send.index)
  )
    closest.set(step, { send, seconds });
}

const keyOf = (sent: readonly Send[]): string =>
  sent.map(({ send, seconds }) => `${send.index}:${seconds}`).join();

import type { Step } from '../model/nodes.ts';
import type { Flow, TimeRange } from './flow.ts';

/** The path on which a contact can stay longest. */
interface LongestPath {
  /** The sum of all known lengths. A wait for an event counts up to its timeout. */
  readonly seconds: number;
  readonly last: Step;
  /** Some lengths are unknown, so it takes at least `seconds`. */
  readonly isOpen: boolean;
}

type Elapsed = Pick<LongestPath, 'seconds' | 'isOpen'>;

/**
 * The longest path, with the stay at its last step. Of equally long ones that without open lengths, then that whose last
 * step comes first in the array. Linear in steps and edges.
 */
export function longestPath(flow: Flow): LongestPath | undefined {
  const { graph, starts, order } = flow;
  const reached: (Elapsed | undefined)[] = [];
  for (const start of starts) reached[start.index] = { seconds: 0, isOpen: false };
  let longest: LongestPath | undefined;
  for (const step of order) {
    const before = reached[step.index] as Elapsed;
    let isLast = true;
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge);
      const target = graph.target(edge) as Step;
      if (time === undefined || !flow.has(target)) continue;
      isLast = false;
      const after = add(before, time);
      if (isLonger(after, reached[target.index])) reached[target.index] = after;
    }
    if (!isLast) continue;
    const path = { ...add(before, flow.stay(step)), last: step };
    const isTie = longest?.seconds === path.seconds && longest.isOpen === path.isOpen;
    if (isTie ? step.index < (longest as LongestPath).last.index : isLonger(path, longest))
      longest = path;
  }
  return longest;
}

function isLonger(a: Elapsed, b: Elapsed | undefined): boolean {
  if (b === undefined || a.seconds > b.seconds) return true;
  return a.seconds === b.seconds && b.isOpen && !a.isOpen;
}

function add({ seconds, isOpen }: Elapsed, { min, max }: TimeRange): Elapsed {
  const isUnbounded = max === Number.POSITIVE_INFINITY;
  return { seconds: seconds + (isUnbounded ? min : max), isOpen: isOpen || isUnbounded };
}

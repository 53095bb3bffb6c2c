import type { LongestPath } from './arrivals.ts';
import type { Flow, Span } from './flow.ts';
import { waysOf } from './ways.ts';

/**
 * The longest path, unless conditions leave it to nobody: then the longest of the ways that they leave open, or the path all the same
 * when these are too many to be gone.
 */
export function longestWay(flow: Flow, path: LongestPath): LongestPath | undefined {
  const place = new Map(flow.order.map((step, i) => [step, i]));
  let longest: LongestPath | undefined;
  let isTaken = false;
  const all = waysOf(flow.graph)?.walk<{ readonly seconds: number; readonly open: boolean }>({
    start: { seconds: 0, open: false },
    keyOf: ({ seconds, open }) => `${seconds} ${open}`,
    follow(state, edge, target) {
      const time = flow.span(edge);
      const position = place.get(target);
      if (time === undefined || position === undefined) return undefined;
      const arrived = pass(state, time);
      const left = pass(arrived, flow.stay(target));
      if (target === path.last && left.seconds === path.seconds) isTaken = true;
      const isFurther = longest === undefined || left.seconds > longest.seconds;
      // What takes no time is still further on.
      if (isFurther || (left.seconds === longest?.seconds && position > (place.get(longest.last) as number))) longest = { ...left, last: target };
      return arrived;
    },
  });
  return all === true && !isTaken ? longest : path;
}

function pass({ seconds, open }: { readonly seconds: number; readonly open: boolean }, { least, greatest }: Span): { seconds: number; open: boolean } {
  const isUnknown = greatest === Number.POSITIVE_INFINITY;
  return { seconds: seconds + (isUnknown ? least : greatest), open: open || isUnknown };
}

import type { Graph, Link } from '../src/core/graph/graph.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOf } from '../src/core/model/duration.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { isDelay, isEmail } from '../src/core/model/step-type.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'cycle',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'Steps that form a cycle.',
  why: 'Contacts in the cycle receive the same emails again and again.',
  remedy: 'Remove the edge that leads back, or point it to a later step.',

  workflow({ workflow, graph }, report) {
    const noun = workflow.edgeNoun;
    for (const { edge, from, to } of graph.links)
      if (from === to)
        report({
          at: edge,
          message: `${labelOf(from)} has ${noun === 'edge' ? 'an' : 'a'} ${noun} to itself${
            isEmail(from) ? '; the same email is sent repeatedly without a delay' : ''
          }`,
          help: `point the ${noun} to the next step, or remove it`,
          fixes: removeFix(edge, `remove the ${noun}`),
        });
    for (const [first, ...others] of graph.cycles) {
      if (first === undefined || others.length === 0) continue;
      const round = shortestRound(first, new Set([first, ...others]), graph);
      const [from, to] = [nameOf(round.at(-1)?.from ?? first), nameOf(first)];
      report({
        at: first,
        message: `cycle: ${printRound(round)}, ${printPeriod(round)}`,
        help: `remove the ${noun} from ${from} back to ${to}, or point it to a later step`,
        related: others.map((step) => ({ at: step, message: 'in the same cycle' })),
      });
    }
  },
});

/** The shortest way from a step back to itself, within its cycle. */
function shortestRound(start: Step, within: ReadonlySet<Step>, graph: Graph): readonly Link[] {
  const by = new Map<Step, Link>();
  const queue = [start];
  for (const step of queue) {
    for (const link of graph.outgoing(step)) {
      if (!within.has(link.to) || by.has(link.to) || link.to === step) continue;
      by.set(link.to, link);
      if (link.to === start) break;
      queue.push(link.to);
    }
  }
  const round: Link[] = [];
  for (let link = by.get(start); link !== undefined; link = by.get(link.from)) {
    round.unshift(link);
    if (link.from === start) break;
  }
  return round;
}

function printRound(round: readonly Link[]): string {
  const names = round.slice(0, 6).map(({ from }) => nameOf(from));
  const more = round.length > 6 ? [`… (${round.length - 6} more)`] : [];
  return [...names, ...more, names[0]].join(' → ');
}

function printPeriod(round: readonly Link[]): string {
  let total = 0;
  let isKnown = true;
  for (const { from, edge } of round) {
    if (from.spec.length === undefined) continue;
    // A wait takes its timeout on the timeout branch, and an unknown time on the other.
    const seconds = isDelay(from) || edge.type === 'timeout' ? secondsOf(from) : undefined;
    if (seconds === undefined) isKnown = false;
    total += seconds ?? 0;
  }
  if (isKnown) return total === 0 ? 'without a delay' : `every ${formatDuration(total)}`;
  return total === 0 ? 'with unknown timing' : `at least every ${formatDuration(total)}`;
}

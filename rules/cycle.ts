import type { Graph, Link } from '../src/core/graph/graph.ts';
import { formatDuration, secondsOf } from '../src/core/model/duration.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { isDelay } from '../src/core/model/step-type.ts';
import { labelOf, nameOf } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'cycle',
  severity: 'error',
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
          message: `${noun} of ${labelOf(from)} leads back to it`,
          help: `point the ${noun} to the next step, or remove it`,
          fixes: removeFix(edge, `remove the ${noun}`),
        });
    for (const cycle of graph.cycles) {
      const members = new Set(cycle);
      const [at] = cycle;
      // Contacts enter at the step that is nearest to the trigger.
      const first = [...graph.reachable].find((step) => members.has(step)) ?? at;
      if (at === undefined || first === undefined || cycle.length === 1) continue;
      const round = shortestRound(first, graph);
      const names = round.slice(0, 6).map(({ from }) => nameOf(from));
      const shown = [...names, ...(round.length > 6 ? ['…'] : []), nameOf(first)];
      const last = nameOf(round.at(-1)?.from ?? first);
      report({
        at,
        message: `cycle: ${shown.join(' → ')}${periodOf(round)}`,
        help: `remove the ${noun} from ${last} back to ${nameOf(first)}`,
      });
    }
  },
});

/** The shortest way from a step back to itself. */
function shortestRound(start: Step, graph: Graph): readonly Link[] {
  const by = new Map<Step, Link>();
  // A Set iterates over elements that are added meanwhile, so it is the queue as well.
  const queue = new Set([start]);
  for (const step of queue)
    for (const link of graph.outgoing(step)) {
      if (by.has(link.to) || link.to === step) continue;
      by.set(link.to, link);
      queue.add(link.to);
    }
  const round: Link[] = [];
  for (let link = by.get(start); link !== undefined; link = by.get(link.from)) {
    round.unshift(link);
    if (link.from === start) break;
  }
  return round;
}

/** `, every 3 days`: blank where the round has no known time. */
function periodOf(round: readonly Link[]): string {
  const times = round.map(({ from, edge }) => {
    if (from.spec.length === undefined) return 0;
    // A wait takes its timeout on the timeout branch, and an unknown time on the other.
    return isDelay(from) || edge.type === 'timeout' ? secondsOf(from) : undefined;
  });
  if (times.includes(undefined)) return '';
  const total = times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
  return total === 0 ? ', without a delay' : `, every ${formatDuration(total)}`;
}

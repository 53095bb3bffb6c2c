import { shortestCycle } from '../src/core/graph/shortest-cycle.ts';
import { formatDuration, secondsOf } from '../src/core/model/duration.ts';
import { joinNames, scopeOf } from '../src/core/model/groups.ts';
import { nameOf } from '../src/core/model/label.ts';
import type { Edge, Step } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { isDelay, takesTime } from '../src/core/model/step-type.ts';
import { takeFirst } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'cycle',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'Steps that form a cycle.',
  why: 'Contacts in the cycle receive the same emails again and again.',
  remedy: 'Remove the connection that leads back, or point it to a later step.',
  whenOff:
    'When the cycle is intended, such as a reminder that repeats until the contact acts; suppressing that one finding is better.',

  workflow({ workflow, graph }, report) {
    for (const component of graph.cycles()) {
      const [first, ...others] = component as [Step, ...Step[]];
      const round = shortestCycle(component, graph);
      const steps = round.map((edge) => graph.source(edge) as Step);
      report({
        at: first,
        message: `cycle: ${printRound(steps)}, ${printPeriod(round, steps)}`,
        help: `remove the ${edgeNounOf(workflow)} from ${nameOf(steps.at(-1) as Step)} back to ${nameOf(first)}, or point it to a later step`,
        related: others.map((step) => ({
          at: step,
          message: 'in the same cycle',
        })),
        // Independent of the order of the steps.
        fingerprintKey: {
          names: joinNames(scopeOf(workflow), component.map(({ key }) => key).sort()[0]),
        },
      });
    }
  },
});

function printPeriod(round: readonly Edge[], steps: readonly Step[]): string {
  let total = 0;
  let known = true;
  for (const [i, step] of steps.entries()) {
    if (!takesTime(step)) continue;
    // The duration of a wait is its timeout on the timeout branch, and unknown on the other.
    const seconds =
      isDelay(step) || (round[i] as Edge).type === 'timeout' ? secondsOf(step) : undefined;
    if (seconds === undefined) known = false;
    else total += seconds;
  }
  if (known) return total === 0 ? 'without a delay' : `every ${formatDuration(total)}`;
  return total === 0 ? 'with unknown timing' : `at least every ${formatDuration(total)}`;
}

function printRound(steps: readonly Step[]): string {
  const { first, more } = takeFirst(steps, 6);
  const names = [...first.map(nameOf), ...(more > 0 ? [`… (${more} more)`] : [])];
  return [...names, nameOf(steps[0] as Step)].join(' → ');
}

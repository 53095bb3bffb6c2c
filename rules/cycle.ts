import { shortestRound } from '../src/graph/round.ts';
import { formatDuration, secondsOf } from '../src/model/duration.ts';
import { joinNames, scopeOf } from '../src/model/identity.ts';
import { nameOf } from '../src/model/label.ts';
import type { Edge, Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

const MAX_NAMES = 6;

export default defineRule({
  id: 'cycle',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'Steps that lead back to each other.',
  why: 'A contact goes round and gets the same emails again and again, until somebody notices.',
  remedy: 'Point the edge that leads back at a step further on, or delete it.',
  whenOff: 'Rather suppress the one cycle that is meant, with a reason: a reminder that repeats until the contact acts.',

  workflow({ workflow, graph }, report) {
    for (const component of graph.cycles()) {
      const [first, ...others] = component as [Step, ...Step[]];
      const round = shortestRound(component, graph);
      const steps = round.map((edge) => graph.source(edge) as Step);
      const time = timeOf(round, steps);
      const storm = time === NO_TIME && steps.some(({ type }) => type === 'send_email');
      report({
        at: first,
        message: `the workflow goes round ${printRound(steps)} in ${time}${storm ? ': a mail storm' : ''}`,
        help: `delete the edge from ${nameOf(steps.at(-1) as Step)} back to ${nameOf(first)}, or point it further on`,
        related: others.map((step) => ({ at: step, message: `on the same cycle as ${nameOf(first)}` })),
        // Whichever of its steps is listed first.
        identity: joinNames(scopeOf(workflow), [...component].map(({ key = '' }) => key).sort()[0]),
      });
    }
  },
});

const NO_TIME = formatDuration(0);

function timeOf(round: readonly Edge[], steps: readonly Step[]): string {
  let total = 0;
  let known = true;
  for (const [i, step] of steps.entries()) {
    if (step.type !== 'delay' && step.type !== 'wait_for_event') continue;
    // A wait takes its timeout on the timeout branch only: on the other the contact decides.
    const seconds = step.type === 'delay' || round[i]?.type === 'timeout' ? secondsOf(step) : undefined;
    if (seconds === undefined) known = false;
    else total += seconds;
  }
  if (known) return formatDuration(total);
  return total === 0 ? 'an unknown time' : `at least ${formatDuration(total)}`;
}

function printRound(steps: readonly Step[]): string {
  const names = steps.slice(0, MAX_NAMES).map(nameOf);
  if (steps.length > MAX_NAMES) names.push(`… (${steps.length - MAX_NAMES} more)`);
  return [...names, nameOf(steps[0] as Step)].join(' → ');
}

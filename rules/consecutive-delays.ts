import type { Graph } from '../src/core/graph/graph.ts';
import { formatDuration, LONGEST_DELAY, secondsOf } from '../src/core/model/duration.ts';
import { labelOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isDelay } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'consecutive-delays',
  severity: 'info',
  preset: 'strict',
  category: 'time',
  summary: 'A delay directly followed by another delay.',
  why: 'The contact waits for both delays in sequence, and an email planned between them may be missing.',
  remedy: 'Merge the two delays, or add the missing step between them.',
  whenOff: 'When you need a delay that is longer than the maximum of one step.',

  workflow({ workflow, graph }, report) {
    for (const step of workflow.steps) {
      if (!isDelay(step)) continue;
      const next = nextDelay(step, graph);
      if (next === undefined) continue;
      const [first, second] = [secondsOf(step), secondsOf(next)];
      const sum = (first ?? Number.NaN) + (second ?? Number.NaN);
      const merge = sum <= LONGEST_DELAY ? ` of ${formatDuration(sum)}` : '';
      report({
        at: step,
        message: `${labelOf(step)} is followed by a second delay, ${labelOf(next).replace(/^delay /, '')}`,
        help:
          sum > LONGEST_DELAY
            ? 'add the missing step between them'
            : `merge them into one delay${merge}, or add the missing step between them`,
        related: [{ at: next, message: 'second delay' }],
      });
    }
  },
});

function nextDelay(step: Step, graph: Graph): Step | undefined {
  for (const edge of graph.outgoing(step)) {
    const target = graph.target(edge) as Step;
    if (isDelay(target) && target !== step) return target;
  }
  return undefined;
}

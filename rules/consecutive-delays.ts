import type { Graph } from '../src/graph/graph.ts';
import { formatDuration, secondsOf } from '../src/model/duration.ts';
import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'consecutive-delays',
  severity: 'info',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'A delay that is followed by another delay.',
  why: 'The contact waits for both together; often a step between them was lost.',
  remedy: 'Make one delay of the two, or put back the step that stood between them.',
  whenOff: 'When you need delays longer than the service takes in one step.',

  workflow({ graph }, report) {
    for (const step of graph.ofType('delay')) {
      if (graph.isDuplicate(step)) continue;
      const next = nextDelay(step, graph);
      if (next === undefined) continue;
      const [first, second] = [secondsOf(step), secondsOf(next)];
      const total = first === undefined || second === undefined ? 'one delay' : `one delay of ${formatDuration(first + second)}`;
      report({
        at: step,
        message: `${labelOf(step)} is followed by another delay, ${labelOf(next).replace(/^delay /, '')}`,
        help: `${total} would do, or is a step between the two missing?`,
        related: [{ at: next, message: 'the second delay' }],
      });
    }
  },
});

function nextDelay(step: Step, graph: Graph): Step | undefined {
  for (const edge of graph.outgoing(step)) {
    const target = graph.target(edge);
    if (target?.type === 'delay' && target !== step) return target;
  }
  return undefined;
}

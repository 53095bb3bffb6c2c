import { hasTimeout } from '../src/model/duration.ts';
import { labelOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'dead-branch',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'A timeout branch of a wait that has no timeout.',
  why: 'The wait never gives up, so the branch is never taken: the reminder behind it is never sent.',
  remedy: 'Give the wait a timeout, or delete the branch.',
  whenOff: 'Never, as long as a wait without a timeout waits for ever.',

  workflow({ workflow, graph }, report) {
    if (graph.ofType('wait_for_event').length === 0) return;
    for (const edge of workflow.edges) {
      if (edge.type !== 'timeout') continue;
      const step = graph.source(edge);
      if (step?.type !== 'wait_for_event' || hasTimeout(step)) continue;
      report({
        at: [edge, 'type'],
        message: `the timeout branch of ${labelOf(step)} is never taken: the wait has no timeout`,
        help: 'give the wait a timeout, such as "3 days"',
        related: [{ at: step, message: 'waits without a timeout' }],
      });
    }
  },
});

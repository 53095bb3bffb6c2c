import { hasTimeout, timeoutField } from '../src/core/model/duration.ts';
import { addFix } from '../src/core/model/fix.ts';
import { labelOf } from '../src/core/model/label.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'dead-branch',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'A timeout branch of a wait without a timeout.',
  why: 'The wait never times out, so the emails on this branch are never sent.',
  remedy: 'Set a timeout on the wait, or remove the branch.',
  whenOff: 'Never, because a wait without a timeout waits indefinitely.',

  workflow({ workflow, graph }, report) {
    for (const edge of workflow.edges) {
      if (edge.type !== 'timeout') continue;
      const step = graph.source(edge);
      if (step === undefined || !isWait(step) || hasTimeout(step)) continue;
      report({
        at: [edge, 'type'],
        message: `${labelOf(step)} has a timeout branch but no timeout`,
        help: `add "${timeoutField(step)[0]}" to the wait, or remove the branch`,
        fixes: addFix([step, 'config'], ...timeoutField(step)),
        related: [{ at: step, message: 'no timeout set here' }],
      });
    }
  },
});

import { maybeUuid, quote } from '../src/core/model/label.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-step-key',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'Two steps of one workflow with the same key.',
  why: 'Edges to that key reach only one of the steps, and the service does not define which.',
  remedy: 'Rename one of them, and its edges.',
  whenOff: 'Never: an edge cannot name one of the two.',
  linear: true,

  workflow({ workflow, graph }, report) {
    for (const step of workflow.steps) {
      const first = step.key === undefined ? undefined : graph.resolve(step.key);
      if (first === undefined || first === step) continue;
      report({
        at: [step, 'key'],
        message: `duplicate step key ${quote(step.key as string)}, first used by ${first.type ?? 'a step'} #${first.index + 1}`,
        help: `${maybeUuid(step.key as string) ? 'write another UUID' : 'rename it'}, also in the edges that mean this step`,
        related: [{ at: [first, 'key'], message: 'first used here' }],
      });
    }
  },
});

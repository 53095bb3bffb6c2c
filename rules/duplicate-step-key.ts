import { labelOf, quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'duplicate-step-key',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  since: '0.1.0',
  summary: 'Two steps of one workflow with the same key.',
  why: 'Every edge to that key leads to one of them only: the other never runs, and which one is up to the service.',
  remedy: 'Give one of them a key of its own, and point its edges there.',
  whenOff: 'Never: an edge cannot say which of the two it means.',

  workflow({ workflow, graph }, report) {
    if (graph.hasUniqueKeys) return;
    for (const step of workflow.steps) {
      const first = step.key === undefined ? undefined : graph.resolve(step.key);
      if (first === undefined || first === step) continue;
      report({
        at: [step, 'key'],
        message: `a second step with the key ${quote(step.key as string)}: edges lead to the first, ${first.type === step.type ? 'never to this one' : `${labelOf(first)}, never to this ${step.type ?? 'one'}`}`,
        help: 'give this step a key of its own',
        related: [{ at: [first, 'key'], message: 'first used here' }],
      });
    }
  },
});

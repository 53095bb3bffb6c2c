import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-step-key',
  severity: 'error',
  stage: 'structure',
  summary: 'Two steps of one workflow with the same key.',
  why: 'Edges to that key reach only one of the steps, and the service does not define which.',
  remedy: 'Rename one of them, and its edges.',

  workflow({ steps, graph }, report) {
    for (const step of steps) {
      const { key = '', isDuplicate } = step;
      const first = isDuplicate && graph.step(key);
      if (!first) continue;
      report({
        at: [step, 'key'],
        message: `duplicate step key ${quote(key)}`,
        help: 'write another key, also in the edges that mean this step',
        related: [{ at: [first, 'key'], message: 'first used here' }],
      });
    }
  },
});

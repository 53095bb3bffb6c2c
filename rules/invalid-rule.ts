import { labelOfRule, rulesOf } from '../src/core/graph/reads.ts';
import { defineRule } from '../src/rule.ts';

// Checks the grammar only, independent of the event schema. ISO dates are accepted where the grammar requires numbers,
// because a schema has dates and no other operator orders them.

export default defineRule({
  id: 'invalid-rule',
  severity: 'error',
  preset: 'correctness',
  category: 'email',
  since: '0.1.0',
  summary: 'A condition or filter that does not follow the grammar of the service.',
  why: 'The service rejects the workflow, or the run fails at this step and contacts receive none of the later emails.',
  remedy:
    'Write each comparison with type, field, operator and value, and combine comparisons in an "and" or "or" group.',
  whenOff: 'Never, because the service cannot evaluate the rule.',

  workflow({ graph }, report) {
    for (const { step, tree } of rulesOf(graph)) {
      if (tree.faults.length === 0) continue;
      const name = labelOfRule(step);
      for (const { path, message, help, detail } of tree.faults)
        report({ at: [step, ...tree.base, ...path], message: `${name}: ${message}`, help, detail });
    }
  },
});

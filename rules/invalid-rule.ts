import { rulesOf } from '../src/graph/reads.ts';
import { labelOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

// It is about the grammar alone, whatever the event's schema says. Ordering an ISO date by its text is let through:
// the grammar speaks of numbers only, but a schema has dates, and a date has no other way to be compared.

export default defineRule({
  id: 'invalid-rule',
  severity: 'error',
  preset: 'correctness',
  category: 'email',
  since: '0.1.0',
  summary: 'A condition or filter that is written in a way the service does not know.',
  why: 'The service refuses the workflow, or the run of every contact who comes to the step fails: none gets the emails behind it.',
  remedy: 'Write each comparison as type, field, operator and value, and join several by an "and" or "or" group.',
  whenOff: 'Never: what the rule was meant to decide, nobody can tell.',

  workflow({ graph }, report) {
    for (const { step, tree } of rulesOf(graph)) {
      if (tree.faults.length === 0) continue;
      const name = step.type === 'condition' ? labelOf(step) : `the filter of ${labelOf(step)}`;
      for (const { path, message, help, detail } of tree.faults) report({ at: [step, ...tree.base, ...path], message: `${name}: ${message}`, help, detail });
    }
  },
});

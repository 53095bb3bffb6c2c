import { conditionsIn, labelOfCondition } from '../src/core/graph/reads.ts';
import { leavesOf } from '../src/core/model/condition.ts';
import { renameFix, writeFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isCondition, isWait } from '../src/core/model/step-type.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

// Checks the grammar only, independent of the event schema. ISO dates are accepted where the grammar requires numbers,
// because a schema has dates and no other operator orders them.

export default defineRule({
  id: 'invalid-rule',
  severity: 'error',
  preset: 'correctness',
  category: 'email',
  summary: 'A condition or filter that does not follow the grammar of the service.',
  why: 'The service rejects the workflow, or the run fails at this step and contacts receive none of the later emails.',
  remedy:
    'Write each comparison with type, field, operator and value, and combine comparisons in an "and" or "or" group.',
  whenOff: 'Never, because the service cannot evaluate the rule.',
  linear: true,

  workflow({ graph }, report) {
    for (const { step, tree } of conditionsIn(graph)) {
      for (const { path, message, help, detail, meant, instead } of tree.faults) {
        const at: Target = [step, ...tree.base, ...path];
        report({
          at,
          message: `${labelOfCondition(step)}: ${message}`,
          help,
          fixes:
            instead === undefined
              ? writeFix([at], meant)
              : renameFix([step, ...tree.base, ...path.map(String), instead.field], instead.name),
          fingerprintKey: { detail },
        });
      }
      for (const { field, path } of leavesOf(tree.root)) {
        if (field === undefined || !isOutOfScope(field, step)) continue;
        report({
          at: [step, ...tree.base, ...path, 'field'],
          message: `${labelOfCondition(step)} cannot read ${quote(field)}`,
          help: isCondition(step)
            ? 'compare "event." or "contact.", or use the "filter_rule" of the wait'
            : 'compare the awaited event ("event."), and test other data in a condition',
          fingerprintKey: { detail: `scope ${field}` },
          maxSeverity: 'warning',
        });
      }
    }
  },
});

/** Conditions read the trigger and the contact, filters the awaited event. unqualified-variable reports other fields. */
const isOutOfScope = (field: string, step: Step): boolean =>
  field.startsWith('wait_events.') || (field.startsWith('contact.') && isWait(step));

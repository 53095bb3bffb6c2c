import { moveFix } from '../src/core/model/fix.ts';
import { labelOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'trigger-not-first',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'A trigger that is not the first step.',
  why: 'The service rejects the workflow or starts it at the wrong step, so contacts miss emails.',
  remedy: 'Move the trigger to the start of the steps; the connections do not change.',
  whenOff: 'Never, because the service requires the trigger to be the first step.',

  workflow({ workflow: { steps }, graph }, report) {
    const [trigger] = graph.where(isTrigger);
    if (trigger === undefined || trigger.index === 0) return;
    const first = steps[0] as Step;
    report({
      at: trigger,
      message: `${labelOf(trigger)} is step ${trigger.index + 1} of ${steps.length}; the trigger must be the first step`,
      help: 'move it to the start of "steps"',
      fixes: moveFix(trigger, first, 'move it to the start of "steps"'),
      related: [{ at: first, message: 'current first step' }],
    });
  },
});

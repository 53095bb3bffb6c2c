import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'trigger-not-first',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A trigger that is not the first of the steps.',
  why: 'The service takes the first step for the start; with another one there the workflow is refused, or starts in the wrong place.',
  remedy: 'List the trigger first. The order of the edges does not change.',
  whenOff: 'Never: the service wants the trigger first.',

  workflow({ workflow: { steps }, graph }, report) {
    const [trigger] = graph.ofType('trigger');
    if (trigger === undefined || trigger.index === 0) return;
    const first = steps[0] as Step;
    report({
      at: trigger,
      message: `${labelOf(trigger)} is step ${trigger.index + 1} of ${steps.length}, after ${labelOf(first)}; it must be the first`,
      help: 'move it to the head of "steps"; the edges can stay as they are',
      related: [{ at: first, message: 'the step that stands first' }],
    });
  },
});

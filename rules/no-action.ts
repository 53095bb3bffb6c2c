import { acts } from '../src/model/config.ts';
import { labelOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'no-action',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'A workflow that does nothing for the contacts it takes in.',
  why: 'It starts, and perhaps waits, and ends: no email is sent and no contact is changed.',
  remedy: 'Add the step that should act, or connect the one that is there.',
  whenOff: 'While workflows are created with their trigger first and filled later.',

  workflow({ workflow, graph }, report) {
    const { steps } = workflow;
    if (!workflow.hasEdges || graph.ofType('trigger').length === 0) return;
    if (steps.some((step) => acts(step) && graph.isReachable(step))) return;
    const idle = steps.find(acts);
    report({
      at: [workflow, 'steps'],
      message: steps.length === 1 ? 'there is a trigger, but nothing it starts' : 'no step that is reached sends an email or changes a contact',
      help: idle === undefined ? 'add a step that acts, such as send_email' : `connect ${labelOf(idle)}: nothing leads there from the trigger`,
    });
  },
});

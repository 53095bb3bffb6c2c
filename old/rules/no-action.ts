import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'no-action',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'A workflow that neither sends an email nor changes a contact.',
  why: 'Each run starts and ends without an effect on the contact.',
  remedy: 'Add a step that acts, such as send_email.',
  whenOff: 'While workflows are created with their trigger first and filled later.',

  workflow({ workflow, graph }, report) {
    const { steps } = workflow;
    if (!workflow.hasEdges || graph.where(isTrigger).length === 0) return;
    // If the only such steps are unreachable, unreachable-step reports the fault.
    if (steps.some((step) => step.spec.hasSideEffect && !graph.isDuplicate(step))) return;
    report({
      at: [workflow, 'steps'],
      message:
        steps.length === 1
          ? 'the workflow has only a trigger'
          : 'no step sends an email or changes a contact',
      help: 'add a step that acts, such as send_email',
      maxSeverity: workflow.status === 'disabled' ? 'info' : undefined,
    });
  },
});

import { quote } from '../src/core/model/label.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'empty-workflow',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'A workflow without steps.',
  why: 'The workflow never starts, so no contact receives an email from it.',
  remedy: 'Add a trigger and a step that does something, or remove the workflow.',
  whenOff: 'Never, because a workflow needs at least one step.',

  workflow({ workflow }, report) {
    if (!workflow.hasSteps || workflow.steps.length > 0) return;
    const name = workflow.name === undefined ? 'this workflow' : `workflow ${quote(workflow.name)}`;
    report({
      at: [workflow, 'steps'],
      message: `${name} has no steps`,
      help: 'add a trigger and at least one more step',
    });
  },
});

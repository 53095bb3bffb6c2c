import { quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'empty-workflow',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A workflow without any step.',
  why: 'It can be enabled, and then does nothing for anyone: there is not even an event that starts it.',
  remedy: 'Give it a trigger and a step that acts, or delete it.',
  whenOff: 'Never: a workflow needs at least one step.',

  workflow({ workflow }, report) {
    if (!workflow.hasSteps || workflow.steps.length > 0) return;
    const name = workflow.name === undefined ? 'this workflow' : `workflow ${quote(workflow.name)}`;
    report({ at: [workflow, 'steps'], message: `${name} has no steps at all`, help: 'add a trigger first, then the step that it should run' });
  },
});

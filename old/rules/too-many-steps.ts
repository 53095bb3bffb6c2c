import { countOption, defineRule, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'too-many-steps',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'A workflow with more steps than the service accepts.',
  why: 'The service rejects the workflow, so none of its emails is sent.',
  remedy: 'Split the workflow, and start the second part by an event.',
  whenOff: 'Never; set the option "max" when the limit of the service changes.',
  options: optionsOf({ max: countOption(150, [1], 'The maximum number of steps in a workflow.') }),

  workflow({ workflow }, report, { max }) {
    const count = workflow.steps.length;
    if (count <= max) return;
    report({
      at: [workflow, 'steps'],
      message: `workflow has ${count} steps (limit: ${max})`,
      help: `split the workflow, or remove ${count - max === 1 ? '1 step' : `${count - max} steps`}`,
    });
  },
});

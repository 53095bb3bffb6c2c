import { isTooLarge } from '../src/core/lint/sound.ts';
import { countOption, defineRule, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'too-many-steps',
  severity: 'error',
  stage: 'structure',
  summary: 'A workflow with more steps than the service accepts.',
  why: 'The service rejects the workflow, so none of its emails is sent.',
  remedy: 'Split the workflow, and start the second part by an event.',
  options: optionsOf({
    max: countOption(150, [1, 100_000], 'The maximum number of steps in a workflow.'),
  }),

  workflow({ workflow, steps }, report, { max }) {
    const { edges = [], edgeNoun } = workflow;
    const isLong = steps.length > max;
    if (!isLong && !isTooLarge(workflow)) return;
    report({
      at: [workflow, isLong ? 'steps' : 'edges'],
      message: isLong
        ? `workflow has ${steps.length} steps (limit: ${max})`
        : `workflow has ${edges.length} ${edgeNoun}s, more than edgewise follows`,
      help: 'split the workflow',
    });
  },
});

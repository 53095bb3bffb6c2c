import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'no-action',
  severity: 'warning',
  stage: 'flow',
  summary: 'A workflow that does nothing for the contact.',
  why: 'Contacts enter the workflow, but receive nothing and do not change.',
  remedy: 'Connect a step that acts, such as send_email, or delete the workflow.',

  workflow({ workflow, steps }, report) {
    if (steps.some(({ spec }) => spec.acts)) return;
    report({
      at: [workflow, 'steps'],
      message: 'no step of the workflow acts',
      help: 'add a send_email or another step that acts',
    });
  },
});

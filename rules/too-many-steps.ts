import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'too-many-steps',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A workflow with more steps than the service takes.',
  why: 'The service refuses it as a whole: not one of its emails is sent.',
  remedy: 'Split it: let the first part end with an event that starts the second.',
  whenOff: 'Never; raise "max" when the service does.',
  options: {
    defaults: { max: 150 },
    schema: { max: { description: 'The most steps a workflow may have.', type: 'integer', minimum: 1 } },
  },

  workflow({ workflow }, report, { max }) {
    const count = workflow.steps.length;
    if (count <= max) return;
    report({ at: [workflow, 'steps'], message: `${count} steps, and a workflow may have ${max}`, help: `split it, or do without ${count - max} of them` });
  },
});

import { labelOf, nameOf } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'trailing-delay',
  severity: 'warning',
  stage: 'flow',
  summary: 'A delay or wait that no step follows.',
  why: 'The contact waits and the run then ends; often the step that should follow is missing.',
  remedy: 'Connect it to the next step, or remove it.',

  workflow({ graph }, report) {
    for (const step of graph.reachable)
      if (step.spec.length !== undefined && graph.outgoing(step).length === 0)
        report({
          at: step,
          message: `no step follows ${labelOf(step)}: the run ends after it`,
          help: `connect ${nameOf(step)} to the next step, or remove it`,
        });
  },
});

import { isCondition } from '../src/core/model/step-type.ts';
import { labelOf, nameOf } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'redundant-condition',
  severity: 'warning',
  stage: 'flow',
  summary: 'A condition whose branches lead to the same step.',
  why: 'All contacts receive the same emails, whether the condition is true or false.',
  remedy: 'Point one branch to a different step, or remove the condition.',

  workflow({ steps, graph }, report) {
    for (const step of steps.filter(isCondition)) {
      const links = graph.outgoing(step).filter(({ means }) => means !== undefined);
      const [target, another] = new Set(links.map(({ to }) => to));
      const types = new Set(links.map(({ edge }) => edge.type));
      if (target === undefined || another !== undefined || target === step || types.size < 2)
        continue;
      report({
        at: step,
        message: `both branches of ${labelOf(step)} lead to the same step ${nameOf(target)}`,
        help: 'point one of the branches to a different step, or remove the condition',
      });
    }
  },
});

import { labelOf, nameOf } from '../src/core/model/label.ts';
import { branchTypes, isCondition } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'redundant-condition',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'A condition whose branches lead to the same step.',
  why: 'All contacts receive the same emails, whether the condition is true or false.',
  remedy: 'Point one branch to a different step, or remove the condition.',
  whenOff: 'While one of the branches is a placeholder that will be completed later.',

  workflow({ workflow, graph }, report) {
    for (const step of workflow.steps) {
      if (!isCondition(step)) continue;
      const edges = graph.outgoing(step);
      const target = edges[0] && graph.target(edges[0]);
      if (target === undefined || target === step) continue;
      if (edges.some((edge) => graph.target(edge) !== target)) continue;
      if (!branchTypes(step).every((type) => edges.some((edge) => edge.type === type))) continue;
      report({
        at: step,
        message: `both branches of ${labelOf(step)} lead to the same step ${nameOf(target)}`,
        help: 'point one of the branches to a different step, or remove the condition',
        related: [{ at: target, message: 'target of both branches' }],
      });
    }
  },
});

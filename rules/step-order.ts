import { moveFix } from '../src/core/model/fix.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'step-order',
  severity: 'warning',
  preset: 'strict',
  category: 'graph',
  since: '0.1.0',
  summary: 'A step listed before all steps that lead to it, without a cycle.',
  why: 'Steps are shown in the order of the list, so a reader misunderstands what runs first.',
  remedy: 'List the steps in the order in which they run.',
  whenOff: 'When the files are generated and the order of the steps is not read.',

  workflow({ workflow, graph }, report) {
    const reported = new Set<Step>();
    for (const edge of workflow.edges) {
      const source = graph.source(edge);
      const target = graph.target(edge);
      if (
        source === undefined ||
        target === undefined ||
        reported.has(target) ||
        graph.onOneCycle(source, target) ||
        graph.incoming(target).some((other) => (graph.source(other) as Step).index < target.index)
      )
        continue;
      reported.add(target);
      report({
        at: edge,
        message: `${labelOf(target)} runs after ${nameOf(source)}, but is listed before it`,
        help: `move ${nameOf(target)} after ${nameOf(source)} in "steps"`,
        fixes: moveFix(source, target, `move ${nameOf(source)} before ${nameOf(target)}`),
        related: [{ at: target, message: 'listed before the step that leads to it' }],
      });
    }
  },
});

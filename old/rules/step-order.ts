import type { Graph } from '../src/core/graph/graph.ts';
import { moveFix } from '../src/core/model/fix.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'step-order',
  severity: 'warning',
  preset: 'strict',
  category: 'graph',
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
        isAfterSome(target, target.index, graph)
      )
        continue;
      reported.add(target);
      report({
        at: edge,
        message: `${labelOf(target)} runs after ${nameOf(source)}, but is listed before it`,
        help: `move ${nameOf(target)} after ${nameOf(source)} in "steps"`,
        // Not before all steps that lead to it.
        fixes:
          graph.incoming(source).length === 0 || isAfterSome(source, target.index, graph)
            ? moveFix(source, target, `move ${nameOf(source)} before ${nameOf(target)}`)
            : undefined,
        explainedBy: isTrigger(target) ? 'trigger-has-incoming' : undefined,
        related: [{ at: target, message: 'listed before the step that leads to it' }],
      });
    }
  },
});

/** Whether a step that leads to it is before a position. */
const isAfterSome = (step: Step, position: number, graph: Graph): boolean =>
  graph.incoming(step).some((edge) => (graph.source(edge) as Step).index < position);

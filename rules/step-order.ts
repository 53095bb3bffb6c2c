import { labelOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'step-order',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'An edge from a later step to an earlier one, though they are on no cycle.',
  why: 'Steps are shown and read in the order of the list: a reader takes the workflow to do something else than it does.',
  remedy: 'List the steps in the order in which a contact meets them.',
  whenOff: 'When the files are generated and nobody reads the order of the steps.',

  workflow({ workflow, graph }, report) {
    for (const edge of workflow.edges) {
      const source = graph.source(edge);
      const target = graph.target(edge);
      if (source === undefined || target === undefined || source.index <= target.index || graph.onOneCycle(source, target)) continue;
      report({
        at: edge,
        message: `${labelOf(target)} comes after ${labelOf(source)}, but is listed before it (steps ${target.index + 1} and ${source.index + 1})`,
        help: 'move it in "steps"; the edges can stay as they are',
        related: [{ at: target, message: 'listed before the step that leads to it' }],
      });
    }
  },
});

import { labelOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'trigger-has-incoming',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'An edge that leads into a trigger.',
  why: 'A trigger is entered by its event and by nothing else: what should happen after this edge does not happen.',
  remedy: 'Point the edge at the step that should come next, or delete it.',
  whenOff: 'Never: the service starts at the trigger and does not come back to it.',

  workflow({ workflow, graph }, report) {
    for (const edge of workflow.edges) {
      const target = graph.target(edge);
      const source = graph.source(edge);
      if (target?.type !== 'trigger' || source === undefined) continue;
      report({
        at: [edge, 'to'],
        message: source === target ? `${labelOf(target)} has an edge into itself` : `the edge from ${labelOf(source)} leads into ${labelOf(target)}`,
        help: 'delete the edge, or point it at the step that should come next',
      });
    }
  },
});

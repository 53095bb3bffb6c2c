import { reversedEdge } from '../src/core/graph/likely-edges.ts';
import { removeFix, reverseFix } from '../src/core/model/fix.ts';
import { labelOf } from '../src/core/model/label.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'trigger-has-incoming',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'A connection to a trigger.',
  why: 'Only an event starts a trigger, so the run ends here and contacts receive no further email.',
  remedy: 'Point the connection to the next step, or remove it.',
  whenOff: 'Never, because a trigger cannot be reached from a step.',

  workflow({ workflow, graph }, report) {
    for (const edge of workflow.edges) {
      const target = graph.target(edge);
      const source = graph.source(edge);
      // self-loop reports an edge from a trigger to itself.
      if (target === undefined || !isTrigger(target) || source === undefined || source === target)
        continue;
      const noun = edgeNounOf(workflow);
      const isReversed = edge === reversedEdge(graph);
      const hasOtherType = edge.type !== 'default' && edge.within === undefined;
      report({
        at: [edge, 'to'],
        message: `${noun} from ${labelOf(source)} points to ${labelOf(target)}`,
        help: isReversed
          ? `exchange the ends of the ${noun}${hasOtherType ? ', and write the type "default"' : ''}`
          : `point the ${noun} to the next step, or remove it`,
        fixes: isReversed ? reverseFix(edge, 'default') : removeFix([edge], `remove the ${noun}`),
      });
    }
  },
});

import type { Graph } from '../src/core/graph/graph.ts';
import { nameOf } from '../src/core/model/label.ts';
import type { Edge, Step } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'edge-order',
  severity: 'info',
  preset: 'strict',
  category: 'graph',
  since: '0.1.0',
  summary: 'A connection listed before every connection to its source.',
  why: 'Changes to the order of emails are hard to review when connections are not in execution order.',
  remedy: 'List the connections in execution order, starting at the trigger.',
  whenOff: 'When the files are written by hand and use a different order.',

  workflow({ workflow, graph }, report) {
    for (const step of workflow.steps) {
      const exits = graph.outgoing(step);
      if (exits.length === 0 || isTrigger(step)) continue;
      const entry = firstEntry(step, graph);
      if (entry === undefined) continue;
      for (const edge of exits) {
        if (edge.index > entry.index) break;
        const noun = edgeNounOf(workflow);
        const source = nameOf(graph.source(entry) as Step);
        report({
          at: edge,
          message: `${noun} from ${nameOf(step)} is listed before the ${noun} from ${source} to ${nameOf(step)}`,
          help: `move it after the ${noun} from ${source}`,
          related: [{ at: entry, message: `${noun} to ${nameOf(step)}` }],
        });
      }
    }
  },
});

/** The first edge into the step that is not part of a cycle through it. */
function firstEntry(step: Step, graph: Graph): Edge | undefined {
  return graph.incoming(step).find((edge) => !graph.onOneCycle(graph.source(edge) as Step, step));
}

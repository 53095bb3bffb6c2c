import type { Graph } from '../src/graph/graph.ts';
import { nameOf } from '../src/model/label.ts';
import type { Edge, Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'edge-order',
  severity: 'info',
  preset: 'strict',
  category: 'graph',
  since: '0.1.0',
  summary: 'An edge that is listed before every edge that leads to it.',
  why: 'The service lists edges in the order in which they run; other orders make changes hard to read and to compare.',
  remedy: 'List the edges in the order in which they run, the ones out of the trigger first.',
  whenOff: 'When the files are written by hand and grouped in another way.',

  workflow({ workflow, graph }, report) {
    for (const step of workflow.steps) {
      const exits = graph.outgoing(step);
      if (exits.length === 0 || step.type === 'trigger') continue;
      const entry = firstEntry(step, graph);
      if (entry === undefined) continue;
      for (const edge of exits) {
        if (edge.index > entry.index) break;
        report({
          at: edge,
          message: `the edge out of ${nameOf(step)} is listed before the one from ${nameOf(graph.source(entry) as Step)}, which leads there`,
          help: 'move it behind that one',
          related: [{ at: entry, message: `leads to ${nameOf(step)}` }],
        });
      }
    }
  },
});

/** The first edge into the step that does not go round a cycle to it. */
function firstEntry(step: Step, graph: Graph): Edge | undefined {
  return graph.incoming(step).find((edge) => !graph.onOneCycle(graph.source(edge) as Step, step));
}

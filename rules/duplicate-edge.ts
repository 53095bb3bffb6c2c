import { joinNames, scopeOf } from '../src/model/identity.ts';
import { quote } from '../src/model/label.ts';
import type { Edge } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'duplicate-edge',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'An edge that says the same as an earlier one.',
  why: 'At best it is ignored. At worst the contact goes down the same way twice and gets each email twice.',
  remedy: 'Delete one of the two.',
  whenOff: 'When a generator writes edges twice and you know the service ignores the second.',

  workflow({ workflow, graph }, report) {
    const check = (edges: readonly Edge[]): void => {
      const first = new Map<string, Edge>();
      for (const edge of edges) {
        if (edge.from === undefined || edge.to === undefined || edge.type === undefined) continue;
        // Lengths first, so that no choice of names makes two different edges look alike.
        const identity = `${edge.from.length} ${edge.type.length} ${edge.from}${edge.type}${edge.to}`;
        const earlier = first.get(identity);
        if (earlier === undefined) first.set(identity, edge);
        else
          report({
            at: edge,
            message: `the ${quote(edge.type)} edge from ${quote(edge.from)} to ${quote(edge.to)} is there already`,
            help: 'delete this one: the first says it all',
            related: [{ at: earlier, message: 'the first one' }],
            identity: joinNames(scopeOf(workflow), edge.from, edge.to, edge.type),
          });
      }
    };
    // Alike edges that resolve leave the same step, so most steps, with one edge out, need no look.
    for (const step of workflow.steps) {
      const edges = graph.outgoing(step);
      if (edges.length > 1) check(edges);
    }
    if (graph.loose.length > 1) check(graph.loose);
  },
});

import { removeFix } from '../src/core/model/fix.ts';
import { joinNames, scopeOf } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import type { Edge } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-edge',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'A connection that repeats an earlier one.',
  why: 'The service may run the target step twice, so that the contact receives each email twice.',
  remedy: 'Remove one of the two.',
  whenOff:
    'When a generator writes connections twice and the service is known to ignore the second.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const check = (edges: readonly Edge[]): void => {
      const [one, other] = edges;
      if (other === undefined || (edges.length === 2 && one?.to !== other.to)) return;
      const first = new Map<string, Edge>();
      for (const edge of edges) {
        if (edge.from === undefined || edge.to === undefined || edge.type === undefined) continue;
        // Lengths come first, so that different edges never have the same text.
        const identity = `${edge.from.length} ${edge.type.length} ${edge.from}${edge.type}${edge.to}`;
        const earlier = first.get(identity);
        if (earlier === undefined) first.set(identity, edge);
        else
          report({
            at: edge,
            message: `duplicate ${quote(edge.type)} ${edgeNounOf(workflow)} from ${quote(edge.from)} to ${quote(edge.to)}`,
            help: `remove this ${edgeNounOf(workflow)}`,
            fixes: removeFix([edge], `remove this ${edgeNounOf(workflow)}`, 'safe'),
            related: [{ at: earlier, message: `first ${edgeNounOf(workflow)}` }],
            fingerprintKey: { names: joinNames(scopeOf(workflow), edge.from, edge.to, edge.type) },
          });
      }
    };
    // Resolved duplicates have the same source.
    for (const step of workflow.steps) check(graph.outgoing(step));
    check(graph.unresolvedEdges);
  },
});

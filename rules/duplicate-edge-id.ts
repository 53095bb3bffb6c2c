import { labelOfEdge } from '../src/graph/edge-label.ts';
import { identityAmong, joinNames, scopeOf } from '../src/model/identity.ts';
import { quote } from '../src/model/label.ts';
import type { Edge } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'duplicate-edge-id',
  severity: 'warning',
  preset: 'recommended',
  category: 'references',
  since: '0.1.0',
  summary: 'Two edges of one workflow with the same id.',
  why: 'Whoever stores edges by id keeps one of them: the path of the other is lost when the workflow is written back.',
  remedy: 'Give the later edge an id of its own, or delete it.',
  whenOff: 'When nothing of yours looks at the ids of edges.',

  workflow({ workflow, graph }, report) {
    let seen: Map<string, Edge> | undefined;
    const twins = new Map<Edge, Edge[]>();
    for (const edge of workflow.edges) {
      if (edge.id === undefined) continue;
      seen ??= new Map();
      const first = seen.get(edge.id);
      const others = first === undefined ? undefined : twins.get(first);
      if (first === undefined) seen.set(edge.id, edge);
      else if (others === undefined) twins.set(first, [edge]);
      else others.push(edge);
    }
    for (const [first, others] of twins) {
      const identity = identityAmong(others.map(endsOf), endsOf(first));
      for (const edge of others) {
        report({
          at: [edge, 'id'],
          message: `the id ${quote(first.id as string)} is taken already, by ${labelOfEdge(first, graph)}`,
          help: 'give this edge an id of its own',
          related: [{ at: [first, 'id'], message: 'first used here' }],
          identity: joinNames(scopeOf(workflow), first.id, identity(endsOf(edge))),
        });
      }
    }
  },
});

const endsOf = ({ from, to }: Edge): string => joinNames(from, to);

import { labelOfEdge } from '../src/core/graph/edge-label.ts';
import { groupBy, identityAmong, joinNames, scopeOf } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import type { Edge } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-edge-id',
  severity: 'warning',
  preset: 'recommended',
  category: 'references',
  summary: 'Two connections of one workflow with the same id.',
  why: 'Tools that store connections by id keep only one of the two, so contacts on the other path receive nothing.',
  remedy: 'Give the later connection a unique id, or remove it.',
  whenOff: 'When none of your tools uses the ids of connections.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const identified = workflow.edges.filter(({ id }) => id !== undefined);
    for (const [first, ...others] of groupBy(identified, ({ id }) => id).values()) {
      if (others.length === 0) continue;
      const identity = identityAmong(others.map(endsOf), endsOf(first));
      for (const edge of others) {
        report({
          at: [edge, 'id'],
          message: `duplicate ${edgeNounOf(workflow)} id ${quote(first.id as string)}, first used by ${labelOfEdge(first, graph)}`,
          help: `give this ${edgeNounOf(workflow)} a unique id`,
          related: [{ at: [first, 'id'], message: 'first used here' }],
          fingerprintKey: { names: joinNames(scopeOf(workflow), first.id, identity(endsOf(edge))) },
        });
      }
    }
  },
});

const endsOf = ({ from, to }: Edge): string => joinNames(from, to);

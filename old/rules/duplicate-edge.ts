import { removeFix } from '../src/core/model/fix.ts';
import { groupBy, joinNames, scopeOf } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
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
    const noun = edgeNounOf(workflow);
    // Equal edges leave the same step, or none that is known.
    const siblings = [...workflow.steps.map((step) => graph.outgoing(step)), graph.unresolvedEdges]
      .filter(({ length }) => length > 1)
      .flat()
      .filter(({ from, to, type }) => from !== undefined && to !== undefined && type !== undefined);
    const groups = groupBy(siblings, ({ from, to, type }) => joinNames(from, to, type));
    for (const [first, ...others] of groups.values())
      for (const edge of others)
        report({
          at: edge,
          message: `duplicate ${quote(edge.type as string)} ${noun} from ${quote(edge.from as string)} to ${quote(edge.to as string)}`,
          help: `remove this ${noun}`,
          fixes: removeFix([edge], `remove this ${noun}`, 'safe'),
          related: [{ at: first, message: `first ${noun}` }],
          fingerprintKey: { names: joinNames(scopeOf(workflow), edge.from, edge.to, edge.type) },
        });
  },
});

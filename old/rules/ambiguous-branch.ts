import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Edge, Step } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { branchTypes } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'ambiguous-branch',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'Two outgoing connections of the same type.',
  why: 'It is undefined which connection a contact follows, so the emails on the other one may never be sent.',
  remedy:
    'Keep one connection of each type: to run both steps, connect them one after the other; to choose between them, add a condition.',
  whenOff: 'When you have verified that the service follows both connections and you rely on it.',

  workflow({ workflow, graph }, report) {
    for (const step of workflow.steps) {
      const edges = graph.outgoing(step);
      // Most steps have one: it saves a twelfth of what a check allocates.
      if (edges.length < 2) continue;
      // An edge type that the step never emits has its own finding.
      for (const type of branchTypes(step)) {
        const ways = edges.filter((edge) => edge.type === type);
        const targets = [...new Map(ways.map((edge) => [graph.target(edge) as Step, edge]))];
        if (targets.length < 2) continue;
        const [[one], [other]] = targets as [[Step, Edge], [Step, Edge]];
        const noun = edgeNounOf(workflow);
        const rest = targets.length > 2 ? ` and ${targets.length - 2} more` : '';
        report({
          at: step,
          message: `${labelOf(step)} has ${targets.length} "${type}" ${noun}s: to ${nameOf(one)}${rest === '' ? ' and' : ','} ${nameOf(other)}${rest}`,
          help: `keep one "${type}" ${noun}, or add a condition that chooses between the steps`,
          related: targets.slice(0, 10).map(([target, edge]) => ({
            at: [edge, 'to'],
            message: `${noun} to ${nameOf(target)}`,
          })),
          fingerprintKey: { detail: type },
        });
      }
    }
  },
});

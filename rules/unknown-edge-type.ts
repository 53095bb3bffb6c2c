import { labelOfEdge } from '../src/graph/edge-label.ts';
import { EDGE_TYPES, isKnownEdgeType } from '../src/model/config.ts';
import { quote } from '../src/model/label.ts';
import { createNearest } from '../src/model/nearest.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unknown-edge-type',
  severity: 'warning',
  preset: 'recommended',
  category: 'document',
  since: '0.1.0',
  summary: 'An edge of a type the service is not known to have.',
  why: 'No step emits such a type, so no contact ever takes the edge: what follows it is never sent.',
  remedy: 'Correct the type; if the service has gained a new one, add it to the option "known".',
  whenOff: 'While a preview of the service brings new edge types faster than you want to list them.',
  options: {
    defaults: { known: [] as readonly string[] },
    schema: { known: { description: 'Further edge types that are right.', type: 'array', items: { type: 'string' }, uniqueItems: true } },
  },

  workflow({ workflow, graph }, report, { known }) {
    let nearest: ((type: string) => string | undefined) | undefined;
    for (const edge of workflow.edges) {
      const { type } = edge;
      if (type === undefined || isKnownEdgeType(type) || known.includes(type)) continue;
      nearest ??= createNearest([...EDGE_TYPES, ...known]);
      const near = MEANT.get(type.toLowerCase()) ?? nearest(type);
      const which = labelOfEdge(edge, graph);
      report({
        at: [edge, 'type'],
        message: type.trim() === '' ? `the type of ${which} is blank` : `${which} has the unknown type ${quote(type)}`,
        help: near === undefined ? `the types are ${EDGE_TYPES.join(', ')}` : `did you mean "${near}"?`,
        detail: type,
      });
    }
  },
});

// What other tools call them.
const MEANT = new Map([
  ['yes', 'condition_met'],
  ['true', 'condition_met'],
  ['met', 'condition_met'],
  ['no', 'condition_not_met'],
  ['false', 'condition_not_met'],
  ['else', 'condition_not_met'],
  ['not_met', 'condition_not_met'],
  ['received', 'event_received'],
  ['success', 'default'],
  ['next', 'default'],
]);

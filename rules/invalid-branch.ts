import { branchesOf, type EdgeType } from '../src/model/branches.ts';
import { isKnownEdgeType } from '../src/model/config.ts';
import { labelOf } from '../src/model/label.ts';
import { placeOf, pointerOf } from '../src/model/place.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'invalid-branch',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'An edge of a type that its step never takes.',
  why: 'The step has no such way out, so no contact ever goes along this edge.',
  remedy: 'Give the edge a type that its step can take: conditions and waits have two each, all other steps only "default".',
  whenOff: 'Never: the service does not take such an edge.',

  workflow({ workflow, graph }, report) {
    for (const edge of workflow.edges) {
      const step = graph.source(edge);
      if (step === undefined || edge.type === undefined || !isKnownEdgeType(edge.type)) continue;
      const branches = branchesOf(step.type);
      if (branches === undefined || branches.includes(edge.type as EdgeType)) continue;
      const place = placeOf([edge, 'type']);
      const untyped = place.pointer === pointerOf(edge);
      report({
        at: place,
        message: `the edge ${untyped ? 'gives no type, which means "default"' : `is of type "${edge.type}"`}, but ${labelOf(step)} has no such branch`,
        help: `use ${branches.map((type) => `"${type}"`).join(' or ')}`,
      });
    }
  },
});

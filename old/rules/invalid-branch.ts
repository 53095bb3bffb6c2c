import type { Graph } from '../src/core/graph/graph.ts';
import { isSoundBehind, reversedEdge } from '../src/core/graph/likely-edges.ts';
import { countLostEmails } from '../src/core/graph/lost-emails.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { labelOf, neverSent } from '../src/core/model/label.ts';
import type { Edge, Place, Step } from '../src/core/model/nodes.ts';
import { atFirst, edgeNounOf, placeOf, pointerOf } from '../src/core/model/place.ts';
import { branchTypes } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';
import { isKnownEdgeType } from '../src/core/steps/registry.ts';

export default defineRule({
  id: 'invalid-branch',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'An edge of a type that its step never takes.',
  why: 'The step has no such branch, so no contact takes this edge.',
  remedy:
    'Write a type that the step takes: conditions and waits have two each, all other steps only "default".',
  whenOff: 'Never: the service does not take such an edge.',
  isCause: true,

  workflow({ workflow, graph }, report) {
    const invalid = workflow.edges.filter((edge) => {
      const step = graph.source(edge);
      if (step === undefined || edge.type === undefined || !isKnownEdgeType(edge.type))
        return false;
      return step.spec.isKnown && !branchTypes(step).includes(edge.type);
    });
    const groups = groupBy(invalid, (edge) =>
      joinNames(`${(graph.source(edge) as Step).index}`, edge.type),
    );
    for (const edges of groups.values()) {
      const [edge] = edges;
      const step = graph.source(edge) as Step;
      const places = edges.map((one) => placeOf([one, 'type'])) as [Place, ...Place[]];
      const noun = edgeNounOf(workflow);
      const isUntyped = places[0].pointer === pointerOf(edge);
      const isOne = edges.length === 1;
      const which = isOne ? noun : `${edges.length} ${noun}s`;
      const free = soundTypes(freeTypes(step, graph.outgoing(step), edges.length), edges, graph);
      const types = free.map((type) => `"${type}"`).join(' or ');
      const group = new Set<Edge | undefined>(edges);
      report({
        ...atFirst(places),
        fingerprintKey: { names: groupIdentity(workflow, step.key, edge.type) },
        message: `${which} from ${labelOf(step)} ${isOne ? 'has' : 'have'} ${
          isUntyped ? 'no type' : `the type "${edge.type}"`
        } and ${isOne ? 'is' : 'are'} never taken`,
        help: isUntyped ? `add "${fieldOf(edge)}": ${types}` : `write ${types}`,
        fixes: !isUntyped && free.length === 1 ? writeFix(places, free[0], 'unsafe') : undefined,
        explainedBy: group.has(reversedEdge(graph)) ? 'trigger-has-incoming' : undefined,
        consequence: neverSent(
          countLostEmails(graph, (one) => !group.has(one)),
          'later ',
        ),
      });
    }
  },
});

/** The branches that have no edge, if one edge is wrong; else all. */
function freeTypes(step: Step, edges: readonly Edge[], wrong: number): readonly string[] {
  const types = branchTypes(step);
  const free = types.filter((type) => !edges.some((edge) => edge.type === type));
  return wrong > 1 || free.length === 0 ? types : free;
}

/** Those after which no step reads what it does not have; all, if none is. */
function soundTypes(
  types: readonly string[],
  edges: readonly Edge[],
  graph: Graph,
): readonly string[] {
  const sound = types.filter((type) =>
    edges.every((edge) => {
      const [from, to] = [graph.source(edge) as Step, graph.target(edge)];
      return to === undefined || isSoundBehind({ from, to, type }, graph);
    }),
  );
  return sound.length === 0 ? types : sound;
}

/** The name of the edge type field in this dialect. */
const fieldOf = ({ raw }: Edge): string =>
  Object.hasOwn(raw, 'from_step_id') ? 'edge_type' : 'type';

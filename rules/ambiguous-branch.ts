import { branchesOf } from '../src/model/branches.ts';
import { isKnownEdgeType } from '../src/model/config.ts';
import { labelOf, nameOf } from '../src/model/label.ts';
import type { Edge, Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'ambiguous-branch',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'A step with two ways on of the same type.',
  why: 'Which of them a contact takes is undefined: one official tool silently keeps only the last.',
  remedy: 'Keep one edge of each type. To do two things put them one after the other; to choose, put a condition there.',
  whenOff: 'When you have seen the service run both ways and count on it.',

  workflow({ workflow, graph }, report) {
    for (const step of workflow.steps) {
      const edges = graph.outgoing(step);
      // What a step of unknown type does with its edges is not known either.
      if (edges.length < 2 || (edges.length === 2 && edges[0]?.type !== edges[1]?.type) || branchesOf(step.type) === undefined) continue;
      for (const [type, ways] of groupByType(edges)) {
        const targets = [...new Map(ways.map((edge) => [graph.target(edge) as Step, edge]))];
        if (targets.length < 2) continue;
        const [[one], [other]] = targets as [[Step, Edge], [Step, Edge]];
        const rest = targets.length > 2 ? ` and ${targets.length - 2} more` : '';
        report({
          at: step,
          message: `${labelOf(step)} goes on by "${type}" to ${nameOf(one)}${rest === '' ? ' and' : ','} to ${nameOf(other)}${rest}: which one runs is undefined`,
          help: `keep one "${type}" edge`,
          related: targets.slice(0, 10).map(([target, edge]) => ({ at: [edge, 'to'], message: `the way to ${nameOf(target)}` })),
          detail: type,
        });
      }
    }
  },
});

function groupByType(edges: readonly Edge[]): ReadonlyMap<string, readonly Edge[]> {
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    if (edge.type === undefined || !isKnownEdgeType(edge.type)) continue;
    const group = groups.get(edge.type);
    if (group === undefined) groups.set(edge.type, [edge]);
    else group.push(edge);
  }
  return groups;
}

import type { Graph } from '../src/graph/graph.ts';
import { labelOf, nameOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unreachable-step',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A step that no path from the trigger leads to.',
  why: 'No contact ever gets there: the email it sends, or the change it makes, never happens.',
  remedy: 'Connect it to a step that is reached, or delete it.',
  whenOff: 'While a draft is being drawn and its parts are not connected yet.',

  workflow({ workflow, graph }, report) {
    if (!workflow.hasEdges || graph.ofType('trigger').length === 0) return;
    let end: Step | undefined;
    for (const step of workflow.steps) {
      if (graph.isReachable(step)) {
        if (graph.outgoing(step).length === 0 && step.type !== 'contact_delete') end = step;
        continue;
      }
      // This leaves out triggers as well: one that is no duplicate is reached.
      if (graph.isDuplicate(step)) continue;
      const entries = graph.incoming(step);
      const near = end !== undefined && entries.length === 0 && step.key !== undefined ? end : undefined;
      report({
        at: step,
        message: `${labelOf(step)} is never reached: ${reasonFor(step, graph)}`,
        help: near === undefined ? undefined : `nothing follows ${labelOf(near)}: is an edge from there missing?`,
      });
    }
  },
});

function reasonFor(step: Step, graph: Graph): string {
  if (step.key === undefined) return 'it has no key that an edge could name';
  const entries = graph.incoming(step);
  if (entries.length === 0) return 'no edge leads to it';
  const other = entries.map((edge) => graph.source(edge) as Step).find((source) => source !== step);
  if (other === undefined) return 'only its own edge leads to it';
  const more = entries.length > 1 ? ' and other steps that are not reached' : ', which is not reached';
  return `the way to it comes from ${nameOf(other)}${more} either`;
}

import type { Graph } from '../src/core/graph/graph.ts';
import { moveFix } from '../src/core/model/fix.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { nameOf } from '../src/core/model/label.ts';
import type { Edge, Step } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'edge-order',
  severity: 'info',
  preset: 'strict',
  category: 'graph',
  summary: 'A connection listed before every connection to its source.',
  why: 'Changes to the order of emails are hard to review when connections are not in execution order.',
  remedy: 'List the connections in execution order, starting at the trigger.',
  whenOff: 'When the files are written by hand and use a different order.',

  workflow({ workflow, graph }, report) {
    const early = workflow.steps
      .flatMap((step) => {
        const exits = isTrigger(step) ? [] : graph.outgoing(step);
        const entry = exits.length === 0 ? undefined : firstEntry(step, graph);
        if (entry === undefined) return [];
        return exits
          .filter((edge) => edge.index <= entry.index)
          .map((edge) => ({ edge, entry, step }));
      })
      .sort((a, b) => a.edge.index - b.edge.index);
    const [first, ...others] = early;
    if (first === undefined) return;
    const noun = edgeNounOf(workflow);
    const name = nameOf(first.step);
    const before = graph.source(first.entry) as Step;
    const source = nameOf(before);
    const entry = isTrigger(before) ? undefined : firstEntry(before, graph);
    // The other edge may not be moved before the edge to its own source.
    const isMovable = entry === undefined || entry.index < first.edge.index;
    report({
      at: first.edge,
      message: `${noun} from ${name} is listed before the ${noun} from ${source} to ${name}${
        others.length === 0 ? '' : `, and ${others.length} more`
      }`,
      help: `move it after the ${noun} from ${source}`,
      fixes: isMovable
        ? moveFix(first.entry, first.edge, `move the ${noun} from ${source} before it`)
        : undefined,
      related: [
        { at: first.entry, message: `${noun} to ${name}` },
        ...others.map(({ edge }) => ({ at: edge, message: 'also listed too early' })),
      ],
      fingerprintKey: { names: groupIdentity(workflow) },
    });
  },
});

/** The first edge into the step that is not part of a cycle through it. */
function firstEntry(step: Step, graph: Graph): Edge | undefined {
  return graph.incoming(step).find((edge) => !graph.onOneCycle(graph.source(edge) as Step, step));
}

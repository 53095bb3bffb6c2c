import { missingLinks } from '../src/core/graph/likely-edges.ts';
import { unreachableRegions } from '../src/core/graph/regions.ts';
import { connectFix } from '../src/core/model/fix.ts';
import { labelOf, nameOf, neverSent, quote } from '../src/core/model/label.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-timeout-branch',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'A wait with a timeout and no timeout branch, before a step that nothing leads to.',
  why: 'The run ends for contacts whose wait times out, and the steps meant for them never run.',
  remedy: 'Connect the wait to the step by an edge of type timeout.',
  limits:
    'Waits without a step that their timeout could lead to: many workflows end there on purpose.',
  whenOff: 'When the step that nothing leads to is a draft.',

  workflow({ workflow, graph }, report) {
    if (workflow.status !== 'enabled' || !workflow.hasEdges || graph.unresolvedEdges.length > 0)
      return;
    const links = missingLinks(graph);
    for (const { steps } of unreachableRegions(graph)) {
      const [to] = steps;
      const link = links.get(to);
      if (link?.isTimeout !== true) continue;
      const { from } = link;
      const noun = edgeNounOf(workflow);
      report({
        at: from,
        message: `${labelOf(from)} has no timeout ${noun}, and nothing leads to ${nameOf(to)}`,
        help: link.isSound
          ? `add the ${noun} from ${nameOf(from)} to ${nameOf(to)} with type ${quote('timeout')}`
          : `connect the timeout of ${nameOf(from)}, and check what follows ${nameOf(to)}`,
        consequence: neverSent(steps.filter(isEmail).length),
        related: [{ at: to, message: `${labelOf(to)} is unreachable` }],
        fixes: link.isSound ? connectFix(workflow, link) : undefined,
      });
    }
  },
});

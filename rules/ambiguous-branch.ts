import { groupBy } from '../src/core/graph/graph.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { meaningOf } from '../src/core/model/step-type.ts';
import { labelOf, nameOf, quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'ambiguous-branch',
  severity: 'warning',
  stage: 'structure',
  summary: 'Two outgoing edges of the same type.',
  why: 'The service does not define which one a contact follows, or whether the step runs twice.',
  remedy: 'Keep one edge of each type: connect the steps in turn, or add a condition.',

  workflow({ workflow, steps, graph }, report) {
    const noun = workflow.edgeNoun;
    const title = `remove this ${noun}`;
    for (const step of steps.filter((each) => graph.outgoing(each).length > 1))
      for (const [type, links] of groupBy(graph.outgoing(step), ({ edge }) => edge.type)) {
        if (type === undefined) continue;
        const byTarget = groupBy(links, ({ to }) => to);
        for (const [, ...repeated] of byTarget.values())
          for (const { edge, to } of repeated)
            report({
              at: edge,
              message: `duplicate ${quote(type)} ${noun} from ${nameOf(step)} to ${nameOf(to)}`,
              help: title,
              fixes: removeFix(edge, title, 'safe'),
            });
        // The rule invalid-branch reports a type that the step does not leave by.
        if (byTarget.size < 2 || !step.spec.isKnown || meaningOf(step, type) === undefined)
          continue;
        report({
          at: step,
          message: `${labelOf(step)} has ${byTarget.size} ${quote(type)} ${noun}s`,
          help: 'connect the targets in turn, or add a condition that chooses between them',
          related: [...byTarget.keys()].map((to) => ({ at: to, message: 'one of the targets' })),
          name: type,
        });
      }
  },
});

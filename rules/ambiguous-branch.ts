import { groupBy } from '../src/core/graph/graph.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { meaningOf } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'ambiguous-branch',
  severity: 'warning',
  preset: 'recommended',
  stage: 'structure',
  summary: 'Two outgoing edges of the same type.',
  why: 'The service does not define which one a contact follows, or whether the step runs twice.',
  remedy:
    'Keep one edge of each type: connect both steps in turn, or add a condition that chooses.',

  workflow({ workflow, steps, graph }, report) {
    const noun = workflow.edgeNoun;
    for (const step of steps) {
      const links = graph.outgoing(step);
      if (links.length < 2) continue;
      for (const [type, alike] of groupBy(links, ({ edge }) => edge.type)) {
        if (type === undefined || alike.length < 2) continue;
        const byTarget = groupBy(alike, ({ to }) => to);
        for (const [first, ...others] of byTarget.values())
          for (const { edge, to } of others)
            report({
              at: edge,
              message: `duplicate ${quote(type)} ${noun} from ${nameOf(step)} to ${nameOf(to)}`,
              help: `remove this ${noun}`,
              fixes: removeFix(edge, `remove this ${noun}`, 'safe'),
              related: [{ at: first.edge, message: `first ${noun}` }],
            });
        const targets = [...byTarget.values()].map(([first]) => first);
        // The rule invalid-branch reports a type that the step does not leave by.
        if (targets.length < 2 || !step.spec.isKnown || meaningOf(step, type) === undefined)
          continue;
        report({
          at: step,
          message: `${labelOf(step)} has ${targets.length} ${quote(type)} ${noun}s`,
          help: `keep one ${quote(type)} ${noun}, or add a condition that chooses between them`,
          related: targets.slice(0, 10).map(({ edge, to }) => ({
            at: [edge, 'to'],
            message: `${noun} to ${nameOf(to)}`,
          })),
          name: type,
        });
      }
    }
  },
});

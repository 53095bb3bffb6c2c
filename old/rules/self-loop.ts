import { removeFix } from '../src/core/model/fix.ts';
import { labelOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'self-loop',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'A connection from a step to itself.',
  why: 'The step repeats endlessly, so contacts never receive the later emails.',
  remedy: 'Point the connection to the next step, or remove it.',
  whenOff: 'Never, because intended repetition needs a delay; see the rule "cycle".',
  linear: true,

  workflow({ workflow, graph }, report) {
    for (const edge of workflow.edges) {
      const step = graph.source(edge);
      if (step === undefined || step !== graph.target(edge)) continue;
      const noun = edgeNounOf(workflow);
      report({
        at: edge,
        message: `${labelOf(step)} has ${noun === 'edge' ? 'an' : 'a'} ${noun} to itself${effectOf(step)}`,
        help: `point the ${noun} to the next step, or remove it`,
        fixes: removeFix([edge], `remove the ${noun}`),
      });
    }
  },
});

function effectOf(step: Step): string {
  const { sends } = step.spec.effects;
  return sends === undefined ? '' : `; the same ${sends} is sent repeatedly without a delay`;
}

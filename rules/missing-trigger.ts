import { neverSent } from '../src/core/graph/lost-emails.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { nearest } from '../src/core/model/nearest.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isEmail, isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';
import { typeMeant } from '../src/core/steps/type-meant.ts';

export default defineRule({
  id: 'missing-trigger',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A workflow with steps, but without a trigger.',
  why: 'No event starts the workflow, so none of its emails is ever sent.',
  remedy: 'Add a step of type "trigger" at the start, with the event that starts the workflow.',
  whenOff: 'While you draft a workflow and its event is not decided yet.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const { steps } = workflow;
    if (steps.length === 0 || graph.where(isTrigger).length > 0) return;
    // The missing type of the step has its own finding.
    const isTarget = (step: Step): boolean => graph.incoming(step).length > 0;
    if (steps.some((step) => typeMeant(step, isTarget) === 'trigger')) return;
    const message =
      steps.length === 1
        ? 'the only step is not a trigger'
        : `none of the ${steps.length} steps is a trigger`;
    report({
      at: [workflow, 'steps'],
      message,
      consequence: neverSent(graph.where(isEmail).length),
      help: helpFor(steps),
    });
  },
});

function helpFor(steps: readonly Step[]): string {
  const meant = steps.find(
    ({ type }) => type !== undefined && nearest(type, ['trigger']) !== undefined,
  );
  if (meant?.type !== undefined)
    return `did you mean "trigger" instead of ${quote(meant.type)} in step ${meant.index + 1}?`;
  return `add a trigger before ${labelOf(steps[0] as Step)}, and connect the two`;
}

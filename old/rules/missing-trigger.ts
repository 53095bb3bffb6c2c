import type { Graph } from '../src/core/graph/graph.ts';
import { lostTriggerKey } from '../src/core/graph/lost-trigger.ts';
import { labelOf, neverSent, quote } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isEmail, isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-trigger',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'A workflow with steps, but without a trigger.',
  why: 'No event starts the workflow, so none of its emails is ever sent.',
  remedy: 'Add a step of type "trigger" at the start, with the event that starts the workflow.',
  whenOff: 'While you draft a workflow and its event is not decided yet.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const { steps } = workflow;
    if (steps.length === 0 || graph.where(isTrigger).length > 0) return;
    const message =
      steps.length === 1
        ? 'the only step is not a trigger'
        : `none of the ${steps.length} steps is a trigger`;
    report({
      at: [workflow, 'steps'],
      message,
      consequence: neverSent(graph.where(isEmail).length),
      help: helpFor(steps[0] as Step, lostTriggerKey(graph)),
      explainedBy: hasLostType(steps, graph) ? 'invalid-shape' : undefined,
    });
  },
});

const helpFor = (first: Step, key: string | undefined): string =>
  key === undefined
    ? `add a trigger before ${labelOf(first)}, and connect the two`
    : `add a trigger with the key ${quote(key)} before ${labelOf(first)}`;

/** Whether the trigger lost its type, and that is the only fault: the only step without a type leads to all others. */
function hasLostType(steps: readonly Step[], graph: Graph): boolean {
  const [step, other] = steps.filter(({ type, spec }) => type === undefined && !spec.isKnown);
  if (step === undefined || other !== undefined || graph.unresolvedEdges.length > 0) return false;
  return graph.incoming(step).length === 0 && graph.reachableFrom([step]).size === steps.length;
}

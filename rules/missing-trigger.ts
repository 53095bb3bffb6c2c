import { labelOf, quote } from '../src/model/label.ts';
import { nearest } from '../src/model/nearest.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'missing-trigger',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A workflow with steps, but no trigger among them.',
  why: 'No event starts it, so no contact ever enters it and none of its emails is sent.',
  remedy: 'Put a step of type "trigger" first, with the event that starts the workflow.',
  whenOff: 'While a draft is being drawn and its event is not decided yet.',

  workflow({ workflow, graph }, report) {
    const { steps } = workflow;
    if (steps.length === 0 || graph.ofType('trigger').length > 0) return;
    const message = steps.length === 1 ? 'the only step is no trigger' : `none of the ${steps.length} steps is a trigger`;
    report({ at: [workflow, 'steps'], message: `${message}: nothing starts this workflow`, help: helpFor(steps) });
  },
});

function helpFor(steps: readonly Step[]): string {
  const meant = steps.find(({ type }) => type !== undefined && nearest(type, ['trigger']) !== undefined);
  if (meant?.type !== undefined) return `step ${meant.index + 1} is of type ${quote(meant.type)}: did you mean "trigger"?`;
  return `put a trigger before ${labelOf(steps[0] as Step)}, with an edge from it`;
}

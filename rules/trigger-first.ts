import { labelOf, nameOf } from '../src/core/model/config.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'trigger-first',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A workflow that does not begin with its only trigger.',
  why: 'One event starts a workflow at its first step, so contacts miss emails or never enter it.',
  remedy: 'Begin the steps with exactly one trigger that no edge leads to.',

  workflow({ workflow, steps, graph }, report) {
    const [trigger, ...extra] = steps.filter(isTrigger);
    if (trigger === undefined) reportNoTrigger(workflow, steps, report);
    else if (trigger.index > 0) reportPosition(trigger, steps, report);
    for (const step of extra)
      report({
        at: step,
        message: `extra ${labelOf(step)}; the workflow starts at ${nameOf(trigger as Step)}`,
        help: 'move this trigger and its steps to a second workflow, or remove it',
        related: [{ at: trigger as Step, message: 'first trigger' }],
      });
    const noun = workflow.edgeNoun;
    // The rule cycle reports a trigger that leads to itself.
    for (const { edge, from, to } of graph.links)
      if (isTrigger(to) && from !== to)
        report({
          at: [edge, 'to'],
          message: `${noun} from ${labelOf(from)} points to ${labelOf(to)}`,
          help: `point the ${noun} to the next step, or remove it`,
          fixes: removeFix(edge, `remove the ${noun}`),
        });
  },
});

function reportNoTrigger(workflow: Workflow, steps: readonly Step[], report: ReportFn): void {
  const [first] = steps;
  if (first === undefined) {
    const name = workflow.name === undefined ? 'this workflow' : `workflow ${quote(workflow.name)}`;
    const help = 'add a trigger and at least one more step';
    report({ at: [workflow, 'steps'], message: `${name} has no steps`, help });
    return;
  }
  report({
    at: [workflow, 'steps'],
    message:
      steps.length === 1
        ? 'the only step is not a trigger'
        : `none of the ${steps.length} steps is a trigger`,
    help: `add a trigger before ${labelOf(first)}, and connect the two`,
    loses: steps,
  });
}

function reportPosition(trigger: Step, steps: readonly Step[], report: ReportFn): void {
  const first = steps[0] as Step;
  const position = `step ${trigger.index + 1} of ${steps.length}`;
  report({
    at: trigger,
    message: `${labelOf(trigger)} is ${position}; the trigger must be the first step`,
    help: 'move it to the start of "steps"',
    related: [{ at: first, message: 'current first step' }],
  });
}

import { removeFix } from '../src/core/model/fix.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { labelOf, nameOf } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'trigger-first',
  severity: 'error',
  stage: 'structure',
  summary: 'A workflow that does not begin with its only trigger.',
  why: 'One event starts a workflow at its first step, so contacts miss emails or never enter it.',
  remedy: 'Begin the steps with exactly one trigger that no edge leads to.',

  workflow({ workflow, steps, graph }, report) {
    const noun = workflow.edgeNoun;
    const [first] = steps;
    const [trigger, ...extra] = steps.filter(isTrigger);
    // A step without a type may be the trigger.
    if (trigger === undefined && steps.some(({ type }) => type === undefined)) return;
    if (trigger === undefined || first === undefined)
      report({
        at: [workflow, 'steps'],
        message: first === undefined ? 'workflow has no steps' : 'no step is a trigger',
        help: `add a trigger, and ${first ? 'connect it to the first step' : 'steps after it'}`,
        loses: steps,
      });
    else if (trigger !== first)
      report({
        at: trigger,
        message: `${labelOf(trigger)} is not the first step, but step ${trigger.index + 1}`,
        help: 'move it to the start of "steps"',
      });
    for (const step of extra)
      report({
        at: step,
        message: `extra ${labelOf(step)}; the workflow starts at ${trigger && nameOf(trigger)}`,
        help: 'move this trigger and its steps to a second workflow, or remove it',
      });
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

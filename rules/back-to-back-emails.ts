import { labelOf, nameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';
import type { Case, Moment } from '../src/core/run/case.ts';
import {
  answersBefore,
  certainCases,
  conditionsBefore,
  emailsOf,
  timeBetween,
} from '../src/core/run/emails.ts';

export default defineRule({
  id: 'back-to-back-emails',
  severity: 'warning',
  preset: 'recommended',
  stage: 'flow',
  summary: 'Two emails that are sent directly after each other.',
  why: 'The contact receives both emails at once and is likely to ignore one of them.',
  remedy: 'Add a delay between the two emails, or combine them.',
  options: optionsOf({
    min: durationOption('1 minute', 'The least time between two emails, such as "1 hour".'),
  }),

  workflow({ workflow, steps, workspace }, report, { min }) {
    if (steps.filter(isEmail).length < 2) return;
    const limit = secondsOfOption(min);
    const seen = new Set<Step>();
    for (const each of certainCases(workspace.casesOf(workflow))) {
      let before: Moment | undefined;
      for (const email of emailsOf(each)) {
        const gap = before && gapBetween(before, email, each);
        if (before !== undefined && gap !== undefined && gap < limit && !seen.has(email.step)) {
          seen.add(email.step);
          const when = gap === 0 ? 'right' : `only ${formatDuration(gap)}`;
          const condition = conditionsBefore(answersBefore(email.index, each));
          report({
            at: email.step,
            message: `${labelOf(email.step)} is sent ${when} after ${nameOf(before.step)}${condition}`,
            help: `add a delay of at least ${formatDuration(limit)} between them, or join them`,
            habit: 'emails are sent right after another one',
            name: email.step.key ?? `#${email.step.index + 1}`,
          });
        }
        before = email;
      }
    }
  },
});

/** The longest time between two emails; undefined where the second is no fault of its own. */
function gapBetween(before: Moment, email: Moment, each: Case): number | undefined {
  // The rule cycle reports a step that is its own successor.
  if (before.step === email.step) return undefined;
  // A contact who acted in between expects an answer.
  const between = each.moments.slice(before.index, email.index);
  if (between.some(({ branch }) => branch === 'received')) return undefined;
  return timeBetween(each, before, email).max;
}

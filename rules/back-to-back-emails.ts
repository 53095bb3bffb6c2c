import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { labelOf, nameOf } from '../src/core/model/text.ts';
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
  stage: 'flow',
  summary: 'Two emails that are sent directly after each other.',
  why: 'The contact receives both emails at once and is likely to ignore one of them.',
  remedy: 'Add a delay between the two emails, or combine them.',
  options: optionsOf({
    min: durationOption('1 minute', 'The least time between two emails, such as "1 hour".'),
  }),

  workflow({ workflow, emails: all, workspace }, report, { min }) {
    if (all.length < 2) return;
    const limit = secondsOfOption(min);
    const seen = new Set<Step>();
    for (const each of certainCases(workspace.casesOf(workflow))) {
      const emails = emailsOf(each);
      for (const [i, email] of emails.entries()) {
        const before = emails[i - 1];
        if (before === undefined || seen.has(email.step)) continue;
        const gap = timeBetween(each, before, email).max;
        if (gap >= limit || isRight(before, email, each)) continue;
        seen.add(email.step);
        const condition = conditionsBefore(answersBefore(email.index, each));
        const when = `${gap === 0 ? 'right' : `only ${formatDuration(gap)}`} after`;
        report({
          at: email.step,
          message: `${labelOf(email.step)} is sent ${when} ${nameOf(before.step)}${condition}`,
          help: `add a delay of at least ${formatDuration(limit)} between them, or join them`,
          habit: 'emails are sent right after another one',
          name: email.step.key ?? `#${email.step.index + 1}`,
        });
      }
    }
  },
});

/**
 * Whether the second email is no fault: a contact who acted in between expects it, and the rule
 * cycle reports a step that is its own successor.
 */
const isRight = (before: Moment, email: Moment, { moments }: Case): boolean =>
  before.step === email.step ||
  moments.slice(before.index, email.index).some(({ branch }) => branch === 'received');

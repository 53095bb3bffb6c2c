import { labelOf, nameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';
import { certainCases, conditionsBefore, emailsOf, timeBetween } from '../src/core/run/emails.ts';

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
    const cases = steps.filter(isEmail).length < 2 ? undefined : workspace.casesOf(workflow);
    if (cases === undefined) return;
    const limit = secondsOfOption(min);
    const seen = new Set<Step>();
    for (const each of certainCases(cases)) {
      const emails = emailsOf(each);
      for (const [i, email] of emails.entries()) {
        const before = emails[i - 1];
        // The rule cycle reports a step that is its own successor.
        if (before === undefined || before.step === email.step || seen.has(email.step)) continue;
        // A contact who acted in between expects an answer.
        const between = each.moments.slice(before.index, email.index);
        if (between.some(({ branch }) => branch === 'received')) continue;
        const gap = timeBetween(each, before.index, email.index).max;
        if (gap >= limit) continue;
        seen.add(email.step);
        const when = gap === 0 ? 'right' : `only ${formatDuration(gap)}`;
        const after = `${when} after ${nameOf(before.step)}${conditionsBefore(email)}`;
        report({
          at: email.step,
          message: `${labelOf(email.step)} is sent ${after}`,
          help: `add a delay of at least ${formatDuration(limit)} between them, or join them`,
          habit: 'emails are sent right after another one',
          name: email.step.key ?? `#${email.step.index + 1}`,
        });
      }
    }
  },
});

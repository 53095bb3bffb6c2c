import { readsField } from '../src/core/model/condition.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { isCondition, isWait } from '../src/core/model/step-type.ts';
import { labelOf, nameOf } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';
import type { Case, Moment } from '../src/core/run/case.ts';
import { certainCases, emailsOf, momentOf, timeBetween } from '../src/core/run/emails.ts';

export default defineRule({
  id: 'stale-condition',
  severity: 'info',
  stage: 'flow',
  summary: 'A condition on the contact that is checked long before the email that depends on it.',
  why: 'The contact may change in the meantime, and then receives an email that is not right.',
  remedy: 'Check the condition again directly before the email, or move it behind the delay.',
  options: optionsOf({
    min: durationOption('1 day', 'The time after which a condition is stale, such as "12 hours".'),
  }),

  workflow({ workflow, steps, workspace }, report, { min }) {
    const conditions = steps.filter((step) => isCondition(step) && readsField(step, 'contact.'));
    if (conditions.length === 0) return;
    const certain = certainCases(workspace.casesOf(workflow));
    for (const condition of conditions) {
      const sent = { met: new Set<Step>(), notMet: new Set<Step>() };
      for (const each of certain) {
        const branch = momentOf(condition, each)?.branch;
        if (branch === 'met' || branch === 'notMet')
          for (const { step } of emailsOf(each)) sent[branch].add(step);
      }
      const isDependent = ({ step }: Moment): boolean =>
        sent.met.has(step) !== sent.notMet.has(step);
      const found = certain
        .map((each) => emailAfter(condition, each))
        .find((each) => each && isDependent(each.email) && each.time >= secondsOfOption(min));
      if (found === undefined) continue;
      const email = nameOf(found.email.step);
      report({
        at: condition,
        message: `${labelOf(condition)} is checked ${formatDuration(found.time)} before ${email}`,
        help: `check it again directly before ${email}, or move it behind the delay`,
      });
    }
  },
});

/** The first email after a condition, with no look at anything between; and the time until it. */
function emailAfter(condition: Step, each: Case) {
  const at = momentOf(condition, each);
  const email = at && emailsOf(each).find(({ index }) => index > at.index);
  if (at === undefined || email === undefined) return undefined;
  const isSeen = each.moments
    .slice(at.index + 1, email.index)
    .some(({ step }) => isCondition(step) || isWait(step));
  return isSeen ? undefined : { email, time: timeBetween(each, at, email).min };
}

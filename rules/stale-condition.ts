import { readsField } from '../src/core/model/condition.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { isCondition, isWait } from '../src/core/model/step-type.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';
import type { Case } from '../src/core/run/case.ts';
import { certainCases, emailsOf, momentOf, timeBetween } from '../src/core/run/emails.ts';

export default defineRule({
  id: 'stale-condition',
  severity: 'info',
  preset: 'recommended',
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
      const sentOn = (holds: boolean): ReadonlySet<Step> =>
        new Set(
          certain
            .filter((each) => answerTo(condition, each) === holds)
            .flatMap((each) => emailsOf(each).map(({ step }) => step)),
        );
      const sent = { met: sentOn(true), notMet: sentOn(false) };
      const found = certain
        .map((each) => dependentEmail(condition, each, sent))
        .find((email) => email !== undefined && email.time >= secondsOfOption(min));
      if (found === undefined) continue;
      const early = `${formatDuration(found.time)} before ${nameOf(found.step)}`;
      report({
        at: condition,
        message: `${labelOf(condition)} is checked ${early}`,
        help: `check it again directly before ${nameOf(found.step)}, or move it behind the delay`,
      });
    }
  },
});

/** The emails of all cases in which a condition is met, or not. */
type Sent = Readonly<Record<'met' | 'notMet', ReadonlySet<Step>>>;

/**
 * The first email after a condition, that the other branch does not send, with no look at anything
 * between; and the time until it is sent.
 */
function dependentEmail(condition: Step, each: Case, sent: Sent) {
  const at = momentOf(condition, each);
  const email = at && emailsOf(each).find(({ index }) => index > at.index);
  if (at === undefined || email === undefined) return undefined;
  const between = each.moments.slice(at.index + 1, email.index);
  if (between.some(({ step }) => isCondition(step) || isWait(step))) return undefined;
  const holds = answerTo(condition, each);
  return holds === undefined || (holds ? sent.notMet : sent.met).has(email.step)
    ? undefined
    : { step: email.step, time: timeBetween(each, at, email).min };
}

const answerTo = (condition: Step, { answers }: Case): boolean | undefined =>
  answers.find(({ step, question }) => step === condition && question.is === 'condition')?.holds;

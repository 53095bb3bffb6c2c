import { comparisonsIn } from '../src/core/model/condition.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { isCondition, isWait } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';
import type { Case } from '../src/core/run/case.ts';
import { certainCases, emailsOf, timeBetween } from '../src/core/run/emails.ts';

export default defineRule({
  id: 'stale-condition',
  severity: 'info',
  preset: 'recommended',
  stage: 'flow',
  summary: 'A condition on the contact that is checked long before the email that depends on it.',
  why: 'The contact may change in the meantime, and then receives an email that is not right any more.',
  remedy: 'Check the condition again directly before the email, or move it behind the delay.',
  options: optionsOf({
    min: durationOption('1 day', 'The time after which a condition is stale, such as "12 hours".'),
  }),

  workflow({ workflow, steps, workspace }, report, { min }) {
    const conditions = steps.filter((step) => fieldOf(step) !== undefined);
    const cases = conditions.length === 0 ? undefined : workspace.casesOf(workflow);
    if (cases === undefined) return;
    const certain = certainCases(cases);
    for (const condition of conditions) {
      const found = certain
        .map((each) => staleEmail(condition, each, certain, secondsOfOption(min)))
        .find((email) => email !== undefined);
      if (found === undefined) continue;
      report({
        at: condition,
        message: `${labelOf(condition)} checks ${quote(fieldOf(condition) ?? '')} ${formatDuration(found.time)} before ${nameOf(found.step)}`,
        help: `check it again directly before ${nameOf(found.step)}, or move it behind the delay`,
        related: [{ at: found.step, message: 'the email that depends on it' }],
      });
    }
  },
});

/** The first field of the contact that a condition reads. */
function fieldOf(step: Step): string | undefined {
  const fields = isCondition(step) ? comparisonsIn(step).map(({ field }) => field) : [];
  return fields.find((field) => field?.startsWith('contact.'));
}

/**
 * The first email that comes long after a condition, that the other branch does not send, with no
 * look at anything between.
 */
function staleEmail(condition: Step, each: Case, all: readonly Case[], min: number) {
  const at = each.moments.findIndex(({ step }) => step === condition);
  const email = at === -1 ? undefined : emailsOf(each).find(({ index }) => index > at);
  if (email === undefined) return undefined;
  const between = each.moments.slice(at + 1, email.index).map(({ step }) => step);
  if (between.some((step) => isCondition(step) || isWait(step))) return undefined;
  const time = timeBetween(each, at, email.index).min;
  const holds = answerTo(condition, each);
  const isSentAnyway = all.some(
    (other) =>
      answerTo(condition, other) === !holds &&
      emailsOf(other).some(({ step }) => step === email.step),
  );
  return time < min || holds === undefined || isSentAnyway ? undefined : { step: email.step, time };
}

const answerTo = (condition: Step, { answers }: Case): boolean | undefined =>
  answers.find(({ step, question }) => step === condition && question.is === 'condition')?.holds;

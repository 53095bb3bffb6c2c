import { comparisonsOf, conditionOf } from '../src/core/model/condition.ts';
import { eventNameOf, labelOf, nameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOf, secondsOfOption } from '../src/core/model/duration.ts';
import { wordsOf } from '../src/core/model/event-words.ts';
import { isCondition, isEmail, isTrigger, isWait } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, durationOption, namesOption, optionsOf } from '../src/core/rule.ts';
import type { Case } from '../src/core/run/case.ts';
import { certainCases, timeBetween } from '../src/core/run/emails.ts';

const ABOUT_EMAIL = 'resend:email.';
/** What contacts do with an email, in the names of the service's events. */
const ACTIONS: ReadonlySet<string> = new Set(['opened', 'clicked']);
const OF_EMAIL: ReadonlySet<string> = new Set(['email', 'last', 'has']);

export default defineRule({
  id: 'check-too-early',
  severity: 'warning',
  preset: 'recommended',
  stage: 'flow',
  summary: 'A check of what contacts do with an email, directly after it is sent.',
  why: 'No contact has opened or clicked the email yet, so every contact takes the same branch.',
  remedy: 'Add a delay before the condition, or a longer wait for the event of the email.',
  options: optionsOf({
    min: durationOption('1 minute', 'The time that contacts need, such as "1 hour".'),
    fields: namesOption('More fields that change with what contacts do with an email.'),
  }),

  workflow({ workflow, steps, workspace }, report, { min, fields }) {
    const checks = steps.flatMap((step) => checkOf(step, fields) ?? []);
    const cases = checks.length === 0 ? undefined : workspace.casesOf(workflow);
    if (cases === undefined) return;
    const limit = secondsOfOption(min);
    // The payload of such a trigger is about what happened before.
    const isPast = wordsOf(eventNameOf(steps.find(isTrigger) as Step) ?? '').some((word) =>
      ACTIONS.has(word),
    );
    for (const { step, field, path } of checks) {
      if (isPast && field?.startsWith('event.')) continue;
      const email = certainCases(cases)
        .map((each) => emailBefore(step, each, limit))
        .find((found) => found !== undefined);
      if (email === undefined) continue;
      const related = [{ at: email.step, message: 'the email' }];
      if (field === undefined) {
        const event = quote(eventNameOf(step) ?? '');
        const message = `${labelOf(step)} waits only ${formatDuration(secondsOf(step) ?? 0)} for ${event}`;
        const help = 'give contacts time to read the email, such as a timeout of "1 day"';
        report({ at: step, message, help, related });
      } else
        report({
          at: [step, ...path],
          message: `${labelOf(step)} checks ${quote(field)} ${email.gap === 0 ? 'right' : formatDuration(email.gap)} after ${nameOf(email.step)} is sent`,
          help: 'add a delay before the condition, or wait for "resend:email.opened" or "resend:email.clicked"',
          related,
        });
    }
  },
});

/** A condition on what contacts do with an email, or a wait for it that ends. */
function checkOf(step: Step, more: readonly string[]) {
  if (isWait(step))
    return eventNameOf(step)?.startsWith(ABOUT_EMAIL) && secondsOf(step) !== undefined
      ? { step, field: undefined, path: [] }
      : undefined;
  const condition = isCondition(step) ? conditionOf(step) : undefined;
  if (condition === undefined) return undefined;
  const found = comparisonsOf(condition.root).find(
    ({ field }) => field !== undefined && (hasAction(field) || more.includes(field)),
  );
  if (found?.field === undefined) return undefined;
  return { step, field: found.field, path: [...condition.base, ...found.path, 'field'] };
}

/** `opened_tips`, `last_email_clicked`; not of another thing, as in `dispute_opened`. */
function hasAction(field: string): boolean {
  const words = wordsOf(field.replace(/^(?:event|contact(?:\.properties)?)\./, ''));
  return words.some(
    (word, i) => ACTIONS.has(word) && (i === 0 || OF_EMAIL.has(words[i - 1] ?? '')),
  );
}

/**
 * The last email before a check, with the time until the check ends, where that is less than the
 * limit.
 */
function emailBefore(check: Step, each: Case, limit: number) {
  const at = each.moments.findIndex(({ step }) => step === check);
  const from = each.moments.slice(0, Math.max(0, at)).findLastIndex(({ step }) => isEmail(step));
  if (from === -1) return undefined;
  const gap = timeBetween(each, from, at).max + (isWait(check) ? (secondsOf(check) ?? 0) : 0);
  return gap < limit ? { step: each.moments[from]?.step as Step, gap } : undefined;
}

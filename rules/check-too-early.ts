import { comparisonsIn } from '../src/core/model/condition.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOf, secondsOfOption } from '../src/core/model/duration.ts';
import { isAboutEmail, wordsOf } from '../src/core/model/event-words.ts';
import { isCondition, isEmail, isTrigger, isWait } from '../src/core/model/step-type.ts';
import { labelOf, nameOf, quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, durationOption, namesOption, optionsOf } from '../src/core/rule.ts';
import type { Case } from '../src/core/run/case.ts';
import { certainCases, momentOf, timeBetween } from '../src/core/run/emails.ts';

/** What contacts do with an email, in the names of the service's events. */
const ACTION = /\b(?:opened|clicked)\b/;
/** `opened_tips`, `last_email_clicked`; not of another thing, as in `dispute_opened`. */
const ACTION_OF_EMAIL =
  /(?:^(?:(?:event|contact)(?: properties)? )?|\b(?:email|last|has) )(?:opened|clicked)\b/;

export default defineRule({
  id: 'check-too-early',
  severity: 'warning',
  stage: 'flow',
  summary: 'A check of what contacts do with an email, directly after it is sent.',
  why: 'No contact has opened or clicked the email yet, so every contact takes the same branch.',
  remedy: 'Add a delay before the condition, or a longer wait for the event of the email.',
  options: optionsOf({
    min: durationOption('1 minute', 'The time that contacts need, such as "1 hour".'),
    fields: namesOption('More fields that change with what contacts do with an email.'),
  }),

  workflow({ workflow, steps, workspace }, report, { min, fields }) {
    for (const step of steps) {
      const check = checkOf(step, fields);
      if (check === undefined) continue;
      const event = wordsOf(eventNameOf(steps.find(isTrigger) as Step) ?? '');
      // The payload of a trigger about an email is about what happened before.
      if (check.of.startsWith('event.') && ACTION.test(event)) continue;
      const email = certainCases(workspace.casesOf(workflow))
        .map((each) => emailBefore(step, each))
        .find((found) => found !== undefined && found.gap < secondsOfOption(min));
      if (email === undefined) continue;
      const when = email.gap === 0 ? 'right' : `only ${formatDuration(email.gap)}`;
      report({
        at: check.at,
        message: `${labelOf(step)} checks ${quote(check.of)} ${when} after ${nameOf(email.step)}`,
        // A delay before a wait would miss events.
        help: isWait(step)
          ? 'write a longer timeout, such as "1 day"'
          : 'add a delay before the condition',
      });
    }
  },
});

/** A condition on what contacts do with an email, or a wait for it that ends. */
function checkOf(step: Step, more: readonly string[]) {
  const event = isWait(step) ? eventNameOf(step) : undefined;
  if (event !== undefined && isAboutEmail(event) && secondsOf(step) !== undefined)
    return { of: event, at: step };
  for (const { field = '', at } of isCondition(step) ? comparisonsIn(step) : [])
    if (ACTION_OF_EMAIL.test(wordsOf(field)) || more.includes(field))
      return { of: field, at: [...at, 'field'] as const };
  return undefined;
}

/** The last email before a check, with the time until the check ends. */
function emailBefore(check: Step, each: Case) {
  const at = momentOf(check, each);
  const email = at && each.moments.slice(0, at.index).findLast(({ step }) => isEmail(step));
  const own = isWait(check) ? (secondsOf(check) ?? 0) : 0;
  return email && { step: email.step, gap: timeBetween(each, email, at).max + own };
}

import { readsField } from '../src/core/model/condition.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { isAboutEmail } from '../src/core/model/event-words.ts';
import { isEmail, isWait } from '../src/core/model/step-type.ts';
import { labelOf } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, durationOption, exemptOption, optionsOf } from '../src/core/rule.ts';
import type { Case } from '../src/core/run/case.ts';
import { momentOf, timeBetween } from '../src/core/run/emails.ts';

export default defineRule({
  id: 'late-wait',
  severity: 'info',
  stage: 'flow',
  summary: 'A wait that starts when its event may already have occurred.',
  why: 'A wait only receives events that occur during it, so contacts who were faster time out.',
  remedy: 'Start the wait earlier, or check a contact property first.',
  options: optionsOf({
    min: durationOption('1 minute', 'The time after which a wait is late, such as "1 hour".'),
    answers: exemptOption('Events that only follow an email of the workflow: "feedback.received".'),
  }),

  workflow({ workflow, steps, workspace }, report, { min, answers }) {
    for (const wait of steps.filter(isWait)) {
      const event = eventNameOf(wait);
      const cases = workspace.casesOf(workflow)?.cases;
      if (event === undefined || cases === undefined) continue;
      const isAnswer = isAboutEmail(event) || answers.includes(event);
      const passed = cases.flatMap((each) => timeBefore(wait, event, isAnswer, each));
      const least = Math.min(...passed);
      // It is late only if it is so in every case that comes to it.
      if (passed.length === 0 || least < secondsOfOption(min)) continue;
      const since = `${formatDuration(least)} after the ${isAnswer ? 'email' : 'trigger'}`;
      report({
        at: wait,
        message: `${labelOf(wait)} starts ${since}; earlier events are missed`,
        help: 'start the wait earlier, or check a contact property first',
        name: event,
      });
    }
  },
});

/**
 * The time that passes in a case before the wait starts: since the trigger, or since the last email
 * for an event that answers it. 0 where the workflow looked for the event before: by another wait,
 * or by a condition on a property after some time.
 */
function timeBefore(wait: Step, event: string, isAnswer: boolean, each: Case): number | [] {
  const at = momentOf(wait, each);
  if (at === undefined) return [];
  const before = each.moments.slice(0, at.index);
  if (before.some(({ step }) => isWait(step) && eventNameOf(step) === event)) return 0;
  if (before.some(({ step, time }) => time.min > 0 && readsField(step, 'contact.properties.')))
    return 0;
  const from = isAnswer ? before.findLast(({ step }) => isEmail(step)) : each.moments[0];
  return from === undefined ? 0 : timeBetween(each, from, at).min;
}

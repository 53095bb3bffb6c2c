import { eventNameOf } from '../src/core/model/config.ts';
import { wordsOf } from '../src/core/model/event-words.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, exemptOption, optionsOf } from '../src/core/rule.ts';
import { emailsOf } from '../src/core/run/emails.ts';

/** The last words of events that occur again and again for one contact. */
const ACTIVITY = new RegExp(
  [
    '\\b(?:updated|viewed|active|tracked|visited|login|logged in|seen)$',
    '\\b(?:cart|basket|session|habit) \\w+$',
  ].join('|'),
);

export default defineRule({
  id: 'repeating-trigger',
  severity: 'warning',
  stage: 'flow',
  summary: 'A workflow that sends emails on an event that occurs again and again.',
  why: 'A trigger starts a run at each occurrence, and each run sends its own copy of the emails.',
  remedy: 'Start on an event that occurs once per contact, and wait for this one.',
  options: optionsOf({
    once: exemptOption('Events that occur once per contact, although their names do not say so.'),
  }),

  workspace({ workspace }, report, { once }) {
    for (const workflow of workspace.soundWorkflows) {
      const trigger = workflow.steps?.find(isTrigger) as Step;
      const event = eventNameOf(trigger);
      if (event === undefined || once.includes(event) || workflow.status === 'disabled') continue;
      if (!ACTIVITY.test(wordsOf(event))) continue;
      const emails = workspace.casesOf(workflow)?.cases.map(emailsOf) ?? [];
      // A wait or condition may end the run before its first email.
      if (emails.length === 0 || emails.some(({ length }) => length === 0)) continue;
      report({
        at: [trigger, 'config', 'event_name'],
        message: `each occurrence of event ${quote(event)} sends the emails again`,
        help: 'start on another event, or list this one in the option "once"',
      });
    }
  },
});

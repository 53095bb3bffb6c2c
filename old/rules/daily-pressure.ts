import { type BurstEmail, createBurstSearch } from '../src/core/graph/email-bursts.ts';
import { emailFactOf, emailsByEvent } from '../src/core/graph/email-facts.ts';
import { isCutShort } from '../src/core/graph/email-plan.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { labelOfWorkflow, nameOfMail, quote } from '../src/core/model/label.ts';
import { firstPlaces, placeIn, placeOfStep } from '../src/core/model/place.ts';
import { countOption, defineRule, optionsOf } from '../src/core/rule.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** More of one workflow are `too-many-emails`. */
const MAX_OF_ONE = 5;

export default defineRule({
  id: 'daily-pressure',
  severity: 'warning',
  preset: 'strict',
  category: 'time',
  summary: 'Too many emails to one contact within a day of one event, across all workflows.',
  why: 'Contacts who receive several emails a day unsubscribe from all of them.',
  remedy: 'Delay some of the emails to another day, or merge the workflows.',
  limits:
    'Emails at an unknown time, and emails within one hour: `contact-pressure` reports those.',
  whenOff: 'When contacts expect several emails a day, such as during an event.',
  needs: { workflows: 'partly' },
  options: optionsOf({
    max: countOption(3, [1, 100], 'The maximum number of emails to one contact within 24 hours.'),
  }),

  summarize: emailFactOf,

  compare({ summaries, leaveUnchecked }, report, { max }) {
    for (const [event, { started }] of emailsByEvent(summaries)) {
      const plans = started.map(({ start }) => start.plan);
      if (createBurstSearch(plans, plans.length, HOUR, max).find().length > 0) continue;
      const search = createBurstSearch(plans, plans.length, DAY, max);
      const [burst] = search.find();
      if (search.isCut()) leaveUnchecked(`not decided: emails within a day of ${quote(event)}`);
      if (burst === undefined) continue;
      const isOfOne = new Set(burst.map(({ plan }) => plan)).size === 1;
      if (isOfOne && burst.length > MAX_OF_ONE) continue;
      const [{ known, start }] = started as [(typeof started)[number]];
      const trigger = placeOfStep(placeIn(known), start.trigger);
      const { min: first } = burst[0] as BurstEmail;
      const least = search.isPart(burst) || plans.some(isCutShort) ? 'at least ' : '';
      const when =
        first === 0 ? `of ${quote(event)}` : `, ${formatDuration(first)} after ${quote(event)}`;
      report({
        at: { ...trigger, pointer: `${trigger.pointer}/config/${start.trigger.field}` },
        message: `one contact can receive ${least}${burst.length} emails within 24 hours${first === 0 ? ' ' : ''}${when} (limit: ${max})`,
        help: `delay some of these emails, so that at most ${max} are sent within 24 hours`,
        related: firstPlaces(burst, ({ plan, email, min }) => {
          const { known } = started[plan] as (typeof started)[number];
          const of = labelOfWorkflow(known.workflow);
          return {
            at: placeOfStep(placeIn(known), email),
            message: `${nameOfMail(email)} of ${of}, ${min === 0 ? 'immediately' : formatDuration(min)} after the event`,
          };
        }),
        fingerprintKey: { names: event },
      });
    }
  },
});

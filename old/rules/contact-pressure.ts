import {
  type BurstEmail,
  createBurstSearch,
  type EmailBurst,
} from '../src/core/graph/email-bursts.ts';
import { emailFactOf, emailsByEvent } from '../src/core/graph/email-facts.ts';
import { type EmailPlan, isCutShort } from '../src/core/graph/email-plan.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { groupBy, joinNames, scopeOf } from '../src/core/model/groups.ts';
import { nameOfMail, quote } from '../src/core/model/label.ts';
import type { Place, WorkflowRef } from '../src/core/model/nodes.ts';
import { firstPlaces, placeIn, placeOfStep } from '../src/core/model/place.ts';
import { pluralize, takeFirst } from '../src/core/model/text.ts';
import {
  countOption,
  defineRule,
  durationOption,
  type KnownWorkflow,
  optionsOf,
} from '../src/core/rule.ts';

interface OfWorkflow {
  readonly known: KnownWorkflow;
  readonly plan: EmailPlan;
}

const MINUTE = 60;
/** For each event: the workflows that it starts, and the waits that it ends, each compared with those workflows. */
const MAX_WAITS = 10;
const MAX_WORKFLOWS = 50;

export default defineRule({
  id: 'contact-pressure',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  summary: 'Too many emails to one contact after one event, across all workflows.',
  why: 'The contact receives the emails of all these workflows together and may unsubscribe from all of them.',
  remedy: 'Delay some of the emails, or merge the workflows.',
  limits:
    'Emails at an unknown time. For one event, 50 workflows that it starts and 10 waits that it ends are compared; the report names an event with more, and the number of its emails is a lower bound.',
  whenOff: 'When the event does not come from real contacts, such as an import of test accounts.',
  needs: { workflows: 'partly' },
  options: optionsOf({
    max: countOption(3, [1, 100], 'The maximum number of emails to one contact within this time.'),
    within: durationOption(
      '1 hour',
      'The time window in which emails are counted, such as "1 hour".',
    ),
  }),

  summarize: emailFactOf,

  compare({ summaries, leaveUnchecked }, report, { max, within }) {
    const limit = secondsOfOption(within);
    const undecided: string[] = [];
    const tooMany: string[] = [];
    const tooManyWaits: string[] = [];
    for (const [event, { started, waiting }] of emailsByEvent(summaries)) {
      const compared = started.slice(0, MAX_WORKFLOWS);
      if (compared.length < started.length) tooMany.push(event);
      const starts = compared.map(({ known, start: { plan } }) => ({ known, plan }));
      const waits = waiting.filter(({ wait }) => wait.plan.length > 0);
      if (waits.length > MAX_WAITS) tooManyWaits.push(event);
      const answered = waits.slice(0, MAX_WAITS);
      const answers = answered.map(({ known, wait: { plan } }) => ({ known, plan }));
      const group = [...starts, ...answers];
      const plans = group.map(({ plan }) => plan);
      const search = createBurstSearch(plans, starts.length, limit, max);
      const isShort = compared.length < started.length || plans.some(isCutShort);
      // A contact may be in several waits for the event; they are compared one by one.
      const isOneOfWaits = new Set(waits.map(({ known }) => known)).size > 1;
      const describe = (burst: EmailBurst, at: BurstEmail, moment: string, isPart = false) => {
        const isLowerBound = isShort || isPart || search.isPart(burst);
        return describeBurst(burst, at, { moment, group, isLowerBound, max, limit });
      };
      for (const burst of search.find())
        report({
          ...describe(burst, burst[max] as BurstEmail, quote(event)),
          // Of simultaneous emails, the one that exceeds the limit depends on file names.
          fingerprintKey: { names: firstNameIn(burst, group), detail: event },
        });
      for (const [i, { known, wait }] of answered.entries()) {
        for (const burst of search.find(starts.length + i)) {
          const own = burst.filter(({ plan }) => plan === starts.length + i);
          const last = own.at(-1);
          // Otherwise the workflow alone, or the event alone, exceeds the limit.
          if (last === undefined || own.length > max || burst.length - own.length > max) continue;
          const moment = `${quote(event)} at wait ${wait.name}`;
          const described = describe(burst, last, moment, isOneOfWaits);
          const ended = {
            at: placeOfStep(placeIn(known), wait),
            message: `${quote(event)} ends this wait`,
          };
          report({
            ...described,
            related: [ended, ...described.related],
            fingerprintKey: { detail: joinNames(event, wait.key) },
          });
        }
      }
      if (search.isCut()) undecided.push(event);
    }
    const leave = (what: string, events: string[]): void => {
      if (events.length > 0) leaveUnchecked(`not decided: ${what} ${printEvents(events)}`);
    };
    leave('too many emails with different conditions after', undecided);
    leave(`emails of more than ${MAX_WORKFLOWS} workflows after`, tooMany);
    leave(`emails after more than ${MAX_WAITS} waits for`, tooManyWaits);
  },
});

function printEvents(events: string[]): string {
  const more = events.length === 1 ? '' : ` and ${pluralize(events.length - 1, 'more event')}`;
  return `${quote(events.sort()[0] as string)}${more}`;
}

interface BurstContext {
  readonly moment: string;
  readonly group: readonly OfWorkflow[];
  /** Whether the contact may receive more emails than those of the burst. */
  readonly isLowerBound: boolean;
  readonly max: number;
  readonly limit: number;
}

function describeBurst(
  burst: EmailBurst,
  at: BurstEmail,
  { moment, group, isLowerBound, max, limit }: BurstContext,
) {
  const knownOf = ({ plan }: BurstEmail): KnownWorkflow => (group[plan] as OfWorkflow).known;
  const nameOfPlan = (email: BurstEmail): string => printWorkflow(knownOf(email).workflow);
  const placeOfEmail = (each: BurstEmail): Place => placeOfStep(placeIn(knownOf(each)), each.email);
  const least = isLowerBound ? 'at least ' : '';
  const alone = burst.every(({ plan }) => plan === at.plan);
  return {
    at: placeOfEmail(at),
    message: `one contact can receive ${least}${burst.length} emails ${printTime(burst, moment)} (limit: ${max})`,
    help: `${printShares(burst, nameOfPlan, least)}; send at most ${max} within ${formatDuration(limit)}: delay this email${alone ? '' : ' or merge the workflows'}`,
    explainedBy: alone && isWithoutPause(burst) ? 'back-to-back-emails' : undefined,
    related: firstPlaces(
      burst.filter((other) => other !== at),
      (other) => ({
        at: placeOfEmail(other),
        message: `${nameOfMail(other.email)} of ${nameOfPlan(other)}, ${printOffset(other)}`,
      }),
    ),
  };
}

const firstNameIn = (burst: EmailBurst, group: readonly OfWorkflow[]): string | undefined =>
  burst
    .map(({ plan, email }) => joinNames(scopeOf(group[plan]?.known.workflow), email.key))
    .sort()[0];

/** Whether each email follows another one within a minute. */
const isWithoutPause = (burst: EmailBurst): boolean =>
  burst.every(({ max }, i) => i === 0 || max - (burst[i - 1] as BurstEmail).min < MINUTE);

function printWorkflow({ name, id }: WorkflowRef): string {
  const called = name ?? id;
  return called === undefined ? 'an unnamed workflow' : quote(called);
}

function printTime(burst: EmailBurst, moment: string): string {
  const start = (burst[0] as BurstEmail).min;
  const time = burst.reduce((latest, { max }) => Math.max(latest, max), start) - start;
  if (start === 0)
    return time === 0
      ? `immediately after ${moment}`
      : `within ${formatDuration(time)} of ${moment}`;
  const window = time === 0 ? 'at once' : `within ${formatDuration(time)}`;
  return `${window}, ${formatDuration(start)} after ${moment}`;
}

/** "Welcome series" sends 2, "Trial tips" 1, 3 other workflows 3. */
function printShares(
  burst: EmailBurst,
  nameOfPlan: (email: BurstEmail) => string,
  least: string,
): string {
  const shares = [...groupBy(burst, ({ plan }) => plan).values()];
  const { first, more } = takeFirst(shares, 5);
  const printed = first.map(
    (share, i) => `${nameOfPlan(share[0] as BurstEmail)} ${i === 0 ? 'sends ' : ''}${share.length}`,
  );
  if (more > 0) {
    const others = burst.length - first.flat().length;
    printed.push(`${least}${pluralize(more, 'other workflow')} ${others}`);
  }
  return printed.join(', ');
}

function printOffset({ min, max }: BurstEmail): string {
  if (max === 0) return 'immediately after the event';
  const earliest = min === max ? '' : min === 0 ? 'up to ' : `${formatDuration(min)} to `;
  return `${earliest}${formatDuration(max)} after the event`;
}

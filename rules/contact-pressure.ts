import { createExclusions } from '../src/core/conditions/exclusions.ts';
import { type AnsweredWait, answeredWaits } from '../src/core/graph/answered-waits.ts';
import {
  type BurstEmail,
  type EmailBurst,
  findEmailBursts,
} from '../src/core/graph/email-bursts.ts';
import { type EmailPlan, emailPlanOf, type PlannedEmail } from '../src/core/graph/email-plan.ts';
import { flowsByEvent } from '../src/core/graph/flow.ts';
import {
  count,
  DURATION_OPTION,
  formatDuration,
  secondsOfOption,
} from '../src/core/model/duration.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { createFirstFacts, joinNames, scopeOf } from '../src/core/model/identity.ts';
import { nameOfMail, quote } from '../src/core/model/label.ts';
import type { Place, WorkflowRef } from '../src/core/model/nodes.ts';
import { placeIn, placeOfStep } from '../src/core/model/place.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { defineRule, type KnownWorkflow } from '../src/rule.ts';

/** The emails that one event starts in a workflow. */
interface StartedPlan {
  readonly event: string;
  readonly plan: EmailPlan<PlannedEmail>;
}

interface Plans {
  readonly started: readonly StartedPlan[];
  readonly waits: readonly AnsweredWait[];
}

interface OfWorkflow {
  readonly known: KnownWorkflow;
  readonly plan: EmailPlan<PlannedEmail>;
}

type Burst = EmailBurst<PlannedEmail>;
type Email = BurstEmail<PlannedEmail>;

const MAX_RELATED = 20;
const MAX_NAMES = 5;
/** Waits for an event, each compared with the workflows that the event starts. */
const MAX_WAITS = 10;

export default defineRule({
  id: 'contact-pressure',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'Too many emails to one contact after one event, across all workflows.',
  why: 'The contact receives the emails of all these workflows together and may unsubscribe from all of them.',
  remedy: 'Delay some of the emails, or merge the workflows.',
  whenOff: 'When the event does not come from real contacts, such as an import of test accounts.',
  gaps: ['workflows'],
  options: {
    defaults: { max: 3, within: '1 hour' },
    schema: {
      max: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: 'The maximum number of emails to one contact within this time.',
      },
      within: {
        ...DURATION_OPTION,
        description: 'The time window in which emails are counted, such as "1 hour".',
      },
    },
  },

  facts({ workflow, graph }): Plans | undefined {
    if (workflow.status !== 'enabled' || graph.where(isEmail).length === 0) return undefined;
    const started = flowsByEvent(graph)
      .map(([event, flow]) => ({ event, plan: emailPlanOf(flow) }))
      .filter(({ plan }) => plan.length > 0);
    const waits = answeredWaits(graph);
    return started.length + waits.length === 0 ? undefined : { started, waits };
  },

  workspace({ facts, leaveUnchecked }, report, { max, within }) {
    const limit = secondsOfOption(within);
    const isFirst = createFirstFacts();
    const started = facts.flatMap((known) =>
      known.fact.started
        .filter(({ event }) => isFirst(known, event))
        .map(({ event, plan }) => ({ event, plan, known })),
    );
    const waits = groupBy(
      facts.flatMap((known) => known.fact.waits.map((wait) => ({ known, wait }))),
      ({ wait }) => wait.event,
    );
    const isFirstWait = createFirstFacts();
    const undecided: string[] = [];
    const uncompared: string[] = [];
    for (const [event, group] of groupBy(started, (one) => one.event)) {
      const plans = group.map(({ plan }) => plan);
      const exclusions = createExclusions();
      const { bursts, isCut } = findEmailBursts(plans, limit, max, exclusions);
      if (isCut) undecided.push(event);
      for (const burst of bursts)
        report({
          ...describeBurst(burst, burst[max] as Email, group, quote(event), max, limit),
          detail: event,
        });
      // The contacts of each wait receive its emails beside those that the event starts.
      const waiting = (waits.get(event) ?? []).filter(({ known }) => isFirstWait(known, event));
      if (isCut || waiting.length === 0) continue;
      if (waiting.length > MAX_WAITS) uncompared.push(event);
      for (const { known, wait } of waiting.slice(0, MAX_WAITS)) {
        if (exclusions.findConflict(wait.before) !== undefined) continue;
        const own = { known, plan: planOfWait(wait) };
        const isFixed = [...wait.before, ...wait.filter].every(({ isStable }) => isStable);
        // What held for the contact at the wait may not hold later.
        const together = [...(isFixed ? group : group.filter(isIndependent)), own];
        const added = together.length - 1;
        const found = findEmailBursts(
          together.map(({ plan }) => plan),
          limit,
          max,
          exclusions,
        );
        if (found.isCut && undecided.at(-1) !== event) undecided.push(event);
        for (const burst of found.bursts) {
          const answers = burst.filter(({ plan }) => plan === added);
          // Otherwise the workflow alone, or the event alone, exceeds the limit.
          if (answers.length === 0 || answers.length > max) continue;
          if (burst.length - answers.length > max) continue;
          const moment = `${quote(event)} at wait ${wait.name}`;
          const described = describeBurst(
            burst,
            answers.at(-1) as Email,
            together,
            moment,
            max,
            limit,
          );
          report({
            ...described,
            related: [
              { at: placeOfStep(placeIn(known), wait), message: `${quote(event)} ends this wait` },
              ...described.related,
            ],
            identity: undefined,
            detail: joinNames(event, wait.key),
          });
        }
      }
    }
    if (undecided.length > 0)
      leaveUnchecked(
        `not decided: too many emails with different conditions after ${printEvents(undecided)}`,
      );
    if (uncompared.length > 0)
      leaveUnchecked(
        `not decided: emails after more than ${MAX_WAITS} waits for ${printEvents(uncompared)}`,
      );
  },
});

function printEvents(events: string[]): string {
  const more = events.length === 1 ? '' : ` and ${count(events.length - 1, 'more event')}`;
  return `${quote(events.sort()[0] as string)}${more}`;
}

/** The emails follow the event at fixed times, one after the other. */
function planOfWait({ emails, filter }: AnsweredWait): EmailPlan<PlannedEmail> {
  return emails.map(({ seconds, email }, i) => ({
    email,
    min: seconds,
    max: seconds,
    before: i === 0 ? [] : [i - 1],
    constraints: filter,
  }));
}

const isIndependent = ({ plan }: OfWorkflow): boolean =>
  plan.every(({ constraints }) => constraints.every(({ isStable }) => isStable));

function describeBurst(
  burst: Burst,
  at: Email,
  group: readonly OfWorkflow[],
  moment: string,
  max: number,
  limit: number,
) {
  const knownOf = ({ plan }: Email): KnownWorkflow => (group[plan] as OfWorkflow).known;
  const nameOfPlan = (email: Email): string => printWorkflow(knownOf(email).workflow);
  const placeOfEmail = (each: Email): Place => placeOfStep(placeIn(knownOf(each)), each.email);
  const alone = burst.every(({ plan }) => plan === at.plan);
  return {
    at: placeOfEmail(at),
    message: `one contact can receive ${burst.length} emails ${printTime(burst, moment)} (limit: ${max})`,
    help: `${printShares(burst, nameOfPlan)}; send at most ${max} within ${formatDuration(limit)}: delay this email${alone ? '' : ' or merge the workflows'}`,
    related: burst
      .filter((other) => other !== at)
      .slice(0, MAX_RELATED)
      .map((other) => ({
        at: placeOfEmail(other),
        message: `${printName(other.email)} of ${nameOfPlan(other)}, ${printOffset(other)}`,
      })),
    // Of simultaneous emails, the one that exceeds the limit depends on file names.
    identity: burst
      .map((each) => joinNames(scopeOf(knownOf(each).workflow), each.email.key))
      .sort()[0] as string,
  };
}

const printName = ({ index, key, subject }: PlannedEmail): string =>
  nameOfMail(index, key === '' ? undefined : key, subject);

function printWorkflow({ name, id }: WorkflowRef): string {
  const called = name ?? id;
  return called === undefined ? 'an unnamed workflow' : quote(called);
}

function printTime(burst: Burst, moment: string): string {
  const start = (burst[0] as Email).min;
  const time = burst.reduce((latest, { max }) => Math.max(latest, max), start) - start;
  if (start === 0)
    return time === 0
      ? `immediately after ${moment}`
      : `within ${formatDuration(time)} of ${moment}`;
  const window = time === 0 ? 'at once' : `within ${formatDuration(time)}`;
  return `${window}, ${formatDuration(start)} after ${moment}`;
}

/** "Welcome series" sends 2, "Trial tips" 1, 3 other workflows 3. */
function printShares(burst: Burst, nameOfPlan: (email: Email) => string): string {
  const shares = new Map<number, { readonly name: string; emails: number }>();
  for (const email of burst) {
    const share = shares.get(email.plan);
    if (share === undefined) shares.set(email.plan, { name: nameOfPlan(email), emails: 1 });
    else share.emails++;
  }
  const all = [...shares.values()];
  const printed = all
    .slice(0, MAX_NAMES)
    .map(({ name, emails }, i) => `${name} ${i === 0 ? 'sends ' : ''}${emails}`);
  const others = all.slice(MAX_NAMES);
  if (others.length > 0)
    printed.push(
      `${count(others.length, 'other workflow')} ${others.reduce((sum, { emails }) => sum + emails, 0)}`,
    );
  return printed.join(', ');
}

function printOffset({ min, max }: Email): string {
  if (max === 0) return 'immediately after the event';
  const earliest = min === max ? '' : min === 0 ? 'up to ' : `${formatDuration(min)} to `;
  return `${earliest}${formatDuration(max)} after the event`;
}

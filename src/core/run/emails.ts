/** Emails of a case, and what a rule may say of it. */
import { groupBy } from '../graph/graph.ts';
import { eventNameOf, nameOf } from '../model/config.ts';
import { isEmail, isTrigger } from '../model/step-type.ts';
import { quote } from '../model/text.ts';
import type { Workflow } from '../model/workflow.ts';
import type { Workspace } from '../workspace.ts';
import type { Answer, Case, Cases, Moment, TimeRange } from './case.ts';

/** An email that the contact receives, with its position among the moments of the case. */
export interface SentEmail extends Moment {
  readonly index: number;
  readonly of: Case;
}

export function emailsOf(of: Case): readonly SentEmail[] {
  const emails: SentEmail[] = [];
  for (const [index, moment] of of.moments.entries()) {
    const { step, time, since, isSent = true } = moment;
    if (isSent && isEmail(step)) emails.push({ step, time, since, isSent, index, of });
  }
  return emails;
}

/** Seconds from one moment of a case to a later one: exact also after a wait. */
export function timeBetween({ moments }: Case, from: number, to: number): TimeRange {
  const between = moments.slice(from + 1, to + 1);
  return {
    min: between.reduce((sum, { since }) => sum + since.min, 0),
    max: between.reduce((sum, { since }) => sum + since.max, 0),
  };
}

/**
 * The emails to a contact who does nothing, so that no event comes: those that every such case
 * sends, whatever its conditions are; each step once. Their times are those of all these cases.
 */
export function idleEmails(workflow: Workflow, workspace: Workspace): readonly SentEmail[] {
  const cases = workspace.casesOf(workflow);
  const known = cases === undefined ? [] : (idle.get(cases) ?? idleIn(cases));
  if (cases !== undefined) idle.set(cases, known);
  return known;
}

/** Several rules ask for them. */
const idle = new WeakMap<Cases, readonly SentEmail[]>();

function idleIn({ cases }: Cases): readonly SentEmail[] {
  const comes = ({ question, holds }: Answer): boolean => question.is === 'event' && holds;
  const waiting = cases.filter((of) => !of.answers.some(comes));
  const [first = [], ...others] = waiting.map(emailsOf);
  const distinct = first.filter((email, i) => first.findIndex(isOf(email)) === i);
  return distinct.flatMap((email) => {
    const same = [email, ...others.flatMap((emails) => emails.find(isOf(email)) ?? [])];
    if (same.length < waiting.length) return [];
    const time = {
      min: Math.min(...same.map(({ time: { min } }) => min)),
      max: Math.max(...same.map(({ time: { max } }) => max)),
    };
    const answers = email.of.answers.filter(({ question }) => question.is === 'event');
    return [{ ...email, time, of: { ...email.of, answers } }];
  });
}

const isOf =
  ({ step }: Moment) =>
  (other: Moment): boolean =>
    other.step === step;

/**
 * The sound workflows, one of each id, by the meant name of the event that starts them: of events
 * that start several.
 */
export function workflowsByEvent(workspace: Workspace): ReadonlyMap<string, readonly Workflow[]> {
  const ids = new Set<string>();
  const started = workspace.soundWorkflows.flatMap((workflow) => {
    if (workflow.id !== undefined && ids.has(workflow.id)) return [];
    if (workflow.id !== undefined) ids.add(workflow.id);
    const trigger = workflow.steps?.find(isTrigger);
    const event = trigger && eventNameOf(trigger);
    return event === undefined ? [] : [{ workflow, event: workspace.event(event)?.name ?? event }];
  });
  const groups = [...groupBy(started, ({ event }) => event)].filter(([, of]) => of.length > 1);
  return new Map(groups.map(([event, of]) => [event, of.map(({ workflow }) => workflow)]));
}

/** Cases that claims about "some case" may rest on. */
export const certainCases = ({ cases }: Cases): readonly Case[] =>
  cases.filter(({ isCertain }) => isCertain);

/**
 * What leads to an email, for the end of a message: `, if "order.paid" does not come`; blank where
 * nothing does.
 */
export function conditionsBefore({ of, index }: SentEmail): string {
  const before = of.answers.filter(({ moment }) => moment < index).map(describe);
  const [first, ...others] = [...new Set(before)].slice(-2);
  if (first === undefined) return '';
  return `, if ${[first, ...others].join(' and ')}`;
}

function describe({ step, question, holds }: Answer): string {
  switch (question.is) {
    case 'event':
      return `${quote(question.event)} ${holds ? 'comes' : 'does not come'}`;
    case 'condition':
      return `condition ${nameOf(step)} is ${holds ? '' : 'not '}met`;
    case 'link':
      return `${nameOf(step)} goes on to ${nameOf(question.to)}`;
    default:
      return holds ? 'the contact is unsubscribed' : 'the contact is subscribed';
  }
}

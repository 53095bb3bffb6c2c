/** Emails of a case, and what a rule may say of it. */
import { groupBy } from '../graph/graph.ts';
import { eventNameOf, nameOf } from '../model/config.ts';
import { isEmail, isTrigger } from '../model/step-type.ts';
import { quote } from '../model/text.ts';
import type { Step, Workflow } from '../model/workflow.ts';
import type { Workspace } from '../workspace.ts';
import type { Answer, Case, Cases, Moment, TimeRange } from './case.ts';

/** An email that the contact receives, with its position among the moments of the case. */
export interface SentEmail extends Moment {
  readonly index: number;
  readonly of: Case;
}

export const emailsOf = (of: Case): readonly SentEmail[] =>
  of.moments.flatMap((moment, index) =>
    isEmail(moment.step) && moment.isSent !== false ? [{ ...moment, index, of }] : [],
  );

/** Seconds from one moment of a case to a later one: exact also after a wait. */
export function timeBetween({ moments }: Case, from: number, to: number): TimeRange {
  const between = moments.slice(from + 1, to + 1);
  return {
    min: between.reduce((sum, { since }) => sum + since.min, 0),
    max: between.reduce((sum, { since }) => sum + since.max, 0),
  };
}

/** The emails to a contact who does nothing: no event comes. None where a condition is asked. */
export function idleEmails(workflow: Workflow, workspace: Workspace): readonly SentEmail[] {
  const idle = workspace
    .casesOf(workflow)
    ?.cases.find(({ answers }) =>
      answers.every(({ question, holds }) => question.is === 'event' && !holds),
    );
  return idle === undefined ? [] : emailsOf(idle);
}

/** The sound workflows by the event that starts them, by its meant name. */
export function workflowsByEvent(workspace: Workspace): ReadonlyMap<string, readonly Workflow[]> {
  const started = workspace.soundWorkflows.flatMap((workflow) => {
    const trigger = workflow.steps?.find(isTrigger);
    const event = trigger && eventNameOf(trigger);
    return event === undefined ? [] : [{ workflow, event: workspace.event(event)?.name ?? event }];
  });
  const groups = [...groupBy(started, ({ event }) => event)];
  return new Map(groups.map(([event, of]) => [event, of.map(({ workflow }) => workflow)]));
}

/** Cases that claims about "some case" may rest on. */
export const certainCases = ({ cases }: Cases): readonly Case[] =>
  cases.filter(({ isCertain }) => isCertain);

/** What leads to an email, for the end of a message: `, if "order.paid" does not come`; blank where nothing does. */
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

/** The steps that are emails, each once, in the order in which they are first sent. */
export const distinctSteps = (emails: readonly Moment[]): readonly Step[] => [
  ...new Set(emails.map(({ step }) => step)),
];

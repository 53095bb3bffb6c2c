/** Emails of a case, and what a rule may say of it. */
import { writesOf } from '../model/config.ts';
import { nameOf, quote } from '../model/text.ts';
import type { Step } from '../model/workflow.ts';
import type { Answer, Case, Cases, Moment, TimeRange } from './case.ts';

/** The emails that the contact receives. */
export const emailsOf = ({ moments }: Case): readonly Moment[] =>
  moments.filter(({ isSent }) => isSent === true);

/** No email is skipped until the workflow itself writes whether the contact is subscribed. */
export function startsSubscribed({ moments }: Case): boolean {
  const isDecisive = ({ step, isSent }: Moment): boolean =>
    isSent === false || writesOf(step).some(([name]) => name === 'unsubscribed');
  return moments.find(isDecisive)?.isSent !== false;
}

/** The moment at which a contact first comes to a step. */
export const momentOf = (step: Step, { moments }: Case): Moment | undefined =>
  moments.find((moment) => moment.step === step);

/** Seconds from one moment of a case to a later one: exact also after a wait. */
export function timeBetween({ moments }: Case, from: Moment, to: Moment): TimeRange {
  let [min, max] = [0, 0];
  for (let i = from.index + 1; i <= to.index; i++) {
    min += moments[i]?.since.min ?? 0;
    max += moments[i]?.since.max ?? 0;
  }
  return { min, max };
}

/** An email to a contact who does nothing, so that no event comes. */
export interface IdleEmail {
  readonly step: Step;
  /** In all cases. */
  readonly time: TimeRange;
  /** The events that do not come before it. */
  readonly before: readonly Answer[];
}

/** Those that every case without an event sends, whatever its conditions are; each step once. */
export function idleEmailsIn({ cases }: Cases): readonly IdleEmail[] {
  const comes = ({ question, holds }: Answer): boolean => question.is === 'event' && holds;
  const idle = cases.filter(({ answers }) => !answers.some(comes));
  const [first] = idle;
  const sent = idle.map(emailsOf);
  const found = new Map<Step, IdleEmail>();
  for (const { step, index } of sent[0] ?? []) {
    const times = sent.flatMap((emails) => emails.find((each) => each.step === step)?.time ?? []);
    if (first === undefined || times.length < sent.length || found.has(step)) continue;
    const min = Math.min(...times.map((time) => time.min));
    const max = Math.max(...times.map((time) => time.max));
    const before = answersBefore(index, first).filter(({ question }) => question.is === 'event');
    found.set(step, { step, time: { min, max }, before });
  }
  return [...found.values()];
}

/** Cases that claims about "some case" may rest on. */
export const certainCases = (cases: Cases | undefined): readonly Case[] =>
  cases?.cases.filter(({ isCertain }) => isCertain) ?? [];

/** What was assumed before a moment. */
export const answersBefore = (index: number, { answers }: Case): readonly Answer[] =>
  answers.filter(({ moment }) => moment < index);

/**
 * What leads to an email, for the end of a message: `, if "order.paid" does not come`; blank where
 * nothing does.
 */
export function conditionsBefore(answers: readonly Answer[]): string {
  const last = [...new Set(answers.map(wordAnswer))].slice(-2);
  return last.length === 0 ? '' : `, if ${last.join(' and ')}`;
}

/** `"order.paid" does not come`. */
export function wordAnswer({ step, question, holds }: Answer): string {
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

/** The cases of one run, with each email and each question once. */
import { configText, templateOf } from '../../core/model/config.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { isEmail } from '../../core/model/step-type.ts';
import type { Step, Workflow } from '../../core/model/workflow.ts';
import { templateFor } from '../../core/resources/templates.ts';
import type { Case, Cases, TimeRange } from '../../core/run/case.ts';
import { startsSubscribed } from '../../core/run/emails.ts';
import type { Workspace } from '../../core/workspace.ts';
import { answerOf, type GivenAnswer, type NewQuestion } from './questions.ts';

/** A workflow that an event starts. */
export interface Run {
  /** Its position among the runs. */
  readonly index: number;
  readonly workflow: Workflow;
  readonly startedBy: string;
  /** Seconds after the first event. */
  readonly offset: number;
  readonly payload: JsonObject | undefined;
  /** The first event starts it. */
  readonly isFirst: boolean;
}

/** An email. */
export interface Send {
  readonly run: number;
  readonly step: Step;
  /** Seconds after the first event. */
  readonly time: TimeRange;
  readonly template: string | undefined;
  readonly subject: string | undefined;
  readonly from: string | undefined;
  /** The numbers of the cases in which it is sent. */
  readonly cases: readonly number[];
  /** In all cases of its run in which the contact is subscribed. */
  readonly isCertain: boolean;
}

export interface SimulatedCase {
  readonly number: number;
  readonly run: number;
  readonly answers: readonly GivenAnswer[];
  /** In order of time. */
  readonly sends: readonly Send[];
  readonly end: Case['end'];
  /** False where the contact was unsubscribed before, and may as well have been subscribed. */
  readonly isSubscribed: boolean;
}

/** What is known of it only after all cases is added. */
interface NewSend extends Send {
  readonly cases: number[];
  isCertain: boolean;
}

/** What the cases of all runs have, as one list each. @param found the cases of each run. */
export function collect(runs: readonly Run[], found: readonly Cases[], workspace: Workspace) {
  const asked = new Map<string, NewQuestion>();
  const cases: SimulatedCase[] = [];
  const all: Send[] = [];
  for (const run of runs) {
    const known = new Map<string, NewSend>();
    const own = found[run.index]?.cases ?? [];
    const first = cases.length;
    const isAnySubscribed = own.some(startsSubscribed);
    const drafts = own.map((of) => ({
      answers: of.answers.map((given) => answerOf(given, of, run, asked)),
      sends: emailsIn(of, workspace).map((email) => sendOf(email, run, known)),
      end: of.end,
      isSubscribed: !isAnySubscribed || startsSubscribed(of),
    }));
    // Those of a contact who stays subscribed first.
    drafts.sort((a, b) => Number(b.isSubscribed) - Number(a.isSubscribed));
    for (const { sends, ...draft } of drafts) {
      const number = cases.length + 1;
      for (const send of sends) send.cases.push(number);
      cases.push({ ...draft, number, run: run.index, sends: sends.sort(inOrder) });
    }
    const subscribed = cases.slice(first).filter(({ isSubscribed }) => isSubscribed);
    markCertain([...known.values()], subscribed);
    all.push(...known.values());
  }
  return { cases, sends: all.sort(inOrder), questions: [...asked.values()] };
}

/** The emails of a run that all its cases of a subscribed contact have. */
function markCertain(sends: readonly NewSend[], cases: readonly SimulatedCase[]): void {
  const numbers = new Set(cases.map(({ number }) => number));
  for (const send of sends)
    send.isCertain = send.cases.filter((number) => numbers.has(number)).length === numbers.size;
}

const inOrder = (a: Send, b: Send): number =>
  a.time.min - b.time.min ||
  // Both may be unlimited.
  (a.time.max === b.time.max ? 0 : a.time.max - b.time.max) ||
  a.run - b.run ||
  a.step.index - b.step.index;

interface Email extends Pick<Send, 'step' | 'time' | 'template' | 'subject' | 'from'> {
  /** A cycle may send an email several times at one time. */
  readonly nth: number;
}

/** The emails of a case, with what the service reads of them. */
function emailsIn({ moments }: Case, workspace: Workspace): readonly Email[] {
  const emails: Email[] = [];
  for (const { step, time, isSent } of moments) {
    const template = templateOf(step);
    if (!isEmail(step) || isSent === false || template === undefined) continue;
    const loaded = templateFor(step, workspace);
    // What a template that was not read has is not known.
    const isIn = (name: 'from' | 'subject'): boolean =>
      configText(step, name) !== undefined || loaded === undefined || Boolean(loaded[name]?.trim());
    // Without a sender, nothing is sent; without a subject, the run fails.
    if (!isIn('from')) continue;
    if (!isIn('subject')) break;
    const subject = configText(step, 'subject') ?? loaded?.subject ?? undefined;
    const isSame = (each: Email): boolean =>
      each.step === step && each.time.min === time.min && each.time.max === time.max;
    const nth = emails.filter(isSame).length;
    emails.push({ step, time, template, subject, from: configText(step, 'from'), nth });
  }
  return emails;
}

/** The same for an email that an earlier case sends too. */
function sendOf({ nth, ...email }: Email, run: Run, known: Map<string, NewSend>): NewSend {
  const { step, time } = email;
  const key = JSON.stringify([step.index, time.min, time.max, nth]);
  const range = { min: time.min + run.offset, max: time.max + run.offset };
  const send = known.get(key) ?? {
    ...email,
    ...{ time: range, run: run.index, cases: [], isCertain: false },
  };
  known.set(key, send);
  return send;
}

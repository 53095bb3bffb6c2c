/** The cases of several runs as one list, with each email and each question once. */
import { configText, templateOf } from '../../core/model/config.ts';
import { hasTimeout, secondsOf } from '../../core/model/duration.ts';
import { isEmail, isWait } from '../../core/model/step-type.ts';
import type { Step } from '../../core/model/workflow.ts';
import { templateFor } from '../../core/resources/templates.ts';
import type { Answer, Case, Cases, Moment, TimeRange } from '../../core/run/case.ts';
import { startsSubscribed } from '../../core/run/emails.ts';
import { keyOf } from '../../core/run/facts.ts';
import type { Workspace } from '../../core/workspace.ts';
import { type Decider, decidersOf } from './deciders.ts';
import type { Run } from './simulate.ts';
import { answerText } from './words.ts';

/** An email. */
export interface Send {
  /** Its position among the runs. */
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

/** What documents and the request leave open. */
export interface Question {
  readonly run: number;
  readonly step: Step;
  readonly kind: 'condition' | 'event' | 'filter' | 'link' | 'unsubscribed';
  /** When it is asked; of an event, when it may come. */
  readonly time: TimeRange;
  /** At least two. */
  readonly answers: readonly string[];
  /** Flags; none where the service does not document the answer. */
  readonly deciders: readonly Decider[];
}

export interface SimulatedCase {
  readonly number: number;
  readonly run: number;
  /** Positions of the question and of its answer. */
  readonly answers: readonly { readonly question: number; readonly answer: number }[];
  /** Positions of its emails. */
  readonly sends: readonly number[];
  readonly end: Case['end'];
  /** False where the contact was unsubscribed before, and may as well have been subscribed. */
  readonly isSubscribed: boolean;
}

interface DraftCase extends Omit<SimulatedCase, 'number' | 'sends'> {
  readonly sends: readonly DraftSend[];
}
type DraftSend = Omit<Send, 'cases' | 'isCertain'>;
type DraftQuestion = Omit<Question, 'answers'> & { readonly index: number; answers: string[] };

export function createCollector(workspace: Workspace) {
  const runs: Run[] = [];
  const cases: DraftCase[] = [];
  const questions = createQuestions();
  const sends = createSends(workspace);
  let [min, max]: [number, number | undefined] = [0, 0];
  return {
    add(run: Run, { cases: found, isAll }: Cases): void {
      const at = runs.push(run) - 1;
      const isAnySubscribed = found.some(startsSubscribed);
      const own = found.map((of): DraftCase => {
        const answers = of.answers.map((answer) => questions.answer(answer, of, { run, at }));
        const isSubscribed = !isAnySubscribed || startsSubscribed(of);
        return { run: at, answers, sends: sends.of(of, { run, at }), end: of.end, isSubscribed };
      });
      // Those of a contact who stays subscribed first.
      cases.push(...own.filter((each) => each.isSubscribed));
      cases.push(...own.filter((each) => !each.isSubscribed));
      const counts = own.map(({ sends: { length } }) => length);
      const isBounded = isAll && max !== undefined && !own.some(repeats);
      min += Math.min(...counts);
      max = isBounded ? (max ?? 0) + Math.max(...counts) : undefined;
    },
    result: () => ({
      ...{ runs, questions: questions.list(), emails: { min, max } },
      ...numbered(cases, sends.list()),
    }),
  };
}

/** A run with its position. */
interface Placed {
  readonly run: Run;
  readonly at: number;
}

/** Each question once, in the order in which it is asked first. */
function createQuestions() {
  const questions = new Map<string, DraftQuestion>();
  return {
    /** Positions of the question and of the answer that a case gives. */
    answer(given: Answer, of: Case, { run, at }: Placed): SimulatedCase['answers'][number] {
      const { step, question, holds } = given;
      const time = timeOf(given, of, run.offset);
      const kind = question.is === 'condition' && isWait(step) ? 'filter' : question.is;
      const about = question.is === 'condition' ? keyOf(question.condition) : undefined;
      const key = JSON.stringify([at, step.index, kind, about, time.min, time.max]);
      const both = [true, false].map((each) => answerText(given, each, time));
      const known = questions.get(key) ?? {
        ...{ index: questions.size, run: at, step, kind, time },
        answers: kind === 'link' ? [] : both,
        deciders: decidersOf(given, run.startedBy),
      };
      questions.set(key, known);
      const text = answerText(given, holds, time);
      // Of links, only those that are taken are known.
      if (!known.answers.includes(text)) known.answers.push(text);
      return { question: known.index, answer: known.answers.indexOf(text) };
    },
    list: (): readonly Question[] => [...questions.values()],
  };
}

/** Each email once: a step at a time. */
function createSends(workspace: Workspace) {
  const sends = new Map<string, DraftSend>();
  return {
    /** Those of a case. */
    of({ moments }: Case, { run, at }: Placed): readonly DraftSend[] {
      const own = new Map<string, DraftSend>();
      for (const { step, time, isSent } of moments) {
        if (!isEmail(step) || isSent === false) continue;
        const email = emailOf(step, workspace);
        // Without a subject, the run fails; without a template or sender, nothing is sent.
        if (email === 'fails') break;
        if (email === 'nothing') continue;
        const range = { min: time.min + run.offset, max: time.max + run.offset };
        // A cycle may send an email several times at one time.
        let nth = 0;
        const keyOf = () => JSON.stringify([at, step.index, range.min, range.max, nth]);
        while (own.has(keyOf())) nth++;
        const known = sends.get(keyOf()) ?? { run: at, step, time: range, ...email };
        sends.set(keyOf(), known);
        own.set(keyOf(), known);
      }
      return [...own.values()];
    },
    list: (): readonly DraftSend[] => [...sends.values()].sort(inOrder),
  };
}

/** Cases and emails, which name each other by number and position. */
function numbered(cases: readonly DraftCase[], ordered: readonly DraftSend[]) {
  const index = new Map(ordered.map((send, i) => [send, i]));
  const numbers = ordered.map((): number[] => []);
  const all = cases.map((each, i): SimulatedCase => {
    const own = each.sends.map((send) => index.get(send) ?? 0).sort((a, b) => a - b);
    for (const send of own) numbers[send]?.push(i + 1);
    return { ...each, number: i + 1, sends: own };
  });
  const list = ordered.map((send, i): Send => {
    const own = numbers[i] ?? [];
    const known = new Set(own);
    const isCertain = all.every(
      ({ run, isSubscribed, number }) => run !== send.run || !isSubscribed || known.has(number),
    );
    return { ...send, cases: own, isCertain };
  });
  return { cases: all, sends: list };
}

/** A cycle that nothing ends sends an email in each round. */
const repeats = ({ end, sends }: DraftCase): boolean =>
  end === 'repeats' && new Set(sends.map(({ step }) => step)).size < sends.length;

const inOrder = (a: DraftSend, b: DraftSend): number =>
  a.time.min - b.time.min ||
  (a.time.max === b.time.max ? 0 : a.time.max - b.time.max) ||
  a.run - b.run ||
  a.step.index - b.step.index;

/** What the service reads of an email: in the step, or in its template, where that was read. */
function emailOf(step: Step, workspace: Workspace) {
  const template = templateOf(step);
  if (template === undefined) return 'nothing';
  const loaded = templateFor(step, workspace);
  const isIn = (name: 'from' | 'subject'): boolean =>
    configText(step, name) !== undefined || loaded === undefined || Boolean(loaded[name]?.trim());
  if (!isIn('from')) return 'nothing';
  if (!isIn('subject')) return 'fails';
  const subject = configText(step, 'subject') ?? loaded?.subject ?? undefined;
  return { template, subject, from: configText(step, 'from') };
}

/** When a question is asked; of an event, from the start of its wait to the timeout. */
function timeOf({ step, question, moment }: Answer, of: Case, offset: number): TimeRange {
  const { min, max } = (of.moments[moment] as Moment).time;
  const after = offset + (question.is === 'condition' ? (question.after ?? 0) : 0);
  const limit =
    question.is !== 'event' ? 0 : hasTimeout(step) ? secondsOf(step) : Number.POSITIVE_INFINITY;
  return { min: min + after, max: max + after + (limit ?? Number.POSITIVE_INFINITY) };
}

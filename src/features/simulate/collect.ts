/** The cases of several runs as one list, with each email and each question once. */
import { configText, templateOf } from '../../core/model/config.ts';
import { hasTimeout, secondsOf } from '../../core/model/duration.ts';
import { isEmail, isWait } from '../../core/model/step-type.ts';
import type { Step } from '../../core/model/workflow.ts';
import { templateFor } from '../../core/resources/templates.ts';
import type { Answer, Case, Cases, Moment, TimeRange } from '../../core/run/case.ts';
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
  /** False where the contact is unsubscribed at some email, or a condition says so. */
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
  const sends = new Map<string, DraftSend>();
  const questions = new Map<string, DraftQuestion>();
  let [min, max]: [number, number | undefined] = [0, 0];

  const asked = (run: number, of: Case, answer: Answer): SimulatedCase['answers'][number] => {
    const { step, question, holds } = answer;
    const { offset, startedBy } = runs[run] as Run;
    const time = timeOf(answer, of, offset);
    const kind = question.is === 'condition' && isWait(step) ? 'filter' : question.is;
    const about = question.is === 'condition' ? question.condition : undefined;
    const key = JSON.stringify([run, step.index, kind, about, time.min, time.max]);
    const text = answerText(answer, holds, time);
    const known = questions.get(key) ?? {
      ...{ index: questions.size, run, step, kind, time },
      answers: kind === 'link' ? [] : [answerText(answer, true, time)],
      deciders: decidersOf(answer, startedBy),
    };
    if (kind !== 'link' && known.answers.length === 1)
      known.answers.push(answerText(answer, false, time));
    if (!known.answers.includes(text)) known.answers.push(text);
    questions.set(key, known);
    return { question: known.index, answer: known.answers.indexOf(text) };
  };

  const sent = (run: number, of: Case): readonly DraftSend[] => {
    const own = new Map<string, DraftSend>();
    const { offset } = runs[run] as Run;
    for (const { step, time, isSent } of of.moments) {
      if (!isEmail(step) || isSent === false) continue;
      const email = emailOf(step, workspace);
      // Without a subject, the run fails; without a template or sender, nothing is sent.
      if (email === 'fails') break;
      if (email === 'nothing') continue;
      const at = { min: time.min + offset, max: time.max + offset };
      // A cycle may send an email several times at one time.
      let nth = 0;
      const keyOf = () => JSON.stringify([run, step.index, at.min, at.max, nth]);
      while (own.has(keyOf())) nth++;
      const known = sends.get(keyOf()) ?? { run, step, time: at, ...email };
      sends.set(keyOf(), known);
      own.set(keyOf(), known);
    }
    return [...own.values()];
  };

  return {
    add(run: Run, { cases: found, isAll }: Cases): void {
      const at = runs.push(run) - 1;
      const own = found.map((of): DraftCase => {
        const answers = of.answers.map((answer) => asked(at, of, answer));
        const isSubscribed = !of.moments.some(({ isSent }) => isSent === false);
        return { run: at, answers, sends: sent(at, of), end: of.end, isSubscribed };
      });
      // Those of a contact who stays subscribed first.
      cases.push(...own.filter((each) => each.isSubscribed));
      cases.push(...own.filter((each) => !each.isSubscribed));
      const counts = own.map(({ sends: { length } }) => length);
      const isBounded = isAll && max !== undefined && !own.some(repeats);
      min += Math.min(...counts);
      max = isBounded ? (max ?? 0) + Math.max(...counts) : undefined;
    },
    result() {
      const ordered = [...sends.values()].sort(inOrder);
      const numbers = new Map(ordered.map((send) => [send, [] as number[]]));
      const index = new Map(ordered.map((send, i) => [send, i]));
      const numbered = cases.map((each, i): SimulatedCase => {
        for (const send of each.sends) numbers.get(send)?.push(i + 1);
        const own = each.sends.map((send) => index.get(send) ?? 0);
        return { ...each, number: i + 1, sends: own.sort((a, b) => a - b) };
      });
      const subscribed = runs.map((_, run) =>
        numbered.filter((each) => each.run === run && each.isSubscribed),
      );
      const list = ordered.map((send): Send => {
        const of = numbers.get(send) ?? [];
        const known = new Set(of);
        const isCertain = subscribed[send.run]?.every(({ number }) => known.has(number)) !== false;
        return { ...send, cases: of, isCertain };
      });
      return {
        ...{ runs, cases: numbered, sends: list, emails: { min, max } },
        questions: [...questions.values()],
      };
    },
  };
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
  const limit =
    question.is !== 'event' ? 0 : hasTimeout(step) ? secondsOf(step) : Number.POSITIVE_INFINITY;
  return { min: min + offset, max: max + offset + (limit ?? Number.POSITIVE_INFINITY) };
}

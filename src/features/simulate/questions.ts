/** What documents and the request leave open, and what a request has to say to decide it. */
import { firstBy } from '../../core/graph/graph.ts';
import { comparisonsOf, readsField } from '../../core/model/condition.ts';
import { conditionText } from '../../core/model/condition-text.ts';
import { eventNameOf } from '../../core/model/config.ts';
import { formatDuration, hasTimeout, secondsOf } from '../../core/model/duration.ts';
import { parseReference } from '../../core/model/references.ts';
import { isWait } from '../../core/model/step-type.ts';
import type { Step } from '../../core/model/workflow.ts';
import type { Answer, Case, Moment, TimeRange } from '../../core/run/case.ts';
import { wordAnswer } from '../../core/run/emails.ts';
import { keyOf } from '../../core/run/facts.ts';
import type { Run } from './run.ts';
import { formatOffset, formatWhen } from './words.ts';

export interface Question {
  readonly run: number;
  readonly step: Step;
  readonly kind: 'condition' | 'event' | 'filter' | 'link' | 'unsubscribed';
  /** When it is asked; of an event, when it may come. */
  readonly time: TimeRange;
  /** At least two. */
  readonly answers: readonly string[];
  /** None where the service does not document the answer. */
  readonly deciders: readonly Decider[];
}

/** A field of a payload or of the contact, or an event, of which the request says nothing. */
export interface Decider {
  readonly kind: 'payload' | 'contact' | 'when';
  readonly field?: string;
  readonly event?: string;
  /** As the command line takes them: each decides the question. */
  readonly flags: readonly string[];
}

export interface GivenAnswer {
  readonly question: Question;
  readonly text: string;
}

export type NewQuestion = Question & { readonly answers: string[] };

const ENDLESS = Number.POSITIVE_INFINITY;

/** An answer of a case. Its question is added to those of the run, where it is new. */
export function answerOf(
  given: Answer,
  of: Case,
  run: Run,
  asked: Map<string, NewQuestion>,
): GivenAnswer {
  const { step, question } = given;
  const time = timeOf(given, of, run.offset);
  const kind = question.is === 'condition' && isWait(step) ? 'filter' : question.is;
  const about = question.is === 'condition' ? keyOf(question.condition) : undefined;
  const key = JSON.stringify([run.index, step.index, kind, about, time.min, time.max]);
  const known = asked.get(key) ?? {
    ...{ run: run.index, step, kind, time },
    // Of links, only those that are taken are known.
    answers: kind === 'link' ? [] : [true, false].map((each) => answerText(given, each, time)),
    deciders: decidersOf(given, time, run),
  };
  asked.set(key, known);
  const text = answerText(given, given.holds, time);
  if (!known.answers.includes(text)) known.answers.push(text);
  return { question: known, text };
}

/** When a question is asked; of an event, from the start of its wait to the timeout. */
function timeOf({ step, question, moment }: Answer, of: Case, offset: number): TimeRange {
  const { min, max } = (of.moments[moment] as Moment).time;
  const after = offset + (question.is === 'condition' ? (question.after ?? 0) : 0);
  const limit = question.is !== 'event' ? 0 : hasTimeout(step) ? secondsOf(step) : ENDLESS;
  return { min: min + after, max: max + after + (limit ?? ENDLESS) };
}

/** @param holds whether this answer is the one in words. */
function answerText(given: Answer, holds: boolean, time: TimeRange): string {
  const { step, question } = given;
  const text = wordAnswer({ ...given, holds });
  if (question.is === 'event') return `${text} ${between(time)}`;
  if (question.is === 'unsubscribed') return `${text} ${formatWhen(time)}`;
  if (question.is === 'link') return text;
  const words = conditionText(question.condition, holds) ?? text;
  // The contact may change between two questions, and several events may pass a filter.
  const mayChange = isWait(step) || readsField(step, 'contact.');
  return time.min > 0 && mayChange ? `${words} (${formatWhen(time)})` : words;
}

function between({ min, max }: TimeRange): string {
  if (max === ENDLESS) return min === 0 ? 'at some time' : `after ${formatOffset(min)}`;
  if (min === 0) return `within ${formatDuration(max)}`;
  return `between ${formatOffset(min)} and ${formatOffset(max)}`;
}

function decidersOf({ step, question }: Answer, time: TimeRange, run: Run): readonly Decider[] {
  if (question.is === 'link') return [];
  if (question.is === 'unsubscribed') return [ofContact('unsubscribed', false)];
  if (question.is === 'event') {
    const { event } = question;
    const { min, max } = time;
    const at = formatOffset(max === ENDLESS ? min : min + (max - min) / 2);
    const flags = [at, 'never'].map((when) => flag('when', `${event}@${when}`));
    return [{ kind: 'when', event, flags }];
  }
  // In the filter of a wait, `event.` is the awaited event.
  const awaited = isWait(step) ? eventNameOf(step) : undefined;
  const isFirst = awaited === undefined && run.isFirst;
  const event = awaited ?? run.startedBy;
  const at = formatOffset(awaited === undefined ? run.offset : time.min);
  const found = comparisonsOf(question.condition).flatMap(
    // Of a field that may have any value, one is shown.
    ({ field: reference = '', value = 'any' }): Decider | [] => {
      const { scope, name: field } = parseReference(reference);
      if (scope === 'contact') return ofContact(field, value);
      if (scope !== 'event') return [];
      const fields = textOf(field, value);
      const own = isFirst ? flag('payload', fields) : flag('when', `${event}@${at} ${fields}`);
      return { kind: 'payload', field, event, flags: [own] };
    },
  );
  return [...firstBy(found, ({ flags: [only] }) => only).values()];
}

const ofContact = (field: string, value: unknown): Decider => ({
  kind: 'contact',
  field,
  flags: [flag('contact', textOf(field, value))],
});

const flag = (name: string, value: string): string => `--${name} ${shellQuote(value)}`;

/** A word of a POSIX shell. */
const shellQuote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** `address.city` → `{"address":{"city":…}}`. */
const textOf = (field: string, value: unknown): string =>
  JSON.stringify(
    field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value),
  );

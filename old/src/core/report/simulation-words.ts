import { UNITS } from '../model/duration.ts';
import { countBy, groupBy } from '../model/groups.ts';
import { shortKey } from '../model/label.ts';
import type { Case, Loop, Moment, Question, Run, Simulation, Within } from '../model/simulation.ts';
import { pluralize, takeFirst } from '../model/text.ts';
import { stepTypeOf } from '../steps/registry.ts';

/** Emails and other side effects, in order of time. */
export function sideEffects({ moments }: Simulation): readonly Moment[] {
  return moments.filter(({ type }) => stepTypeOf(type).hasSideEffect);
}

export const isSend = ({ type }: Pick<Moment, 'type'>): boolean =>
  stepTypeOf(type).effects.sends === 'email';

/** It takes time by itself: a delay, or a wait. */
export const isSpan = ({ type }: Moment): boolean => stepTypeOf(type).lengths !== undefined;

/** It happens for every answer to the questions. */
export const isCertain = ({ only }: Pick<Moment, 'only'>): boolean =>
  only.some((term) => term.length === 0);

/** `+1 day 2 hours 30 minutes`; 0 is `at once`. */
export function formatOffset(seconds: number): string {
  let rest = Math.round(seconds * 1000) / 1000;
  if (rest === 0) return 'at once';
  const parts: string[] = [];
  for (const unit of ['day', 'hour', 'minute'] as const) {
    const size = UNITS.get(unit) as number;
    const amount = Math.floor(rest / size);
    if (amount > 0) parts.push(pluralize(amount, unit));
    rest -= amount * size;
  }
  rest = Math.round(rest * 1000) / 1000;
  if (rest > 0) parts.push(pluralize(rest, 'second'));
  return `+${parts.join(' ')}`;
}

/** `+5 days`, `+5 days to +9 days`, `+5 days or later`, `after an unknown time`. */
export function formatTime({ least, greatest }: Within): string {
  if (greatest === null)
    return least === 0 ? 'after an unknown time' : `${formatOffset(least)} or later`;
  return least === greatest
    ? formatOffset(least)
    : `${least === 0 ? 'at once' : formatOffset(least)} to ${formatOffset(greatest)}`;
}

/** `, Sun 2026-03-29 09:00 in Europe/Berlin`; empty without a start. Not escaped. */
export const formatStart = ({ start }: Simulation): string =>
  start === undefined ? '' : `, ${formatDate(start.date, start.nearChange)} in ${start.zone}`;

/** `Sun 2026-03-29 09:00`; with seconds only where there are any. */
export function formatDate(iso: string, withOffset = false): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)(.*)/.exec(iso);
  if (match === null) return iso;
  const [, day = '', time, seconds, offset] = match;
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][
    new Date(`${day}T00:00:00Z`).getUTCDay()
  ];
  return `${weekday} ${day} ${time}${seconds === ':00' ? '' : seconds}${withOffset ? ` ${offset}` : ''}`;
}

export function formatDates({ dates }: Moment): string {
  if (dates === undefined) return '';
  const first = formatDate(dates.least, dates.nearChange);
  if (dates.greatest === null) return `${first} or later`;
  if (dates.least === dates.greatest) return first;
  const end = formatDate(dates.greatest, dates.nearChange);
  return `${first} to ${dates.least.slice(0, 5) === dates.greatest.slice(0, 5) ? end.replace(/ \d{4}-/, ' ') : end}`;
}

/** The conditions of a moment: `event.plan is "pro" and "order.paid" comes within 2 days`; empty when certain. */
export function formatCondition(
  { questions }: Simulation,
  { only, onlyPart }: Conditional,
): string {
  if (isCertain({ only })) return '';
  const groups = groupBy(only, (term) => keyOfTerm(term, questions));
  const terms = Array.from(groups.values(), (group) => formatTerms(group, questions));
  const { first, more } = takeFirst(terms, 4);
  const shown = more === 0 ? first : [...first, `in ${pluralize(more, 'more case')}`];
  return `${shown.join('; or ')}${onlyPart ? '; and more that is too much to tell' : ''}`;
}

/** `if event.step is 6: 2 emails, +1 minute, +1 day`. */
export function formatCase(simulation: Simulation, { only, sends, maybe }: Case): string {
  const condition = formatCondition(simulation, { only });
  const moments = sends.map((position) => simulation.moments[position] as Moment);
  const times = moments.map(({ at }) => at);
  const words =
    times.length > MAX_TIMES ? spanOf(times) : eachOnce(times.map(formatTime)).join(', ');
  const goesOn = simulation.loops.some(
    (loop) =>
      !loop.ends && moments.some(({ run, round }) => run === loop.run && round === loop.rounds),
  );
  const [min, max] = [sends.length, sends.length + maybe];
  const number = min === max ? `${min}` : `${min} to ${max}`;
  const emails = `${number}${goesOn ? ' or more' : ''} ${max === 1 && !goesOn ? 'email' : 'emails'}`;
  const what = max === 0 ? 'no email' : emails;
  return `${condition === '' ? 'always' : `if ${condition}`}: ${what}${words === '' ? '' : `, ${words}`}`;
}

/** Longer lists are a range. */
const MAX_TIMES = 4;

function spanOf(times: readonly Within[]): string {
  const greatest = Math.max(...times.map((time) => time.greatest ?? Number.POSITIVE_INFINITY));
  const least = times[0]?.least ?? 0;
  return formatTime({ least, greatest: Number.isFinite(greatest) ? greatest : null });
}

type Conditional = Pick<Moment, 'only' | 'onlyPart'>;
type Term = Moment['only'][number];

/** Equal for terms that say "is" about one field. */
function keyOfTerm(term: Term, questions: Simulation['questions']): string {
  const [choice, ...others] = term;
  const question = choice && questions[choice.question];
  const isEqual = others.length === 0 && choice?.answer === 0 && question?.value !== undefined;
  return isEqual ? JSON.stringify([question.field, question.at]) : JSON.stringify(term);
}

/** Several terms, of which each says "is" about one field, or one term. */
function formatTerms(terms: readonly Term[], questions: Simulation['questions']): string {
  const choices = terms.flat();
  if (terms.length > 1) return formatValues(choices, 'is', questions);
  const isNot = groupBy(choices.keys(), (i) => {
    const { question, answer } = choices[i] as Term[number];
    const { field, value } = questions[question] as Question;
    return answer === 1 && value !== undefined ? field : i;
  });
  return eachOnce(
    Array.from(isNot.values(), (indexes) => {
      const group = indexes.map((i) => choices[i] as Term[number]);
      const [{ question, answer }] = group as [Term[number]];
      if (group.length > 1) return formatValues(group, 'is not', questions);
      return questions[question]?.answers[answer] as string;
    }),
  ).join(' and ');
}

/** `event.step is 1, 2 or 3`. */
function formatValues(choices: Term, verb: string, questions: Simulation['questions']): string {
  const asked = choices.map(({ question }) => questions[question] as Question);
  return `${asked[0]?.field} ${verb} ${listValues(asked.map(({ value = '' }) => value))}`;
}

const MAX_VALUES = 8;

/** `1, 2 or 3`. */
export function listValues(values: readonly string[]): string {
  const distinct = [...new Set(values)];
  const { first, more } = takeFirst(distinct, MAX_VALUES);
  const last = more > 0 ? `${more} more` : first.at(-1);
  const before = more > 0 ? first : first.slice(0, -1);
  return before.length === 0 ? `${last}` : `${before.join(', ')} or ${last}`;
}

/** A loop repeats its questions. */
function eachOnce(words: readonly string[]): readonly string[] {
  const times = countBy(words, (word) => word);
  const each = Array.from(times, ([word, n]) => (n === 1 ? word : `${word} (${n} times)`));
  // "a and (b or c)" is not "a and b or c".
  return each.length === 1
    ? each
    : each.map((word) => (word.includes(' or ') ? `(${word})` : word));
}

export function nameOfRun({ workflow: { name, id } }: Run): string {
  return name ?? id ?? '(no name)';
}

/** `Welcome › plan` where there are several workflows. */
export function formatStepPlace(
  { runs }: Simulation,
  { run, step }: { readonly run: number; readonly step: string },
): string {
  return runs.length === 1 ? shortKey(step) : `${nameOfRun(runs[run] as Run)} › ${shortKey(step)}`;
}

/** `Welcome › send → wait: repeats every day; once begun, nothing stops it; 3 rounds shown`. */
export function formatLoopIn({ runs }: Simulation, loop: Loop): string {
  const steps = loop.steps.map(shortKey).join(' → ');
  const run = runs.length === 1 ? '' : `${nameOfRun(runs[loop.run] as Run)} › `;
  return `${run}${steps}: ${formatLoop(loop)}`;
}

export function formatLoop({ every, stops, rounds, sends, ends }: Loop): string {
  const pace = formatPace(every, sends);
  if (ends)
    return `${pace}; ends after ${stops.length > 0 ? 'at most ' : ''}${pluralize(rounds, 'round')}`;
  const end =
    stops.length === 0
      ? 'once begun, nothing stops it'
      : `stops only when ${stops.join(', or when ')}`;
  return `${pace}; ${end}; ${pluralize(rounds, 'round')} shown`;
}

function formatPace({ least, greatest }: Within, sends: number): string {
  if (greatest === 0) return `repeats without a pause${sends > 0 ? ': a mail storm' : ''}`;
  const shortest = least === 0 ? '0' : formatOffset(least).slice(1);
  if (least === greatest) return `repeats every ${shortest.replace(/^1 (?=\w+$)/, '')}`;
  if (greatest !== null) return `repeats every ${shortest} to ${formatOffset(greatest).slice(1)}`;
  if (least === 0) return 'repeats, each time after an unknown time';
  return `repeats, every ${shortest} at most often`;
}

/** `2 to 4 emails from 1 workflow`. */
export function summarize({ emails: { min, max }, runs, loops }: Simulation): string {
  const names = new Set(runs.map(({ workflow }) => JSON.stringify(workflow)));
  const open =
    max === null ? `at least ${pluralize(min, 'email')}` : `${min} to ${pluralize(max, 'email')}`;
  const number = min === max ? pluralize(min, 'email') : open;
  return `${number} from ${pluralize(names.size, 'workflow')}${loops.some(({ ends }) => !ends) ? '; a loop goes on' : ''}`;
}

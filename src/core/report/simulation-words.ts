import { UNITS } from '../model/duration.ts';
import { countBy } from '../model/groups.ts';
import { shortKey } from '../model/label.ts';
import type { Loop, Moment, Question, Run, Simulation, Within } from '../model/simulation.ts';
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
export const isCertain = ({ only }: Moment): boolean => only.some((term) => term.length === 0);

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
export function formatCondition({ questions }: Simulation, moment: Moment): string {
  if (isCertain(moment)) return '';
  const terms = moment.only.map((term) =>
    eachOnce(
      term.map(
        ({ question, answer }) => (questions[question] as Question).answers[answer] as string,
      ),
    ).join(' and '),
  );
  const { first, more } = takeFirst(terms, 4);
  const shown = more === 0 ? first : [...first, `in ${pluralize(more, 'more case')}`];
  return `${shown.join('; or ')}${moment.onlyPart ? '; and more that is too much to tell' : ''}`;
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

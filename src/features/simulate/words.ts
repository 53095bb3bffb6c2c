/** A simulation in words; names are not escaped. */

import { readsField } from '../../core/model/condition.ts';
import { conditionText } from '../../core/model/condition-text.ts';
import { formatDuration } from '../../core/model/duration.ts';
import { isWait } from '../../core/model/step-type.ts';
import { labelOfWorkflow, nameOf, plural, quote } from '../../core/model/text.ts';
import type { Answer, TimeRange } from '../../core/run/case.ts';
import { formatInstant, isNearChange } from './calendar.ts';
import type { Question, Send, SimulatedCase } from './collect.ts';
import type { Start } from './request.ts';
import type { Simulation } from './simulate.ts';

/** `at once`, `+2 days`. */
export const formatOffset = (seconds: number): string =>
  seconds === 0 ? 'at once' : `+${formatDuration(seconds)}`;

/** `+2 days`, `+2 days to +5 days`, `+2 days or later`, `after an unknown time`. */
export function formatTime({ min, max }: TimeRange): string {
  if (min === max) return formatOffset(min);
  if (max === Number.POSITIVE_INFINITY)
    return min === 0 ? 'after an unknown time' : `${formatOffset(min)} or later`;
  return `${formatOffset(min)} to ${formatOffset(max)}`;
}

/** `Sat 2026-03-28 09:00`, with its offset near a change of the clocks. */
export function formatDate(start: Start, seconds: number): string {
  const text = formatInstant(start, seconds);
  const [, day = '', time = '', second, offset = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):(\d\d)(.*)$/.exec(text) ?? [];
  if (day === '') return text;
  const weekday = new Date(`${day}T00:00Z`).toUTCString().slice(0, 3);
  const exact = second === '00' ? time : `${time}:${second}`;
  return `${weekday} ${day} ${exact}${isNearChange(start, seconds) ? ` ${offset}` : ''}`;
}

/** The time of an email: dates where the first event has one. */
export function formatWhen({ min, max }: TimeRange, start: Start | undefined): string {
  if (start === undefined) return formatTime({ min, max });
  if (min === max) return formatDate(start, min);
  const to = max === Number.POSITIVE_INFINITY ? 'or later' : `to ${formatDate(start, max)}`;
  return `${formatDate(start, min)} ${to}`;
}

/** One answer to a question. */
export function answerText({ step, question }: Answer, holds: boolean, time: TimeRange): string {
  switch (question.is) {
    case 'event':
      return `${quote(question.event)} ${holds ? 'comes' : 'does not come'} ${between(time)}`;
    case 'condition': {
      const fallback = `${nameOf(step)} is ${holds ? '' : 'not '}met`;
      const text = conditionText(question.condition, holds) ?? fallback;
      // The contact may change between two questions, and several events may pass a filter.
      const mayChange = isWait(step) || readsField(step, 'contact.');
      return time.min > 0 && mayChange ? `${text} (${formatTime(time)})` : text;
    }
    case 'link':
      return `${nameOf(step)} goes on to ${nameOf(question.to)}`;
    default:
      return `the contact is ${holds ? 'un' : ''}subscribed ${formatTime(time)}`;
  }
}

function between({ min, max }: TimeRange): string {
  if (max === Number.POSITIVE_INFINITY)
    return min === 0 ? 'at some time' : `after ${formatOffset(min)}`;
  if (min === 0) return `within ${formatDuration(max)}`;
  return `between ${formatOffset(min)} and ${formatOffset(max)}`;
}

/** The answers of a case, but that the contact is subscribed; blank where nothing is open. */
export function caseText(
  { questions }: Simulation,
  { answers }: Pick<SimulatedCase, 'answers'>,
): string {
  const open = answers.filter(({ question }) => questions[question]?.kind !== 'unsubscribed');
  return open.map(({ question, answer }) => questions[question]?.answers[answer]).join('; ');
}

/** The answers that all cases of an email have in common; blank where there are none. */
export function onlyIf(simulation: Simulation, send: Send): string {
  const [first, ...others] = send.cases.flatMap((number) => simulation.cases[number - 1] ?? []);
  const common = first?.answers.filter(({ question, answer }) =>
    others.every((each) =>
      each.answers.some((own) => own.question === question && own.answer === answer),
    ),
  );
  return caseText(simulation, { answers: common ?? [] });
}

/** `3 emails: at once, +2 days, +7 days`. */
export function caseEmails({ sends, start }: Simulation, of: SimulatedCase): string {
  const times = of.sends.map((i) => formatWhen((sends[i] as Send).time, start));
  const more = times.length > MOST_TIMES ? ' …' : '';
  const list = times.length === 0 ? '' : `: ${times.slice(0, MOST_TIMES).join(', ')}${more}`;
  return `${plural(times.length, 'email')}${list}${ENDS[of.end]}`;
}

const MOST_TIMES = 12;

const ENDS: Readonly<Record<SimulatedCase['end'], string>> = {
  end: '',
  waits: '; then it waits without an end',
  deleted: '; then the contact is deleted',
  fails: '; then the run fails: the payload lacks a field',
  repeats: '; then it goes on without an end (3 rounds are shown)',
};

/** `3 emails from 1 workflow`, `1 to 3 emails from 2 workflows`: to a subscribed contact. */
export function summarize({ emails, cases, runs }: Simulation): string {
  let [min, max] = [0, 0];
  for (const run of runs.keys()) {
    const own = cases.filter((each) => each.run === run && each.isSubscribed);
    const counted = own.map(({ sends }) => sends.length);
    min += Math.min(...counted);
    max += Math.max(...counted);
  }
  const most = min === max ? plural(min, 'email') : `${min} to ${plural(max, 'email')}`;
  const amount = emails.max === undefined ? `${min} or more emails` : most;
  const fewer = cases.some(({ isSubscribed }) => !isSubscribed) ? ', fewer if unsubscribed' : '';
  const workflows = new Set(runs.map(({ workflow }) => workflow));
  return `${amount} from ${plural(workflows.size, 'workflow')}${fewer}`;
}

export const workflowOf = ({ runs }: Simulation, run: number): string => {
  const workflow = runs[run]?.workflow;
  return workflow?.name ?? workflow?.id ?? labelOfWorkflow({ name: undefined, id: undefined });
};

/** The flags that decide a question, each as the command line takes it. */
export function flagsOf({ event: first }: Simulation, question: Question): readonly string[] {
  const { min, max } = question.time;
  return question.deciders.flatMap((decider) => {
    const flag = (name: string, value: string): string => `--${name} ${shellQuote(value)}`;
    if (decider.kind === 'when') {
      const at = formatOffset(max === Number.POSITIVE_INFINITY ? min : min + (max - min) / 2);
      return [flag('when', `${decider.event}@${at}`), flag('when', `${decider.event}@never`)];
    }
    const fields = JSON.stringify(nested(decider.field, decider.value));
    if (decider.kind === 'contact') return [flag('contact', fields)];
    const isFirst = decider.event === first && question.kind !== 'filter';
    if (isFirst) return [flag('payload', fields)];
    return [flag('when', `${decider.event}@${formatOffset(min)} ${fields}`)];
  });
}

/** `address.city` → `{"address": {"city": …}}`. */
const nested = (field: string, value: unknown): unknown =>
  field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

/** A word of a POSIX shell. */
const shellQuote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

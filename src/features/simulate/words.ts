/** A simulation in words; names are not escaped. */
import { groupBy } from '../../core/graph/graph.ts';
import { formatDuration } from '../../core/model/duration.ts';
import { labelOfWorkflow, plural } from '../../core/model/text.ts';
import type { Step } from '../../core/model/workflow.ts';
import type { TimeRange } from '../../core/run/case.ts';
import { formatInstant, isNearChange } from './calendar.ts';
import type { Start } from './request.ts';
import type { Send, SimulatedCase } from './run.ts';
import type { Simulation } from './simulate.ts';

/** `at once`, `+2 days`. */
export const formatOffset = (seconds: number): string =>
  seconds === 0 ? 'at once' : `+${formatDuration(seconds)}`;

/** `Sat 2026-03-28 09:00`, with its offset near a change of the clocks. */
function formatDate(start: Start, seconds: number): string {
  const text = formatInstant(start, seconds);
  const [, day = '', time = '', second, offset = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):(\d\d)(.*)$/.exec(text) ?? [];
  if (day === '') return text;
  const weekday = new Date(`${day}T00:00Z`).toUTCString().slice(0, 3);
  const exact = second === '00' ? time : `${time}:${second}`;
  return `${weekday} ${day} ${exact}${isNearChange(start, seconds) ? ` ${offset}` : ''}`;
}

/**
 * `+2 days`, `+2 days to +5 days`, `+2 days or later`, `after an unknown time`; dates where the
 * first event has one.
 */
export function formatWhen({ min, max }: TimeRange, start?: Start): string {
  const format = (seconds: number): string =>
    start === undefined ? formatOffset(seconds) : formatDate(start, seconds);
  if (min === max) return format(min);
  if (max !== Number.POSITIVE_INFINITY) return `${format(min)} to ${format(max)}`;
  const isUnknown = min === 0 && start === undefined;
  return isUnknown ? 'after an unknown time' : `${format(min)} or later`;
}

/** The seconds to the last email: of one without a limit, to its earliest time. */
export const lastOf = (sends: readonly Send[]): number =>
  Math.max(0, ...sends.map(({ time: { min, max } }) => (Number.isFinite(max) ? max : min)));

/** `, Sat 2026-03-28 09:00 in Europe/Berlin`; blank where the first event has no date. */
export const wordStart = ({ start }: Simulation): string =>
  start === undefined ? '' : `, ${formatDate(start, 0)} in ${start.zone}`;

export const keyOrPlace = ({ key, index }: Step): string => key ?? `#${index + 1}`;

export const workflowOf = ({ runs }: Simulation, run: number): string => {
  const workflow = runs[run]?.workflow;
  return workflow?.name ?? workflow?.id ?? labelOfWorkflow({ name: undefined, id: undefined });
};

/** The answers of a case, but that the contact is subscribed; blank where nothing is open. */
export const caseText = ({ answers }: Pick<SimulatedCase, 'answers'>): string =>
  answers
    .flatMap(({ question, text }) => (question.kind === 'unsubscribed' ? [] : text))
    .join('; ');

/** The answers that all cases of an email have in common; blank where there are none. */
export function onlyIf({ cases }: Simulation, send: Send): string {
  const [first, ...others] = send.cases.flatMap((number) => cases[number - 1] ?? []);
  const common = first?.answers.filter(({ question, text }) =>
    others.every(({ answers }) =>
      answers.some((own) => own.question === question && own.text === text),
    ),
  );
  return caseText({ answers: common ?? [] });
}

const MOST_TIMES = 12;

/** `3 emails: at once, +2 days, +7 days`. */
export function caseEmails({ start }: Simulation, { sends, end }: SimulatedCase): string {
  const times = sends.slice(0, MOST_TIMES).map(({ time }) => formatWhen(time, start));
  const more = sends.length > MOST_TIMES ? ' …' : '';
  const list = sends.length === 0 ? '' : `: ${times.join(', ')}${more}`;
  return `${plural(sends.length, 'email')}${list}${ENDS[end]}`;
}

const ENDS: Readonly<Record<SimulatedCase['end'], string>> = {
  end: '',
  waits: '; then it waits without an end',
  deleted: '; then the contact is deleted',
  fails: '; then the run fails: the payload lacks a field',
  repeats: '; then it goes on without an end (3 rounds are shown)',
};

/** The fewest and the most emails of a case of each run, added. */
export function amountIn(cases: readonly SimulatedCase[]) {
  let [min, max] = [0, 0];
  for (const own of groupBy(cases, ({ run }) => run).values()) {
    const counts = own.map(({ sends }) => sends.length);
    min += Math.min(...counts);
    max += Math.max(...counts);
  }
  return { min, max };
}

/** `3 emails from 1 workflow`, `1 to 3 emails from 2 workflows`: to a subscribed contact. */
export function summarize({ emails, cases, runs }: Simulation): string {
  const subscribed = cases.filter(({ isSubscribed }) => isSubscribed);
  const { min, max } = amountIn(subscribed);
  const most = min === max ? plural(min, 'email') : `${min} to ${plural(max, 'email')}`;
  const amount = emails.max === undefined ? `${min} or more emails` : most;
  const fewer = subscribed.length < cases.length ? ', fewer if unsubscribed' : '';
  const workflows = new Set(runs.map(({ workflow }) => workflow));
  return `${amount} from ${plural(workflows.size, 'workflow')}${fewer}`;
}

import { UNITS } from '../model/duration.ts';
import type { Decider, Loop, Moment, Question, Run, Simulation, Within } from '../model/simulation.ts';
import type { Palette } from './reporter.ts';
import { count, sayFailure } from './words.ts';

/** What a simulation is printed from: it, and what could not be read before. */
export interface SimulationReport {
  readonly simulation: Simulation;
  readonly failures: readonly { readonly source: string; readonly message: string }[];
}

export interface SimulationContext {
  readonly tool: { readonly name: string; readonly version: string };
  readonly palette: Palette;
}

/** Prints a simulation as chunks of text. Pure: no clock, no environment. */
export type SimulationReporter = (report: SimulationReport, context: SimulationContext) => Iterable<string>;

const MAX_TERMS = 4;
const PASSIVE: ReadonlySet<string> = new Set(['trigger', 'delay', 'wait_for_event', 'condition']);

/** What happens to the contact, in order of time: emails, and what else steps do. */
export function happenings({ moments }: Simulation): readonly Moment[] {
  return moments.filter(({ type }) => !PASSIVE.has(type));
}

/** What has its place in a chart: the same, and the times between. */
export function charted({ moments }: Simulation): readonly Moment[] {
  return moments.filter(({ type }) => type !== 'trigger' && type !== 'condition');
}

export const isSend = ({ type }: Moment): boolean => type === 'send_email';

/** It happens whatever the answers to the questions are. */
export const isCertain = ({ only }: Moment): boolean => only.some((term) => term.length === 0);

/** Seconds after the event, in full: `+1 day 2 hours 30 minutes`; 0 is `at once`. */
export function sayOffset(seconds: number): string {
  let rest = Math.round(seconds * 1000) / 1000;
  if (rest === 0) return 'at once';
  const parts: string[] = [];
  for (const unit of ['day', 'hour', 'minute'] as const) {
    const size = UNITS.get(unit) as number;
    const amount = Math.floor(rest / size);
    if (amount > 0) parts.push(count(amount, unit));
    rest -= amount * size;
  }
  rest = Math.round(rest * 1000) / 1000;
  if (rest > 0) parts.push(count(rest, 'second'));
  return `+${parts.join(' ')}`;
}

/** `+5 days`, `+5 days to +9 days`, `+5 days or later`, `after an unknown time`. */
export function sayTime({ least, greatest }: Within): string {
  if (greatest === null) return least === 0 ? 'after an unknown time' : `${sayOffset(least)} or later`;
  return least === greatest ? sayOffset(least) : `${least === 0 ? 'at once' : sayOffset(least)} to ${sayOffset(greatest)}`;
}

/** `Sun 2026-03-29 09:00`; with seconds only where there are any. */
export function sayDate(iso: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)/.exec(iso);
  if (match === null) return iso;
  const [, day = '', time, seconds] = match;
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(`${day}T00:00:00Z`).getUTCDay()];
  return `${weekday} ${day} ${time}${seconds === ':00' ? '' : seconds}`;
}

export function sayDates({ dates }: Moment): string {
  if (dates === undefined) return '';
  if (dates.greatest === null) return `${sayDate(dates.least)} or later`;
  if (dates.least === dates.greatest) return sayDate(dates.least);
  const end = sayDate(dates.greatest);
  return `${sayDate(dates.least)} to ${dates.least.slice(0, 5) === dates.greatest.slice(0, 5) ? end.replace(/ \d{4}-/, ' ') : end}`;
}

/** What must be the case for a moment: `event.plan is "pro" and "order.paid" comes within 2 days`; empty when nothing must. */
export function sayOnly({ questions }: Simulation, moment: Moment): string {
  if (isCertain(moment)) return '';
  const terms = moment.only.map((term) => eachOnce(term.map(({ question, answer }) => questions[question]?.answers[answer] ?? '')).join(' and '));
  const shown = terms.slice(0, MAX_TERMS);
  if (terms.length > MAX_TERMS) shown.push(`in ${count(terms.length - MAX_TERMS, 'more case')}`);
  return `${shown.join('; or ')}${moment.onlyPart ? '; and more that is too much to tell' : ''}`;
}

/** In a loop the same is asked in each round: it is said once. */
function eachOnce(words: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  const each = Array.from(times, ([word, n]) => (n === 1 ? word : `${word} (${n} times)`));
  // "a and (b or c)" is not "a and b or c".
  return each.length === 1 ? each : each.map((word) => (word.includes(' or ') ? `(${word})` : word));
}

/** The questions that what happens hangs on, each with its number from 1 on; others matter only to steps that do nothing. */
export function openQuestions(simulation: Simulation): readonly (readonly [number: number, question: Question])[] {
  const asked = new Set(happenings(simulation).flatMap(questionsOf));
  return simulation.questions.map((question, index) => [index + 1, question] as const).filter(([number]) => asked.has(number));
}

/** The numbers of the questions a moment hangs on, from 1 on. */
export function questionsOf({ only }: Moment): readonly number[] {
  return [...new Set(only.flatMap((term) => term.map(({ question }) => question + 1)))].sort((a, b) => a - b);
}

export function nameOfRun({ workflow: { name, id } }: Run): string {
  return name ?? id ?? '(no name)';
}

/** `Welcome › plan` where there are several workflows. */
export function placeOf({ runs }: Simulation, { run, step }: { readonly run: number; readonly step: string }): string {
  return runs.length === 1 ? shortKey(step) : `${nameOfRun(runs[run] as Run)} › ${shortKey(step)}`;
}

/** The alpha's keys are UUIDs: eight digits tell them apart. */
export function shortKey(key: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/i.test(key) ? `${key.slice(0, 8)}…` : key;
}

/** A question in words: `whether event.plan is "pro"`. */
export function sayQuestion({ answers }: Question): string {
  return answers.length === 2 ? `whether ${answers[0]}` : answers.join(', or ');
}

/** What to give for a question to be decided, as flags; empty when nothing decides it. */
export function sayDeciders({ decidedBy, at }: Question, event: string): string {
  const flags = new Set(decidedBy.map((decider) => sayDecider(decider, at, event)));
  return [...flags].join(' and ');
}

function sayDecider(decider: Decider, at: Within, event: string): string {
  if (decider.kind === 'when')
    return `--when ${inShell(`${decider.event}@${at.least === 0 ? '+1 day' : sayOffset(at.least)}`)} or --when ${inShell(`${decider.event}@never`)}`;
  const path =
    decider.kind === 'contact' && decider.field.startsWith('properties.') ? ['properties', decider.field.slice('properties.'.length)] : [decider.field];
  const json = path.reduceRight((value, key) => `{${JSON.stringify(key)}: ${value}}`, '…');
  if (decider.kind === 'contact') return `--contact ${inShell(json)}`;
  return decider.event === event ? `--payload ${inShell(json)}` : `a payload: --when ${inShell(`${decider.event}@… ${json}`)}`;
}

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function sayLoop(loop: Loop): string {
  const { every, stops, rounds, sends } = loop;
  const pace =
    every.greatest === 0
      ? `repeats without a pause${sends > 0 ? ': a mail storm' : ''}`
      : every.least === every.greatest
        ? `repeats every ${sayOffset(every.least)
            .slice(1)
            .replace(/^1 (?=\w+$)/, '')}`
        : every.greatest === null
          ? every.least === 0
            ? 'repeats, each time after an unknown time'
            : `repeats, every ${sayOffset(every.least).slice(1)} at most often`
          : `repeats every ${every.least === 0 ? '0' : sayOffset(every.least).slice(1)} to ${sayOffset(every.greatest).slice(1)}`;
  const end = stops.length === 0 ? 'once begun, nothing stops it' : `stops only when ${stops.join(', or when ')}`;
  return `${pace}; ${end}; ${count(rounds, 'round')} shown`;
}

/** One line: how much there is. */
export function summarize(simulation: Simulation): string {
  const sends = simulation.moments.filter(isSend);
  const certain = sends.filter(isCertain).length;
  const open = sends.length - certain;
  const workflows = count(new Set(simulation.runs.map(({ workflow }) => JSON.stringify(workflow))).size, 'workflow');
  const sure = certain === 0 ? (open === 0 ? 'no emails' : 'no email for certain') : count(certain, 'email');
  const more = open === 0 ? '' : `, ${certain === 0 ? '' : 'and '}up to ${open}${certain === 0 ? '' : ' more'}`;
  return `${sure}${more} from ${workflows}${simulation.loops.length > 0 ? '; after that, a loop goes on' : ''}`;
}

/** What is to be said besides the timeline: a label, and a text. */
export function remarksOf({ simulation, failures }: SimulationReport): readonly { readonly label: string; readonly text: string }[] {
  const { notes, gaps, notEnabled } = simulation;
  const remarks = notes.map((text) => ({ label: 'note', text }));
  if (notEnabled.length > 0) {
    const names = notEnabled.slice(0, 5).map(({ name, id }) => `"${name ?? id ?? '(no name)'}"`);
    const more = notEnabled.length > 5 ? ` and ${notEnabled.length - 5} more` : '';
    const verb = notEnabled.length === 1 ? 'starts on it too, but is' : 'start on it too, but are';
    remarks.push({
      label: 'not enabled',
      text: `${names.join(', ')}${more} ${verb} not enabled; --all runs ${notEnabled.length === 1 ? 'it' : 'them'} as well`,
    });
  }
  for (const text of gaps) remarks.push({ label: 'not simulated', text });
  for (const failure of failures) remarks.push({ label: 'not read', text: sayFailure(failure) });
  return remarks;
}

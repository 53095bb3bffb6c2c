import type {
  Decider,
  Moment,
  Question,
  Simulation,
  Within,
} from '../../../core/model/simulation.ts';
import { truncate } from '../../../core/model/text.ts';
import type { Printer } from '../../../core/report/reporter.ts';
import {
  formatOffset,
  formatStepPlace,
  formatTime,
  isSpan,
  sideEffects,
} from '../../../core/report/simulation-words.ts';
import { formatFailure } from '../../../core/report/words.ts';
import { stepTypeOf } from '../../../core/steps/registry.ts';

/** The input of a printer: a simulation, and the failures before it. */
interface SimulationReport {
  readonly simulation: Simulation;
  readonly failures: readonly { readonly source: string; readonly message: string }[];
}

export type SimulationReporter = Printer<SimulationReport>;

/** The content of a chart: actions, delays and waits. */
export function charted({ moments }: Simulation): readonly Moment[] {
  return moments.filter((moment) => isSpan(moment) || stepTypeOf(moment.type).hasSideEffect);
}

/** A question of the moments. Not escaped. */
interface OpenQuestion {
  /** From 1. */
  readonly number: number;
  /** `Welcome › plan, +1 day: whether event.plan is "pro"`. */
  readonly text: string;
  /** The flags that decide it; empty if there are none. */
  readonly deciders: string;
}

const MAX_DECIDERS = 300;

export function openQuestions(simulation: Simulation): readonly OpenQuestion[] {
  const asked = new Set(sideEffects(simulation).flatMap(questionsOf));
  return [...simulation.questions.entries()].flatMap(([index, question]) => {
    const number = index + 1;
    if (!asked.has(number)) return [];
    const place = `${formatStepPlace(simulation, question)}, ${formatTime(question.at)}`;
    const deciders = truncate(formatDeciders(question, simulation.event), MAX_DECIDERS);
    return [{ number, text: `${place}: ${formatQuestion(question)}`, deciders }];
  });
}

/** The numbers of the questions that a moment depends on, from 1. */
export function questionsOf({ only }: Moment): readonly number[] {
  return [...new Set(only.flatMap((term) => term.map(({ question }) => question + 1)))].sort(
    (a, b) => a - b,
  );
}

function formatQuestion({ answers }: Question): string {
  return answers.length === 2 ? `whether ${answers[0]}` : answers.join(', or ');
}

function formatDeciders({ decidedBy, at }: Question, event: string): string {
  const flags = new Set(decidedBy.map((decider) => formatDecider(decider, at, event)));
  return [...flags].join(' and ');
}

function formatDecider(decider: Decider, at: Within, event: string): string {
  if (decider.kind === 'when') {
    const time = at.least === 0 ? '+1 day' : formatOffset(at.least);
    const [comes, never] = [`${decider.event}@${time}`, `${decider.event}@never`].map(inShell);
    return `--when ${comes} or --when ${never}`;
  }
  const isProperty = decider.kind === 'contact' && decider.field.startsWith('properties.');
  const path = isProperty
    ? ['properties', decider.field.slice('properties.'.length)]
    : [decider.field];
  const json = path.reduceRight((value, key) => `{${JSON.stringify(key)}: ${value}}`, '…');
  if (decider.kind === 'contact') return `--contact ${inShell(json)}`;
  return decider.event === event
    ? `--payload ${inShell(json)}`
    : `a payload: --when ${inShell(`${decider.event}@… ${json}`)}`;
}

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Notes below the timeline. */
export function remarksOf({
  simulation: { notes, gaps, notEnabled },
  failures,
}: SimulationReport): readonly { readonly label: string; readonly text: string }[] {
  const remarks = notes.map((text) => ({ label: 'note', text }));
  if (notEnabled.length > 0) {
    const names = notEnabled.slice(0, 5).map(({ name, id }) => `"${name ?? id ?? '(no name)'}"`);
    const more = notEnabled.length > 5 ? ` and ${notEnabled.length - 5} more` : '';
    const isOne = notEnabled.length === 1;
    const verb = isOne ? 'starts on it too, but is' : 'start on it too, but are';
    const text = `${names.join(', ')}${more} ${verb} not enabled; --all runs ${isOne ? 'it' : 'them'} as well`;
    remarks.push({ label: 'not enabled', text });
  }
  for (const text of gaps) remarks.push({ label: 'not simulated', text });
  for (const failure of failures) remarks.push({ label: 'not read', text: formatFailure(failure) });
  return remarks;
}

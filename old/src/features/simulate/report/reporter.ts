import type {
  Decider,
  Moment,
  Question,
  Simulation,
  Within,
} from '../../../core/model/simulation.ts';
import { pluralize, truncate } from '../../../core/model/text.ts';
import {
  formatQuestions,
  groupQuestions,
  questionsOf,
} from '../../../core/report/open-questions.ts';
import type { Printer } from '../../../core/report/reporter.ts';
import {
  formatOffset,
  formatStepPlace,
  formatTime,
  isSpan,
} from '../../../core/report/simulation-words.ts';
import { formatFailure } from '../../../core/report/words.ts';
import { stepTypeOf } from '../../../core/steps/registry.ts';

/** The input of a printer: a simulation, and the failures before it. */
interface SimulationReport {
  readonly simulation: Simulation;
  readonly failures: readonly { readonly source: string; readonly message: string }[];
}

/** Of a table or picture; the other formats have all. */
export const MAX_ROWS = 200;

export type SimulationReporter = Printer<SimulationReport>;

/** The content of a chart: actions, delays and waits. */
export function charted({ moments }: Simulation): readonly Moment[] {
  return moments.filter((moment) => isSpan(moment) || stepTypeOf(moment.type).hasSideEffect);
}

/** Whether conditions decide about emails. */
export const hasCases = ({ cases }: Simulation): boolean =>
  cases.some((group) => group.cases.length > 1);

/** A question of the moments, or several about one field. Not escaped. */
interface OpenQuestion {
  /** From 1. */
  readonly number: number;
  /** `Welcome › plan, +1 day: whether event.plan is "pro"`. */
  readonly text: string;
  /** The flags that decide it; empty if there are none. */
  readonly deciders: string;
}

/** What the moments depend on; one question for each field. */
export function openQuestions(simulation: Simulation): readonly OpenQuestion[] {
  return groupQuestions(simulation).map((group, index) => {
    const [first] = group;
    const more = new Set(group.map(({ run, step }) => `${run} ${step}`)).size - 1;
    const others = more === 0 ? '' : ` and ${pluralize(more, 'more step')}`;
    const place = `${formatStepPlace(simulation, first)}${others}, ${formatTime(first.at)}`;
    const text = `${place}: ${formatQuestions(group)}`;
    return { number: index + 1, text, deciders: formatDeciders(first, simulation.event) };
  });
}

/** The numbers of the questions that a moment depends on, from 1. */
export function questionNumbers(simulation: Simulation): (moment: Moment) => readonly number[] {
  const numbers = new Map<Question | undefined, number>();
  for (const [index, group] of groupQuestions(simulation).entries())
    for (const question of group) numbers.set(question, index + 1);
  return (moment) => {
    const found = questionsOf(moment).map((index) => numbers.get(simulation.questions[index]) ?? 0);
    return [...new Set(found)].sort((a, b) => a - b);
  };
}

function formatDeciders({ decidedBy, at }: Question, event: string): string {
  const flags = new Set(decidedBy.map((decider) => formatDecider(decider, at, event)));
  return truncate([...flags].join(' and '), 300);
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

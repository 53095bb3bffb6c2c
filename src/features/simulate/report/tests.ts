import { count } from '../../../core/model/duration.ts';
import type { Moment, Simulation } from '../../../core/model/simulation.ts';
import { escapeLine, escapeText } from '../../../core/report/escape.ts';
import {
  formatCondition,
  formatTime,
  isCertain,
  nameOfRun,
} from '../../../core/report/simulation-words.ts';
import { writeJson } from '../../../core/report/write-json.ts';
import type { SimulationContext } from './reporter.ts';

/** What became of one test. */
export interface TestOutcome {
  readonly source: string;
  readonly name: string;
  readonly passed: boolean;
  readonly differences: readonly TestDifference[];
}

/** What was expected, and what is sent instead. */
export interface TestDifference {
  readonly expected?: string;
  readonly actual?: string;
  /** Where both are, what is not the same: `time`, `template`. */
  readonly in?: readonly string[];
}

export interface TestReport {
  readonly outcomes: readonly TestOutcome[];
  /** Files that are not tests, and files that could not be read. */
  readonly unusable: readonly { readonly source: string; readonly message: string }[];
  /** What was not simulated: then even tests that passed prove little. */
  readonly gaps: readonly string[];
}

/** The tests for people: a line each, and below one that failed what differs. */
export function* testsText(
  { outcomes, unusable, gaps }: TestReport,
  { palette }: SimulationContext,
): Iterable<string> {
  for (const { source, name, passed, differences } of outcomes) {
    const mark = passed ? palette.green('pass') : palette.red('fail');
    yield `${escapeLine(`${mark}  ${escapeText(source)}  ${escapeText(name)}`)}\n`;
    for (const { expected, actual, in: fields = [] } of differences) {
      if (expected !== undefined)
        yield `${escapeLine(`        ${palette.red('- expected')}  ${escapeText(expected)}`)}\n`;
      if (actual !== undefined)
        yield `${escapeLine(`        ${palette.green(expected === undefined ? '+ also sent' : '+ is sent ')}  ${escapeText(actual)}`)}\n`;
      if (fields.length > 0)
        yield `          ${palette.dim(`another ${fields.join(', another ')}`)}\n`;
    }
  }
  for (const { source, message } of unusable)
    yield `${escapeLine(`${palette.red('unusable')}  ${escapeText(source)}: ${escapeText(message)}`)}\n`;
  for (const gap of gaps)
    yield `${escapeLine(`${palette.yellow('not simulated')}  ${escapeText(gap)}`)}\n`;
  const failed = outcomes.filter(({ passed }) => !passed).length;
  const parts = [
    `${count(outcomes.length - failed, 'test')} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unusable.length > 0 ? [`${unusable.length} unusable`] : []),
  ];
  yield `${outcomes.length + unusable.length > 0 ? '\n' : ''}${palette.bold(parts.join(', '))}\n`;
}

/** The same for programs. */
export function testsJson(
  { outcomes, unusable, gaps }: TestReport,
  { tool }: SimulationContext,
): Iterable<string> {
  const failed = outcomes.filter(({ passed }) => !passed).length;
  return writeJson({
    version: 1,
    tool: { name: tool.name, version: tool.version },
    passed: outcomes.length - failed,
    failed,
    tests: outcomes,
    unusable,
    notSimulated: gaps,
  });
}

/** A send in the words of a difference. */
export function formatSend(simulation: Simulation, moment: Moment): string {
  const { at, run, step, template, subject } = moment;
  const workflow = simulation.runs[run];
  const what = [
    subject === undefined ? undefined : `"${subject}"`,
    template === undefined ? undefined : `template ${template}`,
    `step ${step}`,
    workflow === undefined ? undefined : `workflow "${nameOfRun(workflow)}"`,
  ];
  return `${formatTime(at)}: ${what.filter((part) => part !== undefined).join(', ')}${isCertain(moment) ? '' : `, only if ${formatCondition(simulation, moment)}`}`;
}

import { pluralize } from '../../../core/model/text.ts';
import { escapeLine, escapeText } from '../../../core/report/escape.ts';
import type { Printer } from '../../../core/report/reporter.ts';
import { writeJson } from '../../../core/report/write-json.ts';

/** The outcome of one test. */
export interface TestOutcome {
  readonly source: string;
  readonly name: string;
  readonly passed: boolean;
  readonly differences: readonly TestDifference[];
}

/** The expected email, and the one that is sent instead. */
export interface TestDifference {
  readonly expected?: string;
  readonly actual?: string;
  /** If both are present, the different fields: `time`, `template`. */
  readonly in?: readonly string[];
}

export interface TestReport {
  readonly outcomes: readonly TestOutcome[];
  /** Files that are not tests, and files that could not be read. */
  readonly unusable: readonly { readonly source: string; readonly message: string }[];
  /** The gaps of the simulation, which make passed tests unreliable. */
  readonly gaps: readonly string[];
}

/** The tests as text: one line each, with the differences below a failed one. */
export const testsText: Printer<TestReport> = function* (
  { outcomes, unusable, gaps },
  { palette },
) {
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
    `${pluralize(outcomes.length - failed, 'test')} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unusable.length > 0 ? [`${unusable.length} unusable`] : []),
  ];
  yield `${outcomes.length + unusable.length > 0 ? '\n' : ''}${palette.bold(parts.join(', '))}\n`;
};

/** The same as JSON. */
export const testsJson: Printer<TestReport> = ({ outcomes, unusable, gaps }, { tool }) => {
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
};

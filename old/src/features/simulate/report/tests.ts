import { groupBy } from '../../../core/model/groups.ts';
import { pluralize, truncate, uniqueNames } from '../../../core/model/text.ts';
import { escapeLine, escapeText } from '../../../core/report/escape.ts';
import { markup } from '../../../core/report/escape-markup.ts';
import { ANNOTATIONS_PER_LEVEL, workflowCommand } from '../../../core/report/github.ts';
import type { Printer } from '../../../core/report/reporter.ts';
import { sourcePath } from '../../../core/report/uri.ts';
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
  /** Path from the root of the repository. */
  readonly folder?: string | undefined;
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
  const summary = palette.bold(summarizeTests({ outcomes, unusable, gaps }));
  yield `${outcomes.length + unusable.length > 0 ? '\n' : ''}${summary}\n`;
};

/** The differences in one line each. */
const linesOf = ({ differences }: TestOutcome): readonly string[] =>
  differences.map(({ expected, actual, in: fields = [] }) => {
    const sent = actual === undefined ? undefined : `is sent: ${actual}`;
    if (expected === undefined) return `also ${sent}`;
    const other = fields.length > 0 ? ` (another ${fields.join(', another ')})` : '';
    return [`expected: ${expected}`, ...(sent === undefined ? [] : [sent])].join('; ') + other;
  });

/** A suite a file, a case a test. */
export const testsJunit: Printer<TestReport> = function* ({ outcomes, unusable, gaps }, { tool }) {
  const failed = outcomes.filter(({ passed }) => !passed).length;
  const all = outcomes.length + unusable.length;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield markup`<testsuites name="${tool.name}" tests="${all}" failures="${failed}" errors="${unusable.length}">\n`
    .text;
  for (const [source, tests] of groupBy(outcomes, (outcome) => outcome.source)) {
    const failures = tests.filter(({ passed }) => !passed).length;
    const unique = uniqueNames((name, n) => `${name} (${n})`);
    yield markup`  <testsuite name="${source}" tests="${tests.length}" failures="${failures}" errors="0" skipped="0">\n`
      .text;
    for (const test of tests) {
      const [first = '', ...others] = linesOf(test);
      const failure = markup`<failure message="${first}">${[first, ...others].map((line) => markup`\n${line}`)}</failure>`;
      yield markup`    <testcase classname="${source}" name="${unique(truncate(escapeText(test.name), 200))}">${!test.passed && failure}</testcase>\n`
        .text;
    }
    yield '  </testsuite>\n';
  }
  for (const { source, message } of unusable)
    yield markup`  <testsuite name="${source}" tests="1" failures="0" errors="1" skipped="0">\n    <testcase classname="${source}" name="can be used"><error message="${message}"></error></testcase>\n  </testsuite>\n`
      .text;
  for (const gap of gaps)
    yield markup`  <!-- not simulated: ${gap.replaceAll('-', '\u2010')} -->\n`.text;
  yield '</testsuites>\n';
};

/** Annotations of GitHub Actions at the files of the failed tests, then the number of all. */
export const testsGithub: Printer<TestReport> = function* (report) {
  const failed = report.outcomes.filter(({ passed }) => !passed);
  const shown = [
    ...report.unusable.map(({ source, message }) => ({ source, title: 'not usable', message })),
    ...failed.map((test) => {
      return { source: test.source, title: test.name, message: linesOf(test).join('; ') };
    }),
  ];
  for (const { source, title, message } of shown.slice(0, ANNOTATIONS_PER_LEVEL)) {
    const file = sourcePath(source, report.folder);
    yield `${workflowCommand('error', { file, title: truncate(title, 200) }, message)}\n`;
  }
  for (const gap of report.gaps)
    yield `${workflowCommand('warning', { title: 'not simulated' }, gap)}\n`;
  yield `${escapeLine(`edgewise: ${summarizeTests(report)}`)}\n`;
};

function summarizeTests({ outcomes, unusable }: TestReport): string {
  const failed = outcomes.filter(({ passed }) => !passed).length;
  return [
    `${pluralize(outcomes.length - failed, 'test')} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unusable.length > 0 ? [`${unusable.length} unusable`] : []),
  ].join(', ');
}

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

import type { Failure } from '../../core/model/finding.ts';
import { plural } from '../../core/model/text.ts';
import { attributes, element, escapeMarkup, printLine } from '../../core/report/escape.ts';
import type { Layout } from '../../node/write.ts';
import type { TestResult } from './tests.ts';

export interface TestReport {
  /** By file, in order. */
  readonly files: ReadonlyMap<string, readonly TestResult[]>;
  /** Files that cannot be read, or are no tests. */
  readonly failures: readonly Failure[];
}

const failedIn = (results: readonly TestResult[]): number =>
  results.filter(({ differences }) => differences.length > 0).length;

export function* testText({ files, failures }: TestReport, { palette }: Layout): Iterable<string> {
  for (const [source, results] of files)
    for (const { name, differences } of results) {
      const word = differences.length === 0 ? palette.green('pass') : palette.red('fail');
      yield `${word}  ${printLine(`${source}  ${name}`)}`;
      for (const difference of differences) yield printLine(`      ${difference}`);
    }
  for (const { source, message } of failures) yield printLine(`not run: ${source}: ${message}`);
  const all = [...files.values()].flat();
  const failed = failedIn(all);
  const passed = `${plural(all.length - failed, 'test')} passed`;
  yield `\n${palette.bold(failed === 0 ? passed : `${passed}, ${failed} failed`)}\n`;
}

export function* testJunit({ files, failures }: TestReport): Iterable<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="edgewise simulate">\n';
  for (const [source, results] of files) {
    const counts = { tests: results.length, failures: failedIn(results) };
    yield `  <testsuite${attributes({ name: source, ...counts })}>\n`;
    for (const { name, differences } of results) {
      const message = differences.join('; ');
      const lines = differences.map(escapeMarkup).join('\n');
      const failure = message && element('failure', { message }, lines);
      yield `    ${element('testcase', { classname: source, name }, failure)}\n`;
    }
    yield '  </testsuite>\n';
  }
  for (const { source, message } of failures) {
    const error = element('error', { message });
    const testcase = element('testcase', { classname: source, name: 'not run' }, error);
    yield `  ${element('testsuite', { name: source, tests: 1, errors: 1 }, testcase)}\n`;
  }
  yield '</testsuites>\n';
}

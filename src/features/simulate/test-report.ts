import type { Failure } from '../../core/model/finding.ts';
import { plural } from '../../core/model/text.ts';
import {
  attributes,
  element,
  escapeLine,
  escapeMarkup,
  escapeText,
  printLine,
} from '../../core/report/escape.ts';
import type { Layout } from '../../node/write.ts';
import type { TestResult } from './tests.ts';

export interface TestReport {
  /** By file, in order. */
  readonly files: ReadonlyMap<string, readonly TestResult[]>;
  /** Files that cannot be read, or are no tests. */
  readonly failures: readonly Failure[];
}

export function* testText({ files, failures }: TestReport, { palette }: Layout): Iterable<string> {
  const counts = { passed: 0, failed: 0 };
  for (const [source, results] of files)
    for (const { name, differences } of results) {
      const isPassed = differences.length === 0;
      counts[isPassed ? 'passed' : 'failed']++;
      const word = isPassed ? palette.green('pass') : palette.red('fail');
      yield `${word}  ${escapeLine(`${escapeText(source)}  ${escapeText(name)}`)}\n`;
      for (const difference of differences) yield printLine(`      ${difference}`);
    }
  for (const { source, message } of failures) yield printLine(`not run: ${source}: ${message}`);
  const failed = counts.failed === 0 ? '' : `, ${counts.failed} failed`;
  yield `\n${palette.bold(`${plural(counts.passed, 'test')} passed${failed}`)}\n`;
}

export function* testJunit({ files, failures }: TestReport): Iterable<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="edgewise simulate">\n';
  for (const [source, results] of files) {
    const failed = results.filter(({ differences }) => differences.length > 0).length;
    yield `  <testsuite${attributes({ name: source, tests: results.length, failures: failed })}>\n`;
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

import { isUtf8 } from 'node:buffer';
import type { CommandContext } from '../../command.ts';
import { decodeText } from '../../core/document/bytes.ts';
import { isDeeperThan } from '../../core/document/syntax.ts';
import type { Simulation } from '../../core/model/simulation.ts';
import { formatTime } from '../../core/report/simulation-words.ts';
import { findTests, type Input, isTest } from '../../load/expand.ts';
import { readWhole } from '../../load/file.ts';
import { reasonOf } from '../../load/source-error.ts';
import { EXIT } from '../../run/exit-code.ts';
import type { SharedArgs } from '../../run/flags.ts';
import { printReports } from '../../run/output.ts';
import { oneOf, UserError } from '../../run/user-error.ts';
import type { Parsed } from './calendar.ts';
import type { RequestFlags } from './command.ts';
import { compareSends, type Mismatch } from './compare.ts';
import { type Material, type MaterialFlags, readMaterial, rejectUnknown } from './input.ts';
import {
  formatSend,
  type TestDifference,
  type TestOutcome,
  type TestReport,
  testsJson,
  testsText,
} from './report/tests.ts';
import { simulate } from './simulate.ts';
import { type ExpectedSend, readTestCases, type TestCase } from './test-case.ts';

const PRINTERS = new Map([
  ['text', testsText],
  ['json', testsJson],
]);
const MAX_DEPTH = 200;

/** `edgewise simulate --test`: runs the tests in `*.sim.json` files against the workflows; returns the exit code. */
export async function runTests(
  args: MaterialFlags & RequestFlags & SharedArgs<'format'>,
  named: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { runtime } = context;
  for (const { format } of args.format) oneOf('format', format, [...PRINTERS.keys()], 'formats');
  const { payload, contact, at, zone, when } = args;
  for (const [flag, given] of Object.entries({ payload, contact, at, zone, when: when[0] })) {
    if (given !== undefined)
      throw new UserError(
        `--${flag} cannot be used with --test: each test has its own input`,
        'write it into the *.sim.json file',
      );
  }
  const paths = named.length === 0 ? ['.'] : named;
  const { inputs, refused } = await findTests(paths, runtime.cwd());
  const workspace = named.filter((path) => !isTest(path));
  const material = await readMaterial(args, workspace, context);
  const failures = material.failures.map(({ source, message }) => ({ source, message }));
  const unusable = [...refused, ...failures];
  const outcomes: TestOutcome[] = [];
  const gaps = new Set(material.partial);
  for (const input of inputs) {
    const { source } = input;
    const read = readCases(input);
    if ('fault' in read) unusable.push({ source, message: read.fault });
    for (const test of 'value' in read ? read.value : []) {
      const simulation = simulate(material.workflows, material.definitions, test.request);
      const unknown = unknownEvent(simulation, material);
      if (unknown !== undefined) {
        unusable.push({ source, message: unknown });
        continue;
      }
      const differences = compareSends(test, simulation).map((each) => describe(each, simulation));
      outcomes.push({ source, name: test.name, passed: differences.length === 0, differences });
      for (const gap of simulation.gaps) gaps.add(gap);
    }
  }
  if (inputs.length === 0 && unusable.length === 0) {
    throw new UserError(
      `no tests found in ${paths.map((path) => `"${path}"`).join(', ')}`,
      'tests are files that end in .sim.json',
    );
  }
  const report: TestReport = { outcomes, unusable, gaps: [...gaps] };
  await printReports((format) => PRINTERS.get(format), report, args.format, runtime);
  return exitCodeOf(report, material);
}

function exitCodeOf(
  { outcomes, unusable, gaps }: TestReport,
  { failures, workflows, partial }: Material,
): number {
  if (
    unusable.length > failures.length ||
    failures.some(({ passing }) => passing !== true) ||
    workflows.length === 0
  )
    return EXIT.failed;
  if (outcomes.some(({ passed }) => !passed)) return EXIT.findings;
  return failures.length > 0 || gaps.length > partial.length ? EXIT.incomplete : EXIT.clean;
}

function readCases({ path = '' }: Input): Parsed<readonly TestCase[]> {
  let value: unknown;
  try {
    const { text, fault } = decodeText(readWhole(path), isUtf8);
    if (fault !== undefined) return { fault: fault.message };
    value = JSON.parse(text);
  } catch (error) {
    return {
      fault: error instanceof SyntaxError ? `is not JSON: ${error.message}` : reasonOf(error),
    };
  }
  return isDeeperThan(value, MAX_DEPTH) ? { fault: 'is nested too deeply' } : readTestCases(value);
}

function unknownEvent(simulation: Simulation, material: Material): string | undefined {
  try {
    rejectUnknown(simulation, material);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [error.message, ...(error.hint === undefined ? [] : [error.hint])].join('; ');
  }
}

function describe(mismatch: Mismatch, simulation: Simulation): TestDifference {
  switch (mismatch.kind) {
    case 'refused': {
      const problems = simulation.refused.flatMap((refusal) => refusal.problems);
      return { expected: 'that the payload fits', actual: `nothing: ${problems.join('; ')}` };
    }
    case 'not-refused': {
      const actual = 'it fits, as far as the event definitions say';
      return { expected: 'that the payload is refused', actual };
    }
    case 'missing':
      return { expected: formatExpected(mismatch.expected), actual: 'nothing like it' };
    case 'unexpected':
      return { actual: formatSend(simulation, mismatch.actual) };
    case 'differs': {
      const [expected, actual] = [
        formatExpected(mismatch.expected),
        formatSend(simulation, mismatch.actual),
      ];
      return { expected, actual, in: mismatch.fields.map((field) => NAMES.get(field) ?? field) };
    }
  }
}

const NAMES = new Map([
  ['least', 'time'],
  ['maybe', 'condition'],
]);

function formatExpected(expected: ExpectedSend): string {
  const { workflow, step, template, subject, maybe } = expected;
  const what = [
    ...(subject === undefined ? [] : [`"${subject}"`]),
    ...(template === undefined ? [] : [`template ${template}`]),
    ...(step === undefined ? [] : [`step ${step}`]),
    ...(workflow === undefined ? [] : [`workflow "${workflow}"`]),
  ];
  const time = formatTime(expected);
  return `${[time, what.join(', ')].filter((part) => part !== '').join(': ')}${maybe ? ', only if something is the case' : ''}`;
}

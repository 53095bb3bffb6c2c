import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import { decodeText } from '../document/bytes.ts';
import { isDeeperThan } from '../document/syntax.ts';
import { findTests, type Input, isTest } from '../load/expand.ts';
import { readWhole } from '../load/read.ts';
import { reasonOf } from '../load/refusal.ts';
import type { Simulation } from '../model/simulation.ts';
import { sayTime } from '../report/simulation.ts';
import { type Difference, saySend, type TestOutcome, type TestReport, testsJson, testsText } from '../report/simulation-tests.ts';
import type { AnyRule } from '../rule.ts';
import { compareSends, type Mismatch } from '../simulate/compare.ts';
import { simulate } from '../simulate/simulate.ts';
import { type ExpectedSend, readTestCases, type TestCase } from '../simulate/test-case.ts';
import type { Parsed } from '../simulate/when.ts';
import type { Args } from './args.ts';
import { wantsColor } from './color.ts';
import { EXIT } from './exit-code.ts';
import { parseFormats } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { type Material, readMaterial, rejectUnknown } from './simulate-input.ts';
import { UserError } from './user-error.ts';

const PRINTERS = new Map([
  ['text', testsText],
  ['json', testsJson],
]);
const MAX_DEPTH = 200;

/** `edgewise simulate --test`: runs the tests in `*.sim.json` files against the workflows; returns the exit code. */
export async function runTests(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const targets = parseFormats(args.format, [...PRINTERS.keys()]);
  for (const [flag, given] of [
    ['--payload', args.payload],
    ['--contact', args.contact],
    ['--at', args.at],
    ['--zone', args.zone],
    ['--when', args.when[0]],
  ]) {
    if (given !== undefined) throw new UserError(`${flag} means nothing to --test: each test says what it needs`, 'write it into the *.sim.json file');
  }
  const paths = args.positional.length === 0 ? ['.'] : args.positional;
  const { inputs, refused } = await findTests(paths, program.cwd());
  const material = await readMaterial(
    rules,
    args,
    args.positional.filter((path) => !isTest(path)),
    program,
  );
  const unusable = [...refused, ...material.failures.map(({ source, message }) => ({ source, message }))];
  const outcomes: TestOutcome[] = [];
  const gaps = new Set(material.partial);
  for (const input of inputs) {
    const read = readCases(input);
    if ('fault' in read) unusable.push({ source: input.source, message: read.fault });
    else for (const test of read.value) runTest(input.source, test, material, { outcomes, unusable, gaps });
  }
  if (inputs.length === 0 && unusable.length === 0) {
    throw new UserError(`no tests found in ${paths.map((path) => `"${path}"`).join(', ')}`, 'tests are files that end in .sim.json');
  }
  const report: TestReport = { outcomes, unusable, gaps: [...gaps] };
  const { createColors } = (await import('picocolors')).default;
  for (const { format, file } of [...targets].sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined))) {
    const painted = file === undefined && format === 'text' && wantsColor({ flag: args.color, env: program.env, isTTY: program.stdout.isTTY === true });
    const chunks = (PRINTERS.get(format) as typeof testsText)(report, { tool: program.tool, palette: createColors(painted) });
    if (file === undefined) await writeStream(program.stdout, chunks);
    else writeFileWhole(resolve(program.cwd(), file), chunks);
  }
  return exitCodeOf(report, material);
}

function exitCodeOf({ outcomes, unusable, gaps }: TestReport, { failures, workflows, partial }: Material): number {
  if (unusable.length > failures.length || failures.some(({ passing }) => passing !== true) || workflows.length === 0) return EXIT.failed;
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
    return { fault: error instanceof SyntaxError ? `is no JSON: ${error.message}` : reasonOf(error) };
  }
  return isDeeperThan(value, MAX_DEPTH) ? { fault: 'is nested too deeply' } : readTestCases(value);
}

interface Sums {
  readonly outcomes: TestOutcome[];
  readonly unusable: { source: string; message: string }[];
  readonly gaps: Set<string>;
}

function runTest(source: string, test: TestCase, material: Material, { outcomes, unusable, gaps }: Sums): void {
  const { workflows, definitions } = material;
  const simulation = simulate(workflows, definitions, test.request);
  try {
    rejectUnknown(simulation, material);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    unusable.push({ source, message: `${error.message}${error.hint === undefined ? '' : `; ${error.hint}`}` });
    return;
  }
  const mismatches = compareSends(test, simulation);
  outcomes.push({
    source,
    name: test.name,
    passed: mismatches.length === 0,
    differences: mismatches.map((mismatch) => describe(mismatch, simulation)),
  });
  for (const gap of simulation.gaps) gaps.add(gap);
}

function describe(mismatch: Mismatch, simulation: Simulation): Difference {
  switch (mismatch.kind) {
    case 'refused':
      return { expected: 'that the payload fits', actual: `nothing: ${simulation.refused.flatMap(({ problems }) => problems).join('; ')}` };
    case 'not-refused':
      return { expected: 'that the payload is refused', actual: 'it fits, as far as the event definitions say' };
    case 'missing':
      return { expected: sayExpected(mismatch.expected), actual: 'nothing like it' };
    case 'unexpected':
      return { actual: saySend(simulation, mismatch.actual) };
    case 'differs':
      return {
        expected: sayExpected(mismatch.expected),
        actual: saySend(simulation, mismatch.actual),
        in: mismatch.fields.map((field) => NAMES.get(field) ?? field),
      };
  }
}

const NAMES = new Map([
  ['least', 'time'],
  ['maybe', 'condition'],
]);

function sayExpected({ least, greatest, workflow, step, template, subject, maybe }: ExpectedSend): string {
  const what = [
    ...(subject === undefined ? [] : [`"${subject}"`]),
    ...(template === undefined ? [] : [`template ${template}`]),
    ...(step === undefined ? [] : [`step ${step}`]),
    ...(workflow === undefined ? [] : [`workflow "${workflow}"`]),
  ];
  return `${sayTime({ least, greatest })}${what.length === 0 ? '' : `: ${what.join(', ')}`}${maybe ? ', only if something is the case' : ''}`;
}

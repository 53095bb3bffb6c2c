import type { CommandContext } from '../../command.ts';
import type { Simulation } from '../../core/model/simulation.ts';
import { findTests, isTest } from '../../load/expand.ts';
import { EXIT } from '../../run/exit-code.ts';
import type { SharedArgs } from '../../run/flags.ts';
import { printReports } from '../../run/output.ts';
import { folderInCheckout } from '../../run/report-run.ts';
import { oneOf, UserError } from '../../run/user-error.ts';
import { compareSends } from './compare.ts';
import type { RequestFlags } from './flags.ts';
import {
  type Material,
  type MaterialFlags,
  readMaterial,
  readUtf8,
  rejectUnknown,
} from './input.ts';
import { parseJson } from './parse.ts';
import {
  type TestOutcome,
  type TestReport,
  testsGithub,
  testsJson,
  testsJunit,
  testsText,
} from './report/tests.ts';
import { simulate } from './simulate.ts';
import { readTestCases, type TestCase } from './test-case.ts';

const PRINTERS = new Map([
  ['text', testsText],
  ['json', testsJson],
  ['junit', testsJunit],
  ['github', testsGithub],
]);
const TEST_FORMATS = [...PRINTERS.keys()];

/** `edgewise simulate --test`: runs the tests in `*.sim.json` files against the workflows; returns the exit code. */
export async function runTests(
  args: MaterialFlags & RequestFlags & SharedArgs<'format'>,
  named: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { runtime } = context;
  for (const { format } of args.format) oneOf('format', format, TEST_FORMATS, 'formats');
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
  for (const { source, path = '' } of inputs) {
    const use = <T>(act: () => T): T | undefined => {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        unusable.push({ source, message: [error.message, error.hint ?? []].flat().join('; ') });
        return undefined;
      }
    };
    for (const test of use(() => readTestCases(parseJson(readUtf8(path)))) ?? []) {
      const simulation = use(() => simulateKnown(test, material));
      if (simulation === undefined) continue;
      const differences = compareSends(test, simulation);
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
  const folder = folderInCheckout(runtime);
  const report: TestReport = { outcomes, unusable, gaps: [...gaps], folder };
  await printReports((format) => PRINTERS.get(format), report, args, runtime);
  return exitCodeOf(report, material);
}

function exitCodeOf(
  { outcomes, unusable, gaps }: TestReport,
  { failures, workflows, partial }: Material,
): number {
  if (
    unusable.length > failures.length ||
    failures.some(({ isTemporary }) => isTemporary !== true) ||
    workflows.length === 0
  )
    return EXIT.failed;
  if (outcomes.some(({ passed }) => !passed)) return EXIT.findings;
  return failures.length > 0 || gaps.length > partial.length ? EXIT.incomplete : EXIT.clean;
}

function simulateKnown({ request }: TestCase, material: Material): Simulation {
  const simulation = simulate(material.workflows, material.definitions, request);
  rejectUnknown(simulation, material);
  return simulation;
}

import { defineCommand, type FailedRun } from '../../command.ts';
import type { Simulation, SimulationRequest } from '../../core/model/simulation.ts';
import { EXIT } from '../../run/exit-code.ts';
import { formatFlag, switchFlag } from '../../run/flag.ts';
import { LIVE_FLAGS, pick, type SharedArgs } from '../../run/flags.ts';
import { printReports, writeFailures } from '../../run/output.ts';
import { oneOf, UserError } from '../../run/user-error.ts';
import { REQUEST_FLAGS } from './flags.ts';
import { type Material, parseRequest, readMaterial, rejectUnknown } from './input.ts';
import type { SimulationReporter } from './report/reporter.ts';
import { simulate } from './simulate.ts';

export const SIMULATION_FORMATS: ReadonlyMap<string, () => Promise<SimulationReporter>> = new Map([
  ['text', async () => (await import('./report/text.ts')).simulationText],
  ['json', async () => (await import('./report/json.ts')).simulationJson],
  ['svg', async () => (await import('./report/timeline.ts')).simulationSvg],
]);

const printerOf = (format: string) => SIMULATION_FORMATS.get(format)?.();

export default defineCommand({
  name: 'simulate',
  summary: 'what one contact receives after an event, and when; --test runs *.sim.json',
  positionals: ['[EVENT]', '[paths…]'],
  flags: {
    ...REQUEST_FLAGS,
    test: switchFlag(
      'run the tests in *.sim.json files: what is received must be what they expect',
    ),
    // The last two are for --test.
    format: formatFlag([...SIMULATION_FORMATS.keys(), 'junit', 'github']),
    ...pick('config', 'plugin', 'ignore', 'events', 'status', 'workflow'),
    ...pick('allowEmpty', 'live'),
    ...LIVE_FLAGS,
  },
  examples: [
    ['edgewise simulate user.created workflows/', 'a timeline of what is sent'],
    ['edgewise simulate --test workflows/', 'run the tests beside the workflows'],
    ['edgewise simulate --test -f junit=tests.xml', 'the same as a report of JUnit, or -f github'],
  ],
  async failed({ targets, positional, message, runtime }: FailedRun) {
    const simulation = simulate([], [], { event: positional[0] ?? '' });
    const json = targets.filter(({ format }) => format === 'json');
    const report = { simulation, failures: [{ source: '-', message }] };
    await printReports(printerOf, report, { format: json }, runtime);
    const junit = targets.filter(({ format }) => format === 'junit');
    if (junit.length === 0) return;
    const { testsJunit } = await import('./report/tests.ts');
    const tests = { outcomes: [], unusable: report.failures, gaps: [] };
    await printReports(() => testsJunit, tests, { format: junit }, runtime);
  },
  async run(args, context) {
    const { runtime } = context;
    const [event, ...paths] = args.positional;
    if (args.test) {
      const { runTests } = await import('./test-command.ts');
      return runTests(args, event === undefined ? [] : [event, ...paths], context);
    }
    if (event === undefined)
      throw new UserError(
        'simulate wants an event',
        'such as edgewise simulate user.created workflows/',
      );
    for (const { format } of args.format)
      oneOf('format', format, [...SIMULATION_FORMATS.keys()], 'formats without --test');
    const { request, remarks } = parseRequest(args, event, runtime);
    const material = await readMaterial(args, paths, context);
    const { failures } = material;
    rejectEmpty(material, args);
    const { simulated, simulation } = simulateMaterial(material, request, remarks);
    await writeFailures(failures, runtime);
    await printReports(printerOf, { simulation, failures }, args, runtime);
    return exitCodeOf(simulated, material);
  },
});

/** Includes gaps of the input. Throws a UserError for an unknown event. */
export function simulateMaterial(
  material: Material,
  request: SimulationRequest,
  remarks: readonly string[],
): { readonly simulated: Simulation; readonly simulation: Simulation } {
  const { failures, partial } = material;
  const simulated = simulate(material.workflows, material.definitions, request);
  if (failures.length === 0 && partial.length === 0) rejectUnknown(simulated, material);
  const notes = [...remarks, ...material.remarks, ...simulated.notes];
  return { simulated, simulation: { ...simulated, notes, gaps: [...simulated.gaps, ...partial] } };
}

/** A refused payload counts as a finding. A partial list is reported, but is not a failure. */
function exitCodeOf({ refused, gaps }: Simulation, { failures }: Material): number {
  if (failures.some(({ isTemporary }) => isTemporary !== true)) return EXIT.failed;
  if (refused.length > 0) return EXIT.findings;
  return gaps.length > 0 || failures.length > 0 ? EXIT.incomplete : EXIT.clean;
}

function rejectEmpty(
  { workflows, failures, definitions }: Material,
  { allowEmpty, workflow }: SharedArgs<'allowEmpty' | 'workflow'>,
): void {
  if (allowEmpty || failures.length > 0 || workflows.some(({ summaryOnly }) => !summaryOnly))
    return;
  if (workflows.length > 0)
    throw new UserError(
      'the workflows were given by name only, without their steps',
      'fetch each, or use edgewise pull, which does',
    );
  if (workflow.length > 0)
    throw new UserError(`there is no workflow ${workflow.map((name) => `"${name}"`).join(' or ')}`);
  throw new UserError(
    `no workflows found${definitions.length > 0 ? ', only event definitions' : ''}`,
    'name files or folders after the event, or --live',
  );
}

import type { Failure } from '../../core/model/finding.ts';
import { defined, type JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/text.ts';
import type { Simulation, SimulationRequest, TestReport } from '../../features/simulate/index.ts';
import { decodeReading } from '../../node/check.ts';
import { EXIT, unreadCode, worstOf } from '../../node/exit-code.ts';
import { readTextFile } from '../../node/files.ts';
import type { Target } from '../../node/request.ts';
import { noteFailures } from '../../node/streams.ts';
import { UserError } from '../../node/user-error.ts';
import { refuseFiles, writeTargets } from '../../node/write.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { flag, formatFlag, readTargets, text, texts } from '../options.ts';
import { FAIL, INPUT, RULES, readInputs } from './lint.ts';

const FORMATS = ['text', 'json', 'svg'];
const TEST_FORMATS = ['text', 'junit'];

const OPTIONS = {
  payload: text('JSON: the whole payload of the event, or a file of it'),
  contact: text('JSON: known fields of the contact, or a file of it'),
  when: texts("'EVENT@+2 days'", "a further event, also 'EVENT@+2 days {…}' and 'EVENT@never'"),
  at: text('TIME: of the event, such as 2026-03-28T09:00: dates in place of offsets'),
  zone: text('NAME: of the dates, such as Europe/Berlin; default: UTC'),
  all: flag('start workflows that are not enabled as well'),
  test: flag('run the tests in *.sim.json files'),
  format: formatFlag('text, json, svg; with --test text, junit'),
  config: RULES.config,
  ...INPUT,
  'allow-empty': FAIL['allow-empty'],
} as const;
type SimulateArguments = Arguments<typeof OPTIONS>;

export const simulate = defineCommand({
  name: 'simulate',
  describe: 'what one contact receives after an event; --test runs *.sim.json',
  usage: `edgewise simulate EVENT [paths…]

What one contact receives after an event, in each case, and when. It sends nothing.`,
  options: OPTIONS,
  run: runSimulate,
});

const load = () => import('../../features/simulate/index.ts');

async function runSimulate(argv: SimulateArguments): Promise<number> {
  if (argv.test) return runTestFiles(argv);
  const [event, ...paths] = wordsOf(argv);
  if (event === undefined)
    throw new UserError(
      'simulate needs an event',
      'such as edgewise simulate user.created workflows/',
    );
  const targets = readTargets(argv.format, FORMATS);
  const request = await simulationOf(argv, event);
  const { documents, failures } = await readDocuments(argv, targets, paths);
  const feature = await load();
  const simulation = feature.simulate(documents, request);
  feature.refuseUnknown(simulation, failures);
  // Its text does not list them.
  await noteFailures(failures);
  await writeTargets(targets, argv.color, (format, layout) => {
    if (format === 'json') return feature.simulationJson(simulation, failures);
    if (format === 'svg') return [feature.simulationSvg(simulation)];
    return feature.simulationText(simulation, layout);
  });
  return exitOf(failures, [simulation], simulation.refused.length > 0);
}

function exitOf(
  failures: readonly Failure[],
  simulations: readonly Simulation[],
  isWrong: boolean,
): number {
  const isPartial = simulations.some(({ gaps }) => gaps.length > 0);
  const unread = unreadCode(failures);
  return worstOf([unread, isWrong && EXIT.findings, isPartial && EXIT.incomplete]);
}

async function simulationOf(argv: SimulateArguments, event: string): Promise<SimulationRequest> {
  const { parseFields, parseLater, readStart, within } = await load();
  const { at, zone } = argv;
  if (at === undefined && zone !== undefined)
    throw new UserError('--zone needs --at', 'such as --at 2026-03-28T09:00');
  const start = at === undefined ? undefined : within('--at:', () => readStart(at, zone));
  const fieldsOf = (name: string, given: string | undefined): JsonObject | undefined => {
    if (given === undefined) return undefined;
    const isText = given.trimStart().startsWith('{');
    return within(`--${name}:`, () => parseFields(isText ? given : readText(given)));
  };
  return {
    ...{ event, isAll: argv.all === true },
    later: (argv.when ?? []).map((given) => within('--when:', () => parseLater(given, start))),
    ...defined({
      payload: fieldsOf('payload', argv.payload),
      contact: fieldsOf('contact', argv.contact),
      start,
    }),
  };
}

/** Of a payload, contact or test. */
function readText(file: string): string {
  const found = readTextFile(file, 10);
  if ('text' in found) return found.text;
  throw new UserError(`${quote(file)} ${found.reason}`, "JSON is taken as '{…}'");
}

async function readDocuments(
  argv: SimulateArguments,
  targets: readonly Target[],
  paths: readonly string[],
) {
  const { plan, reading } = await readInputs(argv, targets, { paths });
  const { documents, failures } = decodeReading(reading, plan.inputs);
  const mayHave = documents.some(
    ({ workflows, form }) => workflows.length > 0 || form === 'broken',
  );
  if (!mayHave && failures.length === 0 && !argv['allow-empty'])
    throw new UserError(
      'no workflows found, only event definitions',
      'name files or folders after the event, or --live',
    );
  return { documents, failures, skipped: reading.skipped };
}

async function runTestFiles(argv: SimulateArguments): Promise<number> {
  const targets = readTargets(argv.format, TEST_FORMATS);
  for (const name of ['payload', 'contact', 'when', 'at', 'zone'] as const)
    if (argv[name] !== undefined)
      throw new UserError(`--${name} does not go with --test`, 'write it into the *.sim.json file');
  const words = wordsOf(argv);
  const isTest = (path: string): boolean => path.endsWith('.sim.json');
  const paths = words.filter((path) => !isTest(path));
  const { documents, failures, skipped } = await readDocuments(argv, targets, paths);
  // The search leaves tests out, and says so.
  const named = words.filter(isTest);
  const found = skipped.map(({ source }) => source).filter(isTest);
  const files = new Set(named.length > 0 ? named : found);
  await noteFailures(failures, targets);
  refuseFiles(targets, [...files]);
  if (files.size === 0)
    throw new UserError('no tests found', 'tests are files whose names end in .sim.json');
  const { refuseUnknown, runTests, testJunit, testText } = await load();
  const results: Map<string, ReturnType<typeof runTests>> = new Map();
  const broken: Failure[] = [];
  for (const source of files)
    try {
      const own = runTests(readText(source), documents);
      for (const { simulation } of own) refuseUnknown(simulation, failures);
      results.set(source, own);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const message = [error.message, error.hint ?? []].flat().join('; ');
      broken.push({ source, message, exit: 2 });
    }
  const report: TestReport = { files: results, failures: [...broken, ...failures] };
  await writeTargets(targets, argv.color, (format, layout) =>
    format === 'junit' ? testJunit(report) : testText(report, layout),
  );
  const all = [...results.values()].flat();
  const isWrong = all.some(({ differences }) => differences.length > 0);
  const simulations = all.map(({ simulation }) => simulation);
  return exitOf(report.failures, simulations, isWrong);
}

import { resolve } from 'node:path';
import type { Simulation } from '../model/simulation.ts';
import { escapeText } from '../report/escape.ts';
import type { SimulationReport, SimulationReporter } from '../report/simulation.ts';
import { sayFailure } from '../report/words.ts';
import type { AnyRule } from '../rule.ts';
import { simulate } from '../simulate/simulate.ts';
import type { Args } from './args.ts';
import { wantsColor } from './color.ts';
import { EXIT } from './exit-code.ts';
import { parseFormats, type ReportTarget } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { type Material, parseRequest, readMaterial, rejectUnknown } from './simulate-input.ts';
import { UserError } from './user-error.ts';

export const SIMULATION_FORMATS: ReadonlyMap<string, () => Promise<SimulationReporter>> = new Map([
  ['text', async () => (await import('../report/simulation-text.ts')).simulationText],
  ['json', async () => (await import('../report/simulation-json.ts')).simulationJson],
  ['markdown', async () => (await import('../report/simulation-markdown.ts')).simulationMarkdown],
  ['mermaid', async () => (await import('../picture/gantt.ts')).simulationMermaid],
  ['svg', async () => (await import('../picture/timeline.ts')).simulationSvg],
]);

/** `edgewise simulate EVENT`: what one contact receives after an event; returns the exit code. */
export async function simulateEvent(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  if (args.test) return (await import('./simulate-test.ts')).runTests(rules, args, program);
  const targets = parseFormats(args.format, [...SIMULATION_FORMATS.keys()]);
  try {
    return await answer(rules, args, targets, program);
  } catch (error) {
    // A program that asked for JSON gets its document, whatever happened.
    const machine = targets.filter(({ format, file }) => format === 'json' && file === undefined);
    if (error instanceof UserError && machine.length > 0) await print(failed(args.positional[0] ?? '', error.message), machine, args, program);
    throw error;
  }
}

async function answer(rules: readonly AnyRule[], args: Args, targets: readonly ReportTarget[], program: Program): Promise<number> {
  const [event, ...paths] = args.positional;
  if (event === undefined) throw new UserError('simulate wants an event', 'such as edgewise simulate user.created workflows/');
  const { request, remarks } = parseRequest(args, event, program);
  const material = await readMaterial(rules, args, paths, program);
  const { failures, partial } = material;
  rejectEmpty(material, args);
  const simulated = simulate(material.workflows, material.definitions, request);
  if (failures.length === 0 && partial.length === 0) rejectUnknown(simulated, material);
  const simulation = { ...simulated, notes: [...remarks, ...material.remarks, ...simulated.notes], gaps: [...simulated.gaps, ...partial] };
  for (const failure of failures) await writeStream(program.stderr, [`edgewise: ${escapeText(sayFailure(failure))}\n`]);
  await print({ simulation, failures }, targets, args, program);
  return exitCodeOf(simulated, material);
}

/** A refused payload counts as a finding. That a list has more is told, and no failure. */
function exitCodeOf({ refused, gaps }: Simulation, { failures }: Material): number {
  if (failures.some(({ passing }) => passing !== true)) return EXIT.failed;
  if (refused.length > 0) return EXIT.findings;
  return gaps.length > 0 || failures.length > 0 ? EXIT.incomplete : EXIT.clean;
}

function rejectEmpty({ workflows, failures, definitions }: Material, { allowEmpty, workflow }: Args): void {
  if (allowEmpty || failures.length > 0 || workflows.some(({ summaryOnly }) => !summaryOnly)) return;
  if (workflows.length > 0) throw new UserError('the workflows were given by name only, without their steps', 'fetch each, or use edgewise pull, which does');
  if (workflow.length > 0) throw new UserError(`there is no workflow ${workflow.map((name) => `"${name}"`).join(' or ')}`);
  throw new UserError(`no workflows found${definitions.length > 0 ? ', only event definitions' : ''}`, 'name files or folders after the event, or --live');
}

const NOTHING = { runs: [], moments: [], questions: [], loops: [], refused: [], notEnabled: [], notes: [], gaps: [], known: false };

const failed = (event: string, message: string): SimulationReport => ({ simulation: { event, ...NOTHING }, failures: [{ source: '-', message }] });

async function print(report: SimulationReport, targets: readonly ReportTarget[], { color }: Args, program: Program): Promise<void> {
  const { createColors } = (await import('picocolors')).default;
  // Files first: when one cannot be written, nothing on stdout says that all went well.
  for (const { format, file } of [...targets].sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined))) {
    const reporter = await (SIMULATION_FORMATS.get(format) as () => Promise<SimulationReporter>)();
    const painted = file === undefined && format === 'text' && wantsColor({ flag: color, env: program.env, isTTY: program.stdout.isTTY === true });
    const chunks = reporter(report, { tool: program.tool, palette: createColors(painted) });
    if (file === undefined) await writeStream(program.stdout, chunks);
    else writeFileWhole(resolve(program.cwd(), file), chunks);
  }
}

import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { ActiveRule } from '../lint/settings.ts';
import type { Result } from '../model/finding.ts';
import { escapeText } from '../report/escape.ts';
import { FORMATS } from '../report/formats.ts';
import type { ReportContext } from '../report/reporter.ts';
import { abridge, abridgeWords, sayFailure } from '../report/words.ts';
import { annotate, folderInCheckout, wantsAnnotations } from './actions.ts';
import { type Args, nearestCommand } from './args.ts';
import { parseCount, parseFailOn } from './choice.ts';
import { wantsColor } from './color.ts';
import { exitCode, type Thresholds } from './exit-code.ts';
import { isMachineFormat, type ReportTarget } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { readPage } from './pages.ts';
import { silence } from './silence.ts';

/** A run that is over, before what is accepted is taken out of its result. */
export interface Concluded {
  readonly result: Result;
  readonly empty: boolean;
  readonly args: Args;
  readonly config: Config;
  readonly active: readonly ActiveRule[];
  /** Ids and names of the workflows that were read. */
  readonly seen: ReadonlySet<string>;
  readonly today: string;
  readonly targets: readonly ReportTarget[];
  readonly thresholds: Thresholds;
  readonly paths: readonly string[];
  /** The paths, when they come from the configuration. */
  readonly configured?: readonly string[] | undefined;
  /** What `performance.now()` said when it began. */
  readonly started: number;
  readonly workflows?: ReportContext['workflows'];
}

export function thresholdsOf({ failOn, maxWarnings, allowEmpty }: Args): Thresholds {
  return { failOn: parseFailOn(failOn), maxWarnings: parseCount('--max-warnings', maxWarnings), allowEmpty };
}

/** Takes out what is accepted, writes notes and reports, and says with what code to exit. */
export async function conclude(run: Concluded, program: Program): Promise<number> {
  const { args, empty, targets, configured, config, paths } = run;
  const result = await silence(run.result, run, program);
  const isNothing = empty && !args.allowEmpty;
  const notes = [
    ...failureNotes(result, args),
    ...(isNothing && result.failures.length === 0 && result.findings.length === 0 ? emptyNotes(paths, result) : []),
    ...(configured === undefined ? [] : whereConfigured(config, configured, result, isNothing)),
    ...silenceNotes(result, targets),
  ];
  if (notes.length > 0) await writeStream(program.stderr, notes);
  const context = {
    folder: folderInCheckout(program),
    tool: program.tool,
    rules: run.active.map(({ rule }) => rule),
    pageOf: readPage,
    elapsed: performance.now() - run.started,
    quiet: args.quiet,
    workflows: run.workflows,
  };
  await report(result, targets, context, args, program);
  return exitCode(result, empty, run.thresholds);
}

/** The report of a run that did not come about, so that a program on the other end still gets its document. */
export async function reportFailure(target: ReportTarget, message: string, program: Program): Promise<void> {
  const zero = { errors: 0, warnings: 0, infos: 0, suppressed: 0, baselined: 0, sources: 0, workflows: 0, steps: 0, edges: 0, events: 0 };
  const result: Result = {
    summary: zero,
    complete: false,
    notChecked: [],
    failures: [{ source: '-', message, refused: true }],
    findings: [],
    sources: [],
    skipped: 0,
    faultyWorkflows: 0,
    crashed: false,
  };
  const context = { folder: undefined, tool: program.tool, rules: [], pageOf: readPage, elapsed: 0, quiet: false };
  await report(result, [target], context, { color: false, annotations: false }, program);
}

async function report(
  result: Result,
  targets: readonly ReportTarget[],
  context: Omit<ReportContext, 'palette'>,
  { color: flag, annotations }: Pick<Args, 'color' | 'annotations'>,
  program: Program,
): Promise<void> {
  const { createColors } = (await import('picocolors')).default;
  // Files first: when one cannot be written, no report on stdout says that all went well.
  for (const { format, file } of [...targets].sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined))) {
    const reporter = await (FORMATS.get(format) as NonNullable<ReturnType<typeof FORMATS.get>>)();
    const color = file === undefined && !isMachineFormat(format) && wantsColor({ flag, env: program.env, isTTY: program.stdout.isTTY === true });
    const painted = { ...context, palette: createColors(color) };
    const chunks = reporter(result, painted);
    if (file === undefined) await writeStream(program.stdout, chunks);
    else writeFileWhole(resolve(program.cwd(), file), chunks);
    if (file === undefined && format === 'text' && wantsAnnotations(annotations, program)) await annotate(result, painted, program);
  }
}

function failureNotes({ failures }: Result, { positional }: Args): readonly string[] {
  return failures.map((failure) => {
    const near = failure.source === positional[0] ? nearestCommand(failure.source) : undefined;
    return `edgewise: ${escapeText(sayFailure(failure))}${near === undefined ? '' : `; did you mean the command "${near}"?`}\n`;
  });
}

/** Where the paths stand that lead nowhere, when it was not the command line that named them. */
function whereConfigured({ files }: Config, paths: readonly string[], { failures }: Result, empty: boolean): readonly string[] {
  const isAbout = empty || failures.some(({ source }) => paths.includes(source));
  return isAbout ? [`          what to check comes from "files", ${escapeText(files?.from ?? '')}\n`] : [];
}

/** A text report on stdout says them itself. */
function silenceNotes({ notes = [] }: Result, targets: readonly ReportTarget[]): readonly string[] {
  const isTold = targets.some(({ format, file }) => format === 'text' && file === undefined);
  return isTold ? [] : notes.map((note) => `edgewise: ${escapeText(abridgeWords(note))}\n`);
}

function emptyNotes(paths: readonly string[], { skipped }: Result): readonly string[] {
  const where = paths.map((path) => (path === '.' ? 'this folder' : path === '-' ? 'standard input' : `"${escapeText(abridge(path))}"`)).join(', ');
  const others = skipped === 0 ? '' : ` (${skipped} JSON ${skipped === 1 ? 'file holds' : 'files hold'} something else)`;
  return [
    `edgewise: no workflows or event definitions found in ${where}${others}\n`,
    '          name the files or the folder of your export; --allow-empty makes this a success\n',
  ];
}

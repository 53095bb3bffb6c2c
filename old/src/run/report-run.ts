import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Config, GivenSuppression } from '../core/config/config.ts';
import type { Outcome } from '../core/lint/accept.ts';
import type { Finding, Result } from '../core/model/finding.ts';
import { pluralize, truncateMiddle, truncateWords } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { DRAWING_FORMATS, FORMATS, type Format } from '../core/report/formats.ts';
import { PLAIN_PALETTE, type ReportContext } from '../core/report/reporter.ts';
import { type AcceptanceContext, type AcceptanceFlags, notesOfRun } from './acceptance.ts';
import { exitCode } from './exit-code.ts';
import type { Request } from './flag.ts';
import type { SharedArgs } from './flags.ts';
import {
  chooseTargets,
  failureNotes,
  isMachineFormat,
  type ReportTarget,
  writeReports,
  writeStream,
} from './output.ts';
import { readPage } from './package-path.ts';
import type { Printed } from './printed-fixes.ts';
import type { Runtime } from './runtime.ts';
import { explainWriteError } from './write-file.ts';

/** A run that failed before its start, with the parsed part of its command line. */
export interface FailedRun {
  readonly message: string;
  readonly targets: readonly ReportTarget[];
  readonly positional: readonly string[];
  readonly runtime: Runtime;
}

/** A finished run, with its reports. */
interface FinishedRun extends AcceptanceContext {
  readonly outcome: Outcome<GivenSuppression>;
  readonly args: AcceptanceFlags &
    Pick<Request, 'words' | 'color'> &
    SharedArgs<'format' | 'quiet' | 'maxFindings' | 'failOn' | 'maxWarnings' | 'allowEmpty'>;
  readonly config: Config;
  readonly paths: readonly string[];
  /** The paths, when they come from the configuration. */
  readonly configured?: readonly string[] | undefined;
  /** `Date.now()` at the start. */
  readonly started: number;
  readonly workflows?: ReportContext['workflows'];
  /** The changes that fixes would make, in place of the text report. */
  readonly diff?: string | undefined;
  /** For reports to read: the findings with only the fix that `--fix` or `--fix-unsafe` makes. Without it, with none. */
  readonly keepMadeFixes?: ((findings: readonly Finding[]) => Promise<Printed>) | undefined;
  /** What to run when nothing was found. */
  readonly advise?: () => Promise<string | undefined>;
}

export async function reportRun(run: FinishedRun, runtime: Runtime): Promise<number> {
  const { args, configured, config, paths } = run;
  const { empty } = run.outcome;
  const chosen = await chooseTargets(args.format, runtime);
  const targets = run.diff === undefined ? chosen : await showDiff(run.diff, chosen, run, runtime);
  const read = run.outcome.result;
  const isNothing = empty && !args.allowEmpty;
  const missing = isNothing && read.summary.errors === 0 ? failuresOfEmpty(read, paths) : [];
  const { notes: own, gone } = notesOfRun(run.outcome, run, runtime);
  const result: Result = {
    ...read,
    gone,
    complete: read.complete && missing.length === 0,
    failures: [...read.failures, ...missing],
    notes: [...own, ...noteOfThreshold(read, args)],
  };
  // A text report on stdout has the notes on suppressions and baselines.
  const isShown = targets.some(({ format, file }) => format === 'text' && file === undefined);
  const notes = [
    ...failureNotes(read.failures),
    ...(missing.length > 0 ? emptyNotes(paths, result, await run.advise?.()) : []),
    ...(configured === undefined ? [] : whereConfigured(config, configured, result, isNothing)),
    ...(isShown ? [] : acceptanceNotes(result)),
  ];
  if (notes.length > 0) await writeStream(runtime.stderr, notes);
  const context = {
    folder: folderInCheckout(runtime),
    tool: runtime.tool,
    rules: run.active.map(({ rule }) => rule),
    pageOf: readPage,
    elapsed: Date.now() - run.started,
    quiet: args.quiet,
    maxFindings: args.maxFindings,
    workflows: run.workflows,
    facts: targets.some(({ format }) => DRAWING_FORMATS.has(format))
      ? (await import('./run-facts.ts')).describeRun(run, runtime)
      : undefined,
  };
  const isAnnotated = runtime.env['GITHUB_ACTIONS'] === 'true';
  await write(
    result,
    targets,
    { ...context, isAnnotated, keepMadeFixes: run.keepMadeFixes, color: args.color },
    runtime,
  );
  return exitCode(result, args);
}

/** Prints the diff in place of the text report, or on stderr with another format. Returns the remaining reports. */
async function showDiff(
  diff: string,
  targets: readonly ReportTarget[],
  { args }: FinishedRun,
  { stdout, stderr }: Runtime,
): Promise<readonly ReportTarget[]> {
  const isText = ({ format, file }: ReportTarget): boolean =>
    file === undefined && (format === 'text' || args.format.length === 0);
  const replaces = targets.some(isText);
  await writeStream(replaces ? stdout : stderr, [diff]);
  return targets.filter((target) => !isText(target));
}

/** Why the run fails, if no finding at the threshold shows it. */
function noteOfThreshold(
  { summary: { warnings } }: Result,
  { maxWarnings, failOn }: Pick<FinishedRun['args'], 'maxWarnings' | 'failOn'>,
): readonly string[] {
  if (maxWarnings === undefined || warnings <= maxWarnings) return [];
  if (failOn === 'warning' || failOn === 'info') return [];
  return [
    `the run fails because of ${pluralize(warnings, 'warning')}: --max-warnings (maxWarnings) allows ${maxWarnings}`,
  ];
}

/** The reports of a run that failed before its start, so that programs still get their document. */
export async function reportFailedRun({ targets, message, runtime }: FailedRun): Promise<void> {
  const zero = {
    errors: 0,
    warnings: 0,
    infos: 0,
    suppressed: 0,
    baselined: 0,
    sources: 0,
    workflows: 0,
    steps: 0,
    edges: 0,
    events: 0,
  };
  const result: Result = {
    summary: zero,
    complete: false,
    notChecked: [],
    failures: [{ source: '-', message, refused: true }],
    findings: [],
    sources: [],
    skipped: [],
    faultyWorkflows: 0,
    crashed: false,
  };
  const context = {
    folder: undefined,
    tool: runtime.tool,
    rules: [],
    pageOf: readPage,
    elapsed: 0,
    quiet: false,
    isAnnotated: false,
  };
  const wanted = targets.filter(
    ({ format, file }) => file !== undefined || isMachineFormat(format),
  );
  await write(result, wanted, context, runtime);
}

interface WriteContext extends Omit<ReportContext, 'palette'>, Pick<Request, 'color'> {
  readonly isAnnotated: boolean;
  readonly keepMadeFixes?: FinishedRun['keepMadeFixes'];
}

async function write(
  result: Result,
  targets: readonly ReportTarget[],
  { isAnnotated, keepMadeFixes, color, ...context }: WriteContext,
  runtime: Runtime,
): Promise<void> {
  // For all reports, since the fixes are tried.
  let kept: Promise<Printed> | undefined;
  const keepMade = async (findings: readonly Finding[]): Promise<Printed> =>
    (await keepMadeFixes?.(findings)) ?? {
      findings: findings.map((finding) => ({ ...finding, fixes: [] })),
    };
  await writeReports(
    { format: targets.filter(({ format }) => FORMATS.has(format)), color },
    runtime,
    async ({ format }, palette, width) => {
      const reporter = await (FORMATS.get(format) as Format).load();
      const { findings } = result;
      const isTried = format === 'text' || format === 'html';
      if (isTried && findings.some(({ fixes }) => fixes.length > 0)) kept ??= keepMade(findings);
      const shown = isTried && kept !== undefined ? { ...result, ...(await kept) } : result;
      const facts = context.facts && {
        ...context.facts,
        fix: isTried ? context.facts.fix : undefined,
      };
      return reporter(shown, { ...context, facts, palette, width });
    },
    (format) => !isMachineFormat(format),
  );
  const onStdout = targets.find(({ file }) => file === undefined);
  if (!isAnnotated || onStdout?.format !== 'text') return;
  await annotate(result, { ...context, palette: PLAIN_PALETTE }, runtime);
}

/** The source of missing paths, if the command line does not name them. */
function whereConfigured(
  { from }: Config,
  paths: readonly string[],
  { failures }: Result,
  empty: boolean,
): readonly string[] {
  const isAbout = empty || failures.some(({ source }) => paths.includes(source));
  return isAbout
    ? [`          what to check comes from "files", ${escapeText(from('/files') as string)}\n`]
    : [];
}

const acceptanceNotes = ({ notes = [] }: Result): readonly string[] =>
  notes.map((note) => `edgewise: ${escapeText(truncateWords(note))}\n`);

const PLACES = new Map([
  ['.', 'this folder'],
  ['-', 'standard input'],
]);

/** Reports that only programs read also say that nothing was found. */
function failuresOfEmpty({ failures }: Result, paths: readonly string[]): Result['failures'] {
  if (failures.some(({ refused }) => refused)) return [];
  const message = 'no workflows or event definitions found';
  return paths.map((source) => ({ source, message, refused: true }));
}

function emptyNotes(
  paths: readonly string[],
  { skipped }: Result,
  advice: string | undefined,
): readonly string[] {
  const where = paths.map((path) => PLACES.get(path) ?? `"${escapeText(truncateMiddle(path))}"`);
  const files = skipped.length === 1 ? 'file holds' : 'files hold';
  const others = skipped.length === 0 ? '' : ` (${skipped.length} JSON ${files} something else)`;
  return [
    `edgewise: no workflows or event definitions found in ${where.join(', ')}${others}\n`,
    '          name the files or the folder of your export; --allow-empty makes this a success\n',
    ...(advice === undefined ? [] : [`          ${escapeText(truncateWords(advice))}\n`]),
  ];
}

/** The path of relative sources below the checkout, by the variables of CI; `undefined` outside of CI, or at its root. */
export function folderInCheckout({ env, cwd }: Pick<Runtime, 'env' | 'cwd'>): string | undefined {
  const root = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  if (!root) return undefined;
  const folder = relative(root, cwd()).replaceAll('\\', '/');
  return folder === '' || folder.startsWith('..') || folder.includes(':') ? undefined : folder;
}

/** In GitHub Actions the text report is followed by annotations, and a report is added to the job summary. */
async function annotate(result: Result, context: ReportContext, runtime: Runtime): Promise<void> {
  const { annotations } = await import('../core/report/github.ts');
  await writeStream(runtime.stdout, annotations(result, context));
  const summary = runtime.env['GITHUB_STEP_SUMMARY'];
  if (!summary) return;
  const { default: comment } = await import('../core/report/markdown.ts');
  try {
    appendFileSync(summary, `${[...comment(result, context)].join('')}\n`);
  } catch (error) {
    // It was not requested, so it does not fail the run.
    await writeStream(runtime.stderr, [
      `edgewise: the job's summary could not be written: ${escapeText(explainWriteError(error))}\n`,
    ]);
  }
}

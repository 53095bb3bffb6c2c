import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { checkSources, type LiveSource } from '../check/sources.ts';
import type { Threads } from '../check/threads.ts';
import { configuredPaths, ignoredFiles } from '../config/apply.ts';
import type { Config } from '../config/config.ts';
import type { Result } from '../model/finding.ts';
import { escapeText } from '../report/escape.ts';
import { DRAWING_FORMATS, FORMATS } from '../report/formats.ts';
import type { ReportContext } from '../report/reporter.ts';
import type { AnyRule } from '../rule.ts';
import { annotate, folderInCheckout, wantsAnnotations } from './actions.ts';
import { type Args, nearestCommand } from './args.ts';
import { parseCount, parseFailOn, parseStatus } from './choice.ts';
import { wantsColor } from './color.ts';
import { exitCode } from './exit-code.ts';
import { isMachineFormat, parseFormats, type ReportTarget } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { readPage } from './pages.ts';
import { dayOf, readConfig, type Settled, settleRules } from './setup.ts';
import { noteNames, silence } from './silence.ts';
import { asUserError, UserError } from './user-error.ts';

/** `edgewise lint`: reads, checks, reports; returns the exit code. */
export async function lint(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const started = performance.now();
  const targets = parseFormats(args.format);
  const thresholds = {
    failOn: parseFailOn(args.failOn),
    maxWarnings: parseCount('--max-warnings', args.maxWarnings),
    allowEmpty: args.allowEmpty,
  };
  const config = await readConfig(rules, args, program);
  const settled = await settleRules(rules, config, args);
  const { active, settingAt } = settled;
  if (args.events.includes('none') && args.events.length > 1) throw new UserError('--events none leaves no room for other --events');
  const today = dayOf(args.now, new Date());
  const since = args.changedSince === undefined ? undefined : await (await import('./changed-since.ts')).changedSince(args, program);
  const live = await liveSource(args, program);
  const cwd = program.cwd();
  const configured = args.positional.length === 0 && !args.live ? configuredPaths(config, cwd) : undefined;
  const paths = configured ?? (args.positional.length === 0 && !args.live ? ['.'] : args.positional);
  const events = args.events.filter((source) => source !== LIVE);
  const seen = new Set<string>();
  const drawn = targets.some(({ format }) => DRAWING_FORMATS.has(format)) ? (await import('./drawn.ts')).keepWorkflows() : undefined;
  const checked = await checkSources({
    paths,
    events: events.length === 0 ? undefined : events[0] === 'none' ? 'none' : events,
    live,
    cwd,
    stdin: program.stdin,
    scratch: async () => (await import('./live.ts')).cacheFolder(program),
    stdinName: args.stdinFilename,
    rules: active,
    settingAt,
    ignores: await ignoredFiles(config, cwd, args.baseline === undefined ? [] : [args.baseline]),
    ...(since !== undefined && { onDocument: since.note }),
    ...(config.suppressions.length > 0 && { onNames: noteNames(seen) }),
    ...(drawn !== undefined && { onWorkflow: drawn.note }),
    status: parseStatus(args.status),
    workflows: args.workflow,
    threads: await threadsOf(args, settled, program),
  }).catch(asUserError);
  const { empty } = checked;
  const result = await silence(since === undefined ? checked.result : await since.narrow(checked.result), { config, args, seen, active, today }, program);

  const notes = [
    ...failureNotes(result, args),
    ...(empty && !args.allowEmpty && result.failures.length === 0 && result.findings.length === 0 ? emptyNotes(paths, result) : []),
    ...(configured === undefined ? [] : whereConfigured(config, configured, result, empty && !args.allowEmpty)),
    ...silenceNotes(result, targets),
  ];
  if (notes.length > 0) await writeStream(program.stderr, notes);
  const context = {
    folder: folderInCheckout(program),
    tool: program.tool,
    rules: active.map(({ rule }) => rule),
    pageOf: readPage,
    elapsed: performance.now() - started,
    quiet: args.quiet,
    workflows: drawn?.kept(),
  };
  await report(result, targets, context, args, program);
  return exitCode(result, empty, thresholds);
}

const LIVE = 'live';

/** Further threads, unless rules of plugins are there: their code may count on seeing every workflow. */
async function threadsOf(
  { threads = 'auto', plugin, status, events }: Args,
  { choice, overrides }: Settled,
  { thread }: Program,
): Promise<Threads | undefined> {
  const count = threads === 'auto' ? 'auto' : parseThreads(threads);
  if (thread === undefined || count === 1 || plugin.length > 0) return undefined;
  return {
    count,
    processors: availableParallelism(),
    // Not needed, and not loaded, when there is little to check.
    open: async (others, wantsNames) =>
      (await import('./team.ts')).openTeam(others, { choice, overrides, wantsNames, status, events: events[0] === 'none' ? 'none' : undefined }, thread),
  };
}

const MAX_THREADS = 64;

function parseThreads(given: string): number {
  if (!/^[1-9]\d?$/.test(given) || Number(given) > MAX_THREADS) throw new UserError(`--threads wants auto or a number up to ${MAX_THREADS}, not "${given}"`);
  return Number(given);
}

/** What is to come from the live API: all of it with --live, only the events with --events live. */
export async function liveSource(args: Args, program: Program): Promise<LiveSource | undefined> {
  const replacesEvents = args.events.includes(LIVE);
  if (!args.live && !replacesEvents) {
    if (args.save !== undefined) throw new UserError('--save is for what comes from the live API', 'add --live');
    return undefined;
  }
  const { openLive } = await import('./live.ts');
  const live = await openLive(args, program);
  const items = live.read({ workflows: args.live, events: replacesEvents || args.events.length === 0 });
  if (args.save === undefined) return { items, replacesEvents };
  const { saveItems } = await import('../load/live/save.ts');
  return { items: saveItems(items, args.save, program.cwd()), replacesEvents };
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
  return failures.map(({ source, message }) => {
    const near = source === positional[0] ? nearestCommand(source) : undefined;
    return `edgewise: ${escapeText(source)}: ${escapeText(message)}${near === undefined ? '' : `; did you mean the command "${near}"?`}\n`;
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
  return isTold ? [] : notes.map((note) => `edgewise: ${escapeText(note)}\n`);
}

function emptyNotes(paths: readonly string[], { skipped }: Result): readonly string[] {
  const where = paths.map((path) => (path === '.' ? 'this folder' : path === '-' ? 'standard input' : `"${escapeText(path)}"`)).join(', ');
  const others = skipped === 0 ? '' : ` (${skipped} JSON ${skipped === 1 ? 'file holds' : 'files hold'} something else)`;
  return [
    `edgewise: no workflows or event definitions found in ${where}${others}\n`,
    '          name the files or the folder of your export; --allow-empty makes this a success\n',
  ];
}

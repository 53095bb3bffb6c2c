import { availableParallelism } from 'node:os';
import { isMine, type Shard } from '../check/shard.ts';
import { type CheckOptions, collect, type LiveSource } from '../check/sources.ts';
import type { Threads } from '../check/threads.ts';
import { configuredPaths, ignoredFiles } from '../config/apply.ts';
import { finishRun } from '../lint/finish.ts';
import { escapeText } from '../report/escape.ts';
import { DRAWING_FORMATS, FORMATS } from '../report/formats.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { parseStatus } from './choice.ts';
import { conclude, thresholdsOf } from './conclude.ts';
import { createEngine, type Engine } from './engine.ts';
import { parseFormats, type ReportTarget } from './formats.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { dayOf, readConfig, type Settled, settleRules } from './setup.ts';
import { noteNames } from './silence.ts';
import type { Stats } from './stats.ts';
import { asUserError, UserError } from './user-error.ts';

/** `edgewise lint`: reads, checks, reports; returns the exit code. */
export async function lint(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const started = performance.now();
  const all = parseFormats(args.format, [...FORMATS.keys(), BLOB]);
  const [blobs, targets] = [all.filter(({ format }) => format === BLOB), all.filter(({ format }) => format !== BLOB)];
  const thresholds = thresholdsOf(args);
  if (blobs.some(({ file }) => file === undefined)) throw new UserError('a blob goes into a file', 'such as -f blob=edgewise.blob');
  const files = blobs.length === 0 ? undefined : await import('./blob-file.ts');
  files?.removeBlobs(blobs, program);
  const shard = await shardOf(blobs, args, program);
  const config = await readConfig(rules, args, program);
  const settled = await settleRules(rules, config, args);
  const { active, settingAt } = settled;
  const stats = args.stats ? (await import('./stats.ts')).startStats() : undefined;
  const rulesRun = stats?.clock.ofRules(active) ?? active;
  if (args.events.includes('none') && args.events.length > 1) throw new UserError('--events none leaves no room for other --events');
  const today = dayOf(args.now, new Date());
  const since = args.changedSince === undefined ? undefined : await (await import('./changed-since.ts')).changedSince(args, program);
  const live = await liveSource(args, program, shard);
  const cwd = program.cwd();
  const configured = args.positional.length === 0 && !args.live ? configuredPaths(config, cwd) : undefined;
  const paths = configured ?? (args.positional.length === 0 && !args.live ? ['.'] : args.positional);
  const events = args.events.filter((source) => source !== LIVE);
  const engine = createEngine();
  const seen = new Set<string>();
  const drawn = targets.some(({ format }) => DRAWING_FORMATS.has(format)) ? (await import('./drawn.ts')).keepWorkflows() : undefined;
  const options: CheckOptions = {
    paths,
    events: events.length === 0 ? undefined : events[0] === 'none' ? 'none' : events,
    live,
    cwd,
    stdin: program.stdin,
    scratch: async () => (await import('./live.ts')).cacheFolder(program),
    stdinName: args.stdinFilename,
    rules: rulesRun,
    settingAt,
    clock: stats?.clock,
    ignores: await ignoredFiles(config, cwd, args.baseline === undefined ? [] : [args.baseline]),
    ...(since !== undefined && { onDocument: since.note }),
    ...((config.suppressions.length > 0 || blobs.length > 0) && { onNames: noteNames(seen) }),
    ...(drawn !== undefined && { onWorkflow: drawn.note }),
    status: parseStatus(args.status),
    workflows: args.workflow,
    shard,
    everyFact: blobs.length > 0,
    threads: await threadsOf(args, settled, program, { shard, everyFact: blobs.length > 0, engine, stats }),
    rest: engine.rest,
  };
  const write = files?.openBlobs(blobs, { settled, args, shard }, program);
  stats?.clock.enter('read');
  const collected = await collect(options).catch(asUserError);
  stats?.clock.enter('workspace');
  write?.(collected, seen);
  const { parts, readText, skipped, empty } = collected;
  const unfinished = shard === undefined ? undefined : `this is shard ${shard.index} of ${shard.total}: edgewise merge checks it for all of them`;
  const whole = finishRun(parts, { rules: rulesRun, settingAt, readText, skipped, unfinished });
  readText.close();
  const result = since === undefined ? whole : await since.narrow(whole);
  stats?.clock.enter('report');
  const run = { result, empty, args, config, active, seen, today, targets, thresholds, paths, configured, started, workflows: drawn?.kept() };
  const code = await conclude(run, program);
  if (stats !== undefined) await writeStream(program.stderr, stats.print(result));
  return code;
}

const LIVE = 'live';
const BLOB = 'blob';

/** The share that this run checks, and said when nobody asked for it by number. */
async function shardOf(blobs: readonly ReportTarget[], args: Args, program: Program): Promise<Shard | undefined> {
  if (blobs.length === 0 && args.shard === undefined) return undefined;
  for (const [flag, given] of [
    ['--changed-since', args.changedSince !== undefined],
    ['--update-baseline', args.updateBaseline],
  ] as const)
    if (given) throw new UserError(`${flag} needs the whole, which no blob is`, flag === '--update-baseline' ? 'give it to edgewise merge' : undefined);
  const { chooseShard } = await import('./shards.ts');
  const chosen = chooseShard(args.shard, blobs.length > 0, program.env);
  if (chosen === undefined) return undefined;
  const { index, total, from } = chosen;
  if (from !== undefined)
    await writeStream(program.stderr, [`edgewise: this is shard ${index} of ${total}, by ${escapeText(from)}; --shard 1/1 checks everything\n`]);
  return total === 1 ? undefined : { index, total };
}

/** Further threads, unless rules of plugins are there: their code may count on seeing every workflow. */
async function threadsOf(
  { threads = 'auto', plugin, status, events }: Args,
  { choice, overrides }: Settled,
  { thread }: Program,
  { shard, everyFact, engine, stats }: { shard: Shard | undefined; everyFact: boolean; engine: Engine; stats: Stats | undefined },
): Promise<Threads | undefined> {
  const count = threads === 'auto' ? 'auto' : parseThreads(threads);
  if (thread === undefined || count === 1 || plugin.length > 0) return undefined;
  return {
    count,
    processors: availableParallelism(),
    // Not needed, and not loaded, when there is little to check.
    open: async (others, wantsNames) => {
      stats?.noteThreads(others + 1);
      engine.leave();
      const hired = {
        choice,
        overrides,
        everyFact,
        wantsNames,
        wantsStats: stats !== undefined,
        shard,
        status,
        events: events[0] === 'none' ? 'none' : undefined,
      } as const;
      return (await import('./team.ts')).openTeam(others, hired, thread, engine.inlineLess);
    },
  };
}

const MAX_THREADS = 64;

function parseThreads(given: string): number {
  if (!/^[1-9]\d?$/.test(given) || Number(given) > MAX_THREADS) throw new UserError(`--threads wants auto or a number up to ${MAX_THREADS}, not "${given}"`);
  return Number(given);
}

/** What is to come from the live API: all of it with --live, only the events with --events live. */
export async function liveSource(args: Args, program: Program, shard?: Shard): Promise<LiveSource | undefined> {
  const replacesEvents = args.events.includes(LIVE);
  if (!args.live && !replacesEvents) {
    if (args.save !== undefined) throw new UserError('--save is for what comes from the live API', 'add --live');
    return undefined;
  }
  const { openLive } = await import('./live.ts');
  const live = await openLive(args, program);
  const mine = shard === undefined ? {} : { isMine: (id: string) => isMine(id, shard) };
  const items = live.read({ workflows: args.live, events: replacesEvents || args.events.length === 0, ...mine });
  if (args.save === undefined) return { items, replacesEvents };
  const { saveItems } = await import('../load/live/save.ts');
  return { items: saveItems(items, args.save, program.cwd()), replacesEvents };
}

import { type CommandContext, defineCommand, type Runtime } from '../../command.ts';
import { createReadText } from '../../core/lint/check.ts';
import { escapeText } from '../../core/report/escape.ts';
import { DRAWING_FORMATS, FORMATS } from '../../core/report/formats.ts';
import type { CallSource } from '../../core/rule.ts';
import { createFileCache, type FileCache } from '../../load/file-cache.ts';
import type { AcceptanceFlags } from '../../run/acceptance.ts';
import { chooseAudit, describeAudit } from '../../run/audit-choice.ts';
import { beginRun } from '../../run/begin-run.ts';
import { decodeItems, namesOfWorkflows } from '../../run/decode.ts';
import { EXIT } from '../../run/exit-code.ts';
import { type FlagValues, grouped, lintFormatFlag, switchFlag, textFlag } from '../../run/flag.ts';
import { LIVE_FLAGS, pick, RULE_FLAGS, type SharedArgs } from '../../run/flags.ts';
import { load } from '../../run/load.ts';
import { LIVE, namedSources } from '../../run/named-sources.ts';
import { writeStream } from '../../run/output.ts';
import { reportFailedRun, reportRun } from '../../run/report-run.ts';
import {
  chooseResources,
  describeRequests,
  neededBy,
  type ResourceChoice,
} from '../../run/resource-choice.ts';
import { collect, finishRun } from '../../run/run.ts';
import type { Shard } from '../../run/shard.ts';
import { asUserError, UserError } from '../../run/user-error.ts';
import type { FixFlags } from '../fix-files.ts';

const BLOB = 'blob';

const FLAGS = {
  ...RULE_FLAGS,
  ...pick('events', 'status', 'workflow', 'stdinFilename'),
  ...grouped('What to check:', {
    changedSince: textFlag(
      'REV',
      'report only what changed since a revision of git, and what depends on it',
    ),
    shard: textFlag(
      'I/N',
      'check a share of the workflows, for edgewise merge; or auto; needs -f blob=FILE',
    ),
    watch: switchFlag('check again after each change of a file; Ctrl-C ends it'),
    listFiles: switchFlag(
      'print each file, what it is taken for, or why it is skipped; check nothing',
    ),
  }),
  ...grouped('What to correct:', {
    fix: switchFlag('correct what has a safe fix in the files, and report what is left'),
    fixUnsafe: switchFlag('make fixes as well that need a review'),
    dryRun: switchFlag(
      'with --fix: write nothing, and print the changes as a diff; with --live: print the requests',
    ),
  }),
  format: lintFormatFlag([...FORMATS.keys(), BLOB]),
  ...pick('quiet', 'showIds', 'stats', 'showSuppressed', 'annotations'),
  ...pick('failOn', 'maxWarnings', 'baseline', 'updateBaseline', 'allowEmpty', 'live'),
  ...LIVE_FLAGS,
  ...pick('save', 'audit'),
};

type LintArgs = FlagValues<typeof FLAGS> & {
  readonly positional: readonly string[];
  /** The requests of a program are checked as well. */
  readonly calls?: CallSource;
};

export default defineCommand({
  name: 'lint',
  summary: 'check files, folders and globs; - is standard input; no path: this folder',
  positionals: ['[paths…]'],
  flags: FLAGS,
  examples: [
    ['edgewise workflows/ events.json', 'check an export'],
    ['edgewise . -f text -f sarif=edgewise.sarif', 'a report to read, and one for code scanning'],
    ['edgewise --live', 'check the account behind the API key'],
    ['edgewise explain dangling-edge', 'learn about a finding'],
  ],
  async failed(run) {
    const blobs = run.targets.filter(({ format, file }) => format === BLOB && file !== undefined);
    if (blobs.length > 0)
      (await import('../../features/scale/blob-file.ts')).removeBlobs(blobs, run.runtime);
    await reportFailedRun(run);
  },
  async run(given, context) {
    if (!given.watch) return check(given, context);
    const { watchFiles } = await import('../watch.ts');
    const files = createFileCache();
    const { format: targets, positional } = given;
    return watchFiles(
      given,
      () => check(given, context, files),
      (message) => reportFailedRun({ message, targets, positional, runtime: context.runtime }),
      context,
    );
  },
});

async function check(given: LintArgs, context: CommandContext, cache?: FileCache): Promise<number> {
  const { runtime } = context;
  const blobs = given.format.filter(({ format }) => format === BLOB);
  if (blobs.some(({ file }) => file === undefined))
    throw new UserError('a blob must be written to a file', 'such as -f blob=edgewise.blob');
  const files = blobs.length === 0 ? undefined : await import('../../features/scale/blob-file.ts');
  if (given.listFiles && given.format.some(({ format }) => format !== 'text'))
    throw new UserError(
      '--list-files prints text only',
      'the JSON report lists the files that are skipped',
    );
  files?.removeBlobs(blobs, runtime);
  const shard = await shardOf(blobs.length > 0, given, runtime);
  const fixing = fixingOf(given);
  const run = await beginRun(given, context, given.calls);
  const { args, config, active, timed: rules, settingAt, acceptance, stats } = run;
  const since =
    args.changedSince === undefined
      ? undefined
      : (await import('../changed-since.ts')).changedSince(args.changedSince, args, runtime);
  const needed = neededBy(active);
  if (args.dryRun && !fixing) {
    if (given.format.some(({ format }) => format !== 'text'))
      throw new UserError('--dry-run prints the requests of --live as text only');
    await writeStream(runtime.stdout, [requestsOf(args, needed)]);
    return EXIT.clean;
  }
  const named = await namedSources(
    { ...args, cache },
    args.positional,
    config,
    context,
    needed,
    shard,
  );
  const { paths, configured } = named;
  stats?.clock.enter('read');
  const loaded = await load(named.items, shard).catch(asUserError);
  if (args.listFiles) {
    const { listFiles } = await import('../list-files.ts');
    return await listFiles(loaded, args.allowEmpty, runtime);
  }
  const writeBlobs = files?.openBlobs(blobs, { setup: run, args, shard }, runtime);
  const fixed = fixing
    ? await (await import('../fix-files.ts')).fixFiles(
        loaded,
        { ...named.wanted, rules: active, settingAt, acceptance },
        args,
        runtime,
      )
    : undefined;
  stats?.clock.enter('decode');
  const decoded = decodeItems(fixed?.items ?? loaded, named.wanted);
  for (const { document } of decoded.read) stats?.clock.countDocument(document.ref);
  if (since !== undefined) decoded.read.forEach(since.add);
  const settings = {
    rules,
    settingAt,
    clock: stats?.clock,
    unfinished:
      shard === undefined
        ? undefined
        : `this is shard ${shard.index} of ${shard.total}: edgewise merge checks it for all of them`,
    silenced: run.silenced,
    narrow: since?.narrowing(),
    acceptance,
  };
  const collected = collect(decoded, settings);
  writeBlobs?.(collected, named.sources.inputs());
  const readText = createReadText(decoded.input.documents);
  const outcome = finishRun([collected], readText, settings);
  const drawn = args.format.some(({ format }) => DRAWING_FORMATS.has(format))
    ? (await import('../../features/picture/drawn.ts')).drawnWorkflows(decoded)
    : undefined;
  let names: ReadonlySet<string> | undefined;
  return reportRun(
    {
      ...run,
      paths,
      configured,
      diff: fixed?.diff,
      // Whether all shards are empty is known to the merge.
      outcome: shard === undefined ? outcome : { ...outcome, empty: false },
      // Called for each suppression.
      get names() {
        names ??= namesOfWorkflows(decoded);
        return names;
      },
      workflows: drawn,
      advise: async () =>
        (await import('../find-programs.ts')).adviseOnPrograms(paths, runtime.cwd()),
    },
    runtime,
  );
}

/** Whether files are to be corrected. */
function fixingOf(
  args: FixFlags & Pick<AcceptanceFlags, 'shard' | 'changedSince'> & SharedArgs<'live'>,
): boolean {
  const { fix, fixUnsafe, dryRun, shard, changedSince } = args;
  if (dryRun && !fix && !fixUnsafe && !args.live)
    throw new UserError(
      '--dry-run needs --fix, --fix-unsafe or --live',
      'it shows what they would do',
    );
  if (!fix && !fixUnsafe) return false;
  const other = changedSince !== undefined ? '--changed-since' : '--shard';
  if (changedSince !== undefined || shard !== undefined)
    throw new UserError(`--fix cannot be used with ${other}`, 'name the files to correct instead');
  return true;
}

/** The requests of --live, without sending them. */
function requestsOf(
  { resource, resources, events, audit }: SharedArgs<'resource' | 'resources' | 'events' | 'audit'>,
  needed: ResourceChoice,
): string {
  const audited = chooseAudit(audit);
  const withEvents = events.length === 0 || events.includes(LIVE);
  const chosen = chooseResources(resources, needed);
  const requests = describeRequests({ resource, events: withEvents }, chosen);
  return audited === undefined ? requests : `${requests}audit: ${describeAudit(audited)}\n`;
}

/** The shard of this run. If it comes from the environment, that is reported. */
async function shardOf(
  writesBlob: boolean,
  args: Pick<AcceptanceFlags, 'shard' | 'changedSince' | 'updateBaseline'>,
  runtime: Runtime,
): Promise<Shard | undefined> {
  if (!writesBlob && args.shard === undefined) return undefined;
  if (args.changedSince !== undefined)
    throw new UserError('--changed-since cannot be used with a blob');
  if (args.updateBaseline)
    throw new UserError(
      '--update-baseline needs the whole, which no blob is',
      'give it to edgewise merge',
    );
  const { chooseShard } = await import('../../features/scale/shards.ts');
  const chosen = chooseShard(args.shard, writesBlob, runtime.env);
  if (chosen === undefined) return undefined;
  const { index, total, from } = chosen;
  if (from !== undefined)
    await writeStream(runtime.stderr, [
      `edgewise: this is shard ${index} of ${total}, by ${escapeText(from)}; --shard 1/1 checks everything\n`,
    ]);
  return total === 1 ? undefined : { index, total };
}

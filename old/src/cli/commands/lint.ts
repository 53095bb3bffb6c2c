import { type CommandContext, defineCommand, type Runtime } from '../../command.ts';
import type { SourceItem } from '../../core/document/split.ts';
import { createReadText } from '../../core/lint/check.ts';
import type { Result } from '../../core/model/finding.ts';
import { DRAWING_FORMATS, FORMATS } from '../../core/report/formats.ts';
import type { CallSource } from '../../core/rule.ts';
import { createFileCache, type FileCache } from '../../load/file-cache.ts';
import { type BegunRun, beginRun } from '../../run/begin-run.ts';
import { decodeItems, namesOfWorkflows } from '../../run/decode.ts';
import { EXIT } from '../../run/exit-code.ts';
import type { FixSettings } from '../../run/fix.ts';
import {
  type FlagValues,
  grouped,
  lintFormatFlag,
  type Request,
  switchFlag,
} from '../../run/flag.ts';
import { LIVE_FLAGS, pick, RULE_FLAGS, type SharedArgs } from '../../run/flags.ts';
import { LIVE, loadNamed, type NamedInput } from '../../run/named-sources.ts';
import { writeStream } from '../../run/output.ts';
import { reportFailedRun, reportRun } from '../../run/report-run.ts';
import {
  chooseResources,
  describeRequests,
  neededBy,
  type ResourceChoice,
} from '../../run/resource-choice.ts';
import { collect, finishRun } from '../../run/run.ts';
import { UserError } from '../../run/user-error.ts';
import type { FixFlags } from '../fix-files.ts';

const FLAGS = {
  ...RULE_FLAGS,
  ...pick('ignore', 'events', 'status', 'workflow', 'stdinFilename'),
  ...grouped('What to check:', {
    watch: switchFlag('check again after each change of a file; Ctrl-C ends it'),
  }),
  ...grouped('What to correct:', {
    fix: switchFlag('correct what has a safe fix in the files, and report what is left'),
    fixUnsafe: switchFlag('make fixes as well that need a review'),
    dryRun: switchFlag(
      'with --fix: write nothing, and print the changes as a diff; with --live: print the requests',
    ),
  }),
  format: lintFormatFlag([...FORMATS.keys()]),
  ...pick('quiet', 'maxFindings', 'showSuppressed'),
  ...pick('failOn', 'maxWarnings', 'baseline', 'updateBaseline', 'allowEmpty', 'live'),
  ...LIVE_FLAGS,
};

const DAILY: readonly (keyof typeof FLAGS)[] = [
  ...(['format', 'config', 'preset', 'rule', 'only', 'events', 'ignore'] as const),
  ...(['failOn', 'baseline', 'fix', 'watch', 'live'] as const),
];

type LintArgs = FlagValues<typeof FLAGS> &
  Pick<Request, 'positional' | 'words' | 'color'> & {
    /** The requests of a program are checked as well. */
    readonly calls?: CallSource;
  };

export default defineCommand({
  name: 'lint',
  summary: 'check files, folders and globs; - is standard input; no path: this folder',
  positionals: ['[paths…]'],
  flags: FLAGS,
  daily: DAILY,
  examples: [
    ['edgewise workflows/ events.json', 'check an export'],
    ['edgewise . -f text -f sarif=edgewise.sarif', 'a report to read, and one for code scanning'],
    ['edgewise --live', 'check the account behind the API key'],
    ['edgewise explain dangling-edge', 'learn about a finding'],
  ],
  failed: reportFailedRun,
  async run(given, context) {
    if (!given.watch) return check(given, context);
    const { watchFiles } = await import('../watch.ts');
    const files = createFileCache();
    const { format: targets, positional } = given;
    return watchFiles(given, context, {
      check: (runtime, onResult) => check(given, { ...context, runtime }, { files, onResult }),
      failed: (message) =>
        reportFailedRun({ message, targets, positional, runtime: context.runtime }),
    });
  },
});

interface Watched {
  readonly files: FileCache;
  readonly onResult: (result: Result) => void;
}

async function check(given: LintArgs, context: CommandContext, watched?: Watched): Promise<number> {
  const { runtime } = context;
  const fixing = fixingOf(given);
  const run = await beginRun(given, context, given.calls);
  const { args } = run;
  const needed = neededBy(run.active);
  if (args.dryRun && !fixing) return printRequests(args, needed, runtime);
  const choice = { paths: args.positional, needed, cache: watched?.files };
  const named = await loadNamed(run, choice, context);
  const trials = { ...run.settings, ...named.wanted, rules: run.active };
  const fixed = fixing
    ? await (await import('../fix-files.ts')).fixFiles(named.items, trials, args, runtime)
    : undefined;
  const items = fixed?.items ?? named.items;
  const { onResult } = watched ?? {};
  return checkItems({ items, run, named, trials, diff: fixed?.diff, onResult }, runtime);
}

interface LoadedRun {
  readonly items: readonly SourceItem[];
  readonly run: BegunRun<LintArgs>;
  readonly named: NamedInput;
  /** Of the checks that try fixes. */
  readonly trials: FixSettings;
  /** The changes that fixes would make. */
  readonly diff: string | undefined;
  readonly onResult: Watched['onResult'] | undefined;
}

async function checkItems(
  { items, run, named, trials, diff, onResult }: LoadedRun,
  runtime: Runtime,
): Promise<number> {
  const { args } = run;
  const decoded = decodeItems(items, named.wanted);
  const { settings } = run;
  const collected = collect(decoded, settings);
  const readText = createReadText(decoded.input.documents);
  const outcome = finishRun([collected], readText, settings);
  onResult?.(outcome.result);
  const workflows = args.format.some(({ format }) => DRAWING_FORMATS.has(format))
    ? (await import('../../features/picture/drawn.ts')).drawnWorkflows(decoded)
    : undefined;
  return reportRun(
    {
      ...run,
      paths: named.paths,
      configured: named.configured,
      diff,
      outcome,
      names: namesOfWorkflows(decoded),
      workflows,
      keepMadeFixes: async (findings) =>
        (await import('../../run/printed-fixes.ts')).keepMadeFixes(findings, items, trials),
    },
    runtime,
  );
}

const isTextOnly = ({ format: targets }: LintArgs): boolean =>
  targets.every(({ format }) => format === 'text');

/** Whether files are to be corrected. */
function fixingOf(args: FixFlags & SharedArgs<'live'>): boolean {
  const { fix, fixUnsafe, dryRun } = args;
  if (dryRun && !fix && !fixUnsafe && !args.live)
    throw new UserError(
      '--dry-run needs --fix, --fix-unsafe or --live',
      'it shows what they would do',
    );
  if (!fix && !fixUnsafe) return false;
  return true;
}

/** Prints the requests of --live, without sending them. */
async function printRequests(
  args: LintArgs,
  needed: ResourceChoice,
  runtime: Runtime,
): Promise<number> {
  if (!isTextOnly(args))
    throw new UserError('--dry-run prints the requests of --live as text only');
  const { resources, events } = args;
  const withEvents = events.length === 0 || events.includes(LIVE);
  const chosen = chooseResources(resources, needed);
  await writeStream(runtime.stdout, [describeRequests(withEvents, chosen)]);
  return EXIT.clean;
}

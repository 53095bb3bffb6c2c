import { type CommandContext, defineCommand, type FailedRun, type Runtime } from '../../command.ts';
import type { Acceptance } from '../../core/lint/apply-acceptance.ts';
import type { Settings } from '../../core/lint/overrides.ts';
import type { Finding, Result } from '../../core/model/finding.ts';
import { groupBy } from '../../core/model/groups.ts';
import { pluralize, takeFirst } from '../../core/model/text.ts';
import { ignoredFiles } from '../../load/config/find.ts';
import { sourceItems } from '../../load/live-item.ts';
import { openSources } from '../../load/sources.ts';
import type { Live, LiveFlags } from '../../run/context.ts';
import { EXIT } from '../../run/exit-code.ts';
import { workflowFilter } from '../../run/filter.ts';
import { choiceFlag, type FlagValues, formatFlag } from '../../run/flag.ts';
import { LIVE_FLAGS, pick, RULE_FLAGS, type SharedArgs } from '../../run/flags.ts';
import { type HeldFailure, type HeldWorkspace, holdWorkspace } from '../../run/hold.ts';
import { LIVE } from '../../run/named-sources.ts';
import { printReports, writeFailures } from '../../run/output.ts';
import { ALL_RESOURCES, chooseResources } from '../../run/resource-choice.ts';
import { run } from '../../run/run.ts';
import { setUp } from '../../run/setup.ts';
import { UserError } from '../../run/user-error.ts';
import { type Comparison, compareWorkspaces } from './compare.ts';
import { compareFindings } from './compare-findings.ts';
import type { Difference, DifferenceReport, Side } from './difference.ts';
import { DIFFERENCE_REPORTERS } from './report.ts';

const printerOf = (format: string) => DIFFERENCE_REPORTERS.get(format);

export default defineCommand({
  name: 'diff',
  summary:
    'what differs between two exports, or an export and the account (live), in what they mean',
  positionals: ['A', 'B'],
  flags: {
    format: formatFlag([...DIFFERENCE_REPORTERS.keys()]),
    events: choiceFlag(['none'], 'leave out the event definitions'),
    ...RULE_FLAGS,
    ...pick('ignore', 'status', 'workflow', 'allowEmpty'),
    ...LIVE_FLAGS,
  },
  examples: [
    ['edgewise diff old.json new.json', 'two exports'],
    ['edgewise diff workflows/ live', 'files and the account, and what a deployment takes'],
  ],
  async failed({ targets, positional, message, runtime }: FailedRun) {
    const format = targets.filter((target) => target.format === 'json');
    await printReports(printerOf, emptyReport(positional, message), { format }, runtime);
  },
  async run(args, context) {
    const { runtime } = context;
    const report = await compare(args.positional, args, context);
    const { failures, difference } = report;
    await writeFailures(failures, runtime);
    await printReports(printerOf, report, args, runtime);
    if (failures.some(({ isTemporary }) => isTemporary !== true)) return EXIT.failed;
    if (!difference.same) return EXIT.findings;
    return difference.notCompared.some(({ oneSided }) => oneSided) ? EXIT.incomplete : EXIT.clean;
  },
});

type SideFlags = LiveFlags & SharedArgs<'allowEmpty'> & { readonly events: 'none' | undefined };

async function compare(
  [first, second]: readonly [string, string],
  args: SideFlags & FlagValues<typeof RULE_FLAGS>,
  context: CommandContext,
): Promise<DifferenceReport> {
  if (first === LIVE && second === LIVE)
    throw new UserError(
      'one side is the account; the other cannot be the same one',
      'name a file or a folder',
    );
  if (first === '-' && second === '-')
    throw new UserError('standard input can only be one of the two sides');
  const isDeployment = first === LIVE || second === LIVE;
  // Always from the account to the files, as a deployment.
  const [from, to] = second === LIVE ? [second, first] : [first, second];
  const live = isDeployment ? await context.openLive(args) : undefined;
  const { config, today, ...settings } = await setUp(args, context);
  const ignores = await ignoredFiles(config, context.runtime.cwd());
  const sides = { runtime: context.runtime, ignores, live };
  const before = await readSide(from, args, sides);
  const after = await readSide(to, args, sides);
  const failures: HeldFailure[] = [...before.failures, ...after.failures];
  // If nothing of one side was read, everything would be reported as added or removed.
  const unread =
    failures.length > 0 && (before.documents.length === 0 || after.documents.length === 0);
  const comparison = unread
    ? { difference: NOTHING, renames: [] }
    : compareWorkspaces(
        documentsOf(before),
        documentsOf(after),
        { before: gapsOf(before), after: gapsOf(after) },
        isDeployment,
      );
  const report = {
    before: sideOf(from, before),
    after: sideOf(to, after),
    difference: comparison.difference,
    isDeployment,
    findings: { appeared: [], went: [] },
    failures,
  };
  if (comparison.difference.same || failures.length > 0) return report;
  const acceptance = { suppressions: config.suppressions, today };
  return withFindings(report, comparison, [
    checkSide(before, settings, acceptance),
    checkSide(after, settings, acceptance),
  ]);
}

/** Adds the findings that appeared and went, of the rules that both sides were checked by. */
function withFindings(
  report: DifferenceReport,
  comparison: Comparison,
  results: readonly [Result, Result],
): DifferenceReport {
  const [then, now] = results;
  const unchecked = [
    ...then.notChecked.map((each) => ({ ...each, side: 'first' })),
    ...now.notChecked.map((each) => ({ ...each, side: 'second' })),
  ].filter(({ inPart }) => inPart !== true);
  const isShared = ({ rule }: Finding): boolean => !unchecked.some((each) => each.rule === rule);
  const findings = compareFindings(
    then.findings.filter(isShared),
    now.findings.filter(isShared),
    comparison,
  );
  const dropped = new Set([...then.findings, ...now.findings].map(({ rule }) => rule));
  const oneSided = unchecked.filter(({ rule }) => dropped.has(rule));
  const notes = Array.from(
    groupBy(oneSided, ({ side, reason }) => `on the ${side} side: ${reason}`),
    ([reason, group]) => {
      const names = takeFirst(
        group.map(({ rule }) => rule),
        3,
      );
      const more = names.more === 0 ? '' : ` and ${pluralize(names.more, 'more rule')}`;
      const what = `findings of ${names.first.join(', ')}${more}`;
      return { what, reason: `not checked ${reason}`, oneSided: false };
    },
  );
  const notCompared = [...report.difference.notCompared, ...notes];
  const crashes = [...then.findings, ...now.findings].filter(({ rule }) => rule === 'rule-crashed');
  return {
    ...report,
    difference: { ...report.difference, notCompared },
    findings,
    failures: [...report.failures, ...crashes.map(({ message }) => ({ source: '-', message }))],
  };
}

interface SideContext {
  readonly runtime: Runtime;
  readonly ignores: ((path: string) => string | undefined) | undefined;
  readonly live: Live | undefined;
}

/** One side of a comparison by its argument: a path, `-`, or the live API. */
async function readSide(
  named: string,
  args: SideFlags,
  { runtime, ignores, live }: SideContext,
): Promise<HeldWorkspace> {
  const withEvents = args.events !== 'none';
  const { stdin } = runtime;
  const items =
    named === LIVE && live !== undefined
      ? sourceItems(
          live.read({
            workflows: true,
            events: withEvents,
            resources: chooseResources(args.resources, ALL_RESOURCES),
          }),
        )
      : openSources({
          paths: [named],
          cwd: runtime.cwd(),
          stdin,
          ignores,
          allowsEmpty: args.allowEmpty,
        }).items;
  const held = await holdWorkspace(items);
  if (held.documents.length === 0 && held.failures.length === 0 && !args.allowEmpty) {
    throw new UserError(
      `no workflows or event definitions found in "${named}"`,
      '--allow-empty compares with nothing',
    );
  }
  const isWanted = workflowFilter({ status: args.status, workflows: args.workflow });
  const documents = held.documents.map(({ document, text }) => {
    const workflows = document.workflows.filter(isWanted);
    const events = withEvents ? document.events : [];
    return { text, document: { ...document, workflows, events } };
  });
  return { ...held, documents };
}

function gapsOf({ failures }: HeldWorkspace): ReadonlySet<string> {
  return new Set(failures.flatMap(({ of }) => (of === undefined ? ['workflows', 'events'] : [of])));
}

/** Nothing was compared, so equality is unknown. */
const NOTHING: Difference = {
  workflows: [],
  events: [],
  resources: [],
  notCompared: [],
  same: false,
};

const documentsOf = ({ documents }: HeldWorkspace) => documents.map(({ document }) => document);

function checkSide(
  { documents }: HeldWorkspace,
  { active, settingAt }: Settings,
  acceptance: Acceptance,
): Result {
  const input = { documents };
  const decoded = { input, read: [], skipped: [], ignored: [], empty: false, createdBy: new Map() };
  return run(decoded, { rules: active, settingAt, acceptance }).result;
}

function sideOf(source: string, { documents }: Pick<HeldWorkspace, 'documents'>): Side {
  const workflows = documents.flatMap(({ document }) => document.workflows);
  const total = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0);
  return {
    source,
    workflows: workflows.length,
    steps: total(workflows.map(({ steps }) => steps.length)),
    edges: total(workflows.map(({ edges }) => edges.length)),
    events: total(documents.map(({ document }) => document.events.length)),
  };
}

function emptyReport(
  [before = '', after = '']: readonly string[],
  message: string,
): DifferenceReport {
  const none = { documents: [] };
  return {
    before: sideOf(before, none),
    after: sideOf(after, none),
    difference: NOTHING,
    findings: { appeared: [], went: [] },
    failures: [{ source: '-', message }],
  };
}

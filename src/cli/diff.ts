import { resolve } from 'node:path';
import { ignoredFiles } from '../config/apply.ts';
import { compareWorkspaces } from '../diff/compare.ts';
import { compareFindings } from '../diff/compare-findings.ts';
import { createLinter } from '../lint/linter.ts';
import type { Settings } from '../lint/overrides.ts';
import { suppress } from '../lint/suppress.ts';
import { type HeldDocument, type HeldFailure, type HeldWorkspace, holdLive, readWorkspace } from '../load/workspace.ts';
import type { Difference, DifferenceReport, FindingChanges, Side } from '../model/difference.ts';
import type { Result } from '../model/finding.ts';
import type { DocumentRef, Workflow } from '../model/nodes.ts';
import type { DifferenceReporter } from '../report/difference.ts';
import { escapeText } from '../report/escape.ts';
import { sayFailure } from '../report/words.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { parseStatus } from './choice.ts';
import { wantsColor } from './color.ts';
import { EXIT } from './exit-code.ts';
import { parseFormats, type ReportTarget } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { dayOf, readConfig, settleRules } from './setup.ts';
import { UserError } from './user-error.ts';

const FORMATS: ReadonlyMap<string, () => Promise<DifferenceReporter>> = new Map([
  ['text', async () => (await import('../report/difference-text.ts')).differenceText],
  ['json', async () => (await import('../report/difference-json.ts')).differenceJson],
  ['markdown', async () => (await import('../report/difference-markdown.ts')).differenceMarkdown],
]);

/** `edgewise diff A B`: what differs between two workspaces; returns the exit code. */
export async function diff(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const targets = parseFormats(args.format, [...FORMATS.keys()]);
  let report: DifferenceReport;
  try {
    report = await compare(rules, args, program);
  } catch (error) {
    // A program that asked for JSON gets its document, whatever happened.
    if (error instanceof UserError && targets.some(({ format, file }) => format === 'json' && file === undefined)) {
      await print(
        emptyReport(args, error.message),
        targets.filter(({ format }) => format === 'json'),
        args,
        program,
      );
    }
    throw error;
  }
  for (const failure of report.failures) await writeStream(program.stderr, [`edgewise: ${escapeText(sayFailure(failure))}\n`]);
  await print(report, targets, args, program);
  if (report.failures.some(({ passing }) => passing !== true)) return EXIT.failed;
  if (!report.difference.same) return EXIT.findings;
  return report.difference.notCompared.some(({ oneSided }) => oneSided) ? EXIT.incomplete : EXIT.clean;
}

async function compare(rules: readonly AnyRule[], args: Args, program: Program): Promise<DifferenceReport> {
  const [first, second, another] = args.positional;
  if (first === undefined || second === undefined) throw new UserError('diff wants two sides', 'such as edgewise diff old.json new.json');
  if (another !== undefined) throw new UserError(`diff wants two sides, but got "${another}" as well`, 'name folders to compare several files');
  if (first === LIVE && second === LIVE) throw new UserError('one side is the account; the other cannot be the same one', 'name a file or a folder');
  if (first === '-' && second === '-') throw new UserError('standard input can only be one of the two sides');
  const config = await readConfig(rules, args, program);
  const settings = await settleRules(rules, config, args);
  const ignores = await ignoredFiles(config, program.cwd());
  const before = await readSide(first, ignores, args, program);
  const after = await readSide(second, ignores, args, program);
  const failures: HeldFailure[] = [...before.failures, ...after.failures];
  // Against a side of which nothing could be read, everything would have been added or removed.
  const unread = failures.length > 0 && (before.documents.length === 0 || after.documents.length === 0);
  const comparison = unread
    ? { difference: NOTHING, renames: [] }
    : compareWorkspaces(documentsOf(before), documentsOf(after), { before: gapsOf(before), after: gapsOf(after) });
  const crashes: string[] = [];
  const today = dayOf(args.now, new Date());
  const findingsOf = (side: HeldWorkspace): Result['findings'] => {
    const findings = checkSide(side, settings, crashes);
    const { by } = suppress(findings, config.suppressions, today);
    return findings.filter((finding) => !by.has(finding));
  };
  const findings: FindingChanges =
    comparison.difference.same || failures.length > 0 ? { appeared: [], went: [] } : compareFindings(findingsOf(before), findingsOf(after), comparison);
  return {
    before: sideOf(first, before),
    after: sideOf(second, after),
    difference: comparison.difference,
    findings,
    failures: [...failures, ...crashes.map((message) => ({ source: '-', message }))],
  };
}

const LIVE = 'live';

/** One side of a comparison, from how it was named: a path, `-`, or the live API. */
async function readSide(named: string, ignores: ((path: string) => boolean) | undefined, args: Args, program: Program): Promise<HeldWorkspace> {
  const { allowEmpty } = args;
  const withEvents = !args.events.includes('none');
  const held = named === LIVE ? await readLive(withEvents, args, program) : await readWorkspace([named], program.cwd(), program.stdin, { ignores });
  if (held.documents.length === 0 && held.failures.length === 0 && !allowEmpty) {
    throw new UserError(`no workflows or event definitions found in "${named}"`, '--allow-empty compares with nothing');
  }
  const keep = filterOf(args, withEvents);
  return keep === undefined ? held : { ...held, documents: held.documents.map(keep) };
}

async function readLive(events: boolean, args: Args, program: Program): Promise<HeldWorkspace> {
  const { openLive } = await import('./live.ts');
  const live = await openLive(args, program);
  return holdLive(live.read({ workflows: true, events }));
}

/** What --status, --workflow and --events none leave of a document; `undefined` when that is everything. */
function filterOf(args: Args, withEvents: boolean): ((held: HeldDocument) => HeldDocument) | undefined {
  const status = parseStatus(args.status);
  const asked = new Set(args.workflow);
  if (withEvents && status === undefined && asked.size === 0) return undefined;
  const isAsked = ({ id, name, status: own }: Workflow): boolean =>
    (status === undefined || own === status) && (asked.size === 0 || (id !== undefined && asked.has(id)) || (name !== undefined && asked.has(name)));
  return ({ document, text }) => ({
    text,
    document: { ...document, workflows: document.workflows.filter(isAsked), events: withEvents ? document.events : [] },
  });
}

function gapsOf({ failures }: HeldWorkspace): ReadonlySet<'workflows' | 'events'> {
  return new Set(failures.flatMap(({ of }) => (of === undefined ? (['workflows', 'events'] as const) : [of])));
}

/** Nothing was compared, so nothing is known to be the same. */
const NOTHING: Difference = { workflows: [], events: [], notCompared: [], same: false };

const documentsOf = ({ documents }: HeldWorkspace) => documents.map(({ document }) => document);

function checkSide({ documents }: HeldWorkspace, { active, settingAt }: Settings, crashes: string[]): Result['findings'] {
  const linter = createLinter(active, settingAt);
  const texts = new Map<string, string | undefined>();
  const nameOf = ({ source, index }: DocumentRef): string => `${index} ${source}`;
  for (const { document, text } of documents) {
    texts.set(nameOf(document.ref), text);
    linter.add(document, () => text);
  }
  const { findings, crashed } = linter.finish((ref) => texts.get(nameOf(ref)), 0);
  if (crashed) crashes.push(...findings.filter(({ rule }) => rule === 'rule-crashed').map(({ message }) => message));
  return findings;
}

function sideOf(source: string, { documents }: HeldWorkspace): Side {
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

function emptyReport({ positional }: Args, message: string): DifferenceReport {
  const side = (source: string): Side => ({ source, workflows: 0, steps: 0, edges: 0, events: 0 });
  return {
    before: side(positional[0] ?? ''),
    after: side(positional[1] ?? ''),
    difference: NOTHING,
    findings: { appeared: [], went: [] },
    failures: [{ source: '-', message }],
  };
}

async function print(report: DifferenceReport, targets: readonly ReportTarget[], { color }: Args, program: Program): Promise<void> {
  const { createColors } = (await import('picocolors')).default;
  // Files first: when one cannot be written, nothing on stdout says that all went well.
  for (const { format, file } of [...targets].sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined))) {
    const reporter = await (FORMATS.get(format) as () => Promise<DifferenceReporter>)();
    const painted = file === undefined && format === 'text' && wantsColor({ flag: color, env: program.env, isTTY: program.stdout.isTTY === true });
    const chunks = reporter(report, { tool: program.tool, palette: createColors(painted) });
    if (file === undefined) await writeStream(program.stdout, chunks);
    else writeFileWhole(resolve(program.cwd(), file), chunks);
  }
}

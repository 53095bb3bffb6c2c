import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { silencedBy } from '../core/config/choice.ts';
import { type LintResult, lint } from '../core/lint/lint.ts';
import { rulesInForce } from '../core/lint/settings.ts';
import { defined } from '../core/model/json.ts';
import { plural, quote } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { FORMATS, type Formats } from '../core/report/formats.ts';
import { summaryOf } from '../core/report/listing.ts';
import { NOTHING_SILENCED, PLAIN_PALETTE, type ReportContext } from '../core/report/reporter.ts';
import { TOOL } from '../core/report/tool.ts';
import { type Label, remarks } from '../core/report/words.ts';
import { decodeInput } from './check.ts';
import { EXIT } from './exit-code.ts';
import type { Plan, View } from './plan.ts';
import type { Reading } from './read.ts';
import type { Target } from './request.ts';
import {
  columnsOf,
  note,
  noteFailures,
  PLAIN_WIDTH,
  paletteOf,
  terminalOf,
  wantsColor,
  writeOut,
} from './streams.ts';
import { explainFileError, UserError } from './user-error.ts';
import { writeFileWhole } from './write-file.ts';

interface Extras {
  readonly formats?: Formats | undefined;
  /** Files that `ignore` leaves out. */
  readonly ignored?: readonly string[];
  /** What fixes would change: in place of text, or on standard error beside another format. */
  readonly diff?: string;
}

/** Writes all reports of a run, and what they do not show to standard error. */
export async function write(
  result: LintResult,
  plan: Plan,
  exitCode: number,
  { ignored, diff, formats }: Extras = {},
): Promise<void> {
  const context = contextFor(plan, exitCode, ignored);
  const { targets } = plan;
  const onStdout = targets.find(({ file }) => file === undefined)?.format;
  const isText = onStdout === 'text';
  const isReplaced = diff !== undefined && (onStdout === undefined || isText);
  await noteFailures(result.failures, isReplaced ? [] : targets);
  await note([...(isText ? [] : wordAccepted(result, context)), ...wordThreshold(result, plan)]);
  if (diff !== undefined) await writeDiff(diff, isReplaced);
  const others = targets.filter(({ file }) => file !== undefined || !isReplaced);
  await writeReports(others, result, context, formats);
  if (isText && process.env['GITHUB_ACTIONS'] === 'true') await annotate(result, context);
}

/** What a report shows besides the result. @param ignored files that `ignore` leaves out. */
export function contextFor(plan: Plan, exitCode: number, ignored?: readonly string[]): Context {
  const { rules, choice, view, config, started } = plan;
  return contextOf({
    ...{ ...view, exitCode, elapsed: Date.now() - started },
    rules: rulesInForce(rules.rules, choice, rules.mandatory).map(({ rule }) => rule),
    silenced: silencedBy(config, choice, rules, ignored),
  });
}

/** A terminal must not obey what is in a file; elsewhere the diff can be applied. */
async function writeDiff(diff: string, isOnStdout: boolean): Promise<void> {
  const { isTTY } = terminalOf(isOnStdout ? 'stdout' : 'stderr');
  const shown = isTTY ? diff.replace(/(?:[^\t\r\n]|\r(?!\n))+/g, escapeText) : diff;
  if (isOnStdout) await writeOut([shown]);
  else if (shown !== '') await note([shown.replace(/\n$/, '')]);
}

type Context = ReportContext & Pick<View, 'color'>;

/** @param known what differs from a run that could not start. */
const contextOf = (known: Partial<Context>): Context => ({
  ...{ tool: TOOL, palette: PLAIN_PALETTE, width: PLAIN_WIDTH, elapsed: 0, rules: [] },
  ...{ exitCode: EXIT.failed, silenced: NOTHING_SILENCED },
  ...{ quiet: false, showAccepted: false, maxFindings: 0 },
  ...known,
  ...defined({ folder: folderInCheckout() }),
});

/** What standard output or a file can show. */
export type Layout = Pick<ReportContext, 'palette' | 'width'>;

/** Files first: where one cannot be written, no report on standard output says that all is well. */
export async function writeTargets(
  targets: readonly Target[],
  color: boolean | undefined,
  print: (format: string, layout: Layout) => Iterable<string> | Promise<Iterable<string>>,
): Promise<void> {
  const plain = { palette: PLAIN_PALETTE, width: PLAIN_WIDTH };
  for (const { format, file } of targets)
    if (file !== undefined) writeFileWhole(file, await print(format, plain));
  const palette = await paletteOf(wantsColor(color, terminalOf('stdout')));
  const width = columnsOf(terminalOf('stdout'));
  for (const { format, file } of targets)
    if (file === undefined) await writeOut(await print(format, { palette, width }));
}

/** Also of what this run did not read or check. */
export const writeReports = (
  targets: readonly Target[],
  result: LintResult,
  known: Partial<Context>,
  formats = FORMATS,
): Promise<void> =>
  writeTargets(targets, known.color, async (format, layout) => {
    const reporter = await formats.get(format)?.load();
    return reporter?.default(result, { ...contextOf(known), ...layout }) ?? [];
  });

type Written = { readonly file?: string | undefined };

/** A report never replaces what the run has read. The report of an earlier run is no such input. */
export function refuseInputs(
  targets: readonly Written[],
  { inputs, documents = [] }: Reading,
  { own }: Plan,
): void {
  const files = new Set(targets.flatMap(({ file }) => (file === undefined ? [] : resolve(file))));
  if (files.size === 0) return;
  const read = inputs
    .filter(({ name }) => files.has(resolve(name)))
    .filter((input) => input.isNamed || decodeInput(input).form !== 'foreign');
  const names = [...read, ...documents.map(({ input }) => input)].map(({ name }) => name);
  refuseFiles(targets, [...names, ...own]);
}

export function refuseFiles(targets: readonly Written[], names: readonly string[]): void {
  const read = new Set(names.map((name) => resolve(name)));
  const file = targets.map((each) => each.file).find((each) => each && read.has(resolve(each)));
  if (file !== undefined)
    throw new UserError(
      `cannot write to ${quote(file)}: the run reads this file`,
      'name another file',
    );
}

const ACCEPTED: ReadonlySet<Label> = new Set(['suppressed:', 'in the baseline:', 'note:']);

const wordAccepted = (result: LintResult, context: ReportContext): readonly string[] =>
  [...remarks(result, context)]
    .filter(([label]) => ACCEPTED.has(label))
    .map(([label, text]) => `edgewise: ${label} ${escapeText(text)}`);

/** Why the run fails, where no finding at the threshold shows it. */
function wordThreshold(result: LintResult, { threshold }: Plan): readonly string[] {
  const { maxWarnings = Number.POSITIVE_INFINITY, failOn } = threshold;
  const { warnings } = summaryOf(result);
  if (warnings <= maxWarnings || failOn === 'warning' || failOn === 'info') return [];
  return [`edgewise: ${plural(warnings, 'warning')}; --max-warnings allows ${maxWarnings}`];
}

/** The path of relative sources below the checkout of a CI job; undefined elsewhere. */
function folderInCheckout(): string | undefined {
  const root = process.env['GITHUB_WORKSPACE'] || process.env['CI_PROJECT_DIR'];
  if (!root) return undefined;
  const folder = relative(root, process.cwd()).replaceAll('\\', '/');
  const isOutside = folder.startsWith('..') || folder.includes(':');
  return folder === '' || isOutside ? undefined : folder;
}

/** In GitHub Actions, annotations follow the text, and the summary of the job gets a report. */
async function annotate(result: LintResult, context: ReportContext): Promise<void> {
  const { annotations } = await import('../core/report/github.ts');
  await writeOut(annotations(result, context));
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (!summary) return;
  const { default: markdown } = await import('../core/report/markdown.ts');
  try {
    appendFileSync(summary, `${[...markdown(result, context)].join('')}\n`);
  } catch (error) {
    // Nobody asked for it, so it does not fail the run.
    const reason = escapeText(explainFileError(error));
    await note([`edgewise: the summary of the job was not written: ${reason}`]);
  }
}

/** Of a run that failed before its start: standard output is one document for a program. */
export async function writeFailed(
  message: string,
  format: string,
  formats?: Formats,
): Promise<void> {
  // Standard error tells people already.
  if (format === 'text' || format === 'compact') return;
  const failures = [{ source: TOOL.name, message, exit: EXIT.failed }] as const;
  const result = lint([], { rules: [], causes: new Map(), mandatory: new Set() }, { failures });
  await writeReports([{ format }], result, {}, formats);
}

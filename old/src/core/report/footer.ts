import type { Finding, NotChecked, Result, Silenced, SkippedFile } from '../model/finding.ts';
import { groupBy } from '../model/groups.ts';
import type { FixSafety } from '../model/nodes.ts';
import { isDoubtful } from '../model/skip-reasons.ts';
import { pluralize, takeFirst, truncateMiddle, truncateWords } from '../model/text.ts';
import { escapeText } from './escape.ts';
import { bySeverity, type FindingGroup } from './listing.ts';
import type { ReportContext } from './reporter.ts';
import {
  countFindings,
  fillLines,
  formatElapsed,
  listFailures,
  PLAIN_WIDTH,
  wrap,
} from './words.ts';

/** @param hidden the groups of findings that are not printed. */
export function* printFooter(
  result: Result,
  { palette, elapsed, quiet, width = PLAIN_WIDTH }: ReportContext,
  hidden: readonly FindingGroup[],
): Iterable<string> {
  const { findings, summary } = result;
  const { errors, warnings } = summary;
  const isYellow = warnings > 0 || !isClean(result);
  const paint = errors > 0 ? palette.red : isYellow ? palette.yellow : palette.green;
  const time = `· ${formatElapsed(elapsed)}`;
  const lines = wrap(headline(result), width - time.length - 1);
  for (const [i, line] of lines.entries())
    yield paint(line) + (i === lines.length - 1 ? ` ${palette.dim(time)}` : '');
  if (findings.length > 10) yield* countByRule(findings);
  yield* wrap(describeFixable(result), width);
  if (hidden.length > 0) {
    const others = hidden.reduce((sum, group) => sum + 1 + group.others.length, 0);
    const groups = pluralize(hidden.length, 'group');
    const what = `not shown: ${pluralize(others, 'finding')} in ${groups}`;
    yield* wrap(`${what}; --max-findings 0 prints all`, width);
  }
  for (const { label, text } of remarks(result, quiet)) {
    const [first = '', ...more] = fillLines([label, ...text.split(' ')], width);
    const color = LABELS.get(label);
    yield color === undefined ? first : palette[color](label) + first.slice(label.length);
    yield* wrap(more.join(' '), width - 2).map((line) => `  ${line}`);
  }
  if (findings.length === 0) return;
  const rules = new Set(findings.map(({ rule }) => rule));
  const [rule = ''] = rules;
  const more =
    rules.size === 1
      ? `edgewise explain ${escapeText(rule)}`
      : 'edgewise explain RULE: why a rule matters, and how to fix it';
  for (const line of wrap(more, width)) yield palette.dim(line);
}

const LABELS = new Map<string, 'red' | 'yellow'>([
  ['not read:', 'red'],
  ['not checked:', 'yellow'],
  ['checked in part:', 'yellow'],
]);

/** One line a rule, the worst first. */
function* countByRule(findings: readonly Finding[]): Iterable<string> {
  const groups = groupBy(bySeverity(findings), ({ rule, severity }) =>
    JSON.stringify([severity, rule]),
  );
  const rows = Array.from(groups.values(), (own) => {
    const { rule, severity } = own[0] as Finding;
    return [escapeText(rule), pluralize(own.length, severity)] as const;
  });
  const width = Math.max(...rows.map(([rule]) => rule.length));
  for (const [rule, count] of rows) yield `  ${rule.padEnd(width)}  ${count}`;
}

/** "12 can be fixed with --fix". */
function describeFixable({ findings, untried = 0 }: Result): string {
  const fixedBy = (safety: FixSafety): readonly Finding[] =>
    findings.filter(({ fixes }) => fixes.some((fix) => fix.safety === safety));
  const safe = new Set(fixedBy('safe'));
  const unsafe = fixedBy('unsafe').filter((finding) => !safe.has(finding)).length;
  return [
    ...(safe.size > 0 ? [`${safe.size} can be fixed with --fix`] : []),
    ...(unsafe > 0
      ? [`${unsafe} ${safe.size > 0 ? 'more' : 'can be fixed'} with --fix-unsafe`]
      : []),
    ...(untried > 0
      ? [`the fixes of ${untried} ${safe.size + unsafe > 0 ? 'more ' : ''}were not tried`]
      : []),
  ].join(', ');
}

interface Remark {
  readonly label: string;
  /** Escaped, for one line. */
  readonly text: string;
}

/** What was left out, not read or not checked. */
export function* remarks(
  { summary, failures, findings, notChecked, skipped, silenced, notes }: Result,
  quiet: boolean,
): Iterable<Remark> {
  const { warnings, infos, suppressed, baselined } = summary;
  if (quiet && warnings + infos > 0)
    yield { label: 'not listed:', text: countFindings({ errors: 0, warnings, infos }) };
  if (suppressed > 0) yield { label: 'suppressed:', text: pluralize(suppressed, 'finding') };
  const silence = silenced === undefined ? '' : describeSilenced(silenced);
  if (silence !== '') yield { label: 'silenced by the configuration:', text: silence };
  const ignored = silenced?.files.length ?? 0;
  if (ignored > 0) yield { label: 'ignored:', text: pluralize(ignored, 'file') };
  if (baselined > 0) yield { label: 'in the baseline:', text: pluralize(baselined, 'finding') };
  for (const note of notes ?? []) yield { label: 'note:', text: escapeText(truncateWords(note)) };
  if (skipped.length > 0) yield { label: 'skipped', text: describeSkipped(skipped) };
  const inPart = notChecked.filter((entry) => entry.inPart === true);
  const absent = notChecked.filter((entry) => !entry.inPart && entry.absent !== undefined);
  const present = notChecked.filter((entry) => !entry.inPart && entry.absent === undefined);
  const isByFailure = ({ reason }: NotChecked): boolean =>
    failures.some(({ source }) => reason.includes(`(${source} could not be read`));
  const others = present.filter((entry) => !isByFailure(entry));
  const unchecked = present.length - others.length;
  const because = `${pluralize(unchecked, 'rule')} not checked`;
  const lines = listFailures(failures).map(escapeText);
  for (const [i, text] of lines.entries()) {
    const isLast = unchecked > 0 && i === lines.length - 1;
    yield { label: 'not read:', text: isLast ? `${text}; ${because}` : text };
  }
  for (const text of byCause(inPart, findings)) yield { label: 'checked in part:', text };
  for (const text of byCause(others, findings)) yield { label: 'not checked:', text };
  if (absent.length > 0) yield { label: 'not checked:', text: needsOf(absent) };
}

/** With the names of files that may be damaged exports. */
function describeSkipped(skipped: readonly SkippedFile[]): string {
  const doubtful = skipped.filter(({ reason }) => isDoubtful(reason));
  const { first, more } = takeFirst(doubtful, 5);
  const names = first.map(
    ({ source, reason }) => `${truncateMiddle(source)} (${reason.split(':')[0]})`,
  );
  const files = `${pluralize(skipped.length, 'file')} that ${skipped.length === 1 ? 'holds' : 'hold'} no workflows or events`;
  if (names.length === 0) return files;
  const rest = more > 0 ? ` and ${more} more like these` : '';
  const all = doubtful.length === skipped.length ? ':' : ', among them';
  return `${files}${all} ${escapeText(names.join(', '))}${rest}`;
}

/** Rules that lack resources, in one line: most runs have none. */
function needsOf(absent: readonly NotChecked[]): string {
  const rules = new Set(absent.map(({ rule }) => rule)).size;
  const resources = [...new Set(absent.map((entry) => entry.absent))].sort().join(', ');
  return `${pluralize(rules, 'rule')} ${rules === 1 ? 'needs' : 'need'} ${resources} (not loaded)`;
}

function describeSilenced({ rules, overrides, options, severities, failOn }: Silenced): string {
  const parts = [
    ...(rules.length > 0 ? [`${listRules(rules)} off`] : []),
    ...(overrides.length > 0 ? [`${listRules(overrides)} off in some places`] : []),
    ...(severities.length > 0 ? [`${listRules(severities)} less severe`] : []),
    ...(options.length > 0 ? [`names exempted from ${listRules(options)}`] : []),
    ...(failOn === undefined ? [] : ['no finding fails the run']),
  ];
  return parts.join('; ');
}

function listRules(ids: readonly string[]): string {
  const { first, more } = takeFirst(ids, 5);
  const shown = first.map(escapeText).join(', ');
  return more > 0 ? `${shown} and ${more} more rules` : shown;
}

/** The counts of findings and of what was checked, in one line. */
export function headline(result: Result): string {
  const { summary, crashed, faultyWorkflows } = result;
  const found = countFindings(summary);
  if (found !== '') {
    const of = `${faultyWorkflows} of ${pluralize(summary.workflows, 'workflow')}`;
    const where = faultyWorkflows === 0 ? '' : ` in ${of}`;
    const size = sizes(result, faultyWorkflows === 0);
    return `${found}${where}${size === '' ? '' : ` (${size})`}`;
  }
  if (crashed) return 'no problems found, but a rule failed';
  const size = sizes(result, true);
  if (size === '') return 'nothing checked: no workflows or events were read';
  return `${isClean(result) ? 'no problems found' : 'no problems found in what could be read'}: ${size}`;
}

const isClean = ({ complete, crashed, summary, calls = 0 }: Result): boolean =>
  complete && !crashed && summary.workflows + summary.events + calls > 0;

/** "41 steps, 34 edges, 12 events". */
function sizes({ summary, calls = 0 }: Result, withWorkflows: boolean): string {
  const { workflows, steps, edges, events } = summary;
  const parts: string[] = [];
  if (workflows > 0 && withWorkflows) parts.push(pluralize(workflows, 'workflow'));
  if (workflows > 0) parts.push(pluralize(steps, 'step'), pluralize(edges, 'edge'));
  if (events > 0) parts.push(pluralize(events, 'event'));
  if (calls > 0) parts.push(pluralize(calls, 'call'));
  return parts.join(', ');
}

/** The rules that are not checked, or their number, in one line a cause. A finding has the fault of a file that is not JSON. */
function byCause(
  notChecked: readonly NotChecked[],
  findings: readonly Finding[],
): readonly string[] {
  const faults = findings
    .filter(({ location }) => location.pointer === '')
    .map(({ location: { source }, message }) => [source, `${source}: ${message}`] as const);
  const causeOf = ({ reason }: NotChecked): string => {
    const cause = PARTIAL.exec(reason)?.[1] ?? reason;
    return faults.reduce(
      (text, [source, fault]) => text.replace(fault, () => `${source} could not be read`),
      cause,
    );
  };
  return Array.from(groupBy(notChecked, causeOf), ([cause, entries]) => {
    const names = [...new Set(entries.map(({ rule }) => rule))];
    const some = names.length <= 2 ? names.join(', ') : pluralize(names.length, 'rule');
    const rules = names.includes('*') ? 'all rules about steps' : some;
    return escapeText(`${rules} (${truncateMiddle(truncateWords(cause), 1000)})`);
  });
}

// Of workflows and events alike.
const PARTIAL = /^the .+ list is partial \((.*)\)$/s;

import type { NotChecked, Result, Silenced } from '../model/finding.ts';
import { groupBy } from '../model/groups.ts';
import { pluralize, takeFirst, truncateMiddle, truncateWords } from '../model/text.ts';
import { escapeText } from './escape.ts';
import type { ReportContext } from './reporter.ts';
import { countFindings, formatElapsed, listFailures, wrap } from './words.ts';

export function* printFooter(
  result: Result,
  { palette, elapsed, quiet }: ReportContext,
): Iterable<string> {
  const { errors, warnings } = result.summary;
  const isYellow = warnings > 0 || !isClean(result);
  const paint = errors > 0 ? palette.red : isYellow ? palette.yellow : palette.green;
  yield `${paint(headline(result))} ${palette.dim(`· ${formatElapsed(elapsed)}`)}`;

  for (const { label, text } of remarks(result, quiet)) {
    if (label === 'not read:') yield `${palette.red(label)} ${text}`;
    else if (label === 'not checked:' || label === 'checked in part:')
      for (const [i, line] of wrap(text, 100).entries())
        yield i === 0 ? `${palette.yellow(label)} ${line}` : `  ${line}`;
    else yield `${label} ${text}`;
  }
}

interface Remark {
  readonly label: string;
  /** Escaped, for one line. */
  readonly text: string;
}

/** What was left out, not read or not checked. */
export function* remarks(
  { summary, failures, notChecked, skipped, silenced, notes }: Result,
  quiet: boolean,
): Iterable<Remark> {
  const { warnings, infos, suppressed, baselined } = summary;
  if (quiet && warnings + infos > 0)
    yield { label: 'not listed:', text: countFindings({ errors: 0, warnings, infos }) };
  if (suppressed > 0) yield { label: 'suppressed:', text: pluralize(suppressed, 'finding') };
  const silence = silenced === undefined ? '' : describeSilenced(silenced);
  if (silence !== '') yield { label: 'silenced by the configuration:', text: silence };
  if (baselined > 0) yield { label: 'in the baseline:', text: pluralize(baselined, 'finding') };
  for (const note of notes ?? []) yield { label: 'note:', text: escapeText(truncateWords(note)) };
  if (skipped.length > 0)
    yield {
      label: 'skipped',
      text: `${pluralize(skipped.length, 'file')} that ${skipped.length === 1 ? 'holds' : 'hold'} no workflows or events`,
    };
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
  for (const text of byReason(inPart)) yield { label: 'checked in part:', text };
  for (const text of byReason(others)) yield { label: 'not checked:', text };
  if (absent.length > 0) yield { label: 'not checked:', text: needsOf(absent) };
}

/** Rules that lack resources, in one line: most runs have none. */
function needsOf(absent: readonly NotChecked[]): string {
  const rules = new Set(absent.map(({ rule }) => rule)).size;
  const resources = [...new Set(absent.map((entry) => entry.absent))].sort().join(', ');
  return `${pluralize(rules, 'rule')} ${rules === 1 ? 'needs' : 'need'} ${resources} (not loaded)`;
}

function describeSilenced({ rules, overrides, files }: Silenced): string {
  const parts = [
    ...(rules.length > 0 ? [`${listRules(rules)} off`] : []),
    ...(overrides.length > 0 ? [`${listRules(overrides)} off in some places`] : []),
    ...(files.length > 0 ? [`${pluralize(files.length, 'file')} ignored`] : []),
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
  // A note reports what was checked.
  if (result.isNarrowed === true && !crashed && isClean(result))
    return found === '' ? 'no problems found' : found;
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

/** The rules with their reasons, one line a reason. */
function byReason(notChecked: readonly NotChecked[]): readonly string[] {
  const groups = groupBy(notChecked, ({ reason }) =>
    escapeText(truncateMiddle(truncateWords(reason), 1000)),
  );
  return Array.from(groups, ([reason, entries]) => {
    const names = entries.map(({ rule }) =>
      rule === '*' ? 'all rules about steps' : escapeText(rule),
    );
    return `${names.join(', ')} (${reason})`;
  });
}

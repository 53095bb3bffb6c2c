import { groupBy } from '../graph/graph.ts';
import type { LintResult } from '../lint/lint.ts';
import type { Finding } from '../model/finding.ts';
import { plural } from '../model/text.ts';
import { escapeText } from './escape.ts';
import { bySeverity, type FindingGroup, isComplete, summaryOf } from './listing.ts';
import type { ReportContext } from './reporter.ts';
import { headline, remarks } from './words.ts';
import { fillLines, wrap } from './wrap.ts';

/**
 * Counts, and what was left out.
 * @param hidden the groups of findings that are not printed.
 */
export function* printFooter(
  result: LintResult,
  context: ReportContext,
  hidden: readonly FindingGroup[],
): Iterable<string> {
  const { palette, width, elapsed } = context;
  const open = result.findings.filter(({ accepted }) => accepted === undefined);
  const { errors, warnings } = summaryOf(result);
  const isYellow = warnings > 0 || !isComplete(result) || result.documents.length === 0;
  const paint = errors > 0 ? palette.red : isYellow ? palette.yellow : palette.green;
  const time = elapsed < 1000 ? `${Math.round(elapsed)} ms` : `${(elapsed / 1000).toFixed(1)} s`;
  const lines = wrap(headline(result), width - time.length - 3).map(paint);
  yield* lines.slice(0, -1);
  yield `${lines.at(-1)} ${palette.dim(`· ${time}`)}`;
  if (open.length > 10) yield* countByRule(open);
  yield* wrap(countFixable(open), width);
  if (hidden.length > 0) {
    const what = `${plural(hidden.flat().length, 'finding')} in ${plural(hidden.length, 'group')}`;
    yield `not shown: ${what}; --max-findings 0 prints all`;
  }
  for (const [label, text] of remarks(result, context)) {
    const [first = '', ...more] = fillLines([label, ...escapeText(text).split(' ')], width);
    const color = LABELS.get(label);
    yield color === undefined ? first : palette[color](label) + first.slice(label.length);
    yield* wrap(more.join(' '), width - 2).map((line) => `  ${line}`);
  }
  const [rule, another] = new Set(open.map((finding) => finding.rule));
  const all = 'RULE: why a rule matters, and how to fix it';
  if (rule !== undefined)
    yield palette.dim(`edgewise explain ${another === undefined ? escapeText(rule) : all}`);
}

const LABELS = new Map<string, 'red' | 'yellow'>([
  ['not read:', 'red'],
  ['not checked:', 'yellow'],
]);

/** One line a rule, errors first. */
function* countByRule(findings: readonly Finding[]): Iterable<string> {
  const key = ({ rule, severity }: Finding): string => `${rule} ${severity}`;
  const groups = [...groupBy(bySeverity(findings), key).values()] as FindingGroup[];
  const width = Math.max(...groups.map(([{ rule }]) => rule.length));
  for (const [{ rule, severity }, ...others] of groups)
    yield `  ${escapeText(rule).padEnd(width)}  ${plural(1 + others.length, severity)}`;
}

/** "12 can be fixed with --fix". */
function countFixable(findings: readonly Finding[]): string {
  const has = ({ fixes }: Finding, wanted: string): boolean =>
    fixes.some(({ safety }) => safety === wanted);
  const safe = findings.filter((finding) => has(finding, 'safe')).length;
  const unsafe = findings.filter((each) => !has(each, 'safe') && has(each, 'unsafe')).length;
  const more = `${unsafe} ${safe > 0 ? 'more' : 'can be fixed'} with --fix-unsafe`;
  const parts = [safe > 0 ? `${safe} can be fixed with --fix` : '', unsafe > 0 ? more : ''];
  return parts.filter(Boolean).join(', ');
}

import { groupBy } from '../graph/graph.ts';
import type { LintResult } from '../lint/lint.ts';
import type { Finding } from '../model/finding.ts';
import { plural } from '../model/text.ts';
import { escapeText } from './escape.ts';
import { bySeverity, type FindingGroup, isComplete, summaryOf } from './listing.ts';
import type { ReportContext } from './reporter.ts';
import { headline, remarks } from './words.ts';
import { hang, wrap } from './wrap.ts';

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
  yield* wrap(`${headline(result)} · ${time}`, width).map(paint);
  if (open.length > 10) yield* countByRule(open);
  yield* wrap(countFixable(open), width);
  if (hidden.length > 0) {
    const what = `${plural(hidden.flat().length, 'finding')} in ${plural(hidden.length, 'group')}`;
    yield `not shown: ${what}; --max-findings 0 prints all`;
  }
  for (const [label, text] of remarks(result, context))
    yield* hang(label, escapeText(text), width, palette.bold);
  if (open.length > 0) yield palette.dim('edgewise explain RULE: why a rule matters');
}

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
  const [safe, unsafe] = (['safe', 'unsafe'] as const).map(
    (wanted) => findings.filter(({ fixes: [fix] }) => fix?.safety === wanted).length,
  );
  return [
    ...(safe ? [`${safe} can be fixed with --fix`] : []),
    ...(unsafe ? [`${unsafe} can be fixed with --fix-unsafe`] : []),
  ].join(', ');
}

import { groupBy } from '../graph/graph.ts';
import type { LintResult } from '../lint/lint.ts';
import type { Finding, Location } from '../model/finding.ts';
import { asHelp, plural } from '../model/text.ts';
import { escapeLine, escapeText } from './escape.ts';
import { createExcerpts, type PrintExcerpt } from './excerpt.ts';
import {
  bySeverity,
  type FindingGroup,
  groupAlike,
  isComplete,
  listedFindings,
  summaryOf,
} from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import {
  headline,
  remarks,
  sourceName,
  wordLocation,
  wordOwned,
  wordPoint,
  wordWorkflow,
} from './words.ts';
import { hang, wrap } from './wrap.ts';

const INDENT = '    ';
/** Of findings like the first one. */
const MAX_PLACES = 10;
const MAX_RELATED = 5;

type Layout = ReportContext & { readonly printExcerpt: PrintExcerpt };

/** Findings with lines, reasons and remedies, like ones together; then what was not checked. */
const text: Reporter = function* (result, context) {
  const { maxFindings, rules } = context;
  const groups = groupAlike(listedFindings(result, context, true));
  const shown = maxFindings === 0 ? groups : groups.slice(0, maxFindings);
  const unexplained = new Map(rules.map((rule) => [rule.id, rule.why]));
  const width = context.width - INDENT.length;
  const printExcerpt = createExcerpts(result.documents, width);
  const layout: Layout = { ...context, width, printExcerpt };
  let heading = '';
  for (const group of shown) {
    const [{ rule, location, workflow }] = group;
    const source = context.palette.bold(escapeText(sourceName(location.source)));
    const owner = workflow === undefined ? '' : ` · ${escapeText(wordWorkflow(workflow))}`;
    const own = linesOf(hang(source + owner, context.width));
    if (own !== heading) yield own;
    heading = own;
    yield linesOf(printGroup(group, unexplained.get(rule), layout));
    // Once a report.
    unexplained.delete(rule);
  }
  yield linesOf(printFooter(result, context, groups.slice(shown.length))).slice(0, -1);
};

const linesOf = (lines: Iterable<string>): string =>
  `${Array.from(lines, escapeLine).join('\n')}\n\n`;

function* printGroup(
  [finding, ...others]: FindingGroup,
  why: string | undefined,
  layout: Layout,
): Iterable<string> {
  const { palette, width } = layout;
  const { severity, rule: id, location, consequence, accepted, fixes } = finding;
  const rule = layout.rules.find((each) => each.id === id);
  const help = finding.help ?? (rule && asHelp(rule.remedy));
  const color = palette[COLORS[severity]];
  const reason = accepted?.reason ?? 'it is in the baseline';
  const head = `${wordPlace(location)}  ${color(severity)}  ${palette.bold(escapeText(id))}`;
  for (const line of hang(`${head}  ${escapeText(finding.message)}`, width)) yield `  ${line}`;
  const prose = [
    ...[consequence, why, help && `help: ${help}`],
    ...fixes.map(({ title, safety }) => `fix: ${title} (${FLAGS[safety]})`),
  ];
  const below = [
    ...(accepted ? [palette.dim(`does not count: ${escapeText(reason)}`)] : []),
    ...layout.printExcerpt(location, color),
    ...printRelated(finding, layout),
    ...prose.flatMap((part) => wrap(escapeText(part ?? ''), width)),
    ...printOthers(others, layout),
  ];
  for (const line of below) yield INDENT + line;
}

const COLORS = { error: 'red', warning: 'yellow', info: 'blue' } as const;
const FLAGS = { safe: '--fix', unsafe: '--fix-unsafe' } as const;

function* printRelated({ related, location }: Finding, layout: Layout): Iterable<string> {
  const { palette, width, printExcerpt } = layout;
  for (const { location: other, message } of related.slice(0, MAX_RELATED)) {
    const isHere = other.source === location.source;
    const place = isHere ? wordPlace(other) : escapeText(wordLocation(other));
    yield* hang(`${palette.cyan(place)}  ${escapeText(message)}`, width);
    yield* printExcerpt(other, palette.cyan);
  }
  const more = related.length - MAX_RELATED;
  if (more > 0) yield `… and ${plural(more, 'more place')}`;
}

function printOthers(others: readonly Finding[], layout: Layout): readonly string[] {
  if (others.length === 0) return [];
  const most = layout.maxFindings === 0 ? others.length : MAX_PLACES;
  const places = others
    .slice(0, most)
    .map((finding) => escapeText(wordOwned(finding, wordLocation(finding.location))));
  if (others.length > most) places.push(`… and ${others.length - most} more`);
  return wrap(`and ${others.length} more like it: ${places.join(', ')}`, layout.width);
}

/** In the source of the heading. */
const wordPlace = (location: Location): string => escapeText(wordPoint(location) || '-');

/**
 * Counts, and what was left out.
 * @param hidden the groups of findings that are not printed.
 */
function* printFooter(
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
  for (const safety of ['safe', 'unsafe'] as const) {
    const { length } = open.filter(({ fixes: [fix] }) => fix?.safety === safety);
    if (length > 0) yield `${length} can be fixed with ${FLAGS[safety]}`;
  }
  if (hidden.length > 0) {
    const what = `${plural(hidden.flat().length, 'finding')} in ${plural(hidden.length, 'group')}`;
    yield `not shown: ${what}; --max-findings 0 prints all`;
  }
  for (const [label, text] of remarks(result, context))
    yield* hang(`${palette.bold(label)} ${escapeText(text)}`, width);
  if (open.length > 0) yield palette.dim('edgewise explain RULE: why a rule matters');
}

/** One line a rule, errors first. */
function* countByRule(findings: readonly Finding[]): Iterable<string> {
  const key = ({ rule, severity }: Finding): string => `${rule} ${severity}`;
  const groups = [...groupBy(bySeverity(findings), key).values()];
  const width = Math.max(...groups.map(([{ rule }]) => rule.length));
  for (const [{ rule, severity }, ...others] of groups)
    yield `  ${escapeText(rule).padEnd(width)}  ${plural(1 + others.length, severity)}`;
}

export default text;

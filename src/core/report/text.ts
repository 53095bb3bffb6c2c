import type { Finding, Location, Severity, SuppressedBy } from '../model/finding.ts';
import { pluralize, takeFirst, truncateMiddle } from '../model/text.ts';
import type { AnyRule } from '../rule.ts';
import { escapeLine, escapeText } from './escape.ts';
import { printFooter } from './footer.ts';
import { buildFrame, type CodeFrame, type Underline } from './frame.ts';
import { detailedFindings, type FindingSubject, groupBySubject } from './listing.ts';
import type { Palette, Reporter } from './reporter.ts';
import { formatWorkflow, helpOf, wrap } from './words.ts';

/** Findings with lines, reasons and remedies; then what was not checked. */
const text: Reporter = function* (result, context) {
  const rules = new Map(context.rules.map((rule) => [rule.id, rule]));
  const explained = new Set<string>();
  for (const [heading, findings] of groupBySubject(detailedFindings(result, context))) {
    yield `${escapeLine(printHeading(heading, context.palette))}\n\n`;
    for (const finding of findings) {
      // Only the first finding of a rule has the reason.
      const isFirst = !explained.has(finding.rule);
      explained.add(finding.rule);
      const lines = printFinding(finding, rules.get(finding.rule), isFirst, context.palette);
      if (context.showIds === true)
        lines.push(context.palette.dim(`    id: ${finding.fingerprint}`));
      yield `${lines.map(escapeLine).join('\n')}\n\n`;
    }
  }
  yield `${[...printFooter(result, context)].map(escapeLine).join('\n')}\n`;
};

const PROSE_WIDTH = 100;

function printHeading({ source, workflow }: FindingSubject, { bold }: Palette): string {
  const name = workflow === undefined ? '' : ` · ${truncateMiddle(formatWorkflow(workflow))}`;
  return (
    bold(source === '-' ? 'standard input' : escapeText(truncateMiddle(source))) + escapeText(name)
  );
}

function printFinding(
  finding: Finding,
  rule: AnyRule | undefined,
  isFirst: boolean,
  palette: Palette,
): string[] {
  const { severity, message, location, related, fixes } = finding;
  const paint = painter(severity, palette);
  const help = finding.help === undefined ? undefined : escapeText(finding.help);
  const label = help === undefined ? undefined : `help: ${help}`;
  const { lines, labelled } = frameOf(location, { sign: '^', paint, label }, palette);

  const below =
    finding.suppressed === undefined
      ? [...lines]
      : [palette.dim(printSuppression(finding.suppressed)), ...lines];
  const { first, more } = takeFirst(related, 5);
  for (const other of first) {
    const elsewhere =
      other.location.source === location.source ? '' : `${truncateMiddle(other.location.source)}:`;
    below.push(
      `${palette.cyan(escapeText(`${elsewhere}${placeOf(other.location)}`))}  ${escapeText(other.message)}`,
    );
    below.push(...frameOf(other.location, { sign: '-', paint: palette.cyan }, palette).lines);
  }
  if (more > 0) below.push(`… and ${pluralize(more, 'more place')}`);
  if (finding.consequence !== undefined)
    below.push(...wrap(escapeText(finding.consequence), PROSE_WIDTH));
  if (rule !== undefined && isFirst) below.push(...wrap(escapeText(rule.why), PROSE_WIDTH));
  if (label === undefined && rule !== undefined)
    below.push(...wrap(`help: ${escapeText(helpOf(rule))}`, PROSE_WIDTH));
  if (label !== undefined && !labelled) below.push(...wrap(label, PROSE_WIDTH));
  for (const { title, safety } of fixes)
    below.push(`fix: ${escapeText(title)} (${safety === 'safe' ? '--fix' : '--fix-unsafe'})`);
  if (rule !== undefined && isFirst)
    below.push(palette.dim(`edgewise explain ${escapeText(rule.id)}`));

  const head = `  ${escapeText(placeOf(location))}  ${paint(severity)}  ${palette.bold(escapeText(finding.rule))}  ${escapeText(message)}`;
  return [head, ...below.map((line) => `    ${line}`)];
}

function frameOf({ excerpt, region }: Location, underline: Underline, palette: Palette): CodeFrame {
  if (excerpt === undefined || region === undefined) return { lines: [], labelled: false };
  return buildFrame({ excerpt, region }, underline, palette);
}

function printSuppression({ by, reason }: SuppressedBy): string {
  return by === 'baseline'
    ? 'does not count: it is in the baseline'
    : `does not count: ${escapeText(reason ?? 'suppressed')}`;
}

function placeOf({ region, pointer }: Location): string {
  if (region !== undefined) return `${region.startLine}:${region.startColumn}`;
  return pointer === '' ? '-' : truncateMiddle(pointer);
}

function painter(severity: Severity, { red, yellow, blue }: Palette): (text: string) => string {
  return severity === 'error' ? red : severity === 'warning' ? yellow : blue;
}

export default text;

import type { Finding, Location, Severity, Silence } from '../model/finding.ts';
import type { AnyRule } from '../rule.ts';
import { escapeLine, escapeText } from './escape.ts';
import { printFooter } from './footer.ts';
import { buildFrame, type Underline } from './frame.ts';
import { detailedFindings, groupBySubject, type Subject } from './listing.ts';
import type { Palette, Reporter } from './reporter.ts';
import { abridge, count, nameOf, wrap } from './words.ts';

/** For people: what is wrong where, with the lines themselves, why it matters and what to do; then what was not looked at. */
export const text: Reporter = function* (result, context) {
  const rules = new Map(context.rules.map((rule) => [rule.id, rule]));
  const explained = new Set<string>();
  const remedies = new Map<string, readonly string[]>();
  const remedyOf = (id: string): readonly string[] => {
    const known = remedies.get(id);
    if (known !== undefined) return known;
    const remedy = rules.get(id)?.remedy;
    const lines = remedy === undefined ? [] : wrap(`fix: ${escapeText(remedy)}`, PROSE_WIDTH);
    remedies.set(id, lines);
    return lines;
  };
  for (const [heading, findings] of groupBySubject(detailedFindings(result, context))) {
    yield `${escapeLine(printHeading(heading, context.palette))}\n\n`;
    for (const finding of findings) {
      // The reason is the same each time: a long report tells it once.
      const rule = explained.has(finding.rule) ? undefined : rules.get(finding.rule);
      explained.add(finding.rule);
      yield `${printFinding(finding, rule, remedyOf, context.palette).map(escapeLine).join('\n')}\n\n`;
    }
  }
  yield `${[...printFooter(result, context)].map(escapeLine).join('\n')}\n`;
};

const PROSE_WIDTH = 100;
const MAX_RELATED = 5;

function printHeading({ source, workflow }: Subject, { bold }: Palette): string {
  const name = workflow === undefined ? '' : ` · ${abridge(nameOf(workflow))}`;
  return bold(source === '-' ? 'standard input' : escapeText(abridge(source))) + escapeText(name);
}

function printFinding(finding: Finding, rule: AnyRule | undefined, remedyOf: (id: string) => readonly string[], palette: Palette): readonly string[] {
  const { severity, message, location, related, fixes } = finding;
  const paint = painter(severity, palette);
  const help = finding.help === undefined ? undefined : escapeText(finding.help);
  const { lines, labelled } = frameOf(location, { sign: '^', paint, label: help }, palette);

  const below = finding.suppressed === undefined ? [...lines] : [palette.dim(silenceInWords(finding.suppressed)), ...lines];
  for (const other of related.slice(0, MAX_RELATED)) {
    const elsewhere = other.location.source === location.source ? '' : `${abridge(other.location.source)}:`;
    below.push(`${palette.cyan(escapeText(`${elsewhere}${placeOf(other.location)}`))}  ${escapeText(other.message)}`);
    below.push(...frameOf(other.location, { sign: '-', paint: palette.cyan }, palette).lines);
  }
  if (related.length > MAX_RELATED) below.push(`… and ${count(related.length - MAX_RELATED, 'more place')}`);
  if (rule !== undefined) below.push(...wrap(escapeText(rule.why), PROSE_WIDTH));
  if (help === undefined) below.push(...remedyOf(finding.rule));
  else if (!labelled) below.push(...wrap(`help: ${help}`, PROSE_WIDTH));
  for (const { title, safety } of fixes) below.push(`${safety === 'safe' ? '--fix' : '--fix-unsafe'} would: ${escapeText(title)}`);
  if (rule !== undefined) below.push(palette.dim(`edgewise explain ${escapeText(rule.id)}`));

  const head = `  ${escapeText(placeOf(location))}  ${paint(severity)}  ${palette.bold(escapeText(finding.rule))}  ${escapeText(message)}`;
  return [head, ...below.map((line) => `    ${line}`)];
}

function frameOf({ excerpt, region }: Location, underline: Underline, palette: Palette): { lines: readonly string[]; labelled: boolean } {
  if (excerpt === undefined || region === undefined) return { lines: [], labelled: false };
  return buildFrame({ excerpt, region }, underline, palette);
}

function silenceInWords({ by, reason }: Silence): string {
  return by === 'baseline' ? 'does not count: it is in the baseline' : `does not count: ${escapeText(reason ?? 'suppressed')}`;
}

/** `31:20`, or the pointer where there is no text. */
function placeOf({ region, pointer }: Location): string {
  if (region !== undefined) return `${region.startLine}:${region.startColumn}`;
  return pointer === '' ? '-' : abridge(pointer);
}

function painter(severity: Severity, { red, yellow, blue }: Palette): (text: string) => string {
  return severity === 'error' ? red : severity === 'warning' ? yellow : blue;
}

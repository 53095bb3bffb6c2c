import stringWidth from 'fast-string-width';
import type { Finding, Location, Severity, SuppressedBy } from '../model/finding.ts';
import { pluralize, takeFirst, truncateMiddle } from '../model/text.ts';
import type { AnyRule } from '../rule.ts';
import { escapeLine, escapeText } from './escape.ts';
import { printFooter } from './footer.ts';
import { buildFrame, type CodeFrame, type Underline } from './frame.ts';
import { detailedFindings, type FindingGroup, groupAlike } from './listing.ts';
import type { Palette, ReportContext, Reporter } from './reporter.ts';
import { fillLines, formatLocation, formatWorkflow, helpOf, PLAIN_WIDTH, wrap } from './words.ts';

/** Findings with lines, reasons and remedies, like ones together; then what was not checked. */
const text: Reporter = function* (result, context) {
  const { maxFindings = 50, width = PLAIN_WIDTH, palette } = context;
  const rules = new Map(context.rules.map((rule) => [rule.id, rule]));
  const findings = detailedFindings(result, context);
  const groups = groupAlike(findings);
  const shown = maxFindings === 0 ? groups : groups.slice(0, maxFindings);
  const explained = new Set<string>();
  let heading = '';
  for (const group of shown) {
    const { rule: id } = group.first;
    const above = printHeading(group.first, width, palette);
    if (above !== heading) yield `${above}\n\n`;
    heading = above;
    const lines = printGroup(group, {
      rule: rules.get(id),
      // Only the first finding of a rule has the reason.
      isFirst: !explained.has(id),
      places: maxFindings === 0 ? Number.POSITIVE_INFINITY : MAX_PLACES,
      width,
      palette,
    });
    explained.add(id);
    yield `${lines.map(escapeLine).join('\n')}\n\n`;
  }
  const footer = printFooter(result, context, groups.slice(shown.length));
  yield `${Array.from(footer, escapeLine).join('\n')}\n`;
};

const INDENT = 4;
/** Of findings like the first one. */
const MAX_PLACES = 10;

function printHeading({ location, workflow }: Finding, width: number, { bold }: Palette): string {
  const { source } = location;
  const place = source === '-' ? 'standard input' : escapeText(truncateMiddle(source));
  const name = workflow && escapeText(truncateMiddle(formatWorkflow(workflow)));
  const words = name === undefined ? [] : ['·', ...name.split(' ')];
  return fillLines([place, ...words], width)
    .map((line, i) => escapeLine(i === 0 ? bold(place) + line.slice(place.length) : line))
    .join('\n');
}

interface Layout extends Pick<ReportContext, 'palette'> {
  readonly rule: AnyRule | undefined;
  readonly isFirst: boolean;
  /** The number of places of like findings to list. */
  readonly places: number;
  readonly width: number;
}

function printGroup({ first: finding, others }: FindingGroup, layout: Layout): readonly string[] {
  const { severity, location, consequence, suppressed, fixes } = finding;
  const { rule, isFirst, palette } = layout;
  const width = layout.width - INDENT;
  const help = finding.help ?? (rule && helpOf(rule));
  const label = help && `help: ${escapeText(help)}`;
  const underline = { sign: '^', paint: painter(severity, palette), width } as const;
  const { lines, labelled } = frameOf(location, { ...underline, label }, palette);
  const prose = [
    ...(consequence === undefined ? [] : [consequence]),
    ...(rule !== undefined && isFirst ? [rule.why] : []),
    ...(help === undefined || labelled ? [] : [`help: ${help}`]),
    ...fixes.map(
      ({ title, safety }) => `fix: ${title} (${safety === 'safe' ? '--fix' : '--fix-unsafe'})`,
    ),
  ];
  const below = [
    ...(suppressed === undefined ? [] : [palette.dim(printSuppression(suppressed))]),
    ...lines,
    ...printRelated(finding, width, palette),
    ...prose.flatMap((part) => wrap(escapeText(part), width)),
    ...printOthers(others, layout.places, width),
  ];
  return [...printHead(finding, layout), ...below.map((line) => ' '.repeat(INDENT) + line)];
}

/** Place, severity, rule and message. */
function printHead(
  { severity, location, rule, message }: Finding,
  { palette, width }: Layout,
): readonly string[] {
  const place = escapeText(placeOf(location));
  const id = escapeText(rule);
  const taken = stringWidth(`  ${place}  ${severity}  ${id} `);
  // Stands for all that precedes the message.
  const before = '.'.repeat(taken);
  const [first = '', ...more] = fillLines([before, ...escapeText(message).split(' ')], width);
  const head = `  ${place}  ${painter(severity, palette)(severity)}  ${palette.bold(id)} `;
  const rest = wrap(more.join(' '), width - INDENT);
  return [head + first.slice(taken), ...rest.map((line) => ' '.repeat(INDENT) + line)];
}

function* printRelated(
  { related, location }: Finding,
  width: number,
  palette: Palette,
): Iterable<string> {
  const { first, more } = takeFirst(related, 5);
  for (const { location: other, message } of first) {
    const source = other.source === location.source ? '' : `${truncateMiddle(other.source)}:`;
    const place = escapeText(`${source}${placeOf(other)}`);
    const [line = '', ...lines] = fillLines(
      [`${place} `, ...escapeText(message).split(' ')],
      width,
    );
    yield palette.cyan(place) + line.slice(place.length);
    yield* lines;
    yield* frameOf(other, { sign: '-', paint: palette.cyan, width }, palette).lines;
  }
  if (more > 0) yield `… and ${pluralize(more, 'more place')}`;
}

/** @param max the number of places; of long paths fewer are listed, unless all are wanted. */
function printOthers(others: readonly Finding[], max: number, width: number): readonly string[] {
  if (others.length === 0) return [];
  const { first, more } = takeFirst(others, max);
  const places = first.map((finding) => escapeText(wherePlaced(finding)));
  const listed = more > 0 ? [...places, `… and ${more} more`] : places;
  const words = listed.map((place, i) => (i < listed.length - 1 ? `${place},` : place));
  const lines = fillLines([`and ${others.length} more like it:`, ...words], width);
  const isShort = lines.length <= MAX_LINES || max === Number.POSITIVE_INFINITY;
  return isShort ? lines : printOthers(others, max - 1, width);
}

const MAX_LINES = 5;

/** Without lines, as in a live account, by the name of its workflow. */
function wherePlaced({ location, workflow }: Finding): string {
  const hasLines = location.region !== undefined || workflow === undefined;
  return truncateMiddle(
    hasLines ? formatLocation(location) : `${formatWorkflow(workflow)} ${location.pointer}`,
  );
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

import stringWidth from 'fast-string-width';
import type { Finding, Location } from '../model/finding.ts';
import { plural } from '../model/text.ts';
import type { AnyRule } from '../rule.ts';
import { escapeLine, escapeText } from './escape.ts';
import { createExcerpts, type ExcerptOf, printExcerpt } from './excerpt.ts';
import { printFooter } from './footer.ts';
import { type FindingGroup, groupAlike, listedFindings } from './listing.ts';
import type { Palette, ReportContext, Reporter } from './reporter.ts';
import { helpOf, shorten, wordLocation, wordWorkflow } from './words.ts';
import { fillLines, wrap } from './wrap.ts';

/** Findings with lines, reasons and remedies, like ones together; then what was not checked. */
const text: Reporter = function* (result, context) {
  const { maxFindings } = context;
  const groups = groupAlike(listedFindings(result, context, true));
  const shown = maxFindings === 0 ? groups : groups.slice(0, maxFindings);
  const unexplained = new Map(context.rules.map((rule) => [rule.id, rule.why]));
  const layout: Layout = {
    palette: context.palette,
    width: context.width - INDENT.length,
    rules: new Map(context.rules.map((rule) => [rule.id, rule])),
    maxPlaces: maxFindings === 0 ? Number.POSITIVE_INFINITY : MAX_PLACES,
    excerptOf: createExcerpts(result.documents),
  };
  let heading = '';
  for (const group of shown) {
    const [{ rule }] = group;
    const own = linesOf(printHeading(group[0], context));
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

const INDENT = '    ';
/** Of findings like the first one. */
const MAX_PLACES = 10;
const MAX_RELATED = 5;

interface Layout extends Pick<ReportContext, 'palette' | 'width'> {
  readonly rules: ReadonlyMap<string, AnyRule>;
  readonly maxPlaces: number;
  readonly excerptOf: ExcerptOf;
}

function printHeading(
  { location: { source }, workflow }: Finding,
  { width, palette }: ReportContext,
): readonly string[] {
  const place = source === '-' ? 'standard input' : escapeText(shorten(source));
  const name = workflow && escapeText(shorten(wordWorkflow(workflow)));
  const words = name === undefined ? [] : ['·', ...name.split(' ')];
  const [first = '', ...more] = fillLines([place, ...words], width);
  return [palette.bold(place) + first.slice(place.length), ...more];
}

function* printGroup(
  [finding, ...others]: FindingGroup,
  why: string | undefined,
  layout: Layout,
): Iterable<string> {
  const { palette, width } = layout;
  const { severity, rule: id, location, consequence, accepted, fixes } = finding;
  const rule = layout.rules.get(id);
  const help = finding.help ?? (rule && helpOf(rule));
  const paint = painterOf(finding, palette);
  const start = `  ${placeOf(location)}  ${paint(severity)}  ${palette.bold(escapeText(id))} `;
  const taken = `  ${placeOf(location)}  ${severity}  ${escapeText(id)} `;
  yield* hang(start, taken, finding.message, width + INDENT.length).map((line, i) =>
    i === 0 ? line : INDENT + line,
  );
  const prose = [
    ...(consequence === undefined ? [] : [consequence]),
    ...(why === undefined ? [] : [why]),
    ...(help === undefined ? [] : [`help: ${help}`]),
    ...fixes.map(
      ({ title, safety }) => `fix: ${title} (--fix${safety === 'safe' ? '' : '-unsafe'})`,
    ),
  ];
  const excerpt = layout.excerptOf(location, finding.input);
  const below = [
    ...(accepted ? [palette.dim(`does not count: ${reasonOf(accepted)}`)] : []),
    ...(excerpt ? printExcerpt(excerpt, { sign: '^', paint, dim: palette.dim, width }) : []),
    ...printRelated(finding, layout),
    ...prose.flatMap((part) => wrap(escapeText(part), width)),
    ...printOthers(others, layout),
  ];
  yield* below.map((line) => INDENT + line);
}

function* printRelated({ related, location }: Finding, layout: Layout): Iterable<string> {
  const { palette, width, excerptOf } = layout;
  const underline = { sign: '-', paint: palette.cyan, dim: palette.dim, width } as const;
  for (const { location: other, message } of related.slice(0, MAX_RELATED)) {
    const source = other.source === location.source ? '' : `${shorten(other.source)}:`;
    const place = `${escapeText(source)}${placeOf(other)}`;
    yield* hang(`${palette.cyan(place)} `, `${place} `, message, width);
    const excerpt = excerptOf(other);
    if (excerpt !== undefined) yield* printExcerpt(excerpt, underline);
  }
  const more = related.length - MAX_RELATED;
  if (more > 0) yield `… and ${plural(more, 'more place')}`;
}

/** A text after a start, which is wrapped by its width without colours. */
function hang(start: string, taken: string, words: string, width: number): readonly string[] {
  const room = '.'.repeat(stringWidth(taken));
  const [first = '', ...more] = fillLines([room, ...escapeText(words).split(' ')], width);
  return [start + first.slice(room.length), ...wrap(more.join(' '), width - INDENT.length)];
}

function printOthers(others: readonly Finding[], { maxPlaces, width }: Layout): readonly string[] {
  if (others.length === 0) return [];
  const places = others.slice(0, maxPlaces).map((finding) => escapeText(wherePlaced(finding)));
  const more = others.length - places.length;
  if (more > 0) places.push(`… and ${more} more`);
  const words = places.map((place, i) => (i < places.length - 1 ? `${place},` : place));
  return fillLines([`and ${others.length} more like it:`, ...words], width);
}

/** Without lines, as in an account, by the name of its workflow. */
function wherePlaced({ location, workflow }: Finding): string {
  const hasLines = location.region !== undefined || workflow === undefined;
  const place = hasLines ? wordLocation(location) : `${wordWorkflow(workflow)} ${location.pointer}`;
  return shorten(place);
}

const reasonOf = ({ by, reason }: NonNullable<Finding['accepted']>): string =>
  by === 'baseline' ? 'it is in the baseline' : escapeText(reason ?? 'suppressed');

function placeOf({ region, pointer }: Location): string {
  if (region !== undefined) return `${region.startLine}:${region.startColumn}`;
  return pointer === '' ? '-' : escapeText(shorten(pointer));
}

const painterOf = ({ severity }: Finding, { red, yellow, blue }: Palette) =>
  ({ error: red, warning: yellow, info: blue })[severity];

export default text;

/** Words what is not a finding: counts, places, and what was left out, not read or not checked. */
import { groupBy } from '../graph/graph.ts';
import type { LintResult } from '../lint/lint.ts';
import {
  type Failure,
  type Finding,
  type Location,
  type NotChecked,
  SEVERITIES,
} from '../model/finding.ts';
import { plural, quote, truncate } from '../model/text.ts';
import { isComplete, summaryOf } from './listing.ts';
import type { ReportContext, Silenced } from './reporter.ts';

/** "2 errors, 1 warning": those that are not zero. */
const listCounts = (counts: Readonly<Record<string, number>>, nouns: readonly string[]): string =>
  nouns
    .map((noun) => [counts[`${noun}s`] ?? 0, noun] as const)
    .filter(([amount]) => amount > 0)
    .map(([amount, noun]) => plural(amount, noun))
    .join(', ');

/** Characters of a name or a path. */
const LONGEST = 240;

export const sourceName = (source: string): string =>
  source === '-' ? 'stdin' : truncate(source, LONGEST);

/** `31:20`; the pointer where there is no text. */
export const wordPoint = ({ pointer, region }: Location): string =>
  region === undefined ? truncate(pointer, LONGEST) : `${region.startLine}:${region.startColumn}`;

/** `workflows/welcome.json:31:20`. */
export function wordLocation(location: Location): string {
  const { source, pointer, region } = location;
  const sign = region === undefined ? '#' : ':';
  const point = region === undefined && pointer === '' ? '' : sign + wordPoint(location);
  return sourceName(source) + point;
}

/** `Welcome series (enabled)`. */
export const wordWorkflow = ({ id, name, status }: NonNullable<Finding['workflow']>): string =>
  truncate(name ?? id ?? 'unnamed workflow', LONGEST) +
  (status === undefined ? '' : ` (${status})`);

/** Message, consequence and help as one text. */
export function wordFinding({ message, consequence, help }: Finding): string {
  const statement = consequence === undefined ? message : `${message}; ${consequence}`;
  if (help === undefined) return statement;
  return `${statement}${/[.?!]$/.test(statement) ? '' : ';'} help: ${help}`;
}

/** Before it, the workflow of the account, whose address does not tell which one it is. */
export function wordOwned({ location, workflow }: Finding, text: string): string {
  const isKnown = location.region !== undefined || workflow?.name === undefined;
  return isKnown ? text : `${quote(workflow.name)}: ${text}`;
}

/** `source:line:col: severity: message [rule]`. */
export const wordLine = (finding: Finding, text: string): string => {
  const { location, severity, rule } = finding;
  return `${wordLocation(location)}: ${severity}: ${wordOwned(finding, text)} [${rule}]`;
};

export const wordFailure = ({ source, message }: Failure): string =>
  `${sourceName(source)}: ${message}`;

/** The counts of findings and of what was checked, in one line. */
export function headline(result: LintResult): string {
  const found = listCounts(summaryOf(result), SEVERITIES);
  const size = sizes(result);
  if (found !== '') return size === '' ? found : `${found} (${size})`;
  if (size === '') return 'nothing checked: no workflows or events were read';
  return `no problems found${isComplete(result) ? '' : ' in what could be read'}: ${size}`;
}

/** "8 workflows, 41 steps, 34 edges, 12 events". */
function sizes({ counts, documents }: LintResult): string {
  const calls = documents.reduce((sum, document) => sum + document.calls.length, 0);
  return listCounts({ ...counts, calls }, ['workflow', 'step', 'edge', 'event', 'call']);
}

export type Label =
  | ('recorded:' | 'not listed:' | 'suppressed:' | 'silenced by the configuration:' | 'ignored:')
  | ('in the baseline:' | 'note:' | 'skipped' | 'not read:' | 'not checked:');

/** What was left out, not read or not checked: a line each, not escaped, beginning with a label. */
export function* remarks(
  result: LintResult,
  { quiet, silenced }: ReportContext,
  omitted = 0,
): Iterable<readonly [label: Label, text: string]> {
  const { infos, warnings, suppressed, baselined } = summaryOf(result);
  const recorded = wordRecorded(result.documents);
  if (recorded !== undefined) yield ['recorded:', recorded];
  if (quiet && warnings + infos > 0)
    yield ['not listed:', listCounts({ warnings, infos }, SEVERITIES)];
  if (omitted > 0)
    yield ['not listed:', `${plural(omitted, 'more finding')}; other formats have all`];
  if (suppressed > 0) yield ['suppressed:', plural(suppressed, 'finding')];
  const hidden = wordSilenced(silenced);
  if (hidden !== '') yield ['silenced by the configuration:', hidden];
  if (silenced.files.length > 0) yield ['ignored:', plural(silenced.files.length, 'file')];
  if (baselined > 0) yield ['in the baseline:', plural(baselined, 'finding')];
  for (const text of wordUnused(result.unused)) yield ['note:', text];
  if (result.skipped.length > 0) yield ['skipped', wordSkipped(result.skipped)];
  for (const failure of result.failures.slice(0, 10)) yield ['not read:', wordFailure(failure)];
  if (result.failures.length > 10) yield ['not read:', `${result.failures.length - 10} more`];
  for (const text of wordNotChecked(result.notChecked)) yield ['not checked:', text];
}

/** What a program sent and created; undefined where none was recorded. */
function wordRecorded(documents: LintResult['documents']): string | undefined {
  const calls = documents.flatMap((each) => each.calls.filter(({ origin }) => origin === 'record'));
  const sends = calls.filter(({ does, refusal }) => does === 'send' && refusal === undefined);
  const of = (kind: 'workflows' | 'events'): number =>
    documents.flatMap((each) => each[kind].filter(({ origin }) => origin === 'record')).length;
  const created = listCounts({ workflows: of('workflows'), events: of('events') }, NODES);
  if (calls.length === 0 && created === '') return undefined;
  const names = [...new Set(sends.flatMap(({ event }) => event ?? []))];
  const sent = `${plural(sends.length, 'event')} sent (${firstOf(names)})`;
  return [...(sends.length > 0 ? [sent] : []), `${created || 'nothing'} created`].join(', ');
}

const NODES = ['workflow', 'event'];

function wordSilenced({ rules, overrides, options, severities, failOn }: Silenced): string {
  const ids = [...new Set([...rules, ...overrides, ...severities, ...options])];
  const never = failOn === undefined ? [] : ['no finding fails the run'];
  return [...(ids.length === 0 ? [] : [firstOf(ids)]), ...never].join('; ');
}

/** The first five of a list. */
const firstOf = (texts: readonly string[]): string =>
  texts.slice(0, 5).join(', ') + (texts.length > 5 ? ` and ${texts.length - 5} more` : '');

function* wordUnused({ suppressions, expired, baseline }: LintResult['unused']): Iterable<string> {
  const name = ({ rule, from }: (typeof suppressions)[number]): string =>
    from === undefined ? rule : `${rule} (${from})`;
  const unused = plural(suppressions.length, 'suppression');
  if (suppressions.length > 0)
    yield `${unused} without a finding, to be removed: ${firstOf(suppressions.map(name))}`;
  for (const [each, count] of expired)
    yield `suppression expired on ${each.expires}: ${name(each)}, ${plural(count, 'finding')}`;
  const entries = plural(baseline.length, 'entry', 'entries');
  if (baseline.length > 0)
    yield `${entries} of the baseline without a finding; --update-baseline removes them`;
}

function wordSkipped(skipped: LintResult['skipped']): string {
  const files = `${plural(skipped.length, 'file')} without workflows or events`;
  const doubtful = skipped.filter(({ isDoubtful }) => isDoubtful);
  const names = doubtful.map(({ source, reason }) => `${sourceName(source)} (${reason})`);
  return names.length === 0 ? files : `${files}, among them ${firstOf(names)}`;
}

/** An entry a rule, `*` where it is not one, with the reason. */
export const notCheckedEntries = (notChecked: readonly NotChecked[]) =>
  notChecked.flatMap(({ rules, of, reason }) => {
    const text = of === undefined ? reason : `${of}: ${reason}`;
    return (rules.length === 0 ? ['*'] : rules).map((rule) => ({ rule, reason: text }));
  });

/** One line for one reason, with the number of rules. */
export function* wordNotChecked(notChecked: readonly NotChecked[]): Iterable<string> {
  for (const [reason, gaps] of groupBy(notChecked, (gap) => gap.reason)) {
    const rules = [...new Set(gaps.flatMap((gap) => gap.rules))];
    const what = rules.length <= 2 ? rules.join(', ') : `${rules.length} rules`;
    const where = [...new Set(gaps.flatMap(({ of }) => of ?? []))];
    const names = where.slice(0, 3).join(', ') + (where.length > 3 ? ' …' : '');
    if (what === '') yield [names, reason].filter(Boolean).join(': ');
    else yield names === '' ? `${what} (${reason})` : `${names}: ${what}, ${reason}`;
  }
}

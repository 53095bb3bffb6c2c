/** Words what is not a finding: counts, places, and what was left out, not read or not checked. */
import { groupBy } from '../graph/graph.ts';
import type { LintResult } from '../lint/lint.ts';
import type { Failure, Finding, Location, NotChecked } from '../model/finding.ts';
import { listNames, plural, quote } from '../model/text.ts';
import { resourceOf } from '../resources/registry.ts';
import { isComplete, type Summary, summaryOf } from './listing.ts';
import type { ReportContext, Silenced } from './reporter.ts';

/** "2 errors, 1 warning"; empty where there are none. */
export const wordCounts = (counts: Pick<Summary, 'errors' | 'warnings' | 'infos'>): string =>
  (['error', 'warning', 'info'] as const)
    .filter((severity) => counts[`${severity}s`] > 0)
    .map((severity) => plural(counts[`${severity}s`], severity))
    .join(', ');

/** Without its middle where it is very long; no character is cut in half. */
export function shorten(text: string, max = 240): string {
  if (text.length <= max) return text;
  const half = (max - 1) >> 1;
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${text.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}

export const sourceName = (source: string): string => (source === '-' ? 'stdin' : source);

/** `workflows/welcome.json:31:20`; the pointer where there is no text. */
export function wordLocation({ source, pointer, region }: Location): string {
  const name = sourceName(source);
  if (region !== undefined) return `${name}:${region.startLine}:${region.startColumn}`;
  return pointer === '' ? name : `${name}#${pointer}`;
}

/** `Welcome series (enabled)`. */
export const wordWorkflow = ({ id, name, status }: NonNullable<Finding['workflow']>): string =>
  `${name ?? id ?? 'unnamed workflow'}${status === undefined ? '' : ` (${status})`}`;

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

/** The remedy of a rule as a line of help: a phrase. */
export const helpOf = ({ remedy }: { readonly remedy: string }): string =>
  remedy.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');

export const wordFailure = ({ source, message }: Failure): string =>
  `${shorten(sourceName(source))}: ${message}`;

/** The counts of findings and of what was checked, in one line. */
export function headline(result: LintResult): string {
  const found = wordCounts(summaryOf(result));
  const owned = result.findings.filter((each) => !each.accepted && each.workflow);
  const faulty = groupBy(owned, ({ input, workflow }) =>
    JSON.stringify([input.name, input.line, workflow]),
  ).size;
  const size = sizes(result, found === '' || faulty === 0);
  if (found === '' && size === '') return 'nothing checked: no workflows or events were read';
  if (found === '')
    return `no problems found${isComplete(result) ? '' : ' in what could be read'}: ${size}`;
  const of = plural(result.counts.workflows, 'workflow');
  return `${found}${faulty === 0 ? '' : ` in ${faulty} of ${of}`}${size && ` (${size})`}`;
}

/** "41 steps, 34 edges, 12 events". */
function sizes({ counts, documents }: LintResult, hasWorkflows: boolean): string {
  const { workflows, steps, edges, events } = counts;
  const calls = documents.reduce((sum, document) => sum + document.calls.length, 0);
  return [
    ...(workflows > 0 && hasWorkflows ? [plural(workflows, 'workflow')] : []),
    ...(workflows > 0 ? [plural(steps, 'step'), plural(edges, 'edge')] : []),
    ...(events > 0 ? [plural(events, 'event')] : []),
    ...(calls > 0 ? [plural(calls, 'call')] : []),
  ].join(', ');
}

/** What was left out, not read or not checked: a line each, not escaped, beginning with a label. */
export function* remarks(
  result: LintResult,
  { quiet, silenced }: ReportContext,
): Iterable<readonly [label: string, text: string]> {
  const { infos, warnings, suppressed, baselined } = summaryOf(result);
  if (quiet && warnings + infos > 0)
    yield ['not listed:', wordCounts({ errors: 0, warnings, infos })];
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

const wordSilenced = ({ rules, overrides, options, severities, failOn }: Silenced): string =>
  [
    ...(rules.length > 0 ? [`${firstOf(rules)} off`] : []),
    ...(overrides.length > 0 ? [`${firstOf(overrides)} off in some places`] : []),
    ...(severities.length > 0 ? [`${firstOf(severities)} less severe`] : []),
    ...(options.length > 0 ? [`names exempted from ${firstOf(options)}`] : []),
    ...(failOn === undefined ? [] : ['no finding fails the run']),
  ].join('; ');

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
  const names = doubtful.map(({ source, reason }) => `${shorten(source)} (${reason})`);
  return names.length === 0 ? files : `${files}, among them ${firstOf(names)}`;
}

/** An entry a rule, `*` where it is not one, with the reason. */
export const notCheckedEntries = (notChecked: readonly NotChecked[]) =>
  notChecked.flatMap((entry) => {
    const names = 'workflow' in entry ? [entry.workflow] : [];
    const reason = [...names.map(quote), reasonOf(entry, nounsOf([entry]))].join(': ');
    return rulesOf(entry).map((rule) => ({ rule, reason }));
  });

/** One line for one reason, with the number of rules. */
export function* wordNotChecked(notChecked: readonly NotChecked[]): Iterable<string> {
  const groups = groupBy(notChecked, (entry) =>
    entry.is === 'collection' ? entry.completeness : entry.is,
  );
  for (const entries of groups.values()) {
    const [first] = entries as [NotChecked];
    const rules = [...new Set(entries.flatMap(rulesOf))];
    const what = rules.length <= 2 ? rules.join(', ') : `${rules.length} rules`;
    const names = entries.flatMap((entry) => ('workflow' in entry ? [entry.workflow] : []));
    const reason = reasonOf(first, nounsOf(entries), names.length);
    if (first.is === 'list-form') yield `all rules about steps, ${reason}`;
    else if (first.is === 'place')
      yield `${firstOf(entries.map((entry) => reasonOf(entry, '')))}; see edgewise record`;
    else if (names.length > 0) yield `${listNames(names)}: ${what}, ${reason}`;
    else yield `${what} (${reason})`;
  }
}

const rulesOf = (entry: NotChecked): readonly string[] =>
  entry.is === 'collection' ? [entry.rule] : 'rules' in entry ? entry.rules : ['*'];

function reasonOf(entry: NotChecked, nouns: string, workflows = 1): string {
  switch (entry.is) {
    case 'collection':
      return `${entry.completeness === 'absent' ? 'no' : 'not all'} ${nouns} were loaded`;
    case 'structure':
      return `correct ${workflows === 1 ? 'its' : 'their'} structure first`;
    case 'size':
      return 'too many steps or edges';
    case 'cases':
      return 'more than 1,000 cases';
    case 'list-form':
      return `${plural(entry.workflows, 'workflow')} in list form, with name and status only`;
    case 'place':
      return `${shorten(entry.source)}:${entry.line}: ${entry.what}`;
  }
}

/** "event definitions, domains or templates". */
function nounsOf(entries: readonly NotChecked[]): string {
  const collections = entries.map((entry) => (entry.is === 'collection' ? entry.collection : ''));
  const nouns = [...new Set(collections)].map(
    (name) => NOUNS.get(name) ?? resourceOf(name)?.plural ?? name,
  );
  return nouns.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

const NOUNS = new Map([
  ['events', 'event definitions'],
  ['calls', 'source files'],
]);

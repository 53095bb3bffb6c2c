import type { Result } from '../model/finding.ts';
import { pluralize, takeFirst, truncateMiddle } from '../model/text.ts';
import { type Markup, markup } from './escape-markup.ts';
import { headline } from './footer.ts';
import type { Cause, FaultyWorkflow, Overview } from './overview.ts';
import type { ReportData } from './page-data.ts';
import type { ReportContext } from './reporter.ts';
import { helpOf } from './words.ts';

// The script makes links of elements with data-workflow, data-rule or data-kind.

interface OverviewParts {
  readonly overview: Overview;
  readonly data: ReportData;
  readonly result: Result;
  readonly context: ReportContext;
}

/** "7 enabled workflows do not do what they say"; the counts when that is not known of any. */
export function verdict({ overview: { faulty, drafts }, data, result }: OverviewParts): string {
  if (faulty.length > 0) {
    const areEnabled = faulty.every(
      ({ workflow }) => data.workflows[workflow]?.status === 'enabled',
    );
    return `${pluralize(faulty.length, areEnabled ? 'enabled workflow' : 'workflow')} ${sayOf(faulty)}`;
  }
  if (drafts.length > 0) return `${pluralize(drafts.length, 'draft')} ${sayOf(drafts)}`;
  return headline(result);
}

const sayOf = ({ length }: readonly unknown[]): string =>
  length === 1 ? 'does not do what it says' : 'do not do what they say';

/** What to correct first, the workflows concerned, drafts, and what changed since the baseline. */
export function printOverview(parts: OverviewParts): Markup {
  const { overview, result, context } = parts;
  const { faulty, drafts, causes } = overview;
  return markup`<section id="overview" aria-labelledby="overview-title">
<h2 id="overview-title" tabindex="-1">Overview</h2>
${printGaps(result)}${printBaseline(result, context)}${causes.length === 0 && markup`<p class="empty">No finding.</p>\n`}${causes.length > 0 && printCauses(parts)}${faulty.length + drafts.length > 0 && printWorkflows(parts, faulty, drafts)}</section>
`;
}

function printGaps({ failures, notChecked }: Result): Markup | undefined {
  if (failures.length + notChecked.length === 0) return undefined;
  const parts = [
    ...(failures.length > 0 ? [`${pluralize(failures.length, 'source')} not read`] : []),
    ...(notChecked.length > 0
      ? [`${pluralize(new Set(notChecked.map(({ rule }) => rule)).size, 'rule')} not fully checked`]
      : []),
  ];
  return markup`<p class="dim"><span data-kind="notes">${parts.join(', ')}</span></p>\n`;
}

function printBaseline(
  { summary: { errors, warnings, infos, baselined }, gone = [] }: Result,
  { facts }: ReportContext,
): Markup | undefined {
  if (facts?.baseline === undefined) return undefined;
  const { first, more } = takeFirst(gone, 50);
  const rows = first.map(
    ({ rule, message, workflow, source }) =>
      markup`<li>${workflow ?? source}: ${message} <span class="dim">${rule}</span></li>\n`,
  );
  return markup`<section class="since">
<h3>Against the baseline ${facts.baseline}</h3>
<p>New, and listed here: ${pluralize(errors + warnings + infos, 'finding')}. Known, and not listed: ${baselined}. Gone: ${gone.length}.</p>
${
  gone.length > 0 &&
  markup`<details><summary>${pluralize(gone.length, 'finding')} of the baseline that no longer ${gone.length === 1 ? 'occurs' : 'occur'}</summary>
<ul class="plain-list">
${rows}${more > 0 && markup`<li>and ${more} more</li>\n`}</ul>
</details>
`
}</section>
`;
}

function printCauses({ overview: { causes }, data, context }: OverviewParts): Markup {
  const { first, more } = takeFirst(causes, 10);
  return markup`<section class="causes" aria-labelledby="causes">
<h3 id="causes">What to do first</h3>
${printFixAll(data, context)}<ol>
${first.map((cause) => printCause(cause, data, context))}</ol>
${more > 0 && markup`<p><span data-kind="findings">${pluralize(more, 'more cause')}</span></p>\n`}</section>
`;
}

/** The command that makes all safe fixes. */
function printFixAll({ findings }: ReportData, { facts }: ReportContext): Markup | undefined {
  const fixed = findings.filter(({ fixes }) => fixes[0]?.safety === 'safe').length;
  if (fixed === 0 || facts?.fix === undefined) return undefined;
  return markup`<p class="command"><code>${facts.fix} --fix</code> corrects ${pluralize(fixed, 'finding')} without a change of meaning</p>\n`;
}

function printCause(
  { findings, effect }: Cause,
  { workflows, rules }: ReportData,
  { facts }: ReportContext,
): Markup {
  const [{ rule: id, severity, message, help, workflow, source }] = findings;
  const owners = new Set(findings.map((finding) => finding.workflow ?? finding.source));
  const owner = workflows[workflow ?? -1];
  const place =
    owners.size > 1
      ? pluralize(owners.size, typeof [...owners][0] === 'number' ? 'workflow' : 'source')
      : titleOf(owner, source);
  const areDrafts = findings.every((one) => workflows[one.workflow ?? -1]?.status === 'disabled');
  const more = findings.length - 1;
  const rule = rules.find((each) => each.id === id);
  const advice = help ?? (rule && helpOf(rule)) ?? '';
  return markup`<li>
<p><span class="severity ${severity}">${severity}</span> <b data-rule="${id}">${message}</b>${more > 0 && markup` <span class="dim">and ${more} more like it</span>`}</p>
<p>${effect !== '' && markup`<b class="effect">${effect}</b> · `}${place}${areDrafts && ' (disabled)'}</p>
${rule !== undefined && effect === '' && rule.why !== '' && markup`<p class="dim">${rule.why}</p>\n`}${printFix(findings, facts?.fix) ?? (advice !== '' && markup`<p>Help: ${advice}${more > 0 && markup` <span class="dim">(the first of them)</span>`}</p>\n`)}</li>
`;
}

/** The command, where it corrects any of them. */
function printFix(findings: Cause['findings'], command: string | undefined): Markup | undefined {
  const fixes = findings.flatMap((finding) => finding.fixes.slice(0, 1));
  const safe = fixes.filter(({ safety }) => safety === 'safe');
  const [first, ...others] = safe.length > 0 ? safe : fixes;
  if (first === undefined || command === undefined) return undefined;
  const number = others.length + 1;
  const which = number === findings.length ? '' : ` ${number} of ${findings.length}`;
  const flag = safe.length > 0 ? '--fix' : '--fix-unsafe';
  const proposal = safe.length > 0 ? '' : `, to be reviewed (${first.title})`;
  return markup`<p class="command">Fix${which}${proposal}: <code>${command} ${flag} --only ${findings[0].rule}</code></p>\n`;
}

function printWorkflows(
  parts: OverviewParts,
  faulty: readonly FaultyWorkflow[],
  drafts: readonly FaultyWorkflow[],
): Markup {
  const { first, more } = takeFirst(faulty, 12);
  const folded = takeFirst(drafts, 200);
  const rows = (lines: readonly FaultyWorkflow[]) =>
    lines.map((line) => printWorkflow(line, parts));
  return markup`<section class="faulty" aria-labelledby="faulty">
<h3 id="faulty">${faulty.length > 0 ? 'Workflows and their effect' : 'Drafts'}</h3>
<ul>
${rows(first)}</ul>
${more > 0 && markup`<p><span data-kind="workflows">${pluralize(more, 'more workflow')}</span></p>\n`}${
  drafts.length > 0 &&
  markup`<details><summary>${pluralize(drafts.length, 'draft')} (disabled)</summary>
<ul>
${rows(folded.first)}</ul>
${folded.more > 0 && markup`<p>and ${folded.more} more</p>\n`}</details>
`
}</section>
`;
}

function printWorkflow(
  { workflow, effect, findings: [{ message, source }, ...others] }: FaultyWorkflow,
  { data }: OverviewParts,
): Markup {
  const more = others.length > 0 && markup` and ${others.length} more`;
  const name = titleOf(data.workflows[workflow], source);
  return markup`<li><b data-workflow="${workflow}">${name}</b>${effect !== '' && markup`: <span class="effect">${effect}</span>`}<br><span class="dim">${message}${more}</span></li>\n`;
}

const titleOf = (workflow: ReportData['workflows'][number] | undefined, source: string): string =>
  truncateMiddle(workflow?.name?.trim() || workflow?.id?.trim() || source, 160);

import type { Finding, Location, Related, Result } from '../model/finding.ts';
import { pluralize, takeFirst } from '../model/text.ts';
import { type Markup, markup } from './escape-markup.ts';
import { frameOf } from './html-data.ts';
import type { FindingSubject } from './listing.ts';
import type { ReportContext } from './reporter.ts';
import { formatLocation, formatWorkflow } from './words.ts';

export const isClean = ({ complete, crashed, summary }: Result): boolean =>
  complete && !crashed && summary.errors + summary.warnings === 0 && summary.workflows > 0;

/** Input and time of the run in one line; details when expanded. */
export function printFacts({ facts = {}, tool, rules }: ReportContext): Markup | undefined {
  const { date, project, commit, preset, command } = facts;
  const rows = [
    ['Project', project],
    ['Commit', commit],
    ['Date', date],
    ['Version', `${tool.name} ${tool.version}`],
    ['Preset', preset === undefined ? undefined : `${preset} (${pluralize(rules.length, 'rule')})`],
    ['Command', command],
  ] as const;
  const main = [project, commit, date].filter((fact) => fact !== undefined).join(' · ');
  if (main === '') return undefined;
  const given = rows.filter(([, fact]) => fact !== undefined);
  return markup`<details class="facts-of-run">
<summary>${main}</summary>
<dl>
${given.map(([name, fact]) => markup`<div><dt>${name}</dt><dd>${fact}</dd></div>\n`)}</dl>
</details>
`;
}

export function printBaselineNote(
  { summary: { baselined } }: Result,
  { facts }: ReportContext,
): Markup | undefined {
  if (facts?.baseline === undefined) return undefined;
  const known = `; ${pluralize(baselined, 'known finding')} ${baselined === 1 ? 'is' : 'are'} not listed`;
  return markup`<p class="dim">New since the baseline ${facts.baseline}${baselined === 0 ? '' : known}.</p>\n`;
}

export function renderSummary({ summary }: Result): Markup {
  const { errors, warnings, infos, suppressed, baselined } = summary;
  const numbers = [
    printNumber(plural('Error', errors), errors, 'error'),
    printNumber(plural('Warning', warnings), warnings, 'warning'),
    printNumber(plural('Info', infos), infos, 'info'),
    suppressed > 0 && printNumber('Suppressed', suppressed, 'notes'),
    baselined > 0 && printNumber('In the baseline', baselined, 'notes'),
    printNumber(plural('Workflow', summary.workflows), summary.workflows, 'workflows'),
    printNumber(plural('Event', summary.events), summary.events, 'timelines'),
  ];
  return markup`<dl class="numbers">\n${numbers}</dl>`;
}

const plural = (noun: string, n: number): string => (n === 1 ? noun : `${noun}s`);

/** @param kind a severity or a view: the script makes a link of it. */
function printNumber(name: string, n: number, kind: string): Markup {
  const attribute = n > 0 && markup` data-kind="${kind}"`;
  return markup`<div${attribute}><dt>${name}</dt><dd>${n.toLocaleString('en')}</dd></div>\n`;
}

export function printSubject({ source, workflow }: FindingSubject): string {
  return `${source === '-' ? 'standard input' : source}${workflow === undefined ? '' : ` · ${formatWorkflow(workflow)}`}`;
}

/** @param explained the reason of the rule is printed already. */
export function printArticle(
  { rule: id, severity, message, help, consequence, location, related, fixes }: Finding,
  context: ReportContext,
  explained: boolean,
): Markup {
  const rule = context.rules.find((one) => one.id === id);
  const { first, more } = takeFirst(related, 5);
  const parts = [
    markup`<h4><strong>${severity}</strong> ${message}</h4>\n`,
    markup`<p class="place">${formatLocation(location)} · ${id}</p>\n`,
    printFrame(location, 'The lines in question'),
    consequence !== undefined && markup`<p><b>Consequence:</b> ${consequence}</p>\n`,
    ...first.map(printRelated),
    more > 0 && markup`<p>… and ${pluralize(more, 'more place')}</p>\n`,
    help !== undefined && markup`<p><b>Help:</b> ${help}</p>\n`,
    rule !== undefined && !explained && markup`<p>${rule.why}</p>\n`,
    rule !== undefined && help === undefined && markup`<p><b>Help:</b> ${rule.remedy}</p>\n`,
    ...fixes.map(
      ({ title, safety }) =>
        markup`<p><b>Fix:</b> ${title} (${safety === 'safe' ? '--fix' : '--fix-unsafe'})</p>\n`,
    ),
  ];
  return markup`<article class="${severity}">\n${parts}</article>\n`;
}

function printRelated({ message, location }: Related): Markup {
  return markup`<p>${message} <span class="place">${formatLocation(location)}</span></p>\n${printFrame(location, 'The lines it refers to')}`;
}

function printFrame(location: Location, label: string): Markup | undefined {
  const lines = frameOf(location);
  if (lines === undefined) return undefined;
  // It scrolls horizontally, so it must be focusable.
  return markup`<pre role="group" aria-label="${label}" tabindex="0"><code>${lines.map((line, i) => (i === 0 ? markup`${line}` : markup`\n${line}`))}</code></pre>\n`;
}

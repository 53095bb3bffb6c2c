import type { Finding, Location, Related, Result } from '../model/finding.ts';
import { pluralize, takeFirst } from '../model/text.ts';
import { type Markup, markup } from './escape-markup.ts';
import { frameOf } from './html-data.ts';
import type { FindingGroup } from './listing.ts';
import type { ReportContext } from './reporter.ts';
import { formatLocation } from './words.ts';

export const isClean = ({ complete, crashed, summary }: Result): boolean =>
  complete && !crashed && summary.errors + summary.warnings === 0 && summary.workflows > 0;

/** Input and time of the run in one line; details when expanded. */
export function printFacts({ facts = {}, tool, rules }: ReportContext): Markup | undefined {
  const { date, preset, command } = facts;
  const rows = [
    ['Date', date],
    ['Version', `${tool.name} ${tool.version}`],
    ['Preset', preset === undefined ? undefined : `${preset} (${pluralize(rules.length, 'rule')})`],
    ['Command', command],
  ] as const;
  if (date === undefined) return undefined;
  const given = rows.filter(([, fact]) => fact !== undefined);
  return markup`<details class="facts-of-run">
<summary>${date}</summary>
<dl>
${given.map(([name, fact]) => markup`<div><dt>${name}</dt><dd>${fact}</dd></div>\n`)}</dl>
</details>
`;
}

export function renderSummary({ summary }: Result): Markup {
  const { errors, warnings, infos, suppressed, baselined } = summary;
  const numbers = [
    printNumber(plural('Error', errors), errors, 'error'),
    printNumber(plural('Warning', warnings), warnings, 'warning'),
    printNumber(plural('Info', infos), infos, 'info'),
    suppressed > 0 && printNumber('Suppressed', suppressed, 'notes'),
    baselined > 0 && printNumber('In the baseline', baselined, 'overview'),
  ];
  return markup`<dl class="numbers">\n${numbers}</dl>`;
}

const plural = (noun: string, n: number): string => (n === 1 ? noun : `${noun}s`);

/** @param kind a severity or a view: the script makes a link of it. */
function printNumber(name: string, n: number, kind: string): Markup {
  const attribute = n > 0 && markup` data-kind="${kind}"`;
  return markup`<div${attribute}><dt>${name}</dt><dd>${n.toLocaleString('en')}</dd></div>\n`;
}

/**
 * The first of like findings, and the places of the others.
 * @param explained the reason of the rule is printed already.
 */
export function printArticle(
  { first: finding, others }: FindingGroup,
  context: ReportContext,
  explained: boolean,
): Markup {
  const { rule: id, severity, message, help, consequence, location, related, fixes } = finding;
  const rule = context.rules.find((one) => one.id === id);
  const shown = takeFirst(related, 5);
  const places = takeFirst(others, 20);
  const parts = [
    markup`<h3><strong>${severity}</strong> ${message}</h3>\n`,
    markup`<p class="place">${placeOf(finding)} · ${id}</p>\n`,
    printFrame(location, 'The lines in question'),
    consequence !== undefined && markup`<p><b>Consequence:</b> ${consequence}</p>\n`,
    ...shown.first.map(printRelated),
    shown.more > 0 && markup`<p>… and ${pluralize(shown.more, 'more place')}</p>\n`,
    help !== undefined && markup`<p><b>Help:</b> ${help}</p>\n`,
    rule !== undefined && !explained && markup`<p>${rule.why}</p>\n`,
    rule !== undefined && help === undefined && markup`<p><b>Help:</b> ${rule.remedy}</p>\n`,
    ...fixes.map(
      ({ title, safety }) =>
        markup`<p><b>Fix:</b> ${title} (${safety === 'safe' ? '--fix' : '--fix-unsafe'})</p>\n`,
    ),
    others.length > 0 &&
      markup`<p class="place">and ${others.length} more like it: ${places.first.map(placeOf).join(', ')}${places.more > 0 && ', …'}</p>\n`,
  ];
  return markup`<article class="${severity}">\n${parts}</article>\n`;
}

const placeOf = ({ location, workflow }: Finding): string =>
  `${formatLocation(location)}${workflow === undefined ? '' : ` (${workflow.name ?? workflow.id ?? 'unnamed workflow'})`}`;

function printRelated({ message, location }: Related): Markup {
  return markup`<p>${message} <span class="place">${formatLocation(location)}</span></p>\n${printFrame(location, 'The lines it refers to')}`;
}

function printFrame(location: Location, label: string): Markup | undefined {
  const lines = frameOf(location);
  if (lines === undefined) return undefined;
  // It scrolls horizontally, so it must be focusable.
  return markup`<pre role="group" aria-label="${label}" tabindex="0"><code>${lines.map((line, i) => (i === 0 ? markup`${line}` : markup`\n${line}`))}</code></pre>\n`;
}

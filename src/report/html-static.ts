import type { Finding, Location, Related, Result } from '../model/finding.ts';
import { type Markup, markup } from './escape-markup.ts';
import { frameOf } from './html-data.ts';
import type { Subject } from './listing.ts';
import { type ReportContext, ruleUrl } from './reporter.ts';
import { count, nameOf, placeOf } from './words.ts';

const MAX_RELATED = 5;

export const isClean = ({ complete, crashed, summary }: Result): boolean =>
  complete && !crashed && summary.errors + summary.warnings === 0 && summary.workflows > 0;

/** What was found in how much, in numbers. */
export function printSummary({ summary }: Result): Markup {
  const { errors, warnings, infos, suppressed, baselined, sources, workflows, steps, edges, events } = summary;
  const silenced = { ...(suppressed > 0 && { Suppressed: suppressed }), ...(baselined > 0 && { 'In the baseline': baselined }) };
  const found = { Errors: errors, Warnings: warnings, Infos: infos, ...silenced };
  const read = { Sources: sources, Workflows: workflows, Steps: steps, Edges: edges, Events: events };
  return markup`<dl class="numbers">\n${Object.entries(found).map(([name, n]) => printNumber(name, n, n > 0 ? name.toLowerCase() : ''))}${Object.entries(read).map(([name, n]) => printNumber(name, n, ''))}</dl>`;
}

const printNumber = (name: string, n: number, kind: string): Markup =>
  markup`<div${['errors', 'warnings', 'infos'].includes(kind) ? markup` class="${kind.slice(0, -1)}"` : undefined}><dt>${name}</dt><dd>${n.toLocaleString('en')}</dd></div>\n`;

export function printSubject({ source, workflow }: Subject): string {
  return `${source === '-' ? 'standard input' : source}${workflow === undefined ? '' : ` · ${nameOf(workflow)}`}`;
}

/** A finding with all that is known of it. @param explained whether another finding of its rule has told why. */
export function printFinding({ rule: id, severity, message, help, location, related, fixes }: Finding, context: ReportContext, explained: boolean): Markup {
  const rule = context.rules.find((one) => one.id === id);
  const parts = [
    markup`<h4><strong>${severity}</strong> ${message}</h4>\n`,
    markup`<p class="place">${placeOf(location)} · <a href="${ruleUrl(context, id)}" rel="noreferrer">${id}</a></p>\n`,
    printFrame(location, 'The lines in question'),
    ...related.slice(0, MAX_RELATED).map(printRelated),
    ...(related.length > MAX_RELATED ? [markup`<p>… and ${count(related.length - MAX_RELATED, 'more place')}</p>\n`] : []),
    ...(help === undefined ? [] : [markup`<p><b>Help:</b> ${help}</p>\n`]),
    // The reason is the same each time: the first finding of a rule tells it.
    ...(rule === undefined || explained ? [] : [markup`<p>${rule.why}</p>\n`]),
    ...(rule === undefined || help !== undefined ? [] : [markup`<p><b>Fix:</b> ${rule.remedy}</p>\n`]),
    ...fixes.map(({ title, safety }) => markup`<p><code>${safety === 'safe' ? '--fix' : '--fix-unsafe'}</code> would: ${title}</p>\n`),
  ];
  return markup`<article class="${severity}">\n${parts}</article>\n`;
}

function printRelated({ message, location }: Related): Markup {
  return markup`<p>${message} <span class="place">${placeOf(location)}</span></p>\n${printFrame(location, 'The lines it refers to')}`;
}

function printFrame(location: Location, label: string): Markup {
  const lines = frameOf(location);
  if (lines === undefined) return markup``;
  // It may scroll sideways, so the keyboard must reach it.
  return markup`<pre role="group" aria-label="${label}" tabindex="0"><code>${lines.map((line, i) => (i === 0 ? markup`${line}` : markup`\n${line}`))}</code></pre>\n`;
}

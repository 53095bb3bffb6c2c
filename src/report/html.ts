import type { Finding, Location, Related, Result } from '../model/finding.ts';
import { Markup, markup } from './escape-markup.ts';
import { headline, remarks } from './footer.ts';
import { buildFrame } from './frame.ts';
import { STYLE, STYLE_HASH } from './html-style.ts';
import { groupBySubject, listedFindings, type Subject } from './listing.ts';
import { type Palette, type ReportContext, type Reporter, ruleUrl } from './reporter.ts';
import { count, nameOf, placeOf } from './words.ts';

/** One page that needs nothing else: no script, no request, and a policy that allows neither. */
export const html: Reporter = function* (result, context) {
  const title = headline(result);
  yield markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>edgewise: ${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>edgewise report</h1>
<p${isClean(result) ? new Markup(' class="clean"') : undefined}>${title}</p>
</header>
<main>
${printSummary(result)}
`.text;
  const explained = new Set<string>();
  const groups = groupBySubject(listedFindings(result, context));
  yield `<section aria-labelledby="findings">\n<h2 id="findings">Findings</h2>\n`;
  if (groups.size === 0) yield '<p>None.</p>\n';
  for (const [subject, findings] of groups) {
    yield markup`<h3>${printSubject(subject)}</h3>\n`.text;
    for (const finding of findings) {
      yield printFinding(finding, context, explained.has(finding.rule)).text;
      explained.add(finding.rule);
    }
  }
  yield '</section>\n';
  const notes = [...remarks(result, context.quiet)];
  if (notes.length > 0) {
    yield '<section aria-labelledby="remarks">\n<h2 id="remarks">Not read, not checked, not listed</h2>\n<ul>\n';
    for (const { label, text } of notes) yield markup`<li><b>${label}</b> ${text}</li>\n`.text;
    yield '</ul>\n</section>\n';
  }
  yield markup`</main>
<footer>
<p><a href="${context.tool.homepage}" rel="noreferrer">${context.tool.name}</a> ${context.tool.version}</p>
</footer>
</body>
</html>
`.text;
};

const MAX_RELATED = 5;

const isClean = ({ complete, crashed, summary }: Result): boolean => complete && !crashed && summary.errors + summary.warnings === 0 && summary.workflows > 0;

function printSummary({ summary }: Result): Markup {
  const { errors, warnings, infos, suppressed, baselined, sources, workflows, steps, edges, events } = summary;
  const found = { Errors: errors, Warnings: warnings, Infos: infos, Suppressed: suppressed, 'In the baseline': baselined };
  const read = { Sources: sources, Workflows: workflows, Steps: steps, Edges: edges, Events: events };
  return markup`<section aria-labelledby="summary">
<h2 id="summary">Summary</h2>
${printCounts('Found', found)}
${printCounts('Read', read)}
</section>`;
}

function printCounts(caption: string, counts: Readonly<Record<string, number>>): Markup {
  const heads = Object.keys(counts).map((name) => markup`<th scope="col">${name}</th>`);
  const cells = Object.values(counts).map((n) => markup`<td>${n}</td>`);
  return markup`<table>\n<caption>${caption}</caption>\n<thead><tr>${heads}</tr></thead>\n<tbody><tr>${cells}</tr></tbody>\n</table>`;
}

function printSubject({ source, workflow }: Subject): string {
  return `${source === '-' ? 'standard input' : source}${workflow === undefined ? '' : ` · ${nameOf(workflow)}`}`;
}

function printFinding({ rule: id, severity, message, help, location, related, fixes }: Finding, context: ReportContext, explained: boolean): Markup {
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

function printFrame({ excerpt, region }: Location, label: string): Markup {
  if (excerpt === undefined || region === undefined) return markup``;
  const { lines } = buildFrame({ excerpt, region }, { sign: '^', paint: same }, COLOURLESS);
  // It may scroll sideways, so the keyboard must reach it.
  return markup`<pre role="group" aria-label="${label}" tabindex="0"><code>${lines.map((line, i) => (i === 0 ? markup`${line}` : markup`\n${line}`))}</code></pre>\n`;
}

const same = (text: string): string => text;
const COLOURLESS: Palette = { red: same, yellow: same, blue: same, cyan: same, green: same, bold: same, dim: same };

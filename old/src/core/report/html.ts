import type { Result } from '../model/finding.ts';
import { pluralize } from '../model/text.ts';
import { Markup, markup } from './escape-markup.ts';
import { headline, remarks } from './footer.ts';
import { policyHash, SCRIPT, STYLE } from './html-assets.ts';
import { buildReportData, embedJson } from './html-data.ts';
import { printOverview, verdict } from './html-overview.ts';
import { isClean, printArticle, printFacts, renderSummary } from './html-static.ts';
import { groupAlike, listedFindings } from './listing.ts';
import { overviewOf } from './overview.ts';
import type { ReportContext, Reporter } from './reporter.ts';

/** The number of groups of like findings that are readable without the script. */
export const MAX_STATIC = 200;

/**
 * A single page. Its policy allows only its own script and style, by hash, and no request.
 * The worst findings are readable without the script, which adds search, pictures and timelines.
 */
const html: Reporter = function* (result, context) {
  const counts = headline(result);
  const data = buildReportData(result, context);
  const parts = { overview: overviewOf(data), data, result, context };
  const title = verdict(parts);
  const policy = `default-src 'none'; script-src '${policyHash(SCRIPT)}'; style-src '${policyHash(STYLE)}'; base-uri 'none'; form-action 'none'`;
  yield markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>edgewise: ${counts}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<h1>edgewise report</h1>
<p class="headline${isClean(result) ? new Markup(' clean') : undefined}">${title}</p>
${title !== counts && markup`<p class="dim">${counts}</p>\n`}${printFacts(context)}${renderSummary(result)}
</header>
<main id="main" tabindex="-1">
${printOverview(parts)}<noscript><p class="hint">Search, pictures and timelines need JavaScript.</p></noscript>
`.text;
  yield* printFindings(result, context);
  yield* printRemarks(result, context);
  yield markup`</main>
<footer>
<p>Made by ${context.tool.name} ${context.tool.version}</p>
</footer>
<script type="application/json" id="report-data">`.text;
  yield embedJson(data);
  yield `</script>\n<script type="application/x-ndjson" id="report-workflows">\n`;
  for (const workflow of context.workflows ?? []) yield `${embedJson(workflow)}\n`;
  yield `</script>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
};

function* printFindings(result: Result, context: ReportContext): Iterable<string> {
  const all = groupAlike(listedFindings(result, context));
  const shown = all.slice(0, MAX_STATIC);
  const explained = new Set<string>();
  yield `<section id="static-findings" aria-labelledby="findings">\n<h2 id="findings">Findings</h2>\n`;
  if (all.length === 0) yield '<p>None.</p>\n';
  if (shown.length < all.length) {
    yield markup`<p class="hint">These are the first ${shown.length} of ${pluralize(all.length, 'group')} of like findings, the worst ones. The page lists all of them where JavaScript may run.</p>\n`
      .text;
  }
  for (const group of shown) {
    yield printArticle(group, context, explained.has(group.first.rule)).text;
    explained.add(group.first.rule);
  }
  yield '</section>\n';
}

function* printRemarks(result: Result, context: ReportContext): Iterable<string> {
  const notes = [...remarks(result, context.quiet)];
  if (notes.length === 0) return;
  yield '<section id="static-remarks" aria-labelledby="remarks">\n<h2 id="remarks">Not read, not checked, not listed</h2>\n<ul>\n';
  for (const { label, text } of notes) yield markup`<li><b>${label}</b> ${text}</li>\n`.text;
  yield '</ul>\n</section>\n';
}

export default html;

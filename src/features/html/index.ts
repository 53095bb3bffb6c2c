/** The report as one static page. It works without its script. */
import { createHash } from 'node:crypto';
import { groupBy } from '../../core/graph/graph.ts';
import type { LintResult } from '../../core/lint/lint.ts';
import { plural, truncate } from '../../core/model/text.ts';
import { createExcerpts } from '../../core/report/excerpt.ts';
import type { ReportContext, Reporter } from '../../core/report/reporter.ts';
import { headline, remarks, sourceName } from '../../core/report/words.ts';
import { PICTURE_DEFS, PICTURE_STYLE } from '../picture/index.ts';
import { SIMULATION_STYLE } from '../simulate/index.ts';
import { EXCERPT_WIDTH, findingMarkup, type Look } from './finding.ts';
import { html, type Markup, NOTHING, trusted } from './markup.ts';
import { failuresMarkup, firstMarkup, sentence, stateOf } from './overview.ts';
import { SCRIPT } from './script.ts';
import { type Contents, contentsOf } from './sections.ts';
import STYLE from './style.css?raw';
import { type Drawing, workflowMarkup } from './workflow.ts';

/** Pictures in a page. Above as many workflows, only those with findings are drawn. */
const MOST_DRAWN = 200;

const htmlReporter: Reporter = function* (result, context) {
  const contents = contentsOf(result, context);
  const { listed } = contents;
  const used = new Set(listed.map(({ finding }) => finding.rule));
  const rules = context.rules.filter(({ id }) => used.has(id));
  const drawing: Drawing = {
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    printExcerpt: createExcerpts(result.documents, EXCERPT_WIDTH),
    events: result.documents
      .filter(({ events }) => events.length > 0)
      .map((document) => ({ ...document, workflows: [], lists: [] })),
  };
  const statement = sentence(result, contents);
  yield head(statement).markup;
  yield html`<body class="${stateOf(result)}">
<header><div>
<p class="tool">edgewise report</p>
<h1>${statement}</h1>
<p class="headline">${headline(result)}</p>
</div></header>
<main>
<svg class="heads ew-picture" aria-hidden="true" width="0" height="0">${trusted(PICTURE_DEFS)}</svg>
`.markup;
  yield failuresMarkup(result).markup;
  yield firstMarkup(contents, drawing).markup;
  if (listed.length > 0) yield FILTER.markup;
  yield* workflowsMarkup(contents, drawing);
  yield othersMarkup(contents, drawing).markup;
  yield* cleanMarkup(contents, drawing);
  yield rulesMarkup(drawing).markup;
  yield remarksMarkup(result, context, contents).markup;
  yield html`</main>
<footer>edgewise ${context.tool.version}</footer>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`.markup;
};

export default htmlReporter;

const ALL_STYLE = STYLE + PICTURE_STYLE + SIMULATION_STYLE;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but this script and this style: no request, no form, no other address. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(ALL_STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const head = (statement: string): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>edgewise: ${statement}</title>
<style>${trusted(ALL_STYLE)}</style>
</head>
`;

/** The script shows it. */
const FILTER = html`<div class="filter" role="search" hidden>
<label>Search <input type="search" id="words" autocomplete="off"></label>
<label>Show <select id="severity">
<option value="">all findings</option>
<option value="error">errors</option>
<option value="warning">warnings</option>
<option value="info">infos</option>
</select></label>
<output id="found"></output>
</div>
`;

function* workflowsMarkup({ sections }: Contents, drawing: Drawing): Iterable<string> {
  const faulty = sections.filter(({ own }) => own.length > 0);
  if (faulty.length === 0) return;
  yield '<h2>Workflows with findings</h2>\n';
  const left = faulty.length - MOST_DRAWN;
  if (left > 0)
    yield html`<p class="note">${plural(left, 'more workflow')}, not drawn: they are last</p>\n`
      .markup;
  for (const [i, section] of faulty.entries())
    yield workflowMarkup(section, drawing, i < MOST_DRAWN).markup;
}

/** Findings about events, calls and files. */
function othersMarkup({ others }: Contents, look: Look): Markup {
  if (others.size === 0) return NOTHING;
  const sources = Array.from(
    others,
    ([source, findings]) => html`<section class="workflow">
<h3>${sourceName(source)}</h3>
<div class="findings">
${findings.map((each) => findingMarkup(each, look))}</div>
</section>
`,
  );
  return html`<h2>Events, calls and files</h2>\n${sources}`;
}

function* cleanMarkup({ sections }: Contents, drawing: Drawing): Iterable<string> {
  const clean = sections.filter(({ own }) => own.length === 0);
  if (clean.length === 0) return;
  yield '<h2>Workflows without findings</h2>\n';
  const isDrawn = sections.length <= MOST_DRAWN;
  if (!isDrawn) yield '<p class="note">not drawn: there are too many workflows</p>\n';
  for (const section of clean) yield workflowMarkup(section, drawing, isDrawn).markup;
}

function rulesMarkup({ rules }: Look): Markup {
  if (rules.size === 0) return NOTHING;
  const items = Array.from(
    rules.values(),
    ({ id, why, remedy }, i) =>
      html`<dt id="rule-${i}"><code>${id}</code></dt>
<dd>${why} <span class="help">${remedy}</span></dd>
`,
  );
  return html`<h2>Why it matters</h2>\n<dl class="rules">\n${items}</dl>\n`;
}

/** What was left out or not checked. */
function remarksMarkup(result: LintResult, context: ReportContext, { omitted }: Contents): Markup {
  const lines = [...remarks(result, context, omitted)].filter(([label]) => label !== 'not read:');
  if (lines.length === 0) return NOTHING;
  const items = Array.from(
    groupBy(lines, ([label]) => label),
    ([label, own]) => {
      const texts = own.map(([, text]) => html`<dd>${truncate(text, 1000)}</dd>\n`);
      return html`<dt>${label.replace(/:$/, '')}</dt>\n${texts}`;
    },
  );
  return html`<h2>Not checked and left out</h2>\n<dl class="remarks">\n${items}</dl>\n`;
}

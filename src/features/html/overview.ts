/** The head of the page: what is wrong in one sentence, and what to do first. */
import type { LintResult } from '../../core/lint/lint.ts';
import type { Finding, Fix } from '../../core/model/finding.ts';
import { asHelp, plural } from '../../core/model/text.ts';
import { type FindingGroup, groupAlike, isComplete, summaryOf } from '../../core/report/listing.ts';
import { headline, wordFailure, wordWorkflow } from '../../core/report/words.ts';
import { idOf, type Look } from './finding.ts';
import { html, type Markup, maybe, NOTHING } from './markup.ts';
import { type Contents, countOf, isOpen, worstFirst } from './sections.ts';

/** Lines of what to do first. */
const MOST_FIRST = 8;
const MOST_FAILURES = 10;

export type State = 'error' | 'warning' | 'info' | 'clean';

/** The colour of the page. What is not complete is never clean. */
export function stateOf(result: LintResult): State {
  const { errors, warnings, infos } = summaryOf(result);
  if (errors > 0) return 'error';
  if (warnings > 0 || !isComplete(result) || result.documents.length === 0) return 'warning';
  return infos > 0 ? 'info' : 'clean';
}

/** `2 of 5 workflows have errors, and 1 more has warnings`. */
export function sentence(result: LintResult, { sections }: Contents): string {
  const { errors, warnings, infos } = summaryOf(result);
  const total = sections.length;
  const faulty = sections.filter(({ own }) => countOf(own, 'error') > 0).length;
  const doubtful = sections.filter(
    ({ own }) => countOf(own, 'error') === 0 && countOf(own, 'warning') > 0,
  ).length;
  const where = isComplete(result) ? '' : ' that could be read';
  const of = `of ${plural(total, 'workflow')}${where}`;
  if (faulty > 0) {
    const more = doubtful === 0 ? '' : `, and ${doubtful} more ${have(doubtful)} warnings`;
    return `${faulty} ${of} ${have(faulty)} errors${more}`;
  }
  if (doubtful > 0 && errors === 0) return `${doubtful} ${of} ${have(doubtful)} warnings`;
  const amount = errors + warnings + infos;
  if (total === 0) return headline(result).replace(/^./, (letter) => letter.toUpperCase());
  if (amount === 0) return `No problems found in ${plural(total, 'workflow')}${where}`;
  const what = errors > 0 ? plural(errors, 'error') : plural(amount, 'finding');
  return `${what}, and no workflow has an error`;
}

const have = (amount: number): string => (amount === 1 ? 'has' : 'have');

/** What could not be read stands before all findings: the rest of the page lacks it. */
export function failuresMarkup({ failures }: LintResult): Markup {
  if (failures.length === 0) return NOTHING;
  const shown = failures
    .slice(0, MOST_FAILURES)
    .map((each) => html`<li>${wordFailure(each)}</li>\n`);
  const more = failures.length - shown.length;
  return html`<section class="failures" aria-labelledby="failures">
<h2 id="failures">Not read</h2>
<ul>\n${shown}${more > 0 ? html`<li>and ${more} more</li>\n` : NOTHING}</ul>
</section>
`;
}

/** One line for findings that are alike, errors first, and of these what has a fix. */
export function firstMarkup({ listed }: Contents, { rules }: Look): Markup {
  const ids = new Map(listed.map((each) => [each.finding, idOf(each)]));
  const open = [...ids.keys()].filter(isOpen);
  const groups = groupAlike(worstFirst(open).filter(({ severity }) => severity !== 'info'));
  if (groups.length === 0) return NOTHING;
  const items = groups
    .slice(0, MOST_FIRST)
    .map((group) => causeMarkup(group, ids.get(group[0]) ?? '', rules));
  const rest = groups.length - items.length;
  const note =
    rest > 0 ? html`<p class="note">and ${plural(rest, 'other cause')} below</p>\n` : NOTHING;
  return html`<section class="first" aria-labelledby="first">
<h2 id="first">What to do first</h2>
<ol>\n${items}</ol>
${note}${fixable(open, 'safe', '--fix')}${fixable(open, 'unsafe', '--fix-unsafe')}</section>
`;
}

function causeMarkup([finding, ...others]: FindingGroup, id: string, rules: Look['rules']): Markup {
  const { severity, message, consequence, workflow } = finding;
  const remedy = rules.get(finding.rule)?.remedy;
  const help = finding.help ?? (remedy && asHelp(remedy));
  const owner = workflow === undefined ? [] : [`in ${wordWorkflow(workflow)}`];
  const more = others.length === 0 ? [] : [`and ${others.length} more like it`];
  const lost = maybe(consequence, (text) => html`; <b>${text}</b>`);
  return html`<li class="${severity}"><a href="#${id}">${message}</a>${lost}
<span class="note">${[...owner, ...more].join(', ')}</span>
${maybe(help, (text) => html`<span class="help">${text}</span>`)}</li>
`;
}

/** `12 can be fixed with --fix`. */
function fixable(findings: readonly Finding[], wanted: Fix['safety'], flag: string): Markup {
  const { length } = findings.filter(({ fixes: [fix] }) => fix?.safety === wanted);
  return length === 0
    ? NOTHING
    : html`<p class="note">${length} can be fixed with <code>${flag}</code></p>\n`;
}

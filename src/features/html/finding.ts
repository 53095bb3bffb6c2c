/** A finding as an article of the page. */
import type { Finding, Fix } from '../../core/model/finding.ts';
import { asHelp, plural } from '../../core/model/text.ts';
import type { PrintExcerpt } from '../../core/report/excerpt.ts';
import { wordLocation, wordPoint } from '../../core/report/words.ts';
import type { AnyRule } from '../../core/rule.ts';
import { html, type Markup, maybe, NOTHING } from './markup.ts';
import { isOpen, type Listed } from './sections.ts';

/** Columns of an excerpt. */
export const EXCERPT_WIDTH = 72;

const MOST_RELATED = 5;

export interface Look {
  readonly rules: ReadonlyMap<string, AnyRule>;
  readonly printExcerpt: PrintExcerpt;
}

/** The address of a finding in the page. */
export const idOf = ({ number }: Listed): string => `f${number}`;

export function findingMarkup(listed: Listed, { rules, printExcerpt }: Look): Markup {
  const { finding } = listed;
  const { severity, message, consequence, location, accepted, fixes, fingerprint } = finding;
  const rule = rules.get(finding.rule);
  const help = finding.help ?? (rule && asHelp(rule.remedy));
  const state = isOpen(finding) ? severity : 'accepted';
  const badge = isOpen(finding) ? severity : `accepted ${severity}`;
  const parts = [
    html`<h4><span class="badge">${badge}</span> ${message}</h4>`,
    maybe(consequence, (text) => html`<p class="consequence">${text}</p>`),
    maybe(help, (text) => html`<p class="help"><b>help:</b> ${text}</p>`),
    ...fixes.map(fixMarkup),
    maybe(accepted, (by) => html`<p class="note">does not count: ${reasonOf(by)}</p>`),
    excerptMarkup(printExcerpt(location, String)),
    relatedMarkup(finding, printExcerpt),
  ];
  return html`<article class="finding ${state}" id="${idOf(listed)}"
 data-finding="${fingerprint}" data-severity="${severity}">
${parts}
<p class="place"><span>${wordLocation(location)}</span> ${ruleMarkup(finding.rule, rules)}</p>
</article>
`;
}

function fixMarkup({ title, safety }: Fix): Markup {
  const flag = safety === 'safe' ? '--fix' : '--fix-unsafe';
  return html`<p class="help"><b>fix:</b> ${title} <code>${flag}</code></p>`;
}

/** A rule that is explained below, by the position in its list. */
function ruleMarkup(id: string, rules: Look['rules']): Markup {
  const at = [...rules.keys()].indexOf(id);
  return at === -1 ? html`<code>${id}</code>` : html`<a href="#rule-${at}"><code>${id}</code></a>`;
}

/** It can be wider than its column, and then scrolls. */
const excerptMarkup = (lines: readonly string[]): Markup =>
  lines.length === 0
    ? NOTHING
    : html`<pre tabindex="0">${lines.map((line) => html`${line}\n`)}</pre>\n`;

function relatedMarkup({ related, location }: Finding, printExcerpt: PrintExcerpt): Markup {
  if (related.length === 0) return NOTHING;
  const items = related.slice(0, MOST_RELATED).map(({ location: other, message }) => {
    const place = other.source === location.source ? wordPoint(other) : wordLocation(other);
    const lines = printExcerpt(other, String);
    return html`<li>${message} <span class="note">${place}</span>${excerptMarkup(lines)}</li>\n`;
  });
  const more = related.length - items.length;
  const rest = more > 0 ? html`<li>and ${plural(more, 'more place')}</li>\n` : NOTHING;
  return html`<ul class="related">\n${items}${rest}</ul>\n`;
}

const reasonOf = ({ by, reason }: NonNullable<Finding['accepted']>): string =>
  by === 'baseline' ? 'it is in the baseline' : (reason ?? 'it is suppressed');

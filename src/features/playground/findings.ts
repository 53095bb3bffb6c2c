/** The list of findings as HTML. Every text of a document is escaped here. */
import type { Finding } from '../../core/model/finding.ts';
import { plural } from '../../core/model/text.ts';
import { escapeMarkup } from '../../core/report/escape.ts';
import { wordLocation } from '../../core/report/words.ts';
import type { ShownFinding } from './protocol.ts';

/** More would slow the page; the editor marks all. */
const MOST_LISTED = 200;
const MOST_RELATED = 5;

export function listFindings(
  findings: readonly Finding[],
  shown: readonly ShownFinding[],
  notChecked: readonly string[],
): string {
  const items = findings
    .slice(0, MOST_LISTED)
    .map((finding, i) => item(finding, shown[i] as ShownFinding, i));
  const left = findings.length - items.length;
  const gaps = notChecked.map((text) => `<li>${escapeMarkup(text)}</li>`);
  return [
    `<ol class="findings">${items.join('')}</ol>`,
    left === 0 ? '' : `<p class="remark">${plural(left, 'more finding')}, marked in the texts.</p>`,
    gaps.length === 0 ? '' : `<h3>Not checked</h3><ul class="remark">${gaps.join('')}</ul>`,
  ].join('');
}

function item(finding: Finding, shown: ShownFinding, i: number): string {
  const { severity, message, consequence, help, location, related, rule } = finding;
  const buttons = shown.fixes.map(
    ({ label }, fix) =>
      `<button type="button" data-finding="${i}" data-fix="${fix}">${escapeMarkup(label)}</button>`,
  );
  const others = related
    .slice(0, MOST_RELATED)
    .map((each) => `<li>${escapeMarkup(`${wordLocation(each.location)}: ${each.message}`)}</li>`);
  return [
    `<li class="finding ${severity}" id="finding-${i}">`,
    `<p class="message"><b class="severity">${severity}</b> ${escapeMarkup(message)}</p>`,
    consequence === undefined ? '' : `<p class="consequence">${escapeMarkup(consequence)}</p>`,
    help === undefined ? '' : `<p><b>help:</b> ${escapeMarkup(help)}</p>`,
    others.length === 0 ? '' : `<ul class="remark">${others.join('')}</ul>`,
    `<p class="place"><button type="button" data-finding="${i}">`,
    `${escapeMarkup(wordLocation(location))}</button> <span>${escapeMarkup(rule)}</span></p>`,
    buttons.length === 0 ? '' : `<p class="fixes">${buttons.join('')}</p>`,
    '</li>',
  ].join('');
}

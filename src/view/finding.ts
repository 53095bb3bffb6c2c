import type { FindingData, RelatedData, RuleData } from '../report/page-data.ts';
import { h } from './dom.ts';

/** What a finding leads to, where it is shown. */
export interface FindingLinks {
  readonly rules: ReadonlyMap<string, RuleData>;
  /** Address of the picture in which the finding is marked; `undefined` where there is none. */
  pictureOf?(finding: FindingData, index: number): string | undefined;
  /** Goes to where the finding is marked in a picture on the same page. */
  readonly onPicture?: (finding: FindingData, index: number) => void;
  /** Goes to where the finding stands in a text on the same page. */
  readonly onText?: (finding: FindingData, index: number) => void;
}

/** A finding: what is wrong in one line, and everything else below it when it is opened. */
export function drawFinding(finding: FindingData, index: number, links: FindingLinks): HTMLLIElement {
  const { rule, severity, message, place, fingerprint } = finding;
  const picture = links.pictureOf?.(finding, index);
  const about = links.rules.get(rule);
  const summary = h(
    'summary',
    {},
    h('span', { class: `severity ${severity}` }, severity),
    h('span', { class: 'message' }, message),
    h('span', { class: 'meta' }, h('span', { class: 'place' }, place), h('span', { class: 'rule' }, rule)),
  );
  const body = h(
    'div',
    { class: 'body' },
    drawFrame(finding.frame, 'The lines in question'),
    finding.help === undefined ? undefined : drawLine('Help', finding.help),
    finding.related.map(drawRelated),
    about?.why ? drawLine('Why', about.why) : undefined,
    about?.remedy && finding.help === undefined ? drawLine('Fix', about.remedy) : undefined,
    finding.fixes.map(({ title, safety }) => h('p', {}, h('code', {}, safety === 'safe' ? '--fix' : '--fix-unsafe'), ` would: ${title}`)),
    h(
      'p',
      { class: 'links' },
      picture === undefined ? undefined : h('a', { href: picture }, 'Show in the picture'),
      links.onText === undefined ? undefined : drawButton('Show in the text', () => links.onText?.(finding, index)),
      links.onPicture === undefined || finding.mark === undefined ? undefined : drawButton('Show in the picture', () => links.onPicture?.(finding, index)),
      about === undefined ? undefined : h('a', { href: about.url, rel: 'noreferrer' }, `About ${rule}`),
      h('span', { class: 'fingerprint' }, 'id ', h('code', {}, fingerprint)),
    ),
  );
  return h('li', { class: `finding ${severity}`, 'data-finding': index }, h('details', {}, summary, body));
}

function drawButton(label: string, act: () => void): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'plain' }, label);
  button.addEventListener('click', act);
  return button;
}

function drawRelated({ message, place, frame }: RelatedData): HTMLElement {
  return h('div', { class: 'related' }, h('p', {}, message, ' ', h('span', { class: 'place' }, place)), drawFrame(frame, 'The lines it refers to'));
}

function drawLine(label: string, text: string): HTMLElement {
  return h('p', {}, h('b', {}, `${label}:`), ` ${text}`);
}

function drawFrame(lines: readonly string[] | undefined, label: string): HTMLElement | undefined {
  if (lines === undefined) return undefined;
  // It may scroll sideways, so the keyboard must reach it.
  const pre = h('pre', { role: 'group', 'aria-label': label, tabindex: 0 });
  pre.append(
    h(
      'code',
      {},
      lines.flatMap((line, i) => (i === 0 ? [line] : [document.createTextNode('\n'), line])),
    ),
  );
  return pre;
}

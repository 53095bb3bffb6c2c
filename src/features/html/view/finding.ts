import type { FindingData, RelatedData, RuleData } from '../../../core/report/page-data.ts';
import { actionButton, h } from './dom.ts';

export interface FindingLinks {
  readonly rules: ReadonlyMap<string, RuleData>;
  /** Address of its picture. */
  pictureOf?(finding: FindingData, index: number): string | undefined;
  /** Goes to the picture on the same page. */
  readonly onPicture?: (finding: FindingData, index: number) => void;
  /** Goes to the text on the same page. */
  readonly onText?: (finding: FindingData, index: number) => void;
}

/** The message in one line, and details when opened. */
export function drawFinding(
  finding: FindingData,
  index: number,
  links: FindingLinks,
): HTMLLIElement {
  const { rule, severity, message, place, fingerprint } = finding;
  const picture = links.pictureOf?.(finding, index);
  const about = links.rules.get(rule);
  const summary = h(
    'summary',
    h('span', { class: `severity ${severity}` }, severity),
    h('span.message', message),
    h('span.meta', h('span.place', place), h('span.rule', rule)),
  );
  const body = h(
    'div.body',
    drawFrame(finding.frame, 'The lines in question'),
    finding.consequence !== undefined && drawLine('Consequence', finding.consequence),
    finding.help !== undefined && drawLine('Help', finding.help),
    finding.related.map(drawRelated),
    about?.why && drawLine('Why', about.why),
    about?.remedy && finding.help === undefined && drawLine('Help', about.remedy),
    finding.fixes.map(({ title, safety }) =>
      drawLine('Fix', `${title} (${safety === 'safe' ? '--fix' : '--fix-unsafe'})`),
    ),
    h(
      'p.links',
      picture !== undefined && h('a', { href: picture }, 'Show in the picture'),
      links.onText !== undefined &&
        drawButton('Show in the text', () => links.onText?.(finding, index)),
      links.onPicture !== undefined &&
        finding.mark !== undefined &&
        drawButton('Show in the picture', () => links.onPicture?.(finding, index)),
      about !== undefined && h('a', { href: about.url, rel: 'noreferrer' }, `About ${rule}`),
      h('span.fingerprint', 'id ', h('code', fingerprint)),
    ),
  );
  return h(
    'li',
    { class: `finding ${severity}`, 'data-finding': index },
    h('details', summary, body),
  );
}

const drawButton = (label: string, act: () => void): HTMLButtonElement =>
  actionButton(label, act, { class: 'plain' });

function drawRelated({ message, place, frame }: RelatedData): HTMLElement {
  return h(
    'div.related',
    h('p', message, ' ', h('span.place', place)),
    drawFrame(frame, 'The lines it refers to'),
  );
}

function drawLine(label: string, text: string): HTMLElement {
  return h('p', h('b', `${label}:`), ` ${text}`);
}

function drawFrame(lines: readonly string[] | undefined, label: string): HTMLElement | undefined {
  if (lines === undefined) return undefined;
  // It scrolls horizontally, so it must be focusable.
  const pre = h('pre', { role: 'group', 'aria-label': label, tabindex: 0 });
  pre.append(
    h(
      'code',
      lines.flatMap((line, i) => (i === 0 ? [line] : [document.createTextNode('\n'), line])),
    ),
  );
  return pre;
}

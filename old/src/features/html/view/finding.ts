import { takeFirst } from '../../../core/model/text.ts';
import type { FindingData, PlaceData, RuleData } from '../../../core/report/page-data.ts';
import { copyButton } from './copy.ts';
import { actionButton, append, type Child, h } from './dom.ts';
import { formatNumber } from './numbers.ts';

export interface FindingLinks {
  readonly rules: ReadonlyMap<string, RuleData>;
  /** To which findings refer. */
  readonly places: readonly PlaceData[];
  /** Address of its picture. */
  pictureOf?(finding: FindingData, index: number): string | undefined;
  /** Goes to the picture on the same page. */
  readonly onPicture?: ((finding: FindingData, index: number) => void) | undefined;
  /** Goes to the text on the same page. */
  readonly onText?: (finding: FindingData, index: number) => void;
  /** Makes a fix of a finding, by position. */
  readonly onFix?: (finding: number, fix: number) => void;
  /** The page is the report of a run of the command line. */
  readonly offersSuppress?: boolean;
}

/** Like findings, by position; the details are those of the first. */
interface FindingGroup {
  readonly findings: readonly FindingData[];
  readonly indexes: readonly number[];
  /** The workflow or their number, where several are listed. */
  readonly owner?: string | undefined;
}

/** The message in one line, and details when opened. */
export function drawFinding(group: FindingGroup, links: FindingLinks): HTMLLIElement {
  const [finding, ...others] = group.findings as [FindingData];
  const [index] = group.indexes as [number];
  const { rule, severity, message, place } = finding;
  const summary = h(
    'summary',
    h('span', { class: `severity ${severity}` }, severity),
    h('span.message', message),
    h(
      'span.meta',
      others.length > 0 && h('b.times', `and ${formatNumber(others.length)} more like it`),
      group.owner !== undefined && h('span.owner', group.owner),
      h('span.place', place),
      h('span.rule', rule),
    ),
  );
  return h(
    'li',
    { class: `finding ${severity}`, 'data-finding': index },
    h(
      'details',
      summary,
      h(
        'div.body',
        drawDetails(finding, index, links),
        drawLinks(finding, index, group, links),
        others.length > 0 && drawOthers(group, links),
      ),
    ),
  );
}

function drawDetails(
  finding: FindingData,
  index: number,
  { rules, places, onFix }: FindingLinks,
): readonly Child[] {
  const { frame, consequence, help, related, fixes, rule } = finding;
  const about = rules.get(rule);
  return [
    drawFrame(frame, 'The lines in question'),
    consequence !== undefined && drawLine('Consequence', consequence),
    help !== undefined && drawLine('Help', help),
    onFix === undefined
      ? fixes.map(({ title, safety }) =>
          drawLine('Fix', `${title} (${safety === 'safe' ? '--fix' : '--fix-unsafe'})`),
        )
      : h(
          'p.answers',
          fixes.map((fix, i) => actionButton(fixLabel(fix), () => onFix(index, i))),
        ),
    related.map(({ message, at }) => drawRelated(message, places[at])),
    about !== undefined && about.why !== '' && drawLine('Why', about.why),
    about !== undefined &&
      about.remedy !== '' &&
      help === undefined &&
      drawLine('Help', about.remedy),
    about !== undefined && drawAbout(about),
  ];
}

/** `Fix: replace with "b"`. */
export function fixLabel({ title, safety }: FindingData['fixes'][number]): string {
  return `${safety === 'safe' ? 'Fix' : 'Fix, and review'}: ${title}`;
}

/** The page of the rule, drawn when it is opened: with its example it is long. */
function drawAbout({ id, summary, why, remedy, whenOff, example }: RuleData): HTMLElement {
  const element = h('details.about', h('summary', `About ${id}`));
  const draw = (): void =>
    append(element, [
      h('p', summary),
      why !== '' && drawLine('Why it matters', why),
      example !== undefined && drawLine('Example', ''),
      example?.map(({ text, isCode }) =>
        isCode ? drawFrame(text.split('\n'), `Page of ${id}`) : h('p', text),
      ),
      remedy !== '' && drawLine('How to fix it', remedy),
      whenOff !== undefined && drawLine('When to switch it off', whenOff),
    ]);
  element.addEventListener('toggle', draw, { once: true });
  return element;
}

function drawLinks(
  finding: FindingData,
  index: number,
  { findings }: FindingGroup,
  links: FindingLinks,
): HTMLElement {
  const { fingerprint, mark } = finding;
  const copied = findings.slice(0, 200);
  const picture = links.pictureOf?.(finding, index);
  return h(
    'p.links',
    picture !== undefined && h('a', { href: picture }, 'Show in the picture'),
    links.onText !== undefined &&
      drawButton('Show in the text', () => links.onText?.(finding, index)),
    links.onPicture !== undefined &&
      mark !== undefined &&
      drawButton('Show in the picture', () => links.onPicture?.(finding, index)),
    copyButton('Copy', () => formatFindings(copied)),
    h('span.fingerprint', 'id ', h('code', fingerprint)),
  );
}

const formatFindings = (findings: readonly FindingData[]): readonly string[] =>
  findings.flatMap(({ severity, message, rule, place, fingerprint, consequence, help }) => [
    `${severity}: ${message} [${rule}]`,
    `  at ${place} (id ${fingerprint})`,
    ...(consequence === undefined ? [] : [`  ${consequence}`]),
    ...(help === undefined ? [] : [`  help: ${help}`]),
  ]);

function drawOthers({ findings, indexes: all }: FindingGroup, links: FindingLinks): HTMLElement {
  const [{ message }, ...others] = findings as [FindingData];
  const indexes = all.slice(1);
  const draw = (finding: FindingData, i: number): HTMLElement => {
    const href = links.pictureOf?.(finding, indexes[i] as number);
    const text = finding.place;
    return h(
      'li',
      { 'data-finding': indexes[i] },
      finding.message !== message && `${finding.message} `,
      href === undefined ? h('span.place', text) : h('a', { href }, text),
      h('span.fingerprint', ' id ', h('code', finding.fingerprint)),
    );
  };
  // The rest is listed on request, and not in print.
  const { first, more } = takeFirst(others, 20);
  const list = h('ul.plain-list', first.map(draw));
  const button = actionButton(`Show ${formatNumber(more)} more`, () => {
    list.replaceChildren(...others.map(draw));
    button.remove();
  });
  return h('div.places', h('p', h('b', 'Like it:')), list, more > 0 && button);
}

const drawButton = (label: string, act: () => void): HTMLButtonElement =>
  actionButton(label, act, { class: 'plain' });

function drawRelated(message: string, place: PlaceData | undefined): HTMLElement {
  return h(
    'div.related',
    h('p', message, ' ', h('span.place', place?.place)),
    drawFrame(place?.frame, 'The lines it refers to'),
  );
}

function drawLine(label: string, text: string): HTMLElement {
  return h('p', h('b', `${label}:`), ` ${text}`);
}

function drawFrame(lines: readonly string[] | undefined, label: string): HTMLElement | undefined {
  if (lines === undefined) return undefined;
  // It scrolls horizontally, so it must be focusable.
  const texts = lines.flatMap((line, i) =>
    i === 0 ? [line] : [document.createTextNode('\n'), line],
  );
  return h('pre', { role: 'group', 'aria-label': label, tabindex: 0 }, h('code', texts));
}

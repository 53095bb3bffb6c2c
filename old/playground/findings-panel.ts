import type { Summary } from '../src/core/model/finding.ts';
import { pluralize } from '../src/core/model/text.ts';
import { actionButton, append, h } from '../src/features/html/view/dom.ts';
import { createSearch, type FindingFilter, NO_FILTER } from '../src/features/html/view/filter.ts';
import { createFilterBar } from '../src/features/html/view/filter-bar.ts';
import {
  createFindingList,
  type FindingList,
  onFindingFocus,
} from '../src/features/html/view/finding-list.ts';
import type { CheckOutcome } from './protocol.ts';

interface FindingsPanelOptions {
  onText(finding: number): void;
  onPicture(finding: number): void;
  onFix(finding: number, fix: number): void;
  /** Called when a finding is focused. */
  onFocus(finding: number): void;
  onSave(format: 'json' | 'sarif'): void;
}

/** Fewer findings need no search. */
const MANY = 25;
const REPORTS = ['json', 'sarif'] as const;

/** The current findings; opened entries stay open. */
export function createFindingsPanel({ onFocus, onSave, ...acts }: FindingsPanelOptions) {
  const title = h('h2', { id: 'findings-title', tabindex: -1 }, 'Findings');
  const status = h('p.headline', { role: 'status' });
  const time = h('p.dim');
  const body = h('div.findings-body');
  let list: FindingList | undefined;
  let search: ReturnType<typeof createSearch> | undefined;
  let filter: FindingFilter = NO_FILTER;
  onFindingFocus(body, onFocus);
  const onChange = (changed: FindingFilter): void => {
    filter = changed;
    list?.show(search?.(filter) ?? []);
  };
  return {
    element: h(
      'section',
      { id: 'findings', 'aria-labelledby': 'findings-title' },
      title,
      h(
        'div.outcome',
        status,
        time,
        h(
          'span.buttons',
          REPORTS.map((name) => drawDownload(name, onSave)),
        ),
      ),
      body,
    ),
    show({ data, headline, remarks, elapsed }: CheckOutcome): void {
      const { findings, workflows, omitted, rules, places } = data;
      showHeadline(status, headline, data.summary);
      time.replaceChildren(`${elapsed < 1 ? 'under 1' : Math.round(elapsed)} ms`);
      const open = fingerprintsIn(body, 'details[open]');
      const at = itemsOf(body).findIndex((item) => item.contains(document.activeElement));
      list = createFindingList({
        findings,
        workflows,
        places,
        rules: new Map(rules.map((rule) => [rule.id, rule])),
        onText: (_, index) => acts.onText(index),
        onPicture: (_, index) => acts.onPicture(index),
        onFix: acts.onFix,
      });
      search = createSearch(findings, workflows);
      const bar =
        findings.length > MANY ? createFilterBar({ findings, workflows, onChange }) : undefined;
      onChange(bar === undefined ? NO_FILTER : filter);
      bar?.set(filter);
      reopen(list, open);
      const more = pluralize(omitted, 'more finding');
      body.replaceChildren();
      append(body, [
        bar?.element,
        list.element,
        omitted > 0 &&
          h('p.hint', `${more}, less severe than these, would make the page too slow.`),
        remarks.length > 0 && drawRemarks(remarks, findings.length === 0),
      ]);
      // What was focused is gone: the finding in its place, or the heading.
      const next =
        itemsOf(body)
          .slice(0, at + 1)
          .at(-1)
          ?.querySelector('summary') ?? title;
      if (at !== -1) next.focus({ preventScroll: true });
    },
    reveal(finding: number): void {
      if (list?.reveal(finding) !== false) return;
      onChange(NO_FILTER);
      list.reveal(finding);
    },
  };
}

function drawDownload(
  format: (typeof REPORTS)[number],
  onSave: FindingsPanelOptions['onSave'],
): HTMLElement {
  const name = format.toUpperCase();
  const title = `Download the ${name} report`;
  return actionButton(name, () => onSave(format), { class: 'plain', title });
}

function showHeadline(status: HTMLElement, text: string, summary: Summary): void {
  const { errors, warnings, workflows } = summary;
  // Screen readers announce it only when it changes.
  if (status.textContent !== text) status.replaceChildren(text);
  const kind = errors > 0 ? 'error' : warnings > 0 ? 'warning' : workflows > 0 ? 'clean' : '';
  status.className = `headline ${kind}`;
}

const itemsOf = (element: HTMLElement): readonly HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>('li.finding'),
];

const fingerprintsIn = (element: HTMLElement, within = ''): readonly string[] =>
  [...element.querySelectorAll(`${within} .fingerprint code`)].map(
    ({ textContent }) => textContent,
  );

function reopen({ element }: FindingList, open: readonly string[]): void {
  for (const details of element.querySelectorAll('details'))
    if (open.includes(fingerprintsIn(details)[0] ?? '')) details.open = true;
}

const drawRemarks = (remarks: CheckOutcome['remarks'], open: boolean): HTMLElement =>
  h(
    'details.remarks',
    { open },
    h('summary', 'Not read, not checked'),
    h(
      'ul',
      remarks.map(({ label, text }) => h('li', h('b', label), ` ${text}`)),
    ),
  );

import { count } from '../src/core/model/duration.ts';
import { actionButton, append, h } from '../src/features/html/view/dom.ts';
import { createSearch, type FindingFilter, NO_FILTER } from '../src/features/html/view/filter.ts';
import { createFilterBar } from '../src/features/html/view/filter-bar.ts';
import {
  createFindingList,
  type FindingList,
  onFindingFocus,
} from '../src/features/html/view/finding-list.ts';
import type { CheckOutcome } from './protocol.ts';

interface FindingsPanel {
  readonly element: HTMLElement;
  show(checked: CheckOutcome): void;
  reveal(finding: number): void;
}

interface FindingsPanelOptions {
  onText(finding: number): void;
  onPicture(finding: number): void;
  /** Called when a finding is focused. */
  onFocus(finding: number): void;
  onSave(format: 'json' | 'sarif'): void;
}

/** Fewer findings need no search. */
const MANY = 25;

/** The current findings; opened entries stay open. */
export function createFindingsPanel({
  onText,
  onPicture,
  onFocus,
  onSave,
}: FindingsPanelOptions): FindingsPanel {
  const status = h('p.headline', { role: 'status' });
  const time = h('p.dim');
  const body = h('div.findings-body');
  let list: FindingList | undefined;
  let search: ReturnType<typeof createSearch> | undefined;
  let filter: FindingFilter = NO_FILTER;
  onFindingFocus(body, onFocus);
  const apply = (): void => list?.show(search?.(filter) ?? [], filter.order);
  return {
    element: h(
      'section',
      { id: 'findings', 'aria-labelledby': 'findings-title' },
      h('h2', { id: 'findings-title' }, 'Findings'),
      h(
        'div.outcome',
        status,
        time,
        h(
          'span.buttons',
          (['json', 'sarif'] as const).map((format) => {
            const name = format.toUpperCase();
            const title = `Download the ${name} report`;
            return actionButton(name, () => onSave(format), { class: 'plain', title });
          }),
        ),
      ),
      body,
    ),
    show({ data, headline, remarks, elapsed }) {
      const { findings, workflows, omitted, rules } = data;
      // Screen readers announce it only when it changes.
      if (status.textContent !== headline) status.replaceChildren(headline);
      time.replaceChildren(`${elapsed < 1 ? 'under 1' : Math.round(elapsed)} ms`);
      status.className = `headline ${data.summary.errors > 0 ? 'error' : data.summary.warnings > 0 ? 'warning' : data.summary.workflows > 0 ? 'clean' : ''}`;
      const open = new Set(
        [...body.querySelectorAll('details[open] .fingerprint code')].map(
          ({ textContent }) => textContent,
        ),
      );
      list = createFindingList({
        findings,
        workflows,
        rules: new Map(rules.map((rule) => [rule.id, rule])),
        onText: (_, index) => onText(index),
        onPicture: (_, index) => onPicture(index),
      });
      search = createSearch(findings, workflows);
      const onChange = (changed: FindingFilter): void => {
        filter = changed;
        apply();
      };
      const bar =
        findings.length > MANY ? createFilterBar({ findings, workflows, onChange }) : undefined;
      if (bar === undefined) filter = NO_FILTER;
      bar?.set(filter);
      apply();
      for (const details of list.element.querySelectorAll('details')) {
        if (open.has(details.querySelector('.fingerprint code')?.textContent ?? ''))
          details.open = true;
      }
      const notes = h(
        'details.remarks',
        { open: findings.length === 0 },
        h('summary', 'Not read, not checked'),
        h(
          'ul',
          remarks.map(({ label, text }) => h('li', h('b', label), ` ${text}`)),
        ),
      );
      const more = count(omitted, 'more finding');
      body.replaceChildren();
      append(body, [
        bar?.element,
        list.element,
        omitted > 0 &&
          h('p.hint', `${more}, less severe than these, would make the page too slow.`),
        remarks.length > 0 && notes,
      ]);
    },
    reveal(finding) {
      if (list?.reveal(finding) !== false) return;
      filter = NO_FILTER;
      apply();
      list.reveal(finding);
    },
  };
}

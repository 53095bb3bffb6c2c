import type { Severity } from '../model/finding.ts';
import type { WorkflowData } from '../report/page-data.ts';
import { h } from '../view/dom.ts';
import { SEVERITIES, wordsOf } from '../view/filter.ts';
import { field } from '../view/filter-bar.ts';
import { drawPager, drawStatus, nameOfWorkflow } from '../view/finding-list.ts';
import { count, digits } from '../view/numbers.ts';
import { address, type Page, remember, type View } from './page.ts';

const PAGE_SIZE = 100;

type Counts = Readonly<Record<Severity, number>>;

/** All workflows, the worst ones first. */
export function createWorkflowsView(page: Page): View {
  const { workflows } = page.data;
  const tallies = workflows.map((_, i) => tally(page, i));
  const names = workflows.map(({ name, id, source, status }) => [name, id, source, status].join('\n').toLowerCase());
  const text = h('input', { type: 'search', id: 'workflows-text', autocomplete: 'off', spellcheck: 'false' });
  const order = h(
    'select',
    { id: 'workflows-order' },
    h('option', { value: 'worst' }, 'worst first'),
    h('option', { value: 'name' }, 'by name'),
    h('option', { value: 'read' }, 'as read'),
  );
  const form = h('form', { class: 'filter-bar', role: 'search', 'aria-label': 'Workflows' }, field('Search', text, 'wide'), field('Order', order));
  const status = h('p', { class: 'status-line', role: 'status' });
  const list = h('ul', { class: 'workflows' });
  const pager = h('div', { class: 'pager' });
  const missing = page.data.summary.workflows - workflows.length;
  const hint = missing > 0 ? h('p', { class: 'hint' }, `${count(missing, 'more workflow')} without findings cannot be shown here.`) : undefined;
  const element = h('section', { class: 'view' }, h('h2', { tabindex: -1 }, 'Workflows'), hint, form, h('div', { class: 'bar' }, status), list, pager);

  const find = (): readonly number[] => {
    const words = wordsOf(text.value);
    const found = [...workflows.keys()].filter((i) => words.every((word) => names[i]?.includes(word)));
    if (order.value === 'worst') found.sort((a, b) => compareTallies(tallies[a] as Counts, tallies[b] as Counts) || a - b);
    if (order.value === 'name') found.sort((a, b) => ((names[a] as string) < (names[b] as string) ? -1 : names[a] === names[b] ? a - b : 1));
    return found;
  };
  const show = (turned: number, size = PAGE_SIZE): void => {
    const found = find();
    const last = Math.max(0, Math.ceil(found.length / size) - 1);
    const start = Math.min(turned, last) * size;
    list.replaceChildren(...found.slice(start, start + size).map((i) => drawRow(workflows[i] as WorkflowData, i, tallies[i] as Counts)));
    const turn = (to: number): void => {
      show(to);
      list.querySelector('a')?.focus();
    };
    pager.replaceChildren(...(last === 0 ? [] : drawPager(found.length, start, size, turn)));
    status.replaceChildren(
      found.length === workflows.length ? count(found.length, 'workflow') : `${digits(found.length)} of ${count(workflows.length, 'workflow')}`,
    );
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    show(0);
    const parameters = new URLSearchParams();
    if (text.value !== '') parameters.set('q', text.value);
    if (order.value !== 'worst') parameters.set('order', order.value);
    remember(address.workflows(parameters));
  });
  return {
    title: 'Workflows',
    element,
    enter(parameters) {
      text.value = parameters.get('q') ?? '';
      order.value = parameters.get('order') ?? 'worst';
      if (order.selectedIndex === -1) order.selectedIndex = 0;
      show(0);
    },
    unfold() {
      show(0, Number.POSITIVE_INFINITY);
      return () => show(0);
    },
  };
}

function drawRow(workflow: WorkflowData, index: number, counts: Counts): HTMLLIElement {
  const { status, source, steps } = workflow;
  const size = steps === undefined ? undefined : `${count(steps, 'step')} · `;
  return h(
    'li',
    {},
    h('a', { href: address.workflow(index) }, nameOfWorkflow(workflow)),
    h('span', { class: 'badges' }, drawCounts(counts)),
    h('p', { class: 'dim' }, status === undefined ? undefined : [drawStatus(status), ' '], size, source),
  );
}

/** "2 errors", "1 warning"; a word of praise where there is nothing. */
export function drawCounts(counts: Counts): readonly HTMLElement[] {
  const found = SEVERITIES.filter((severity) => counts[severity] > 0);
  if (found.length === 0) return [h('span', { class: 'badge clean' }, 'no findings')];
  return found.map((severity) => h('span', { class: `badge ${severity}` }, count(counts[severity], severity)));
}

export function tally(page: Page, workflow: number): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const i of page.findingsOf.get(workflow) ?? []) counts[page.data.findings[i]?.severity ?? 'info']++;
  return counts;
}

function compareTallies(a: Counts, b: Counts): number {
  return b.error - a.error || b.warning - a.warning || b.info - a.info;
}

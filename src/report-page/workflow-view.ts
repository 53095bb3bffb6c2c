import { workflowOf } from '../model/plain.ts';
import type { FindingData } from '../report/page-data.ts';
import { h } from '../view/dom.ts';
import { SEVERITIES } from '../view/filter.ts';
import { createFindingList, drawStatus, nameOfWorkflow } from '../view/finding-list.ts';
import { createPicture, type PictureView } from '../view/picture.ts';
import { address, type Page, type View } from './page.ts';
import { drawCounts, tally } from './workflows-view.ts';

/** One workflow: its picture, and its findings beside it. */
export function createWorkflowView(page: Page, index: number): View | undefined {
  const { data, rules } = page;
  const workflow = data.workflows[index];
  if (workflow === undefined) return undefined;
  const severityOf = (finding: number): number => SEVERITIES.indexOf(data.findings[finding]?.severity ?? 'info');
  const found = (page.findingsOf.get(index) ?? []).toSorted((a, b) => severityOf(a) - severityOf(b));
  const title = nameOfWorkflow(workflow);
  const picture = drawPicture(page, index, found, (findings) => {
    const [first] = findings;
    if (first !== undefined) list.reveal(first);
  });
  const list = createFindingList({
    findings: data.findings,
    rules,
    workflows: data.workflows,
    level: 'h3',
    ...(picture !== undefined && { onPicture: ({ mark }: FindingData) => void (mark && picture.select(mark, true)) }),
  });
  list.show(found, 'severity');
  // What is looked at in the list is marked in the picture.
  list.element.addEventListener('focusin', (event) => {
    const item = (event.target as Element).closest('summary') && (event.target as Element).closest<HTMLElement>('li[data-finding]');
    const mark = item ? data.findings[Number(item.dataset['finding'])]?.mark : undefined;
    if (mark !== undefined) picture?.select(mark);
  });
  const element = h(
    'section',
    { class: 'view' },
    h('p', { class: 'way' }, h('a', { href: address.workflows() }, 'All workflows')),
    h('h2', { tabindex: -1 }, title),
    h(
      'p',
      { class: 'facts' },
      workflow.status === undefined ? undefined : drawStatus(workflow.status),
      drawCounts(tally(page, index)),
      h('span', { class: 'dim' }, workflow.source),
    ),
    h(
      'div',
      { class: 'workflow' },
      picture?.element ?? h('p', { class: 'empty' }, data.drawn === 0 ? 'This report has no pictures.' : 'This workflow has no picture.'),
      h('div', {}, found.length === 0 ? h('p', { class: 'empty' }, 'No findings in this workflow.') : list.element),
    ),
  );
  return {
    title,
    element,
    enter(parameters) {
      const finding = parameters.get('finding');
      if (finding !== null) list.reveal(Number(finding));
    },
    unfold: () => list.unfold(),
  };
}

function drawPicture(page: Page, index: number, own: readonly number[], onSelect: (findings: readonly number[]) => void): PictureView | undefined {
  const plain = page.plain(index);
  if (plain === undefined) return undefined;
  return createPicture({ workflow: workflowOf(plain), findings: page.data.findings, own, onSelect });
}

import { h } from '../view/dom.ts';
import { createFindingList, drawStatus, nameOfWorkflow } from '../view/finding-list.ts';
import { address, type Page, type View } from './page.ts';
import { drawCounts, tally } from './workflows-view.ts';

/** One workflow: its picture, and its findings beside it. */
export function createWorkflowView(page: Page, index: number): View | undefined {
  const { data, rules } = page;
  const workflow = data.workflows[index];
  if (workflow === undefined) return undefined;
  const found = page.findingsOf.get(index) ?? [];
  const title = nameOfWorkflow(workflow);
  const list = createFindingList({ findings: data.findings, rules, workflows: data.workflows, level: 'h3', onPage() {} });
  list.show(found, 'severity');
  const element = h(
    'section',
    { class: 'view' },
    h('p', {}, h('a', { href: address.workflows() }, 'All workflows')),
    h('h2', { tabindex: -1 }, title),
    h(
      'p',
      { class: 'dim' },
      workflow.status === undefined ? undefined : [drawStatus(workflow.status), ' '],
      workflow.source,
      ' ',
      drawCounts(tally(page, index)),
    ),
    list.element,
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

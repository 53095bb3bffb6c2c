import { workflowOf } from '../../../core/document/from-plain.ts';
import { SEVERITIES } from '../../../core/model/finding.ts';
import type { FindingData } from '../../../core/report/page-data.ts';
import { h } from '../view/dom.ts';
import { createFindingList, drawStatus, workflowTitle } from '../view/finding-list.ts';
import { createPicture, type PictureView } from '../view/picture.ts';
import { drawDependencies } from './dependencies.ts';
import { address, type Page, type View } from './page.ts';
import { countFindingsOf, drawCounts } from './workflows-view.ts';

export function createWorkflowView(page: Page, key: string): View | undefined {
  const { data, rules, links } = page;
  const index = links.workflowAt(key);
  const workflow = data.workflows[index ?? -1];
  if (index === undefined || workflow === undefined) return undefined;
  const severityOf = (finding: number): number =>
    SEVERITIES.indexOf(data.findings[finding]?.severity ?? 'info');
  const found = (page.findingsOf.get(index) ?? []).toSorted(
    (a, b) => severityOf(a) - severityOf(b),
  );
  const plain = page.plain(index);
  const title = workflowTitle(workflow);
  const picture = drawPicture(page, index, found, (findings) => {
    const [first] = findings;
    if (first !== undefined) list.reveal(first);
  });
  const list = createFindingList({
    findings: data.findings,
    rules,
    workflows: data.workflows,
    offersSuppress: true,
    ...(picture !== undefined && {
      onPicture: ({ mark }: FindingData) => void (mark && picture.select(mark, true)),
    }),
  });
  list.show(found, 'severity');
  // Marks the focused finding in the picture.
  list.element.addEventListener('focusin', (event) => {
    const item =
      (event.target as Element).closest('summary') &&
      (event.target as Element).closest<HTMLElement>('li[data-finding]');
    const mark = item ? data.findings[Number(item.dataset['finding'])]?.mark : undefined;
    if (mark !== undefined) picture?.select(mark);
  });
  const element = h(
    'section.view',
    h('p.way', h('a', { href: address.workflows() }, 'All workflows')),
    h('h2', { tabindex: -1 }, title),
    h(
      'p.facts',
      workflow.status !== undefined && drawStatus(workflow.status),
      drawCounts(countFindingsOf(page, index)),
      h('span.dim', workflow.source),
    ),
    plain === undefined ? undefined : drawDependencies(workflowOf(plain)),
    h(
      'div.workflow',
      picture?.element ??
        h(
          'p.empty',
          data.drawn === 0 ? 'This report has no pictures.' : 'This workflow has no picture.',
        ),
      h('div', found.length === 0 ? h('p.empty', 'No findings in this workflow.') : list.element),
    ),
  );
  return {
    title,
    element,
    enter(parameters) {
      const finding = links.findingAt(parameters.get('finding') ?? '');
      if (finding !== undefined) list.reveal(finding);
    },
    unfold: () => list.unfold(),
  };
}

function drawPicture(
  page: Page,
  index: number,
  own: readonly number[],
  onSelect: (findings: readonly number[]) => void,
): PictureView | undefined {
  const plain = page.plain(index);
  if (plain === undefined) return undefined;
  return createPicture({
    workflow: workflowOf(plain),
    findings: page.data.findings,
    own,
    buildScene: page.buildScene,
    onSelect,
  });
}

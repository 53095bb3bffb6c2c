import { workflowOf } from '../../../core/document/from-plain.ts';
import { SEVERITIES } from '../../../core/model/finding.ts';
import { h } from '../view/dom.ts';
import {
  createFindingList,
  drawStatus,
  onFindingFocus,
  workflowTitle,
} from '../view/finding-list.ts';
import { createPicture } from '../view/picture.ts';
import { drawDependencies } from './dependencies.ts';
import { address, type Page, type View } from './page.ts';
import { countFindingsOf, drawCounts } from './workflows-view.ts';

export function createWorkflowView(page: Page, key: string): View | undefined {
  const { data, rules, links } = page;
  const index = links.workflowAt(key);
  const workflow = data.workflows[index ?? -1];
  if (index === undefined || workflow === undefined) return undefined;
  const found = worstFirst(page, page.findingsOf.get(index) ?? []);
  const plain = page.plain(index);
  const title = workflowTitle(workflow);
  const picture =
    plain &&
    createPicture({
      workflow: workflowOf(plain),
      findings: data.findings,
      own: found,
      buildScene: page.buildScene,
      onSelect: ([first]) => void (first !== undefined && list.reveal(first)),
    });
  const list = createFindingList({
    ...data,
    rules,
    onPicture: picture && (({ mark }) => void (mark && picture.select(mark, true))),
  });
  list.show(found);
  // Marks the focused finding in the picture.
  onFindingFocus(list.element, (finding) => {
    const mark = data.findings[finding]?.mark;
    if (mark !== undefined) picture?.select(mark);
  });
  const owner = data.drawn === 0 ? 'report' : 'workflow';
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
    plain && drawDependencies(workflowOf(plain)),
    h(
      'div.workflow',
      picture?.element ??
        h('p.empty', `This ${owner} has no picture${owner === 'report' ? 's' : ''}.`),
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

function worstFirst({ data }: Page, found: readonly number[]): readonly number[] {
  const rank = (finding: number): number =>
    SEVERITIES.indexOf(data.findings[finding]?.severity ?? 'info');
  return found.toSorted((a, b) => rank(a) - rank(b));
}

import { workflowOf } from '../../../core/document/from-plain.ts';
import { SEVERITIES } from '../../../core/model/finding.ts';
import { groupBy } from '../../../core/model/groups.ts';
import { takeFirst } from '../../../core/model/text.ts';
import { h } from '../view/dom.ts';
import { createFindingList, workflowTitle } from '../view/finding-list.ts';
import { formatCount } from '../view/numbers.ts';
import { createPicture } from '../view/picture.ts';
import type { Page } from './page.ts';

/** More sheets are rarely read, and slow to draw. */
const SHEETS = 20;

/** A page for each of the worst workflows, with its picture and its findings. */
function createSheets(page: Page, found: readonly number[]): HTMLElement {
  const severityOf = (index: number): number =>
    SEVERITIES.indexOf(page.data.findings[index]?.severity ?? 'info');
  const subjects = groupBy(found, (index) => {
    const finding = page.data.findings[index];
    return finding?.workflow ?? finding?.source ?? '';
  });
  const rank = (own: readonly number[]): readonly number[] =>
    SEVERITIES.map((_, severity) => own.filter((index) => severityOf(index) === severity).length);
  const ranked = [...subjects]
    .map(([subject, own]) => ({ subject, own, rank: rank(own) }))
    .sort(({ rank: a }, { rank: b }) => {
      const differs = a.findIndex((count, i) => count !== b[i]);
      return differs === -1 ? 0 : (b[differs] as number) - (a[differs] as number);
    });
  const { first, more } = takeFirst(ranked, SHEETS);
  return h(
    'div.on-paper',
    more > 0 &&
      h('p', `The findings of the ${SHEETS} worst of ${formatCount(ranked.length, 'workflow')}.`),
    first.map(({ subject, own }) => drawSheet(page, subject, own)),
  );
}

/** @param subject a workflow by position, or a source. */
function drawSheet(page: Page, subject: number | string, own: readonly number[]): HTMLElement {
  const { data, rules, buildScene } = page;
  const workflow = data.workflows[typeof subject === 'number' ? subject : -1];
  const plain = typeof subject === 'number' ? page.plain(subject) : undefined;
  const picture =
    plain &&
    createPicture({ workflow: workflowOf(plain), findings: data.findings, own, buildScene })
      .element;
  const list = createFindingList({ ...data, rules });
  list.show(own);
  list.unfold();
  const title = workflow === undefined ? String(subject) : workflowTitle(workflow);
  return h('section.sheet', h('h2', title), picture, list.element);
}

/** Prints the findings in place of a view; returns the undo function. */
export function replaceOnPaper(
  page: Page,
  view: HTMLElement,
  found: readonly number[],
): () => void {
  const shown = [...view.children].slice(1);
  for (const part of shown) part.classList.add('off-paper');
  const undo = addOnPaper(page, view, found);
  return () => {
    undo();
    for (const part of shown) part.classList.remove('off-paper');
  };
}

/** Prints the findings below a view; returns the undo function. */
export function addOnPaper(page: Page, view: HTMLElement, found: readonly number[]): () => void {
  const paper = createSheets(page, found);
  view.append(paper);
  return () => paper.remove();
}

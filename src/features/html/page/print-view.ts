import { workflowOf } from '../../../core/document/from-plain.ts';
import { SEVERITIES } from '../../../core/model/finding.ts';
import { countBy, groupBy } from '../../../core/model/groups.ts';
import { takeFirst } from '../../../core/model/text.ts';
import type { FindingData } from '../../../core/report/page-data.ts';
import { h } from '../view/dom.ts';
import { createFindingList, workflowTitle } from '../view/finding-list.ts';
import { formatCount, formatNumber } from '../view/numbers.ts';
import { createPicture } from '../view/picture.ts';
import type { Page } from './page.ts';

/** With more sheets, only the summary is printed. */
const MAX_SHEETS = 50;

/** Findings for paper: a summary, then a page for each workflow with its picture and its findings. */
export function createPrintView(page: Page, found: readonly number[]): HTMLElement {
  const at = (index: number): FindingData => page.data.findings[index] as FindingData;
  const bySubject = groupBy(found, (index) => at(index).workflow ?? at(index).source);
  const byRule = countBy(found, (index) => at(index).rule);
  const rules = [...byRule].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const isShort = bySubject.size <= MAX_SHEETS;
  const subjects = [...bySubject].map(
    ([subject, own]) => [titleOf(page, subject), formatCounts(own.map(at))] as const,
  );
  return h(
    'div.on-paper',
    drawTable(
      'Findings by rule',
      rules.map(([id, n]) => [id, formatNumber(n)]),
    ),
    drawTable('Findings by workflow', subjects),
    !isShort &&
      h(
        'p',
        `The details of more than ${MAX_SHEETS} workflows are not printed. Filter the findings, or print one workflow.`,
      ),
    isShort && [...bySubject].map(([subject, own]) => drawSheet(page, subject, own)),
  );
}

/** A workflow by position, or a source. */
type Subject = number | string;

function titleOf({ data }: Page, subject: Subject): string {
  const workflow = typeof subject === 'number' ? data.workflows[subject] : undefined;
  return workflow === undefined ? String(subject) : workflowTitle(workflow);
}

function drawSheet(page: Page, subject: Subject, own: readonly number[]): HTMLElement {
  const { findings, workflows } = page.data;
  const plain = typeof subject === 'number' ? page.plain(subject) : undefined;
  const { buildScene, rules } = page;
  const picture =
    plain && createPicture({ workflow: workflowOf(plain), findings, own, buildScene }).element;
  const list = createFindingList({ findings, rules, workflows });
  list.show(own, 'severity');
  list.unfold();
  return h('section.sheet', h('h2', titleOf(page, subject)), picture, list.element);
}

function drawTable(title: string, rows: readonly (readonly [string, string])[]): HTMLElement {
  const { first, more } = takeFirst(rows, 200);
  return h(
    'table',
    h('caption', title),
    first.map(([name, counts]) => h('tr', h('td', name), h('td', counts))),
    more > 0 && h('tr', h('td', `… and ${formatNumber(more)} more`), h('td')),
  );
}

function formatCounts(findings: readonly FindingData[]): string {
  const counts = countBy(findings, ({ severity }) => severity);
  return SEVERITIES.filter((severity) => counts.has(severity))
    .map((severity) => formatCount(counts.get(severity) ?? 0, severity))
    .join(', ');
}

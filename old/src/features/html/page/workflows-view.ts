import { compare } from '../../../core/lint/order.ts';
import { SEVERITIES, type Severity } from '../../../core/model/finding.ts';
import type { WorkflowData } from '../../../core/report/page-data.ts';
import { h } from '../view/dom.ts';
import { drawStatus, workflowTitle } from '../view/finding-list.ts';
import { formatCount } from '../view/numbers.ts';
import type { Page, View } from './page.ts';
import { createSearchView } from './search-view.ts';

type Counts = Readonly<Record<Severity, number>>;

export function createWorkflowsView(page: Page): View {
  const { workflows } = page.data;
  const counts = workflows.map((_, i) => countFindingsOf(page, i));
  const texts = workflows.map(({ name, id, source, status }) =>
    [name, id, source, status].join('\n'),
  );
  const names = texts.map((text) => text.toLowerCase());
  const missing = page.data.summary.workflows - workflows.length;
  const hint = `${formatCount(missing, 'more workflow')} without findings cannot be shown here.`;
  return createSearchView({
    name: 'workflows',
    title: 'Workflows',
    noun: 'workflow',
    intro: missing > 0 && h('p.hint', hint),
    texts,
    orders: [
      {
        value: 'worst',
        label: 'worst first',
        compare: (a, b) => compareCounts(counts[a] as Counts, counts[b] as Counts),
      },
      {
        value: 'name',
        label: 'by name',
        compare: (a, b) => compare(names[a] ?? '', names[b] ?? ''),
      },
      { value: 'read', label: 'as read', compare: (a, b) => a - b },
    ],
    draw: (i) => drawRow(workflows[i] as WorkflowData, page.links.workflow(i), counts[i] as Counts),
  });
}

function drawRow(workflow: WorkflowData, href: string, counts: Counts): HTMLLIElement {
  const { status, source, steps } = workflow;
  const size = steps === undefined ? undefined : `${formatCount(steps, 'step')} · `;
  return h(
    'li',
    h('a', { href }, workflowTitle(workflow)),
    h('span.badges', drawCounts(counts)),
    h('p.dim', status === undefined ? undefined : [drawStatus(status), ' '], size, source),
  );
}

/** "2 errors", "1 warning", or "no findings". */
export function drawCounts(counts: Counts): readonly HTMLElement[] {
  const found = SEVERITIES.filter((severity) => counts[severity] > 0);
  if (found.length === 0) return [h('span.badge.clean', 'no findings')];
  return found.map((severity) =>
    h('span', { class: `badge ${severity}` }, formatCount(counts[severity], severity)),
  );
}

export function countFindingsOf(page: Page, workflow: number): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const i of page.findingsOf.get(workflow) ?? [])
    counts[page.data.findings[i]?.severity ?? 'info']++;
  return counts;
}

function compareCounts(a: Counts, b: Counts): number {
  return b.error - a.error || b.warning - a.warning || b.info - a.info;
}

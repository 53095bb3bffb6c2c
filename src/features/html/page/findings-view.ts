import { SEVERITIES } from '../../../core/model/finding.ts';
import { groupBy } from '../../../core/model/groups.ts';
import type { FindingData } from '../../../core/report/page-data.ts';
import { actionButton, h } from '../view/dom.ts';
import { createSearch, type FindingFilter, NO_FILTER, type Order } from '../view/filter.ts';
import { createFilterBar } from '../view/filter-bar.ts';
import { createFindingList, type FindingList } from '../view/finding-list.ts';
import { formatCount, formatNumber } from '../view/numbers.ts';
import { address, type Page, remember, type View } from './page.ts';
import { createPrintView } from './print-view.ts';

const WORST_FIRST: FindingFilter = { ...NO_FILTER, order: 'severity' };
const WIDE = matchMedia('(min-width: 62rem)');

/** @param gaps whether something was not checked or not read. */
export function createFindingsView(page: Page, gaps: boolean): View {
  const { findings, workflows } = page.data;
  const search = createSearch(findings, workflows);
  const status = h('p.status-line', { role: 'status' });
  let filter: FindingFilter = WORST_FIRST;
  let found: readonly number[] = [];
  const list = createList(page, (to) => remember(address.findings(write(filter, to))));
  const rulesPanel = createRulesPanel(findings, (rule) =>
    address.findings(write({ ...filter, rule }, 0)),
  );
  const show = (turned: number): void => {
    found = search(filter);
    rulesPanel.show(filter.rule);
    list.show(found, filter.order, turned);
    const all = formatCount(findings.length, 'finding');
    status.replaceChildren(
      found.length === findings.length ? all : `${formatNumber(found.length)} of ${all}`,
    );
    none.hidden = found.length > 0;
  };
  const onChange = (changed: FindingFilter): void => {
    filter = changed;
    show(0);
    remember(address.findings(write(filter, 0)));
  };
  const bar = createFilterBar({ findings, workflows, onChange });
  const reset = actionButton('Show all findings', () => {
    bar.set(WORST_FIRST);
    onChange(WORST_FIRST);
  });
  const none = h('p.empty', 'No finding is like that. ', reset);
  const tools = h(
    'details.tools',
    h('summary', 'Search and filter'),
    bar.element,
    rulesPanel.element,
  );
  // It is open only where it is beside the list.
  const onWidth = (): void => void (tools.open = WIDE.matches);
  WIDE.addEventListener('change', onWidth);
  onWidth();
  const element = drawView(page, gaps, [
    tools,
    h('div', drawBar(status, list), none, list.element),
  ]);
  return {
    title: 'Findings',
    element,
    enter(parameters) {
      filter = read(parameters);
      bar.set(filter);
      show(Number(parameters.get('page') ?? 1) - 1 || 0);
      onWidth();
    },
    unfold: () => replaceOnPaper(element, createPrintView(page, found)),
  };
}

const createList = (
  { data: { findings, workflows, drawn }, rules, links }: Page,
  onPage: (page: number) => void,
): FindingList =>
  createFindingList({
    findings,
    rules,
    workflows,
    mergesEqual: true,
    namesOwners: true,
    offersSuppress: true,
    workflowOf: (index) => links.workflow(index),
    pictureOf: ({ workflow }, index) =>
      workflow === undefined || workflow >= drawn ? undefined : links.workflow(workflow, index),
    onPage,
  });

function drawBar(status: HTMLElement, list: FindingList): HTMLElement {
  const expand = actionButton('Open all', () => list.expand(true));
  const collapse = actionButton('Close all', () => list.expand(false));
  return h('div.bar', status, h('span.buttons', expand, collapse));
}

function drawView(
  { data: { findings, omitted } }: Page,
  gaps: boolean,
  columns: readonly HTMLElement[],
): HTMLElement {
  const isClean = findings.length === 0;
  const more = formatCount(omitted, 'more finding');
  return h(
    'section.view',
    h('h2', { tabindex: -1 }, 'Findings'),
    gaps &&
      h(
        'p.hint',
        'Something was not read or not checked: ',
        h('a', { href: address.notes }, 'what, and why'),
        '.',
      ),
    isClean && h('p.empty', gaps ? 'Nothing was found in what was checked.' : 'Nothing was found.'),
    !isClean && h('div.beside', columns),
    omitted > 0 &&
      h(
        'p.hint',
        `${more}, less severe than these, would make the page too slow; -f json has all.`,
      ),
  );
}

/** Prints another element in place of a view; returns the undo function. */
function replaceOnPaper(view: HTMLElement, paper: HTMLElement): () => void {
  const shown = [...view.children].slice(1);
  view.append(paper);
  for (const part of shown) part.classList.add('off-paper');
  return () => {
    paper.remove();
    for (const part of shown) part.classList.remove('off-paper');
  };
}

/** The counts of each rule, as links that filter. */
function createRulesPanel(findings: readonly FindingData[], hrefOf: (rule: string) => string) {
  const byRule = groupBy(findings, ({ rule }) => rule);
  const rows = [...byRule]
    .map(([rule, own]) => {
      const worst = Math.min(
        ...SEVERITIES.map((severity, i) =>
          own.some((each) => each.severity === severity) ? i : SEVERITIES.length,
        ),
      );
      return { rule, worst, count: own.length, link: h('a') };
    })
    .sort((a, b) => a.worst - b.worst || b.count - a.count || (a.rule < b.rule ? -1 : 1));
  const all = h('a', 'All rules');
  const mark = (link: HTMLAnchorElement, rule: string, current: string): void => {
    link.href = hrefOf(rule);
    if (rule === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  };
  for (const { rule, worst, count, link } of rows)
    link.append(
      h('span', { class: `badge ${SEVERITIES[worst]}` }, formatNumber(count)),
      ' ',
      h('span', rule),
    );
  return {
    element: h(
      'nav.rules',
      { 'aria-label': 'Findings by rule' },
      h(
        'ul',
        h('li', all),
        rows.map(({ link }) => h('li', link)),
      ),
    ),
    show(current: string) {
      mark(all, '', current);
      for (const { rule, link } of rows) mark(link, rule, current);
    },
  };
}

const NONE = 'none';

function read(parameters: URLSearchParams): FindingFilter {
  const asked = parameters.get('severity');
  const severities =
    asked === null ? [] : SEVERITIES.filter((severity) => asked.split(',').includes(severity));
  const order = parameters.get('order');
  return {
    text: parameters.get('q') ?? '',
    severities: new Set(severities.length > 0 || asked === NONE ? severities : SEVERITIES),
    rule: parameters.get('rule') ?? '',
    workflow: parameters.get('workflow') ?? '',
    order: order === 'workflow' || order === 'rule' ? order : ('severity' satisfies Order),
  };
}

function write(
  { text, severities, rule, workflow, order }: FindingFilter,
  page: number,
): URLSearchParams {
  const parameters = new URLSearchParams();
  if (text !== '') parameters.set('q', text);
  if (severities.size < SEVERITIES.length)
    parameters.set('severity', [...severities].join(',') || NONE);
  if (rule !== '') parameters.set('rule', rule);
  if (workflow !== '') parameters.set('workflow', workflow);
  if (order !== WORST_FIRST.order) parameters.set('order', order);
  if (page > 0) parameters.set('page', String(page + 1));
  return parameters;
}

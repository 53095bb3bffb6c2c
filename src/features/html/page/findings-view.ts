import { SEVERITIES } from '../../../core/model/finding.ts';
import { actionButton, h } from '../view/dom.ts';
import { createSearch, type FindingFilter, NO_FILTER, type Order } from '../view/filter.ts';
import { createFilterBar } from '../view/filter-bar.ts';
import { createFindingList } from '../view/finding-list.ts';
import { formatCount, formatNumber } from '../view/numbers.ts';
import { address, type Page, remember, type View } from './page.ts';

/** @param gaps whether something was not checked or not read. */
export function createFindingsView(page: Page, gaps: boolean): View {
  const { data, rules } = page;
  const { findings, workflows, omitted } = data;
  const search = createSearch(findings, workflows);
  const status = h('p.status-line', { role: 'status' });
  const none = h('p.empty');
  const list = createFindingList({
    findings,
    rules,
    workflows,
    workflowOf: (index) => address.workflow(index),
    pictureOf: ({ workflow }, index) =>
      workflow === undefined || workflow >= data.drawn
        ? undefined
        : address.workflow(workflow, index),
    onPage: (to) => remember(address.findings(write(filter, to))),
  });
  let filter: FindingFilter = NO_FILTER;
  const show = (turned: number): void => {
    const found = search(filter);
    list.show(found, filter.order, turned);
    status.replaceChildren(
      found.length === findings.length
        ? formatCount(found.length, 'finding')
        : `${formatNumber(found.length)} of ${formatCount(findings.length, 'finding')}`,
    );
    none.hidden = found.length > 0;
  };
  const bar = createFilterBar({
    findings,
    workflows,
    onChange(changed) {
      filter = changed;
      show(0);
      remember(address.findings(write(filter, 0)));
    },
  });
  const expand = actionButton('Open all', () => list.expand(true));
  const collapse = actionButton('Close all', () => list.expand(false));
  const reset = actionButton('Show all findings', () => {
    filter = NO_FILTER;
    bar.set(filter);
    show(0);
    remember(address.findings());
  });
  none.append('No finding is like that. ', reset);
  const isClean = findings.length === 0;
  const element = h(
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
    !isClean && [
      bar.element,
      h('div.bar', status, h('span.buttons', expand, collapse)),
      none,
      list.element,
    ],
    omitted > 0 &&
      h(
        'p.hint',
        `${formatCount(omitted, 'more finding')}, less severe than these, would make the page too slow; -f json has all.`,
      ),
  );
  return {
    title: 'Findings',
    element,
    enter(parameters) {
      filter = read(parameters);
      bar.set(filter);
      show(Number(parameters.get('page') ?? 1) - 1 || 0);
    },
    unfold: () => list.unfold(),
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
    order: order === 'severity' || order === 'rule' ? order : ('workflow' satisfies Order),
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
  if (order !== 'workflow') parameters.set('order', order);
  if (page > 0) parameters.set('page', String(page + 1));
  return parameters;
}

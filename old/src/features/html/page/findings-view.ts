import { SEVERITIES } from '../../../core/model/finding.ts';
import { actionButton, h } from '../view/dom.ts';
import { createSearch, type FindingFilter, NO_FILTER } from '../view/filter.ts';
import { createFilterBar } from '../view/filter-bar.ts';
import { createFindingList } from '../view/finding-list.ts';
import { formatCount, formatNumber } from '../view/numbers.ts';
import { address, type Page, remember, type View } from './page.ts';
import { replaceOnPaper } from './print-view.ts';

const WIDE = matchMedia('(min-width: 62rem)');

/** Like findings together, under their rules, and filters. */
export function createFindingsView(page: Page): View {
  const { data, links } = page;
  const { findings, workflows, drawn } = data;
  const search = createSearch(findings, workflows);
  const status = h('p.status-line', { role: 'status' });
  let filter: FindingFilter = NO_FILTER;
  let found: readonly number[] = [];
  const list = createFindingList({
    ...data,
    rules: page.rules,
    isGrouped: true,
    pictureOf: ({ workflow }, index) =>
      workflow === undefined || workflow >= drawn ? undefined : links.workflow(workflow, index),
    onPage: (to) => remember(address.findings(write(filter, to))),
  });
  const show = (turned: number): void => {
    found = search(filter);
    list.show(found, turned);
    const part = found.length === findings.length ? '' : `${formatNumber(found.length)} of `;
    status.textContent = part + formatCount(findings.length, 'finding');
    none.hidden = found.length > 0;
  };
  const onChange = (changed: FindingFilter): void => {
    filter = changed;
    show(0);
    remember(address.findings(write(filter, 0)));
  };
  const { bar, tools, openSearch, onWidth } = createTools({ findings, workflows, onChange });
  const reset = actionButton('Show all findings', () => {
    bar.set(NO_FILTER);
    onChange(NO_FILTER);
  });
  const unlike = ['No finding is like that. ', reset];
  const none = h('p.empty', findings.length === 0 ? 'No finding.' : unlike);
  const buttons = [
    actionButton('Search and filter', openSearch, { class: 'narrow' }),
    actionButton('Open all', () => list.expand(true)),
    actionButton('Close all', () => list.expand(false)),
  ];
  const listed = h('div', h('div.bar', status, h('span.buttons', buttons)), none, list.element);
  const element = h(
    'section.view',
    h('h2', { tabindex: -1 }, 'Findings'),
    h('div.beside', listed, findings.length > 0 && tools),
    data.omitted > 0 && h('p.hint', hintOn(data.omitted)),
  );
  return {
    title: 'Findings',
    element,
    enter(parameters) {
      filter = read(parameters);
      bar.set(filter);
      show(Number(parameters.get('page') ?? 1) - 1 || 0);
      onWidth();
    },
    search: openSearch,
    unfold: () => replaceOnPaper(page, element, found),
  };
}

/** The search and the filters, open only where they are beside the list. */
function createTools(options: Parameters<typeof createFilterBar>[0]) {
  const bar = createFilterBar(options);
  const tools = h('details.tools', h('summary', 'Search and filter'), bar.element);
  const onWidth = (): void => void (tools.open = WIDE.matches);
  WIDE.addEventListener('change', onWidth);
  onWidth();
  const openSearch = (): void => {
    tools.open = true;
    tools.scrollIntoView({ block: 'nearest' });
    bar.element.querySelector('input')?.focus();
  };
  return { bar, tools, openSearch, onWidth };
}

const hintOn = (omitted: number): string =>
  `${formatCount(omitted, 'more finding')}, less severe than these, would make the page too slow; -f json has all.`;

const NONE = 'none';

function read(parameters: URLSearchParams): FindingFilter {
  const asked = parameters.get('severity');
  const severities =
    asked === null ? [] : SEVERITIES.filter((severity) => asked.split(',').includes(severity));
  return {
    text: parameters.get('q') ?? '',
    severities: new Set(severities.length > 0 || asked === NONE ? severities : SEVERITIES),
    rule: parameters.get('rule') ?? '',
    workflow: parameters.get('workflow') ?? '',
  };
}

function write({ text, severities, rule, workflow }: FindingFilter, page: number): URLSearchParams {
  const parameters = new URLSearchParams();
  if (text !== '') parameters.set('q', text);
  if (severities.size < SEVERITIES.length)
    parameters.set('severity', [...severities].join(',') || NONE);
  if (rule !== '') parameters.set('rule', rule);
  if (workflow !== '') parameters.set('workflow', workflow);
  if (page > 0) parameters.set('page', String(page + 1));
  return parameters;
}

import { groupBy } from '../../../core/model/groups.ts';
import { truncate } from '../../../core/model/text.ts';
import type { FindingData, WorkflowData } from '../../../core/report/page-data.ts';
import { actionButton, h } from './dom.ts';
import type { Order } from './filter.ts';
import { drawFinding, type FindingLinks } from './finding.ts';
import { formatCount, formatNumber } from './numbers.ts';

interface FindingListOptions extends FindingLinks {
  readonly findings: readonly FindingData[];
  readonly workflows: readonly WorkflowData[];
  workflowOf?(index: number): string | undefined;
  onPage?(page: number): void;
  /** Findings with the same message are one entry. */
  readonly mergesEqual?: boolean;
  /** Whether a finding names its workflow. */
  readonly namesOwners?: boolean;
}

export type FindingList = ReturnType<typeof createFindingList>;

const PAGE_SIZE = 100;
/** Up to this number all findings are opened. */
const FEW = 5;

export const LONGEST_NAME = 160;
export const SEVERITY_TITLES = { error: 'Errors', warning: 'Warnings', info: 'Infos' } as const;

/** Grouped findings in pages of plain lists, for speed and screen readers. */
export function createFindingList(options: FindingListOptions) {
  const groups = h('div.groups');
  const [above, below] = [h('div.pager'), h('div.pager')];
  const element = h('div.finding-list', above, groups, below);
  let shown: { found: Entries; order: Order; page: number } = {
    found: [],
    order: 'workflow',
    page: 0,
  };

  const show = (found: Entries, order: Order, page = 0, size = PAGE_SIZE): void => {
    const last = Math.max(0, Math.ceil(found.length / size) - 1);
    shown = { found, order, page: Math.min(Math.max(page, 0), last) };
    const start = shown.page * size;
    groups.replaceChildren(...drawGroups(found.slice(start, start + size), order, options));
    const turn = (to: number): void => {
      show(found, order, to);
      options.onPage?.(to);
      element.scrollIntoView({ block: 'start' });
      groups.querySelector('summary')?.focus({ preventScroll: true });
    };
    for (const pager of [above, below])
      pager.replaceChildren(...(last === 0 ? [] : drawPager(found.length, start, size, turn)));
    if (found.length <= FEW) expand(true);
  };
  const detailsOf = (): readonly HTMLDetailsElement[] => [
    ...groups.querySelectorAll<HTMLDetailsElement>('li.finding > details'),
  ];
  const expand = (open: boolean): void => {
    for (const details of detailsOf()) details.open = open;
  };
  return {
    element,
    /** By position, from a page on (0 is the first). */
    show: (found: readonly number[], order: Order, page?: number): void =>
      show(entriesOf(found, order, options), order, page),
    expand,
    /** Opens and focuses a finding; false when it is not listed. */
    reveal(finding: number): boolean {
      const at = shown.found.findIndex((entry) => entry.includes(finding));
      if (at === -1) return false;
      const page = Math.floor(at / PAGE_SIZE);
      if (page !== shown.page) show(shown.found, shown.order, page);
      openItem(groups, shown.found[at]?.[0]);
      return true;
    },
    /** Opens all findings on one page for printing; returns the undo function. */
    unfold(): () => void {
      const { found, order, page } = shown;
      const open = detailsOf().map((details) => details.open);
      show(found, order, 0, Math.max(1, found.length));
      expand(true);
      return () => {
        show(found, order, page);
        for (const [i, details] of detailsOf().entries()) details.open = open[i] === true;
      };
    },
  };
}

/** Opens and focuses a finding of the shown page. */
function openItem(groups: HTMLElement, finding: number | undefined): void {
  for (const item of groups.querySelectorAll('li.finding.current'))
    item.classList.remove('current');
  const item = groups.querySelector(`li[data-finding="${finding}"]`) as HTMLElement;
  item.classList.add('current');
  (item.firstElementChild as HTMLDetailsElement).open = true;
  item.scrollIntoView({ block: 'nearest' });
  item.querySelector('summary')?.focus({ preventScroll: true });
}

/** Positions of findings; each entry is one finding, or several with the same message. */
type Entries = readonly (readonly number[])[];

function entriesOf(
  found: readonly number[],
  order: Order,
  { findings, mergesEqual = false }: FindingListOptions,
): Entries {
  if (!mergesEqual) return found.map((index) => [index]);
  const keyOf = (index: number): string => {
    const finding = findings[index] as FindingData;
    const { severity, rule, message, help, consequence } = finding;
    return JSON.stringify([groupOf(finding, order), severity, rule, message, help, consequence]);
  };
  return [...groupBy(found, keyOf).values()];
}

function drawGroups(
  found: Entries,
  order: Order,
  options: FindingListOptions,
): readonly HTMLElement[] {
  const sections: HTMLElement[] = [];
  let list: HTMLUListElement | undefined;
  let last: string | undefined;
  for (const indexes of found) {
    const findings = indexes.map((index) => options.findings[index] as FindingData);
    const finding = findings[0] as FindingData;
    const key = groupOf(finding, order);
    if (list === undefined || key !== last) {
      last = key;
      list = h('ul.findings');
      sections.push(h('section.group', drawHeading(finding, order, options), list));
    }
    const owner = order === 'workflow' ? undefined : ownerOf(findings, options);
    list.append(drawFinding({ findings, indexes, owner }, options));
  }
  return sections;
}

function ownerOf(
  findings: readonly FindingData[],
  { workflows, namesOwners = false }: FindingListOptions,
): string | undefined {
  const owners = new Set(findings.map(({ workflow }) => workflow));
  const [first] = owners;
  const workflow = workflows[first ?? -1];
  if (!namesOwners || workflow === undefined) return undefined;
  return owners.size === 1 ? workflowTitle(workflow) : formatCount(owners.size, 'workflow');
}

function groupOf({ severity, rule, workflow, source }: FindingData, order: Order): string {
  if (order === 'severity') return severity;
  if (order === 'rule') return rule;
  return workflow === undefined ? source : `${workflow}`;
}

function drawHeading(
  finding: FindingData,
  order: Order,
  { workflows, rules, workflowOf }: FindingListOptions,
): HTMLElement {
  if (order === 'severity') return h('h3.group-name', SEVERITY_TITLES[finding.severity]);
  if (order === 'rule') {
    const summary = rules.get(finding.rule)?.summary;
    return h(
      'header',
      h('h3.group-name', finding.rule),
      summary !== undefined && h('p.dim', summary),
    );
  }
  const source = finding.source === '-' ? 'standard input' : finding.source;
  const workflow = workflows[finding.workflow ?? -1];
  if (workflow === undefined || finding.workflow === undefined)
    return h('header', h('h3.group-name', source));
  const name = workflowTitle(workflow);
  const href = workflowOf?.(finding.workflow);
  return h(
    'header',
    h('h3.group-name', href === undefined ? name : h('a', { href }, name)),
    workflow.status !== undefined && drawStatus(workflow.status),
    h('p.dim', source),
  );
}

/** Calls back when the heading of a finding is focused. */
export function onFindingFocus(element: HTMLElement, act: (finding: number) => void): void {
  element.addEventListener('focusin', ({ target }) => {
    const item = (target as Element).closest('summary')?.closest<HTMLElement>('li[data-finding]');
    if (item) act(Number(item.dataset['finding']));
  });
}

export function workflowTitle({ name, id }: WorkflowData): string {
  return truncate(name?.trim() ? name : id?.trim() ? id : 'Unnamed workflow', LONGEST_NAME);
}

export function drawStatus(status: string): HTMLElement {
  return h('span', { class: status === 'enabled' ? 'status on' : 'status' }, status);
}

/** "101–200 of 5,000", with buttons. */
export function drawPager(
  total: number,
  start: number,
  size: number,
  turn: (page: number) => void,
): readonly HTMLElement[] {
  const page = start / size;
  const button = (text: string, to: number): HTMLElement =>
    actionButton(text, () => turn(to), { disabled: to < 0 || to * size >= total });
  const shown = `${formatNumber(start + 1)}–${formatNumber(Math.min(total, start + size))}`;
  const range = h('span', `${shown} of ${formatNumber(total)}`);
  return [button('Previous', page - 1), range, button('Next', page + 1)];
}

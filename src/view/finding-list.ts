import type { FindingData, WorkflowData } from '../report/page-data.ts';
import { shorten } from '../report/words.ts';
import { h } from './dom.ts';
import type { Filter } from './filter.ts';
import { drawFinding, type FindingLinks } from './finding.ts';
import { count, digits } from './numbers.ts';

export interface FindingListOptions extends FindingLinks {
  readonly findings: readonly FindingData[];
  readonly workflows: readonly WorkflowData[];
  /** Address of the view of a workflow. */
  workflowOf?(index: number): string | undefined;
  /** Of the headings of groups. */
  readonly level: 'h2' | 'h3' | 'h4';
  /** Told when the reader turns a page. */
  onPage?(page: number): void;
}

export interface FindingList {
  readonly element: HTMLElement;
  /** Shows these findings, by position, from a page on (0 is the first). */
  show(found: readonly number[], order: Filter['order'], page?: number): void;
  /** Opens a finding, goes to it and moves the focus there; false when it is not among those shown. */
  reveal(finding: number): boolean;
  /** Opens or closes all findings that are shown. */
  expand(open: boolean): void;
  /** All findings on one page, opened, as paper needs them; returns what undoes it. */
  unfold(): () => void;
}

const PAGE_SIZE = 100;
/** So few need not be opened one by one. */
const FEW = 5;
/** Nobody prints more. */
const MAX_PRINTED = 2000;

/** Longer names are no names. */
export const LONGEST_NAME = 160;

/** Findings in groups, some on a page: a browser stays quick, and the keyboard and screen readers get plain lists. */
export function createFindingList(options: FindingListOptions): FindingList {
  const groups = h('div', { class: 'groups' });
  const [above, below] = [h('div', { class: 'pager' }), h('div', { class: 'pager' })];
  const element = h('div', { class: 'finding-list' }, above, groups, below);
  let shown: { found: readonly number[]; order: Filter['order']; page: number } = { found: [], order: 'workflow', page: 0 };

  const show = (found: readonly number[], order: Filter['order'], page = 0, size = PAGE_SIZE): void => {
    const last = Math.max(0, Math.ceil(found.length / size) - 1);
    shown = { found, order, page: Math.min(Math.max(page, 0), last) };
    const start = shown.page * size;
    groups.replaceChildren(...drawGroups(found, start, start + size, order, options));
    const turn = (to: number): void => {
      show(found, order, to);
      options.onPage?.(to);
      element.scrollIntoView({ block: 'start' });
      groups.querySelector('summary')?.focus({ preventScroll: true });
    };
    for (const pager of [above, below]) pager.replaceChildren(...(last === 0 ? [] : drawPager(found.length, start, size, turn)));
    if (found.length <= FEW) expand(true);
  };
  const detailsOf = (): readonly HTMLDetailsElement[] => [...groups.querySelectorAll<HTMLDetailsElement>('li.finding > details')];
  const expand = (open: boolean): void => {
    for (const details of detailsOf()) details.open = open;
  };
  return {
    element,
    show: (found, order, page) => show(found, order, page),
    expand,
    reveal(finding) {
      const at = shown.found.indexOf(finding);
      if (at === -1) return false;
      const page = Math.floor(at / PAGE_SIZE);
      if (page !== shown.page) show(shown.found, shown.order, page);
      for (const item of groups.querySelectorAll('li.finding.current')) item.classList.remove('current');
      const item = groups.querySelector(`li[data-finding="${finding}"]`) as HTMLElement;
      item.classList.add('current');
      (item.firstElementChild as HTMLDetailsElement).open = true;
      item.scrollIntoView({ block: 'nearest' });
      item.querySelector('summary')?.focus({ preventScroll: true });
      return true;
    },
    unfold() {
      const { found, order, page } = shown;
      const open = detailsOf().map((details) => details.open);
      show(found, order, 0, MAX_PRINTED);
      expand(true);
      if (found.length > MAX_PRINTED) groups.append(h('p', {}, `… and ${count(found.length - MAX_PRINTED, 'more finding')}`));
      return () => {
        show(found, order, page);
        for (const [i, details] of detailsOf().entries()) details.open = open[i] === true;
      };
    },
  };
}

function drawGroups(found: readonly number[], start: number, end: number, order: Filter['order'], options: FindingListOptions): readonly HTMLElement[] {
  const sections: HTMLElement[] = [];
  let list: HTMLUListElement | undefined;
  let last: string | undefined;
  for (const index of found.slice(start, end)) {
    const finding = options.findings[index] as FindingData;
    const key = groupOf(finding, order);
    if (list === undefined || key !== last) {
      last = key;
      list = h('ul', { class: 'findings' });
      sections.push(h('section', { class: 'group' }, drawHeading(finding, order, options), list));
    }
    list.append(drawFinding(finding, index, options));
  }
  return sections;
}

function groupOf({ severity, rule, workflow, source }: FindingData, order: Filter['order']): string {
  if (order === 'severity') return severity;
  if (order === 'rule') return rule;
  return workflow === undefined ? source : `${workflow}`;
}

function drawHeading(finding: FindingData, order: Filter['order'], { level, workflows, rules, workflowOf }: FindingListOptions): HTMLElement {
  if (order === 'severity') return h(level, { class: 'group-name' }, { error: 'Errors', warning: 'Warnings', info: 'Infos' }[finding.severity]);
  if (order === 'rule') {
    const summary = rules.get(finding.rule)?.summary;
    return h('header', {}, h(level, { class: 'group-name' }, finding.rule), summary === undefined ? undefined : h('p', { class: 'dim' }, summary));
  }
  const source = finding.source === '-' ? 'standard input' : finding.source;
  const workflow = workflows[finding.workflow ?? -1];
  if (workflow === undefined || finding.workflow === undefined) return h('header', {}, h(level, { class: 'group-name' }, source));
  const name = nameOfWorkflow(workflow);
  const href = workflowOf?.(finding.workflow);
  return h(
    'header',
    {},
    h(level, { class: 'group-name' }, href === undefined ? name : h('a', { href }, name)),
    workflow.status === undefined ? undefined : drawStatus(workflow.status),
    h('p', { class: 'dim' }, source),
  );
}

export function nameOfWorkflow({ name, id }: WorkflowData): string {
  return shorten(name?.trim() ? name : id?.trim() ? id : 'Unnamed workflow', LONGEST_NAME);
}

export function drawStatus(status: string): HTMLElement {
  return h('span', { class: status === 'enabled' ? 'status on' : 'status' }, status);
}

/** "101–200 of 5,000", and the buttons to turn pages. */
export function drawPager(total: number, start: number, size: number, turn: (page: number) => void): readonly HTMLElement[] {
  const page = start / size;
  const button = (text: string, to: number): HTMLElement => {
    const element = h('button', { type: 'button', disabled: to < 0 || to * size >= total }, text);
    element.addEventListener('click', () => turn(to));
    return element;
  };
  return [
    button('Previous', page - 1),
    h('span', {}, `${digits(start + 1)}–${digits(Math.min(total, start + size))} of ${digits(total)}`),
    button('Next', page + 1),
  ];
}

import { SEVERITIES } from '../../../core/model/finding.ts';
import { countBy, groupBy } from '../../../core/model/groups.ts';
import { truncate } from '../../../core/model/text.ts';
import { keyOfShape } from '../../../core/report/listing.ts';
import type { FindingData, WorkflowData } from '../../../core/report/page-data.ts';
import { actionButton, h } from './dom.ts';
import { drawFinding, type FindingLinks } from './finding.ts';
import { formatCount, formatNumber } from './numbers.ts';

interface FindingListOptions extends FindingLinks {
  readonly findings: readonly FindingData[];
  readonly workflows: readonly WorkflowData[];
  onPage?(page: number): void;
  /** Like findings are one entry, which names its workflow, and those of each rule have a heading. */
  readonly isGrouped?: boolean;
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
  let shown: { readonly found: Entries; readonly page: number } = { found: [], page: 0 };

  const show = (found: Entries, page = 0, size = PAGE_SIZE): void => {
    const last = Math.max(0, Math.ceil(found.length / size) - 1);
    shown = { found, page: Math.min(Math.max(page, 0), last) };
    const start = shown.page * size;
    groups.replaceChildren(...drawGroups(found.slice(start, start + size), options));
    const turn = (to: number): void => {
      show(found, to);
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
    show: (found: readonly number[], page?: number): void => show(entriesOf(found, options), page),
    expand,
    /** Opens and focuses a finding; false when it is not listed. */
    reveal(finding: number): boolean {
      const at = shown.found.findIndex((entry) => entry.includes(finding));
      if (at === -1) return false;
      const page = Math.floor(at / PAGE_SIZE);
      if (page !== shown.page) show(shown.found, page);
      openItem(groups, shown.found[at]?.[0]);
      return true;
    },
    /** Opens all findings on one page for printing; returns the undo function. */
    unfold(): () => void {
      const { found, page } = shown;
      const open = detailsOf().map((details) => details.open);
      show(found, 0, Math.max(1, found.length));
      expand(true);
      return () => {
        show(found, page);
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

/** Positions of findings; each entry is one finding, or several alike. */
type Entries = readonly (readonly number[])[];

/** The most severe first, then the rule with the most findings. */
function entriesOf(
  found: readonly number[],
  { findings, isGrouped = false }: FindingListOptions,
): Entries {
  if (!isGrouped) return found.map((index) => [index]);
  const at = (index: number): FindingData => findings[index] as FindingData;
  const counts = countBy(found, (index) => at(index).rule);
  const rank = ([index = -1]: readonly number[]): readonly [number, number, string] => {
    const { severity, rule } = at(index);
    return [SEVERITIES.indexOf(severity), -(counts.get(rule) ?? 0), rule];
  };
  return [...groupBy(found, (index) => keyOfShape(at(index))).values()]
    .map((entry) => ({ entry, rank: rank(entry) }))
    .sort(
      ({ rank: a }, { rank: b }) =>
        a[0] - b[0] || a[1] - b[1] || (a[2] === b[2] ? 0 : a[2] < b[2] ? -1 : 1),
    )
    .map(({ entry }) => entry);
}

function drawGroups(found: Entries, options: FindingListOptions): readonly HTMLElement[] {
  const at = (index = -1): FindingData => options.findings[index] as FindingData;
  const draw = (indexes: readonly number[]): HTMLElement => {
    const findings = indexes.map(at);
    const owner = options.isGrouped === true ? ownerOf(findings, options) : undefined;
    return drawFinding({ findings, indexes, owner }, options);
  };
  if (options.isGrouped !== true) return [h('ul.findings', found.map(draw))];
  const sections = groupBy(found, ([index]) => `${at(index).severity} ${at(index).rule}`);
  return [...sections.values()].map((entries) => {
    const { rule } = at(entries[0]?.[0]);
    const summary = options.rules.get(rule)?.summary;
    const heading = h(
      'header',
      h('h3.group-name', rule),
      summary !== undefined && h('p.dim', summary),
    );
    return h('section.group', heading, h('ul.findings', entries.map(draw)));
  });
}

function ownerOf(
  findings: readonly FindingData[],
  { workflows }: FindingListOptions,
): string | undefined {
  const owners = new Set(findings.map(({ workflow }) => workflow));
  const [first] = owners;
  const workflow = workflows[first ?? -1];
  if (workflow === undefined) return undefined;
  return owners.size === 1 ? workflowTitle(workflow) : formatCount(owners.size, 'workflow');
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

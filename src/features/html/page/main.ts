import { SEVERITIES } from '../../../core/model/finding.ts';
import { h, printable } from '../view/dom.ts';
import { formatNumber } from '../view/numbers.ts';
import { createFindingsView } from './findings-view.ts';
import { address, createPage, type Page, type PageTools, type View } from './page.ts';
import { createTimelinesView, createTimelineView } from './timelines-view.ts';
import { createWorkflowView } from './workflow-view.ts';
import { createWorkflowsView } from './workflows-view.ts';

// The page is readable without this script, which replaces the printed list.

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

export function startPage(tools: PageTools): void {
  const page = createPage(JSON.parse(textOf('report-data')), textOf('report-workflows'), tools);
  const main = document.getElementById('main') as HTMLElement;
  const notes = document.getElementById('static-remarks');
  const tabs = createTabs(page, notes?.querySelectorAll('li').length ?? 0);
  document.querySelector('header')?.after(tabs.element);
  linkTiles(notes !== null);
  createRouter(page, main, notes, tabs);
}

/** The counts at the top link to their lists. */
function linkTiles(hasNotes: boolean): void {
  for (const tile of document.querySelectorAll<HTMLElement>('.numbers [data-kind]')) {
    const kind = tile.dataset['kind'] ?? '';
    const severity = SEVERITIES.find((each) => each === kind);
    const views = new Map([
      ['workflows', address.workflows()],
      ['timelines', address.timelines()],
      ['notes', hasNotes ? address.notes : undefined],
    ]);
    const href = severity ? address.findings(new URLSearchParams({ severity })) : views.get(kind);
    const name = tile.querySelector('dt');
    if (href !== undefined) name?.replaceChildren(h('a', { href }, name.textContent));
  }
}

type Tabs = ReturnType<typeof createTabs>;

function createTabs({ data, events }: Page, notes: number) {
  const entries: readonly (readonly [name: string, label: string, href: string, count: number])[] =
    [
      ['findings', 'Findings', address.findings(), data.findings.length + data.omitted],
      ['workflows', 'Workflows', address.workflows(), data.workflows.length],
      ['timelines', 'Timelines', address.timelines(), events.length],
      ['notes', 'Not checked', address.notes, notes],
    ];
  const links = new Map(
    entries
      .filter(([name, , , n]) => n > 0 || name === 'findings')
      .map(
        ([name, label, href, n]) =>
          [name, h('a', { href }, label, ' ', h('span.count', formatNumber(n)))] as const,
      ),
  );
  return {
    element: h('nav.tabs', { 'aria-label': 'Parts of the report' }, [...links.values()]),
    mark(current: string): void {
      for (const [name, link] of links) {
        if (name !== current) link.removeAttribute('aria-current');
        else {
          link.setAttribute('aria-current', 'page');
          link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        }
      }
    },
  };
}

/** Shows the view of the address, and keeps created views. */
function createRouter(page: Page, main: HTMLElement, notes: HTMLElement | null, tabs: Tabs): void {
  const built = new Map<string, View>();
  const title = document.title;
  let current: View | undefined;
  const build = (name: string, argument: string): View => {
    if (name === 'workflows') return createWorkflowsView(page);
    if (name === 'notes' && notes !== null) return createNotesView(notes);
    if (name === 'timelines') return createTimelinesView(page);
    const found =
      name === 'workflow'
        ? createWorkflowView(page, argument)
        : name === 'timeline'
          ? createTimelineView(page, argument)
          : undefined;
    return (
      found ?? createFindingsView(page, /not (?:read|checked):/.test(notes?.textContent ?? ''))
    );
  };
  const go = (focus: boolean): void => {
    const [path = '', parameters] = location.hash.slice(1).split('?');
    const [name = '', argument = ''] = path.split('/').map(decode);
    // Keeps one workflow: thousands of pictures would fill the memory.
    for (const key of built.keys()) if (key.includes('/') && key !== path) built.delete(key);
    let view = built.get(path);
    if (view === undefined) built.set(path, (view = build(name, argument)));
    if (view !== current) main.replaceChildren(view.element);
    const changed = view !== current;
    current = view;
    tabs.mark(
      name === 'workflow' || name === 'timeline' ? `${name}s` : name === '' ? 'findings' : name,
    );
    document.title = name === '' ? title : `${printable(view.title)} · edgewise report`;
    if (focus && changed) {
      scrollTo(0, Math.min(scrollY, document.querySelector('header')?.offsetHeight ?? 0));
      view.element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    }
    view.enter?.(new URLSearchParams(parameters));
  };
  let undo: (() => void) | undefined;
  addEventListener('beforeprint', () => {
    undo ??= unfoldPage(current);
  });
  addEventListener('afterprint', () => {
    undo?.();
    undo = undefined;
  });
  addEventListener('hashchange', () => go(true));
  go(false);
}

function unfoldPage(view: View | undefined): () => void {
  const facts = document.querySelector<HTMLDetailsElement>('.facts-of-run');
  const wasOpen = facts?.open === true;
  if (facts !== null) facts.open = true;
  const undo = view?.unfold?.();
  return () => {
    if (facts !== null) facts.open = wasOpen;
    undo?.();
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function createNotesView(notes: HTMLElement): View {
  notes.classList.add('view');
  notes.querySelector('h2')?.setAttribute('tabindex', '-1');
  return { title: 'Not checked', element: notes };
}

import { h, printable } from '../view/dom.ts';
import { formatNumber } from '../view/numbers.ts';
import { createFindingsView } from './findings-view.ts';
import { createOverview, linkParts } from './overview.ts';
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
  const overview = createOverview(page, document.getElementById('overview') as HTMLElement);
  const tabs = createTabs(page, notes?.querySelectorAll('li').length ?? 0);
  document.querySelector('header')?.after(tabs.element);
  linkParts(page, notes !== null);
  // The address of the page is that of a view.
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    main.querySelector('h2')?.focus();
  });
  createRouter(page, main, { overview, notes }, tabs);
}

type Tabs = ReturnType<typeof createTabs>;

function createTabs({ data, events }: Page, notes: number) {
  const entries: readonly (readonly [name: string, label: string, href: string, count: number])[] =
    [
      ['overview', 'Overview', address.overview, 0],
      ['findings', 'Findings', address.findings(), data.findings.length + data.omitted],
      ['workflows', 'Workflows', address.workflows(), data.workflows.length],
      ['timelines', 'Timelines', address.timelines(), events.length],
      ['notes', 'Not checked', address.notes, notes],
    ];
  const links = new Map(
    entries
      .filter(([name, , , n]) => n > 0 || name === 'overview')
      .map(
        ([name, label, href, n]) =>
          [
            name,
            h('a', { href }, label, n > 0 && [' ', h('span.count', formatNumber(n))]),
          ] as const,
      ),
  );
  return {
    element: h('nav.tabs', { 'aria-label': 'Parts of the report' }, [...links.values()]),
    mark(current: string): void {
      for (const [name, link] of links) {
        if (name === current) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
    },
  };
}

interface Printed {
  readonly overview: View;
  readonly notes: HTMLElement | null;
}

/** Shows the view of the address, and keeps created views. */
function createRouter(
  page: Page,
  main: HTMLElement,
  { overview, notes }: Printed,
  tabs: Tabs,
): void {
  const built = new Map<string, View>();
  const title = document.title;
  let current: View | undefined;
  const go = (focus: boolean): void => {
    const [path = '', parameters] = location.hash.slice(1).split('?');
    const [name = '', argument = ''] = path.split('/').map(decode);
    // Keeps one workflow: thousands of pictures would fill the memory.
    for (const key of built.keys()) if (key.includes('/') && key !== path) built.delete(key);
    let view = built.get(path);
    if (view === undefined)
      built.set(path, (view = buildView(page, notes, name, argument) ?? overview));
    if (view !== current) main.replaceChildren(view.element);
    const changed = view !== current;
    current = view;
    tabs.mark(
      view === overview
        ? 'overview'
        : name === 'workflow' || name === 'timeline'
          ? `${name}s`
          : name,
    );
    document.title = view === overview ? title : `${printable(view.title)} · edgewise report`;
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
  addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const isTyping = (target as Element).matches('input, select, textarea');
    if (key !== '/' || isTyping || altKey || ctrlKey || metaKey) return;
    event.preventDefault();
    if (current?.search === undefined) {
      history.pushState(history.state, '', address.findings());
      go(false);
    }
    current?.search?.();
  });
  go(false);
}

function buildView(
  page: Page,
  notes: HTMLElement | null,
  name: string,
  argument: string,
): View | undefined {
  if (name === 'findings') return createFindingsView(page);
  if (name === 'workflows') return createWorkflowsView(page);
  if (name === 'notes' && notes !== null) return createNotesView(notes);
  if (name === 'timelines') return createTimelinesView(page);
  if (name === 'workflow') return createWorkflowView(page, argument);
  return name === 'timeline' ? createTimelineView(page, argument) : undefined;
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

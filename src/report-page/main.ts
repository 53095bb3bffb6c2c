import { h } from '../view/dom.ts';
import { digits } from '../view/numbers.ts';
import { createFindingsView } from './findings-view.ts';
import { address, type Page, readPage, type View } from './page.ts';
import { createTimelinesView, createTimelineView } from './timelines-view.ts';
import { createWorkflowView } from './workflow-view.ts';
import { createWorkflowsView } from './workflows-view.ts';

// The script of the report. The page is readable without it: what it builds takes the place of the list that was printed.

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

function start(): void {
  const page = readPage(JSON.parse(textOf('report-data')), textOf('report-workflows'));
  const main = document.getElementById('main') as HTMLElement;
  const notes = document.getElementById('static-remarks');
  const tabs = createTabs(page, notes?.querySelectorAll('li').length ?? 0);
  document.querySelector('header')?.after(tabs.element);
  createRouter(page, main, notes, tabs);
}

interface Tabs {
  readonly element: HTMLElement;
  mark(name: string): void;
}

function createTabs({ data, events }: Page, notes: number): Tabs {
  const entries: readonly (readonly [name: string, label: string, href: string, count: number])[] = [
    ['findings', 'Findings', address.findings(), data.findings.length + data.omitted],
    ['workflows', 'Workflows', address.workflows(), data.workflows.length],
    ['timelines', 'Timelines', address.timelines(), events.length],
    ['notes', 'Not checked', address.notes, notes],
  ];
  const links = new Map(
    entries
      .filter(([name, , , n]) => n > 0 || name === 'findings')
      .map(([name, label, href, n]) => [name, h('a', { href }, label, ' ', h('span', { class: 'count' }, digits(n)))] as const),
  );
  return {
    element: h('nav', { class: 'tabs', 'aria-label': 'Parts of the report' }, [...links.values()]),
    mark(current) {
      for (const [name, link] of links) {
        if (name !== current) link.removeAttribute('aria-current');
        else {
          link.setAttribute('aria-current', 'page');
          // On a phone not all of them fit.
          link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        }
      }
    },
  };
}

/** Shows the view that the address names, and keeps those that were built. */
function createRouter(page: Page, main: HTMLElement, notes: HTMLElement | null, tabs: Tabs): void {
  const built = new Map<string, View>();
  const title = document.title;
  let current: View | undefined;
  const build = (name: string, argument: string | undefined): View => {
    if (name === 'workflows') return createWorkflowsView(page);
    if (name === 'notes' && notes !== null) return createNotesView(notes);
    if (name === 'timelines') return createTimelinesView(page);
    const found =
      name === 'workflow' ? createWorkflowView(page, Number(argument)) : name === 'timeline' ? createTimelineView(page, Number(argument)) : undefined;
    return found ?? createFindingsView(page, /not (?:read|checked):/.test(notes?.textContent ?? ''));
  };
  const go = (focus: boolean): void => {
    const [path = '', parameters] = location.hash.slice(1).split('?');
    const [name = '', argument] = path.split('/');
    // One workflow at a time: thousands of pictures would fill the memory.
    for (const key of built.keys()) if (key.includes('/') && key !== path) built.delete(key);
    let view = built.get(path);
    if (view === undefined) built.set(path, (view = build(name, argument)));
    if (view !== current) main.replaceChildren(view.element);
    const changed = view !== current;
    current = view;
    tabs.mark(name === 'workflow' || name === 'timeline' ? `${name}s` : name === '' ? 'findings' : name);
    document.title = name === '' ? title : `${view.title} · edgewise report`;
    if (focus && changed) {
      scrollTo(0, Math.min(scrollY, document.querySelector('header')?.offsetHeight ?? 0));
      view.element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    }
    view.enter?.(new URLSearchParams(parameters));
  };
  let undo: (() => void) | undefined;
  addEventListener('beforeprint', () => {
    undo ??= current?.unfold?.();
  });
  addEventListener('afterprint', () => {
    undo?.();
    undo = undefined;
  });
  addEventListener('hashchange', () => go(true));
  go(false);
}

function createNotesView(notes: HTMLElement): View {
  notes.classList.add('view');
  notes.querySelector('h2')?.setAttribute('tabindex', '-1');
  return { title: 'Not checked', element: notes };
}

start();

import { workflowOf } from '../model/plain.ts';
import { shorten } from '../report/words.ts';
import { simulate } from '../simulate/simulate.ts';
import { h } from '../view/dom.ts';
import { wordsOf } from '../view/filter.ts';
import { field } from '../view/filter-bar.ts';
import { drawPager, LONGEST_NAME } from '../view/finding-list.ts';
import { count, digits } from '../view/numbers.ts';
import { createTimeline } from '../view/timeline.ts';
import { address, type Page, remember, type View } from './page.ts';

const PAGE_SIZE = 100;

/** All events on which a workflow starts. */
export function createTimelinesView(page: Page): View {
  const { events } = page;
  const names = events.map(({ name }) => name.toLowerCase());
  const text = h('input', { type: 'search', id: 'timelines-text', autocomplete: 'off', spellcheck: 'false' });
  const form = h('form', { class: 'filter-bar', role: 'search', 'aria-label': 'Events' }, field('Search', text, 'wide'));
  const status = h('p', { class: 'status-line', role: 'status' });
  const list = h('ul', { class: 'workflows' });
  const pager = h('div', { class: 'pager' });
  const intro = 'What one contact receives after an event, over all enabled workflows.';
  const show = (turned: number, size = PAGE_SIZE): void => {
    const words = wordsOf(text.value);
    const found = [...events.keys()].filter((i) => words.every((word) => names[i]?.includes(word)));
    const last = Math.max(0, Math.ceil(found.length / size) - 1);
    const start = Math.min(turned, last) * size;
    list.replaceChildren(...found.slice(start, start + size).map((i) => drawRow(page, i)));
    const turn = (to: number): void => {
      show(to);
      list.querySelector('a')?.focus();
    };
    pager.replaceChildren(...(last === 0 ? [] : drawPager(found.length, start, size, turn)));
    status.replaceChildren(found.length === events.length ? count(found.length, 'event') : `${digits(found.length)} of ${count(events.length, 'event')}`);
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    show(0);
    remember(address.timelines(new URLSearchParams(text.value === '' ? {} : { q: text.value })));
  });
  return {
    title: 'Timelines',
    element: h(
      'section',
      { class: 'view' },
      h('h2', { tabindex: -1 }, 'Timelines'),
      h('p', { class: 'dim' }, intro),
      form,
      h('div', { class: 'bar' }, status),
      list,
      pager,
    ),
    enter(parameters) {
      text.value = parameters.get('q') ?? '';
      show(0);
    },
    unfold() {
      show(0, events.length);
      return () => show(0);
    },
  };
}

function drawRow({ events, data }: Page, index: number): HTMLLIElement {
  const { name, workflows } = events[index] as Page['events'][number];
  const enabled = workflows.filter((i) => data.workflows[i]?.status === 'enabled').length;
  const others = workflows.length - enabled;
  const sizes = [...(enabled > 0 || others === 0 ? [count(enabled, 'workflow')] : []), ...(others > 0 ? [`${others} not enabled`] : [])];
  return h('li', {}, h('a', { href: address.timeline(index) }, shorten(name, LONGEST_NAME)), h('span', { class: 'dim' }, sizes.join(', ')));
}

/** What one contact receives after one event. */
export function createTimelineView(page: Page, index: number): View | undefined {
  const event = page.events[index];
  if (event === undefined) return undefined;
  const ids = new Set<string>();
  const started = event.workflows.flatMap((i) => {
    const plain = page.plain(i);
    if (plain === undefined || (plain.id !== undefined && ids.has(plain.id))) return [];
    if (plain.id !== undefined) ids.add(plain.id);
    return [{ index: i, workflow: workflowOf(plain) }];
  });
  const simulation = simulate(
    started.map(({ workflow }) => workflow),
    [],
    { event: event.name },
  );
  // Runs stand in the order of the workflows, but some of these may not have run.
  let at = -1;
  const owners = simulation.runs.map(({ workflow: { id, name } }) => {
    at = started.findIndex(({ workflow }, i) => i > at && workflow.id === id && workflow.name === name);
    return started[at]?.index;
  });
  const element = h(
    'section',
    { class: 'view' },
    h('p', { class: 'way' }, h('a', { href: address.timelines() }, 'All events')),
    h('h2', { tabindex: -1 }, `After “${shorten(event.name, LONGEST_NAME)}”`),
    createTimeline({
      simulation,
      workflowOf(run) {
        const owner = owners[run];
        return owner === undefined ? undefined : address.workflow(owner);
      },
    }),
  );
  return { title: event.name, element };
}

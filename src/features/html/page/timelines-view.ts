import { workflowOf } from '../../../core/document/from-plain.ts';
import { truncate } from '../../../core/model/text.ts';
import { h, printable } from '../view/dom.ts';
import { LONGEST_NAME } from '../view/finding-list.ts';
import { formatCount } from '../view/numbers.ts';
import { createTimeline } from '../view/timeline.ts';
import { address, type Page, type View } from './page.ts';
import { createSearchView } from './search-view.ts';

export function createTimelinesView(page: Page): View {
  const intro = 'What one contact receives after an event, over all enabled workflows.';
  return createSearchView({
    name: 'timelines',
    title: 'Timelines',
    noun: 'event',
    intro: h('p.dim', intro),
    texts: page.events.map(({ name }) => name),
    orders: [],
    draw: (index) => drawRow(page, index),
  });
}

function drawRow({ events, data }: Page, index: number): HTMLLIElement {
  const { name, workflows } = events[index] as Page['events'][number];
  const enabled = workflows.filter((i) => data.workflows[i]?.status === 'enabled').length;
  const others = workflows.length - enabled;
  const sizes = [
    ...(enabled > 0 || others === 0 ? [formatCount(enabled, 'workflow')] : []),
    ...(others > 0 ? [`${others} not enabled`] : []),
  ];
  return h(
    'li',
    h('a', { href: address.timeline(name) }, truncate(name, LONGEST_NAME)),
    h('span.dim', sizes.join(', ')),
  );
}

export function createTimelineView(page: Page, name: string): View | undefined {
  const event = page.events.find((one) => printable(one.name) === name);
  if (event === undefined) return undefined;
  const ids = new Set<string>();
  const started = event.workflows.flatMap((i) => {
    const plain = page.plain(i);
    if (plain === undefined || (plain.id !== undefined && ids.has(plain.id))) return [];
    if (plain.id !== undefined) ids.add(plain.id);
    return [{ index: i, workflow: workflowOf(plain) }];
  });
  const simulation = page.simulate(
    started.map(({ workflow }) => workflow),
    [],
    { event: event.name },
  );
  // Runs have the order of the workflows, but some workflows have none.
  let at = -1;
  const owners = simulation.runs.map(({ workflow: { id, name } }) => {
    at = started.findIndex(
      ({ workflow }, i) => i > at && workflow.id === id && workflow.name === name,
    );
    return started[at]?.index;
  });
  const element = h(
    'section.view',
    h('p.way', h('a', { href: address.timelines() }, 'All events')),
    h('h2', { tabindex: -1 }, `After “${truncate(event.name, LONGEST_NAME)}”`),
    createTimeline({
      simulation,
      workflowOf(run) {
        const owner = owners[run];
        return owner === undefined ? undefined : page.links.workflow(owner);
      },
    }),
  );
  return { title: event.name, element };
}

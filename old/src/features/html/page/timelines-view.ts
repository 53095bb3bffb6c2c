import { workflowOf } from '../../../core/document/from-plain.ts';
import type { EmailCount } from '../../../core/model/simulation.ts';
import { truncate } from '../../../core/model/text.ts';
import { summarize } from '../../../core/report/simulation-words.ts';
import { h, printable } from '../view/dom.ts';
import { LONGEST_NAME } from '../view/finding-list.ts';
import { formatNumber } from '../view/numbers.ts';
import { createTimeline } from '../view/timeline.ts';
import { address, type Page, type View } from './page.ts';
import { createSearchView } from './search-view.ts';

type StartEvent = Page['events'][number];

export function createTimelinesView(page: Page): View {
  const { events } = page;
  const intro = 'What one contact receives after an event, over all enabled workflows.';
  const rows = events.map((event) => {
    const { simulation } = simulateEvent(page, event);
    return { emails: simulation.emails, summary: summarize(simulation) };
  });
  const at = (index: number): EmailCount => (rows[index] as (typeof rows)[number]).emails;
  const most = ({ max }: EmailCount): number => max ?? Number.MAX_VALUE;
  return createSearchView({
    name: 'timelines',
    title: 'Timelines',
    noun: 'event',
    intro: h('p.dim', intro),
    texts: events.map(({ name }) => name),
    orders: [
      {
        value: 'emails',
        label: 'most emails first',
        compare: (a, b) => most(at(b)) - most(at(a)) || at(b).min - at(a).min,
      },
      { value: 'name', label: 'by name', compare: (a, b) => a - b },
    ],
    draw: (index) => drawRow(page, events[index] as StartEvent, rows[index]?.summary ?? ''),
  });
}

function drawRow({ data }: Page, { name, workflows }: StartEvent, summary: string): HTMLLIElement {
  const enabled = workflows.filter((i) => data.workflows[i]?.status === 'enabled').length;
  const others = workflows.length - enabled;
  return h(
    'li',
    h('a', { href: address.timeline(name) }, truncate(name, LONGEST_NAME)),
    h('span', enabled === 0 ? 'no enabled workflow' : summary),
    others > 0 && h('p.dim', `${formatNumber(others)} not enabled`),
  );
}

/** With the workflows that start, and their positions. */
function simulateEvent(page: Page, event: StartEvent) {
  const ids = new Set<string>();
  const started = event.workflows.flatMap((index) => {
    const plain = page.plain(index);
    if (plain === undefined || (plain.id !== undefined && ids.has(plain.id))) return [];
    if (plain.id !== undefined) ids.add(plain.id);
    return [{ index, workflow: workflowOf(plain) }];
  });
  const workflows = started.map(({ workflow }) => workflow);
  return { simulation: page.simulate(workflows, [], { event: event.name }), started };
}

export function createTimelineView(page: Page, name: string): View | undefined {
  const event = page.events.find((one) => printable(one.name) === name);
  if (event === undefined) return undefined;
  const { simulation, started } = simulateEvent(page, event);
  // Runs have the order of the workflows, but some workflows have none.
  let at = -1;
  const owners = simulation.runs.map(({ workflow: { id, name: title } }) => {
    at = started.findIndex(
      ({ workflow }, i) => i > at && workflow.id === id && workflow.name === title,
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

import { isObject, type JsonObject } from '../src/core/model/json.ts';
import type { SimulationRequest } from '../src/core/model/simulation.ts';
import { h } from '../src/features/html/view/dom.ts';
import { field } from '../src/features/html/view/filter-bar.ts';
import { createTimeline } from '../src/features/html/view/timeline.ts';
import type { CheckOutcome } from './protocol.ts';
import type { SessionClient } from './thread.ts';

interface TimelinePanel {
  readonly element: HTMLElement;
  show(checked: CheckOutcome): void;
  /** Turns to the event on which a workflow of this text starts. */
  follow(source: string): void;
}

const REST = 250;

/** What one contact receives after an event, as the texts change. */
export function createTimelinePanel(simulate: SessionClient['simulate']): TimelinePanel {
  const choice = h('select', { id: 'timeline-event' });
  const payload = h('textarea', {
    id: 'timeline-payload',
    rows: 2,
    spellcheck: 'false',
    'aria-describedby': 'timeline-fault',
    placeholder: '{ "total": 40 }',
  });
  const all = h('input', { type: 'checkbox' });
  const fault = h('p', { id: 'timeline-fault', class: 'fault' });
  const place = h('div');
  const form = h(
    'form.filter-bar',
    field('Event', choice, 'wide'),
    field('Its payload, if known', payload, 'wide'),
    h('label.choice', all, ' also workflows that are not enabled'),
  );
  const empty = h('p.empty', 'No workflow starts on an event.');
  let names: readonly string[] = [];
  let bySource: ReadonlyMap<string, string> = new Map();
  let turn = 0;
  const run = async (): Promise<void> => {
    const event = names[choice.selectedIndex];
    const read = readPayload(payload.value);
    fault.replaceChildren(typeof read === 'string' ? read : '');
    payload.setAttribute('aria-invalid', String(typeof read === 'string'));
    if (event === undefined || typeof read === 'string') return;
    const own = ++turn;
    const request: SimulationRequest = {
      event,
      all: all.checked,
      ...(read !== undefined && { payload: read }),
    };
    const simulation = await simulate(request);
    if (own !== turn) return;
    const wasEvery =
      place.querySelector<HTMLInputElement>('input[type="checkbox"]')?.checked === true;
    place.replaceChildren(createTimeline({ simulation }));
    if (wasEvery) place.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('input', () => {
    clearTimeout(resting);
    resting = setTimeout(() => void run(), REST);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  return {
    element: h('div', form, fault, place, empty),
    show({ data, plain }) {
      // While the text cannot be read, what was there stays.
      if (plain.length === 0 && names.length > 0) return;
      const before = names[choice.selectedIndex];
      bySource = new Map(
        data.workflows
          .toReversed()
          .flatMap(({ source, starts: [first] = [] }) =>
            first === undefined ? [] : [[source, first] as const],
          ),
      );
      names = [...new Set(data.workflows.flatMap(({ starts = [] }) => starts))].sort();
      choice.replaceChildren(...names.map((name) => h('option', name)));
      choice.selectedIndex = Math.max(0, names.indexOf(before ?? ''));
      form.hidden = names.length === 0;
      empty.hidden = names.length > 0;
      if (names.length === 0) place.replaceChildren();
      else void run();
    },
    follow(source) {
      const at = names.indexOf(bySource.get(source) ?? '');
      if (at === -1 || at === choice.selectedIndex) return;
      choice.selectedIndex = at;
      void run();
    },
  };
}

function readPayload(text: string): JsonObject | string | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : 'The payload is to be an object, such as { "total": 40 }.';
  } catch {
    return 'The payload is no JSON yet.';
  }
}

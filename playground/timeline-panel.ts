import type { SimulationRequest } from '../src/core/model/simulation.ts';
import { h } from '../src/features/html/view/dom.ts';
import { field } from '../src/features/html/view/filter-bar.ts';
import { createTimeline } from '../src/features/html/view/timeline.ts';
import { parseLaterEvent, parsePayload, prefixed } from '../src/features/simulate/parse.ts';
import { UserError } from '../src/run/user-error.ts';
import type { CheckOutcome } from './protocol.ts';
import type { SessionClient } from './thread.ts';

const REST = 250;

/** The emails of one contact after an event, for the current texts. */
export function createTimelinePanel(simulate: SessionClient['simulate']) {
  const choice = h('select', { id: 'timeline-event' });
  const place = h('div');
  const { form, fault, requestOf } = createForm(choice);
  const empty = h('p.empty', 'No workflow starts on an event.');
  let names: readonly string[] = [];
  let bySource: ReadonlyMap<string, string> = new Map();
  let turn = 0;
  const run = async (): Promise<void> => {
    const request = requestOf(names[choice.selectedIndex]);
    if (request === undefined) return;
    const own = ++turn;
    const simulation = await simulate(request);
    if (own !== turn) return;
    const everyStep = (): HTMLInputElement | null => place.querySelector('input[type="checkbox"]');
    const wasEvery = everyStep()?.checked === true;
    place.replaceChildren(createTimeline({ simulation }));
    if (wasEvery) everyStep()?.click();
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('input', () => {
    clearTimeout(resting);
    resting = setTimeout(() => void run(), REST);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  return {
    element: h('div', form, fault, place, empty),
    show({ data: { workflows }, plain }: CheckOutcome): void {
      // While the text is invalid, the last timeline is kept.
      if (plain.length === 0 && names.length > 0) return;
      const before = names[choice.selectedIndex];
      const first = workflows.filter(({ starts = [] }) => starts.length > 0).toReversed();
      bySource = new Map(first.map(({ source, starts }) => [source, starts?.[0] ?? '']));
      names = [...new Set(workflows.flatMap(({ starts = [] }) => starts))].sort();
      choice.replaceChildren(...names.map((name) => h('option', name)));
      choice.selectedIndex = Math.max(0, names.indexOf(before ?? ''));
      form.hidden = names.length === 0;
      empty.hidden = names.length > 0;
      if (names.length === 0) place.replaceChildren();
      else void run();
    },
    /** Selects the event on which a workflow of this text starts. */
    follow(source: string): void {
      const at = names.indexOf(bySource.get(source) ?? '');
      if (at === -1 || at === choice.selectedIndex) return;
      choice.selectedIndex = at;
      void run();
    },
  };
}

/** The fields of a request; `requestOf` shows their faults and returns nothing when there are any. */
function createForm(choice: HTMLSelectElement) {
  const payload = textField('timeline-payload', '{ "total": 40 }');
  const contact = textField('timeline-contact', '{ "unsubscribed": true }');
  const when = textField('timeline-when', 'order.paid@+2 days');
  const all = h('input', { type: 'checkbox' });
  const fault = h('p', { id: 'timeline-fault', class: 'fault' });
  const form = h(
    'form.filter-bar',
    field('Event', choice, 'wide'),
    field('Its payload, if known', payload, 'wide'),
    field('The contact, if known', contact, 'wide'),
    field('Later events, one a line', when, 'wide'),
    h('label.choice', all, ' also workflows that are not enabled'),
  );
  const requestOf = (event: string | undefined): SimulationRequest | undefined => {
    const faults: string[] = [];
    const read = <T>(input: HTMLTextAreaElement, name: string, parse: (text: string) => T) => {
      const known = faults.length;
      const texts = input === when ? input.value.split('\n') : [input.value];
      const values = texts
        .filter((text) => text.trim() !== '')
        .flatMap((text) => {
          try {
            return [prefixed(`${name}: `, () => parse(text))];
          } catch (error) {
            if (!(error instanceof UserError)) throw error;
            faults.push(error.message);
            return [];
          }
        });
      input.setAttribute('aria-invalid', String(faults.length > known));
      return values;
    };
    const [known] = read(payload, 'The payload', parsePayload);
    const [person] = read(contact, 'The contact', parsePayload);
    const later = read(when, 'Later events', (line) => parseLaterEvent(line));
    fault.replaceChildren(...faults.map((text) => h('span', text, ' ')));
    if (event === undefined || faults.length > 0) return undefined;
    return {
      event,
      all: all.checked,
      when: later,
      ...(known !== undefined && { payload: known }),
      ...(person !== undefined && { contact: person }),
    };
  };
  return { form, fault, requestOf };
}

const textField = (id: string, placeholder: string): HTMLTextAreaElement =>
  h('textarea', {
    id,
    rows: 2,
    spellcheck: 'false',
    'aria-describedby': 'timeline-fault',
    placeholder,
  });

import type { GivenAnswer, SimulationRequest } from '../src/core/model/simulation.ts';
import { h } from '../src/features/html/view/dom.ts';
import { field } from '../src/features/html/view/filter-bar.ts';
import { createTimeline } from '../src/features/html/view/timeline.ts';
import { parseLaterEvent, parsePayload, prefixed } from '../src/features/simulate/parse.ts';
import { UserError } from '../src/run/user-error.ts';
import { createPayloadFields } from './payload-fields.ts';
import type { CheckOutcome, EventSchema } from './protocol.ts';
import type { SessionClient } from './thread.ts';

const REST = 250;

/** The emails of one contact after an event, for the current texts. */
export function createTimelinePanel(simulate: SessionClient['simulate']) {
  const choice = h('select', { id: 'timeline-event' });
  const place = h('div');
  const { form, fault, requestOf, ask } = createForm(choice);
  const empty = h('p.empty', 'No workflow starts on an event.');
  let names: readonly string[] = [];
  let bySource: ReadonlyMap<string, string> = new Map();
  let schemas: ReadonlyMap<string, EventSchema> = new Map();
  let answers: readonly GivenAnswer[] = [];
  let turn = 0;
  const run = async (): Promise<void> => {
    const event = names[choice.selectedIndex] ?? '';
    ask(event, schemas.get(event));
    const request = requestOf(event);
    if (request === undefined) return;
    const own = ++turn;
    const simulation = await simulate({ ...request, answers });
    if (own !== turn) return;
    const everyStep = (): HTMLInputElement | null => place.querySelector('input[type="checkbox"]');
    const wasEvery = everyStep()?.checked === true;
    const hadFocus = place.querySelector('button:focus') !== null;
    answers = simulation.answered;
    const onAnswers = (next: readonly GivenAnswer[]): void => {
      answers = next;
      void run();
    };
    place.replaceChildren(createTimeline({ simulation, onAnswers }));
    if (wasEvery) everyStep()?.click();
    // The button that was used is gone.
    if (hadFocus) place.querySelector<HTMLElement>('section button')?.focus();
  };
  const start = (): void => {
    answers = [];
    void run();
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('input', ({ target }) => {
    clearTimeout(resting);
    if (target === choice) start();
    else resting = setTimeout(() => void run(), REST);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  return {
    element: h('div', form, fault, place, empty),
    /** @param isStale the text cannot be read, and the earlier timeline is kept. */
    show({ data: { workflows }, ...checked }: CheckOutcome, isStale: boolean): void {
      if (isStale && names.length > 0) return;
      const before = names[choice.selectedIndex];
      const first = workflows.filter(({ starts = [] }) => starts.length > 0).toReversed();
      bySource = new Map(first.map(({ source, starts }) => [source, starts?.[0] ?? '']));
      schemas = new Map(checked.schemas);
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
      start();
    },
  };
}

/** The fields of a request; `requestOf` shows their faults and returns nothing when there are any. */
function createForm(choice: HTMLSelectElement) {
  const raw = textField('timeline-payload', '{ "total": 40 }');
  const rawPayload = field('Its payload, if known', raw, 'wide');
  const payload = h('div.payload', rawPayload);
  const contact = textField('timeline-contact', '{ "unsubscribed": true }');
  const when = textField('timeline-when', 'order.paid@+2 days');
  const all = h('input', { type: 'checkbox' });
  const fault = h('p', { id: 'timeline-fault', class: 'fault' });
  const form = h(
    'form.filter-bar',
    field('Event', choice, 'wide'),
    payload,
    field('The contact, if known', contact, 'wide'),
    field('Later events, one a line', when, 'wide'),
    h('label.choice', all, ' also workflows that are not enabled'),
  );
  let shown = '';
  let fields: ReturnType<typeof createPayloadFields> | undefined;
  /** Asks for the payload of an event: by its schema, else as JSON. */
  const ask = (event: string, schema: EventSchema | undefined): void => {
    const key = JSON.stringify([event, schema]);
    if (shown === key) return;
    shown = key;
    fields = schema && createPayloadFields(schema);
    payload.replaceChildren(fields?.element ?? rawPayload);
  };
  const requestOf = (event: string): SimulationRequest | undefined => {
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
    const known = fields?.read() ?? { payload: read(raw, 'The payload', parsePayload)[0] };
    const [person] = read(contact, 'The contact', parsePayload);
    const later = read(when, 'Later events', (line) => parseLaterEvent(line));
    fault.replaceChildren(...faults.map((text) => h('span', text, ' ')));
    if (faults.length > 0) return undefined;
    return { event, all: all.checked, when: later, ...known, contact: person };
  };
  return { form, fault, requestOf, ask };
}

const textField = (id: string, placeholder: string): HTMLTextAreaElement =>
  h('textarea', {
    id,
    rows: 2,
    spellcheck: 'false',
    'aria-describedby': 'timeline-fault',
    placeholder,
  });

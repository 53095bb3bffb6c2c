import type { Loop, Moment, Question, Run, Simulation } from '../model/simulation.ts';
import { happenings, isCertain, isSend, nameOfRun, placeOf, sayDates, sayLoop, sayOnly, sayTime, shortKey, summarize } from '../report/simulation.ts';
import { h } from './dom.ts';
import { count } from './numbers.ts';
import { drawIcon } from './style.ts';

export interface TimelineOptions {
  readonly simulation: Simulation;
  /** Address of the view of a run's workflow. */
  workflowOf?(run: number): string | undefined;
}

/** Nobody reads more; the command line has them all. */
const MAX_MOMENTS = 500;
const MAX_LISTED = 50;

/** What one contact receives, in order of time, and what it depends on. */
export function createTimeline({ simulation, workflowOf }: TimelineOptions): HTMLElement {
  const { runs, loops, questions, gaps, notes, refused, notEnabled } = simulation;
  const every = h('input', { type: 'checkbox' });
  const list = h('ol', { class: 'timeline' });
  const show = (): void => {
    const moments = every.checked ? simulation.moments : happenings(simulation);
    list.replaceChildren(...drawMoments(simulation, moments.slice(0, MAX_MOMENTS)));
    if (moments.length > MAX_MOMENTS) list.append(h('li', {}, `… and ${count(moments.length - MAX_MOMENTS, 'more moment')}`));
    if (moments.length === 0 && runs.length > 0) list.append(h('li', { class: 'dim' }, 'Nothing is sent.'));
  };
  every.addEventListener('change', show);
  show();
  return h(
    'div',
    { class: 'timeline-view' },
    h('p', { class: 'verdict' }, runs.length === 0 ? 'No enabled workflow starts on it.' : summarize(simulation)),
    runs.length === 0
      ? undefined
      : h(
          'ul',
          { class: 'runs', 'aria-label': 'Workflows that start' },
          runs.map((run, i) => drawRun(run, i, workflowOf?.(i))),
        ),
    runs.length === 0 ? undefined : h('p', {}, h('label', { class: 'choice' }, every, ' Every step')),
    refused.map(({ event, problems }) => h('p', { class: 'hint' }, `The payload of "${event}" does not fit its schema: ${problems.join('; ')}`)),
    list,
    drawList('It repeats', loops, (loop) => sayLoopIn(simulation, loop)),
    drawList('What is not known', questions, (question) => sayQuestion(simulation, question)),
    drawList('Would start as well, but are not enabled', notEnabled, ({ name, id }) => name ?? id ?? 'Unnamed workflow'),
    drawList('Not simulated', gaps, (text) => text),
    drawList('Notes', notes, (text) => text),
  );
}

function drawRun(run: Run, index: number, href: string | undefined): HTMLElement {
  const name = nameOfRun(run);
  return h('li', {}, drawLane(index), href === undefined ? name : h('a', { href }, name));
}

/** Which run it is, by a letter and a colour. */
function drawLane(run: number): HTMLElement {
  const letter = run < 26 ? String.fromCharCode(65 + run) : `${run + 1}`;
  return h('span', { class: `lane lane-${run % 6}`, 'aria-hidden': 'true' }, letter);
}

function drawMoments(simulation: Simulation, moments: readonly Moment[]): readonly HTMLElement[] {
  const end = Math.max(1, ...moments.map(({ at }) => at.greatest ?? at.least));
  const items: HTMLElement[] = [];
  let last: string | undefined;
  let list: HTMLUListElement | undefined;
  for (const moment of moments) {
    const time = sayTime(moment.at);
    if (list === undefined || time !== last) {
      last = time;
      list = h('ul', {});
      const dates = sayDates(moment);
      items.push(h('li', {}, h('div', { class: 'time' }, time, dates === '' ? undefined : h('div', { class: 'dim' }, dates), drawBar(moment, end)), list));
    }
    list.append(drawMoment(simulation, moment));
  }
  return items;
}

function drawMoment(simulation: Simulation, moment: Moment): HTMLElement {
  const { run, step, type, label, template, round } = moment;
  const only = sayOnly(simulation, moment);
  const isPlain = !isSend(moment);
  const several = simulation.runs.length > 1;
  const classes = ['moment', ...(isCertain(moment) ? [] : ['open']), ...(isPlain ? ['minor'] : [])].join(' ');
  return h(
    'li',
    { class: classes },
    drawIcon(type),
    h(
      'div',
      {},
      h(
        'div',
        { class: 'what' },
        isSend(moment) ? (moment.subject ?? label) : label,
        (round ?? 1) > 1 ? h('span', { class: 'dim' }, ` (round ${round})`) : undefined,
      ),
      h(
        'div',
        { class: 'dim' },
        several ? [drawLane(run), nameOfRun(simulation.runs[run] as Run), ' · '] : undefined,
        shortKey(step),
        template === undefined ? undefined : ` · template ${shortKey(template)}`,
      ),
      only === '' ? undefined : h('div', { class: 'only' }, h('b', {}, 'only if '), only),
    ),
  );
}

/** When it happens, on a line from the event to the last time there is. */
function drawBar({ at: { least, greatest } }: Moment, end: number): HTMLElement {
  const mark = h('i', {});
  const from = (least / end) * 100;
  mark.style.left = `${Math.min(from, 98)}%`;
  mark.style.right = `${Math.max(0, 100 - Math.max(from + 2, ((greatest ?? end) / end) * 100))}%`;
  return h('div', { class: 'extent', 'aria-hidden': 'true' }, mark);
}

function sayQuestion(simulation: Simulation, question: Question): string {
  return `${placeOf(simulation, question)}, ${sayTime(question.at)}: ${question.answers.join(', or ')}`;
}

function sayLoopIn({ runs }: Simulation, loop: Loop): string {
  const steps = loop.steps.map(shortKey).join(' → ');
  return `${runs.length === 1 ? '' : `${nameOfRun(runs[loop.run] as Run)} › `}${steps}: ${sayLoop(loop)}`;
}

function drawList<T>(title: string, items: readonly T[], say: (item: T) => string): HTMLElement | undefined {
  if (items.length === 0) return undefined;
  const more = items.length > MAX_LISTED ? h('li', {}, `… and ${items.length - MAX_LISTED} more`) : undefined;
  return h(
    'section',
    {},
    h('h3', {}, title),
    h(
      'ul',
      { class: 'plain-list' },
      items.slice(0, MAX_LISTED).map((item) => h('li', {}, say(item))),
      more,
    ),
  );
}

import { shortKey } from '../../../core/model/label.ts';
import type {
  GivenAnswer,
  Moment,
  Question,
  Run,
  Simulation,
} from '../../../core/model/simulation.ts';
import { takeFirst } from '../../../core/model/text.ts';
import {
  asksForValue,
  formatQuestions,
  groupQuestions,
} from '../../../core/report/open-questions.ts';
import {
  formatCondition,
  formatDates,
  formatLoopIn,
  formatStepPlace,
  formatTime,
  isCertain,
  isSend,
  nameOfRun,
  sideEffects,
  summarize,
} from '../../../core/report/simulation-words.ts';
import { actionButton, type Child, h } from './dom.ts';
import { formatCount } from './numbers.ts';
import { drawIcon } from './style.ts';

interface TimelineViewOptions {
  readonly simulation: Simulation;
  workflowOf?(run: number): string | undefined;
  /** Called with all answers when the reader gives one or takes one back. Without it, questions have no buttons. */
  onAnswers?: ((answers: readonly GivenAnswer[]) => void) | undefined;
}

export function createTimeline({
  simulation,
  workflowOf,
  onAnswers,
}: TimelineViewOptions): HTMLElement {
  const { runs, loops, answered, gaps, notes, refused, notEnabled } = simulation;
  const every = h('input', { type: 'checkbox' });
  const list = h('ol.timeline');
  const show = (): void => {
    const moments = every.checked ? simulation.moments : sideEffects(simulation);
    // The command line prints all of them.
    const { first, more } = takeFirst(moments, 500);
    list.replaceChildren(...drawMoments(simulation, first));
    if (more > 0) list.append(h('li', `… and ${formatCount(more, 'more moment')}`));
    if (moments.length === 0 && runs.length > 0) list.append(h('li.dim', 'Nothing is sent.'));
  };
  every.addEventListener('change', show);
  show();
  const open = drawList('What is not known', groupQuestions(simulation), (group) => [
    `${formatStepPlace(simulation, group[0])}, ${formatTime(group[0].at)}: ${formatQuestions(group)} `,
    onAnswers !== undefined && drawButtons(group, (made) => onAnswers([...answered, ...made])),
  ]);
  return h(
    'div.timeline-view',
    h('p.verdict', runs.length === 0 ? 'No enabled workflow starts on it.' : summarize(simulation)),
    runs.length > 0 &&
      h(
        'ul.runs',
        { 'aria-label': 'Workflows that start' },
        runs.map((run, i) => drawRun(run, i, workflowOf?.(i))),
      ),
    runs.length > 0 && h('p', h('label.choice', every, ' Every step')),
    refused.map(({ event, problems }) =>
      h('p.hint', `The payload of "${event}" does not fit its schema: ${problems.join('; ')}`),
    ),
    drawList('Your answers', answered, (given) => drawAnswer(answered, given, onAnswers)),
    onAnswers !== undefined && open,
    list,
    drawList('It repeats', loops, (loop) => formatLoopIn(simulation, loop)),
    onAnswers === undefined && open,
    drawList(
      'Would start as well, but are not enabled',
      notEnabled,
      ({ name, id }) => name ?? id ?? 'Unnamed workflow',
    ),
    drawList('Not simulated', gaps, (text) => text),
    drawList('Notes', notes, (text) => text),
  );
}

function drawRun(run: Run, index: number, href: string | undefined): HTMLElement {
  const name = nameOfRun(run);
  return h('li', drawLane(index), href === undefined ? name : h('a', { href }, name));
}

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
    const time = formatTime(moment.at);
    if (list === undefined || time !== last) {
      last = time;
      list = h('ul');
      const dates = formatDates(moment);
      items.push(
        h(
          'li',
          h('div.time', time, dates !== '' && h('div.dim', dates), drawBar(moment, end)),
          list,
        ),
      );
    }
    list.append(drawMoment(simulation, moment));
  }
  return items;
}

function drawMoment(simulation: Simulation, moment: Moment): HTMLElement {
  const { run, step, type, label, template, round } = moment;
  const only = formatCondition(simulation, moment);
  const isPlain = !isSend(moment);
  const several = simulation.runs.length > 1;
  const open = isCertain(moment) ? '' : ' open';
  const classes = `moment${open}${isPlain ? ' minor' : ''}`;
  return h(
    'li',
    { class: classes },
    drawIcon(type),
    h(
      'div',
      h(
        'div.what',
        isSend(moment) ? (moment.subject ?? label) : label,
        (round ?? 1) > 1 && h('span.dim', ` (round ${round})`),
      ),
      h(
        'div.dim',
        several ? [drawLane(run), nameOfRun(simulation.runs[run] as Run), ' · '] : undefined,
        shortKey(step),
        template === undefined ? undefined : ` · template ${shortKey(template)}`,
      ),
      only !== '' && h('div.only', h('b', 'only if '), only),
    ),
  );
}

/** The time of a moment between the event and the last moment. */
function drawBar({ at: { least, greatest } }: Moment, end: number): HTMLElement {
  const mark = h('i');
  const from = (least / end) * 100;
  mark.style.left = `${Math.min(from, 98)}%`;
  mark.style.right = `${Math.max(0, 100 - Math.max(from + 2, ((greatest ?? end) / end) * 100))}%`;
  return h('div.extent', { 'aria-hidden': 'true' }, mark);
}

function drawAnswer(
  answered: readonly GivenAnswer[],
  given: GivenAnswer,
  onAnswers: TimelineViewOptions['onAnswers'],
): Child {
  const { question, answer } = given;
  const takeBack = (): void => onAnswers?.(answered.filter((each) => each !== given));
  return [`${question.answers[answer]} `, actionButton('Take back', takeBack)];
}

/** A button for each answer to questions about one field. */
function drawButtons(
  group: readonly Question[],
  onAnswer: (made: readonly GivenAnswer[]) => void,
): HTMLElement {
  const button = (text: string, made: readonly GivenAnswer[]): HTMLElement =>
    actionButton(text, () => onAnswer(made));
  if (asksForValue(group)) {
    const none = group.map((question) => ({ question, answer: 1 }));
    const buttons = group.map((question) => button(`${question.value}`, [{ question, answer: 0 }]));
    return h('span.answers', buttons, button('none of these', none));
  }
  return h(
    'span.answers',
    group.flatMap((question) =>
      question.answers.map((text, answer) => {
        const isPlain = group.length === 1 && question.kind !== 'edge';
        return button(isPlain ? (answer === 0 ? 'yes' : 'no') : text, [{ question, answer }]);
      }),
    ),
  );
}

function drawList<T>(
  title: string,
  items: readonly T[],
  format: (item: T) => Child,
): HTMLElement | undefined {
  if (items.length === 0) return undefined;
  const { first, more } = takeFirst(items, 50);
  return h(
    'section',
    h('h3', title),
    h(
      'ul.plain-list',
      first.map((item) => h('li', format(item))),
      more > 0 && h('li', `… and ${more} more`),
    ),
  );
}

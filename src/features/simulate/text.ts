/** A simulation for people: cases, then each email once, then what is open. */
import columnsOf from 'fast-string-width';
import { firstBy, groupBy } from '../../core/graph/graph.ts';
import { nameOf, plural, truncate } from '../../core/model/text.ts';
import { escapeLine, escapeText, printLine } from '../../core/report/escape.ts';
import { wrap } from '../../core/report/wrap.ts';
import type { TimeRange } from '../../core/run/case.ts';
import type { Layout } from '../../node/write.ts';
import type { Question } from './questions.ts';
import type { Send, SimulatedCase } from './run.ts';
import type { Simulation } from './simulate.ts';
import {
  caseEmails,
  caseText,
  formatOffset,
  formatWhen,
  keyOrPlace,
  lastOf,
  summarize,
  wordStart,
  workflowOf,
} from './words.ts';

const MOST_CASES = 20;
const MOST_EMAILS = 100;
const MOST_QUESTIONS = 20;

export function* simulationText(simulation: Simulation, layout: Layout): Iterable<string> {
  const { event, refused, gaps, notes, notEnabled, runs } = simulation;
  const { palette } = layout;
  yield `${escapeLine(palette.bold(escapeText(`after "${event}"${wordStart(simulation)}`)))}\n\n`;
  for (const { event: name, at, problems } of refused) {
    const when = at === 0 ? '' : ` at ${formatOffset(at)}`;
    const text = `the payload of "${name}"${when} does not fit its schema: nothing starts by it`;
    yield* prose('  refused  ', text, layout, palette.red);
    for (const problem of problems) yield* prose('           ', problem, layout);
    yield '\n';
  }
  yield* caseLines(simulation, layout);
  yield* emailLines(simulation, layout);
  const open = openQuestions(simulation);
  yield* questionLines(open, layout);
  yield `${palette.bold(escapeLine(escapeText(headline(simulation, open.length))))}\n`;
  if (runs.length === 0 && notEnabled.length > 0) {
    const names = notEnabled.slice(0, 5).map(({ name, id }) => `"${name ?? id ?? ''}"`);
    const text = `${names.join(', ')}: not enabled; --all simulates them`;
    yield* prose('not started: ', text, layout, palette.yellow);
  }
  for (const text of gaps) yield* prose('not simulated: ', text, layout, palette.yellow);
  for (const text of notes) yield* prose('note: ', text, layout);
}

function headline(simulation: Simulation, open: number): string {
  const { runs, refused, event } = simulation;
  if (runs.length === 0 && refused.length > 0) return 'nothing runs';
  if (runs.length === 0) return `no enabled workflow starts on "${event}"`;
  return summarize(simulation) + (open === 0 ? '' : ` · ${plural(open, 'question')} open`);
}

/** Those of a contact who stays subscribed: an unsubscribed one gets none of the later emails. */
function* caseLines(simulation: Simulation, layout: Layout): Iterable<string> {
  const subscribed = simulation.cases.filter(({ isSubscribed }) => isSubscribed);
  const groups = [...groupBy(subscribed, ({ run }) => run).values()];
  const shown = groups.filter((cases) => !isPlain(cases)).flat();
  if (shown.length === 0) return;
  for (const [i, each] of shown.slice(0, MOST_CASES).entries()) {
    if (simulation.runs.length > 1 && each.run !== shown[i - 1]?.run)
      yield `  ${layout.palette.dim(escapeText(workflowOf(simulation, each.run)))}\n`;
    const start = `  ${String(each.number).padStart(2)}  `;
    yield* prose(start, caseText(each) || 'always', layout);
    yield* prose('      ', caseEmails(simulation, each), layout);
  }
  yield* leftOut(shown.length - MOST_CASES, 'case', '--payload and --when decide some');
  yield '\n';
}

/** All cases of a run end, with the same emails: the list of emails says it all. */
const isPlain = (cases: readonly SimulatedCase[]): boolean =>
  cases.every(
    ({ end, sends }) =>
      (end === 'end' || end === 'deleted') &&
      end === cases[0]?.end &&
      sends.every(({ isCertain }) => isCertain),
  );

const BAR = 12;
const WIDEST = [54, 12, 44, 16, 26, 26];
const NARROWEST = 10;

function* emailLines(simulation: Simulation, layout: Layout): Iterable<string> {
  const { sends, runs, start } = simulation;
  if (sends.length === 0) return;
  const isOne = runs.length === 1;
  const shown = sends.slice(0, MOST_EMAILS);
  const last = lastOf(shown);
  const rows = shown.map((send): readonly string[] => [
    formatWhen(send.time, start),
    // Dates need the room.
    start === undefined ? bar(send.time, last) : '',
    send.subject ?? nameOf(send.step),
    casesOf(send, simulation),
    ...(isOne ? [] : [workflowOf(simulation, send.run)]),
    keyOrPlace(send.step),
  ]);
  const time = start === undefined ? 'after' : 'date';
  const head = [time, '', 'email', 'cases', ...(isOne ? [] : ['workflow']), 'step'];
  const [title = '', ...lines] = tableLines([head, ...rows], layout.width);
  yield `${layout.palette.dim(title)}\n`;
  for (const line of lines) yield `${line}\n`;
  yield* leftOut(sends.length - MOST_EMAILS, 'more email', '-f json has them all');
  yield '\n';
}

/** The numbers of the listed cases that send it. */
function casesOf({ cases, isCertain }: Send, simulation: Simulation): string {
  if (isCertain) return 'all';
  const own = cases.filter((number) => simulation.cases[number - 1]?.isSubscribed);
  return own.length > 4 ? `${own.slice(0, 4).join(', ')} …` : own.join(', ');
}

/** Its time on a line from the event to the last email. */
function bar({ min, max }: TimeRange, last: number): string {
  const place = (seconds: number): number =>
    last === 0 ? 0 : Math.round((Math.min(seconds, last) / last) * (BAR - 1));
  const [from, to] = [place(min), place(max)];
  const mark = from === to ? '●' : '━'.repeat(to - from + 1);
  return '·'.repeat(from) + mark + '·'.repeat(BAR - 1 - to);
}

/** Columns as wide as their widest cells; where they do not fit, the widest text is cut. */
function tableLines(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => escapeText(cell)));
  const widths = (cells[0] ?? []).map((_, column) => {
    const own = cells.map((row) => columnsOf(row[column] ?? ''));
    return Math.min(WIDEST[column] ?? NARROWEST, Math.max(...own));
  });
  const isOver = (): boolean => widths.reduce((sum, each) => sum + each + 2, 0) > width;
  // Times and bars are never cut.
  let widest = Math.max(...widths.slice(2));
  while (isOver() && widest > NARROWEST) {
    widths[widths.indexOf(widest, 2)] = widest - 1;
    widest = Math.max(...widths.slice(2));
  }
  const lines = cells.map((row) => row.map((cell, column) => sized(cell, widths[column] ?? 0)));
  return lines.map((row) => escapeLine(`  ${row.join('  ')}`));
}

function sized(cell: string, width: number): string {
  let shown = cell;
  for (let max = width; columnsOf(shown) > width; max--) shown = truncate(cell, max);
  return shown + ' '.repeat(width - columnsOf(shown));
}

/** What is asked again, as for each email whether the contact is unsubscribed, is one question. */
function openQuestions({ questions }: Simulation): readonly Question[] {
  const keyOf = ({ kind, answers, deciders }: Question): string =>
    kind === 'unsubscribed' ? kind : JSON.stringify([answers, deciders]);
  return [...firstBy(questions, keyOf).values()];
}

function* questionLines(questions: readonly Question[], layout: Layout): Iterable<string> {
  if (questions.length === 0) return;
  yield `${layout.palette.bold('open')}\n`;
  for (const { kind, answers, deciders } of questions.slice(0, MOST_QUESTIONS)) {
    const isSubscription = kind === 'unsubscribed';
    const text = answers.slice(0, 3).join(', or ');
    yield* prose('  ', isSubscription ? 'whether the contact is unsubscribed' : text, layout);
    // A flag stays on one line, so that it can be copied.
    const flags = deciders.flatMap((each) => each.flags).slice(0, 4);
    for (const [i, flag] of flags.entries())
      yield printLine(`     ${i === 0 ? 'decided by' : 'or'} ${flag}`);
  }
  yield* leftOut(questions.length - MOST_QUESTIONS, 'more question', '-f json has them all');
  yield '\n';
}

function* leftOut(amount: number, noun: string, remedy: string): Iterable<string> {
  if (amount > 0) yield `  … and ${plural(amount, noun)}; ${remedy}\n`;
}

/** Wrapped; further lines are indented as far as the text of the first one. */
function* prose(
  start: string,
  text: string,
  { width }: Layout,
  paint: (text: string) => string = String,
): Iterable<string> {
  const lines = wrap(escapeText(truncate(text, 1000)), width - start.length);
  for (const [i, line] of lines.entries())
    yield `${escapeLine((i === 0 ? paint(start) : ' '.repeat(start.length)) + line)}\n`;
}

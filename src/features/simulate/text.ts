/** A simulation for people: cases, then each email once, then what is open. */
import columnsOf from 'fast-string-width';
import { groupBy } from '../../core/graph/graph.ts';
import { nameOf, plural, truncate } from '../../core/model/text.ts';
import { escapeLine, escapeText } from '../../core/report/escape.ts';
import { wrap } from '../../core/report/wrap.ts';
import type { Layout } from '../../node/write.ts';
import type { Question, Send } from './collect.ts';
import type { Simulation } from './simulate.ts';
import {
  caseEmails,
  caseText,
  flagsOf,
  formatDate,
  formatOffset,
  formatWhen,
  summarize,
  workflowOf,
} from './words.ts';

const MOST_CASES = 20;
const MOST_EMAILS = 100;
const MOST_QUESTIONS = 20;

export function* simulationText(simulation: Simulation, layout: Layout): Iterable<string> {
  const { event, start, refused, gaps, notes, notEnabled, runs } = simulation;
  const { palette } = layout;
  const date = start === undefined ? '' : `, ${formatDate(start, 0)} in ${start.zone}`;
  yield `${escapeLine(palette.bold(`after "${escapeText(event)}"${escapeText(date)}`))}\n\n`;
  for (const { event: name, at, problems } of refused) {
    const when = at === 0 ? '' : ` at ${formatOffset(at)}`;
    yield* prose(
      ['  refused  ', palette.red],
      `the payload of "${name}"${when} does not fit its schema: nothing starts by it`,
      layout,
    );
    for (const problem of problems) yield* prose(['           '], problem, layout);
    yield '\n';
  }
  yield* caseLines(simulation, layout);
  yield* emailLines(simulation, layout);
  yield* questionLines(simulation, layout);
  yield `${palette.bold(escapeLine(escapeText(headline(simulation))))}\n`;
  if (runs.length === 0 && notEnabled.length > 0) {
    const names = notEnabled.slice(0, 5).map(({ name, id }) => `"${name ?? id ?? ''}"`);
    const text = `${names.join(', ')}: not enabled; --all simulates them`;
    yield* prose(['not started: ', palette.yellow], text, layout);
  }
  for (const text of gaps) yield* prose(['not simulated: ', palette.yellow], text, layout);
  for (const text of notes) yield* prose(['note: '], text, layout);
}

function headline(simulation: Simulation): string {
  const { runs, refused, event } = simulation;
  if (runs.length === 0)
    return refused.length > 0 ? 'nothing runs' : `no enabled workflow starts on "${event}"`;
  const { length } = openQuestions(simulation);
  const open = length === 0 ? '' : ` · ${plural(length, 'question')} open`;
  return `${summarize(simulation)}${open}`;
}

/** Those of a contact who stays subscribed: an unsubscribed one gets none of the later emails. */
function* caseLines(simulation: Simulation, layout: Layout): Iterable<string> {
  const { runs, cases } = simulation;
  const emailsOf = new Map<number, Set<string>>(Array.from(runs, (_, run) => [run, new Set()]));
  const subscribed = cases.filter(({ isSubscribed }) => isSubscribed);
  for (const { run, sends, end } of subscribed) emailsOf.get(run)?.add(`${end} ${sends}`);
  // Of a run that ends, whose cases have the same emails, the list of emails says it all.
  const shown = subscribed.filter(
    ({ run, end }) => !QUIET.has(end) || (emailsOf.get(run)?.size ?? 0) > 1,
  );
  if (shown.length === 0) return;
  let run = -1;
  for (const each of shown.slice(0, MOST_CASES)) {
    if (each.run !== run && runs.length > 1)
      yield `  ${layout.palette.dim(escapeText(workflowOf(simulation, each.run)))}\n`;
    run = each.run;
    const start = `  ${String(each.number).padStart(2)}  `;
    yield* prose([start], caseText(simulation, each) || 'always', layout);
    yield* prose(['      '], caseEmails(simulation, each), layout);
  }
  const more = shown.length - MOST_CASES;
  if (more > 0) yield `  … and ${plural(more, 'case')}; --payload and --when decide some\n`;
  yield '\n';
}

const QUIET: ReadonlySet<string> = new Set(['end', 'deleted']);

const BAR = 12;
const WIDEST = [54, 12, 44, 16, 26, 26];
const NARROWEST = 10;

function* emailLines(simulation: Simulation, layout: Layout): Iterable<string> {
  const { sends, runs, start } = simulation;
  if (sends.length === 0) return;
  const shown = sends.slice(0, MOST_EMAILS);
  const ends = shown.map(({ time: { min, max } }) =>
    max === Number.POSITIVE_INFINITY ? min : max,
  );
  const last = Math.max(...ends);
  const rows = shown.map((send): readonly string[] => [
    formatWhen(send.time, start),
    // Dates need the room.
    start === undefined ? bar(send, last) : '',
    send.subject ?? nameOf(send.step),
    casesOf(send, simulation),
    ...(runs.length > 1 ? [workflowOf(simulation, send.run)] : []),
    send.step.key ?? `#${send.step.index + 1}`,
  ]);
  const workflow = runs.length > 1 ? ['workflow'] : [];
  const title = start === undefined ? 'after' : 'date';
  const head = [title, '', 'email', 'cases', ...workflow, 'step'];
  const cells = [head, ...rows].map((row) => row.map((cell) => escapeText(cell)));
  const widths = fitColumns(cells, layout.width);
  for (const [i, row] of cells.entries()) {
    const padded = row.map((cell, column) => sized(cell, widths[column] ?? 0));
    const line = escapeLine(`  ${padded.join('  ')}`);
    yield `${i === 0 ? layout.palette.dim(line) : line}\n`;
  }
  const more = sends.length - MOST_EMAILS;
  if (more > 0) yield `  … and ${plural(more, 'more email')}; -f json has them all\n`;
  yield '\n';
}

/** The numbers of the listed cases that send it. */
function casesOf({ cases, run, isCertain }: Send, simulation: Simulation): string {
  if (isCertain) return 'all';
  const listed = simulation.cases.filter((each) => each.isSubscribed && each.run === run);
  const own = listed.filter(({ number }) => cases.includes(number)).map(({ number }) => number);
  return own.length > 4 ? `${own.slice(0, 4).join(', ')} …` : own.join(', ');
}

/** Its time on a line from the event to the last email. */
function bar({ time: { min, max } }: Send, last: number): string {
  const place = (seconds: number): number =>
    last === 0 ? 0 : Math.round((Math.min(seconds, last) / last) * (BAR - 1));
  const [from, to] = [place(min), place(max)];
  const mark = from === to ? '●' : '━'.repeat(to - from + 1);
  return '·'.repeat(from) + mark + '·'.repeat(BAR - 1 - to);
}

/** Each as wide as its widest cell; where they do not fit, the widest text is cut. */
function fitColumns(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(WIDEST[column] ?? 30, Math.max(...rows.map((row) => columnsOf(row[column] ?? '')))),
  );
  for (;;) {
    const over = widths.reduce((sum, each) => sum + each + 2, 0) - width;
    // Times and bars are never cut.
    const widest = Math.max(...widths.slice(2));
    if (over <= 0 || widest <= NARROWEST) return widths;
    widths[widths.indexOf(widest, 2)] = widest - 1;
  }
}

function sized(cell: string, width: number): string {
  let shown = cell;
  for (let max = width; columnsOf(shown) > width; max--) shown = truncate(cell, max);
  return shown + ' '.repeat(width - columnsOf(shown));
}

function* questionLines(simulation: Simulation, layout: Layout): Iterable<string> {
  const questions = openQuestions(simulation);
  if (questions.length === 0) return;
  yield `${layout.palette.bold('open')}\n`;
  for (const question of questions.slice(0, MOST_QUESTIONS)) {
    const isSubscription = question.kind === 'unsubscribed';
    const answers = question.answers.slice(0, 3).join(', or ');
    const text = isSubscription ? 'whether the contact is unsubscribed' : answers;
    yield* prose(['  '], text, layout);
    // A flag stays on one line, so that it can be copied.
    const flags = flagsOf(simulation, question).slice(0, 4);
    for (const [i, flag] of flags.entries())
      yield `${escapeLine(`     ${i === 0 ? 'decided by' : 'or'} ${escapeText(flag)}`)}\n`;
  }
  const more = questions.length - MOST_QUESTIONS;
  if (more > 0) yield `  … and ${plural(more, 'more question')}; -f json has them all\n`;
  yield '\n';
}

/** What is asked again, as for each email whether the contact is unsubscribed, is one question. */
function openQuestions(simulation: Simulation): readonly Question[] {
  const keyOf = (each: Question): string =>
    each.kind === 'unsubscribed'
      ? each.kind
      : JSON.stringify([each.answers, flagsOf(simulation, each)]);
  return [...groupBy(simulation.questions, keyOf).values()].map(([first]) => first);
}

/** Wrapped; further lines are indented as far as the text of the first one. */
function* prose(
  [start, paint = String]: readonly [string, ((text: string) => string)?],
  text: string,
  { width }: Layout,
): Iterable<string> {
  const lines = wrap(escapeText(truncate(text, 1000)), width - start.length);
  for (const [i, line] of lines.entries())
    yield `${escapeLine((i === 0 ? paint(start) : ' '.repeat(start.length)) + line)}\n`;
}

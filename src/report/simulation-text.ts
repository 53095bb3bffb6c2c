import columnsOf from 'fast-string-width';
import type { Moment, Run, Simulation } from '../model/simulation.ts';
import { escapeLine, escapeText } from './escape.ts';
import type { Palette } from './reporter.ts';
import {
  happenings,
  isCertain,
  isSend,
  nameOfRun,
  openQuestions,
  placeOf,
  questionsOf,
  remarksOf,
  type SimulationReporter,
  sayDate,
  sayDates,
  sayDeciders,
  sayLoop,
  sayOffset,
  sayOnly,
  sayQuestion,
  sayTime,
  shortKey,
  summarize,
} from './simulation.ts';
import { count, shorten, wrap } from './words.ts';

const BAR = 20;
const MAX_WIDTHS = { email: 44, workflow: 26, step: 24, template: 30 } as const;
const PROSE = 100;
const MAX_LINES = 400;

/** A simulation for people: a line an email, with a bar that shows when; then what is open, and what would decide it. */
export const simulationText: SimulationReporter = function* (report, { palette }) {
  const { simulation } = report;
  const { event, start, runs, refused, loops } = simulation;
  const at = start === undefined ? '' : `, ${sayDate(start.date)} in ${escapeText(start.zone)}`;
  yield `${escapeLine(palette.bold(`after "${escapeText(event)}"${at}`))}\n\n`;
  for (const { event: name, at: offset, problems } of refused) {
    yield `${escapeLine(`  ${palette.red('refused')}  the payload of "${escapeText(name)}"${offset === 0 ? '' : ` at ${sayOffset(offset)}`} does not fit its schema: nothing starts by it`)}\n`;
    for (const problem of problems) yield `${escapeLine(`           ${escapeText(problem)}`)}\n`;
    yield '\n';
  }
  yield* table(simulation, palette);
  for (const loop of loops) {
    const steps = loop.steps.map(shortKey).join(' → ');
    yield* prose(`  ${palette.yellow('loop')}  `, `${runs.length === 1 ? '' : `${nameOfRun(runs[loop.run] as Run)} › `}${steps}: ${sayLoop(loop)}`, 8);
  }
  if (loops.length > 0) yield '\n';
  const questions = openQuestions(simulation);
  if (questions.length > 0) yield `${palette.bold('open')}\n`;
  for (const [number, question] of questions) {
    const place = `${placeOf(simulation, question)}, ${sayTime(question.at)}`;
    yield* prose(`  ${number}  `, `${place}: ${sayQuestion(question)}`, 5);
    const deciders = sayDeciders(question, event);
    if (deciders !== '') yield `${escapeLine(`     ${palette.dim(`decided by ${escapeText(shorten(deciders, 300))}`)}`)}\n`;
  }
  if (questions.length > 0) yield '\n';
  yield `${palette.bold(headline(simulation))}\n`;
  for (const { label, text } of remarksOf(report)) yield* prose(`${label === 'note' ? label : palette.yellow(label)}: `, text, 2);
};

function headline(simulation: Simulation): string {
  const { runs, refused, event } = simulation;
  const open = openQuestions(simulation).length;
  if (runs.length === 0) return refused.length > 0 ? 'nothing runs' : escapeLine(`no enabled workflow starts on "${escapeText(event)}"`);
  return `${summarize(simulation)}${open === 0 ? '' : ` · ${count(open, 'question')} open`}`;
}

function* table(simulation: Simulation, palette: Palette): Iterable<string> {
  const { runs, start } = simulation;
  const all = happenings(simulation);
  const rows = all.slice(0, MAX_LINES);
  if (rows.length === 0) return;
  const end = Math.max(...rows.map(({ at }) => at.greatest ?? at.least));
  const cells = rows.map((moment) => [
    start === undefined ? sayTime(moment.at) : sayDates(moment),
    bar(moment, end),
    cut(`${isSend(moment) ? '' : '· '}${moment.label}${(moment.round ?? 1) > 1 ? ` ↻ ${moment.round}` : ''}`, MAX_WIDTHS.email),
    ...(runs.length === 1 ? [] : [cut(nameOfRun(runs[moment.run] as Run), MAX_WIDTHS.workflow)]),
    cut(shortKey(moment.step), MAX_WIDTHS.step),
    moment.template === undefined ? '' : cut(shortKey(moment.template), MAX_WIDTHS.template),
  ]);
  const head = [start === undefined ? 'after' : 'date', '', 'email', ...(runs.length === 1 ? [] : ['workflow']), 'step', 'template'];
  const widths = head.map((title, column) => Math.max(columnsOf(title), ...cells.map((row) => columnsOf(row[column] as string))));
  const line = (row: readonly string[]): string => `  ${row.map((cell, column) => cell + ' '.repeat((widths[column] as number) - columnsOf(cell))).join('  ')}`;
  yield `${palette.dim(line(head).trimEnd())}\n`;
  for (const [index, moment] of rows.entries()) {
    const paint = !isSend(moment) ? palette.dim : isCertain(moment) ? palette.green : palette.yellow;
    const text = escapeLine(line(cells[index] as readonly string[]));
    const mark = bar(moment, end);
    const [before = '', after = ''] = splitAt(text, mark);
    yield `${before}${paint(mark)}${isSend(moment) ? after : palette.dim(after)}\n`;
    const only = sayOnly(simulation, moment);
    const numbers = questionsOf(moment);
    if (only !== '') yield* prose(`      only if `, `${only}  (${numbers.slice(0, 12).join(', ')}${numbers.length > 12 ? ' …' : ''})`, 14);
  }
  if (all.length > rows.length) yield `  … and ${count(all.length - rows.length, 'more line')}; -f json has them all\n`;
  yield '\n';
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

/** When it happens, on a line from the event to the last time there is. */
function bar({ at: { least, greatest } }: Moment, end: number): string {
  const place = (seconds: number): number => (end === 0 ? 0 : Math.round((seconds / end) * (BAR - 1)));
  const from = place(least);
  const to = greatest === null ? BAR - 1 : place(greatest);
  if (from === to && greatest !== null) return `${'·'.repeat(from)}●${'·'.repeat(BAR - 1 - from)}`;
  return `${'·'.repeat(from)}${'━'.repeat(to - from)}${greatest === null ? '▶' : '━'}${'·'.repeat(BAR - 1 - to)}`;
}

/** A cell as wide as it may be. It is escaped first: what cannot be seen takes columns then. */
function cut(text: string, width: number): string {
  const safe = escapeText(text);
  if (columnsOf(safe) <= width) return safe;
  let end = shorten(safe, width);
  while (columnsOf(end) > width) end = shorten(safe, end.length - 1);
  return end;
}

function* prose(lead: string, text: string, indent: number): Iterable<string> {
  const [first = '', ...others] = wrap(escapeText(shorten(text, 2000)), PROSE - indent);
  yield `${escapeLine(lead + first)}\n`;
  for (const line of others) yield `${escapeLine(' '.repeat(indent) + line)}\n`;
}

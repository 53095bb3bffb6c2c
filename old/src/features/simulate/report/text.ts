import columnsOf from 'fast-string-width';
import { groupBy } from '../../../core/model/groups.ts';
import { shortKey } from '../../../core/model/label.ts';
import type { Moment, Run, Simulation } from '../../../core/model/simulation.ts';
import { pluralize, takeFirst, truncate } from '../../../core/model/text.ts';
import { escapeLine, escapeText } from '../../../core/report/escape.ts';
import type { Palette } from '../../../core/report/reporter.ts';
import {
  formatCase,
  formatCondition,
  formatDates,
  formatLoopIn,
  formatOffset,
  formatStart,
  formatTime,
  isCertain,
  isSend,
  nameOfRun,
  sideEffects,
  summarize,
} from '../../../core/report/simulation-words.ts';
import { fillLines, PLAIN_WIDTH, wrap } from '../../../core/report/words.ts';
import {
  hasCases,
  MAX_ROWS,
  openQuestions,
  questionNumbers,
  remarksOf,
  type SimulationReporter,
} from './reporter.ts';

/** In columns of the terminal. */
const BARS = { wide: 20, narrow: 8 } as const;
const WIDTHS = { email: 44, workflow: 26, step: 24, template: 30 } as const;
/** Of a column that is cut to fit. */
const NARROWEST = 12;
/** Of emails with their conditions. A longer list has each step once. */
const MAX_LINES = 30;

/** A simulation as text: one line per email, with a bar for its time; then open questions with the inputs that decide them. */
export const simulationText: SimulationReporter = function* (
  report,
  { palette, width = PLAIN_WIDTH },
) {
  const { simulation } = report;
  const { event, refused, loops } = simulation;
  const at = escapeText(formatStart(simulation));
  yield `${escapeLine(palette.bold(`after "${escapeText(event)}"${at}`))}\n\n`;
  for (const { event: name, at: offset, problems } of refused) {
    yield `${escapeLine(`  ${palette.red('refused')}  the payload of "${escapeText(name)}"${offset === 0 ? '' : ` at ${formatOffset(offset)}`} does not fit its schema: nothing starts by it`)}\n`;
    for (const problem of problems) yield `${escapeLine(`           ${escapeText(problem)}`)}\n`;
    yield '\n';
  }
  const layout: Layout = { palette, width };
  yield* caseLines(simulation, layout);
  yield* table(simulation, layout);
  for (const loop of loops)
    yield* prose(`  ${palette.yellow('loop')}  `, formatLoopIn(simulation, loop), 8, width);
  if (loops.length > 0) yield '\n';
  const questions = openQuestions(simulation);
  if (questions.length > 0) yield `${palette.bold('open')}\n`;
  for (const { number, text, deciders } of questions) {
    yield* prose(`  ${number}  `, text, 5, width);
    // A flag stays on one line, so that it can be copied.
    const flags = escapeText(`decided by ${deciders}`).split(/ (?=or --)/);
    if (deciders !== '')
      for (const line of fillLines(flags, width - 5)) yield `${escapeLine(`     ${line}`)}\n`;
  }
  if (questions.length > 0) yield '\n';
  yield `${palette.bold(headline(simulation))}\n`;
  for (const { label, text } of remarksOf(report))
    yield* prose(
      `${label === 'note' ? label : palette.yellow(label)}: `,
      text,
      2,
      width - label.length,
    );
};

function headline(simulation: Simulation): string {
  const { runs, refused, event } = simulation;
  const open = openQuestions(simulation).length;
  if (runs.length === 0)
    return refused.length > 0
      ? 'nothing runs'
      : escapeLine(`no enabled workflow starts on "${escapeText(event)}"`);
  return `${summarize(simulation)}${open === 0 ? '' : ` · ${pluralize(open, 'question')} open`}`;
}

/** What is received in which case, if conditions decide about it. */
function* caseLines(simulation: Simulation, { palette, width }: Layout): Iterable<string> {
  const { cases: groups, runs } = simulation;
  if (!hasCases(simulation)) return;
  for (const { runs: own, cases, isPart } of groups) {
    if (runs.length > 1) {
      const names = new Set(own.map((run) => nameOfRun(runs[run] as Run)));
      yield `${escapeLine(`  ${palette.dim(cut([...names].join(', '), width - 2))}`)}\n`;
    }
    for (const each of cases) yield* prose('  ', formatCase(simulation, each), 4, width);
    if (isPart) yield '  … and more cases\n';
  }
  yield '\n';
}

interface Layout {
  readonly palette: Palette;
  /** Of a line, in columns. */
  readonly width: number;
}

function* table(simulation: Simulation, { palette, width }: Layout): Iterable<string> {
  const all = sideEffects(simulation);
  if (all.length === 0) return;
  const lines = all.length + all.filter((moment) => !isCertain(moment)).length;
  const isShort = hasCases(simulation) && lines > MAX_LINES;
  const listed = isShort ? oncePerStep(all) : all.map((moment) => ({ moment, times: 1 }));
  const { first, more } = takeFirst(listed, isShort ? MAX_LINES : MAX_ROWS);
  const rows = first.map((row) => ({ ...row, cells: cellsOf(simulation, row) }));
  const end = Math.max(...first.map(({ moment: { at } }) => at.greatest ?? at.least));
  const title = simulation.start === undefined ? 'after' : 'date';
  const workflow = simulation.runs.length > 1 ? ['workflow'] : [];
  const head = [title, 'email', ...workflow, 'step', 'template'];
  const { widths, bar: size } = fitColumns(
    head.map((name, column) =>
      Math.max(columnsOf(name), ...rows.map(({ cells }) => columnsOf(cells[column] as string))),
    ),
    width,
  );
  const pad = (cell: string, column: number): string => {
    const shown = cutSafe(cell, widths[column] as number);
    return shown + ' '.repeat((widths[column] as number) - columnsOf(shown));
  };
  const line = ([time = '', ...rest]: readonly string[], mark: string): readonly string[] => [
    `  ${pad(time, 0)}  `,
    mark,
    `  ${rest.map((cell, i) => pad(cell, i + 1)).join('  ')}`,
  ];
  yield `${palette.dim(line(head, ' '.repeat(size)).join('').trimEnd())}\n`;
  const numbersOf = questionNumbers(simulation);
  for (const { moment, cells } of rows) {
    const ofSend = isCertain(moment) ? palette.green : palette.yellow;
    const paint = isSend(moment) ? ofSend : palette.dim;
    const [before = '', mark = '', rest = ''] = line(cells, bar(moment, end, size));
    const after = rest.trimEnd();
    yield `${before}${paint(mark)}${isSend(moment) ? after : palette.dim(after)}\n`;
    const only = isShort ? '' : formatCondition(simulation, moment);
    if (only === '') continue;
    const numbers = takeFirst(numbersOf(moment), 12);
    const numbered = `${numbers.first.join(', ')}${numbers.more > 0 ? ' …' : ''}`;
    yield* prose('      only if ', `${only}  (${numbered})`, 14, width);
  }
  if (isShort)
    yield '  each step once, from its first to its last time; -f json has all conditions\n';
  if (more > 0) yield `  … and ${pluralize(more, 'more line')}; -f json has them all\n`;
  yield '\n';
}

/** The widths of the columns and of the bar: where they do not fit, the bar is short, and then texts are cut. */
function fitColumns(
  natural: readonly number[],
  width: number,
): { readonly widths: readonly number[]; readonly bar: number } {
  const totalOf = (widths: readonly number[], bar: number): number =>
    widths.reduce((sum, each) => sum + each + 2, 2 + bar);
  if (totalOf(natural, BARS.wide) <= width) return { widths: natural, bar: BARS.wide };
  const widths = [...natural];
  const bar = BARS.narrow;
  for (let over = totalOf(widths, bar) - width; over > 0; over--) {
    // The time is never cut, the email last.
    const others = Math.max(...widths.slice(2));
    const widest = others > NARROWEST ? widths.indexOf(others, 2) : 1;
    if ((widths[widest] as number) <= NARROWEST) break;
    widths[widest] = (widths[widest] as number) - 1;
  }
  return { widths, bar };
}

interface Row {
  readonly moment: Moment;
  readonly times: number;
}

/** A moment for each step, from its first to its last time. */
function oncePerStep(moments: readonly Moment[]): readonly Row[] {
  const groups = groupBy(moments, ({ run, index }) => `${run} ${index}`);
  return Array.from(groups.values(), (group): Row => {
    const first = group[0] as Moment;
    const ends = group.map(({ at }) => at.greatest ?? Number.POSITIVE_INFINITY);
    const greatest = Math.max(...ends);
    const at = { least: first.at.least, greatest: Number.isFinite(greatest) ? greatest : null };
    const isAlways = group.some(isCertain);
    const only = isAlways ? [[]] : group.flatMap((moment) => moment.only);
    const { dates: _, ...rest } = first;
    return { moment: group.length === 1 ? first : { ...rest, at, only }, times: group.length };
  });
}

function cellsOf(simulation: Simulation, { moment, times }: Row): readonly string[] {
  const { runs, start } = simulation;
  const round = times === 1 && (moment.round ?? 1) > 1 ? ` ↻ ${moment.round}` : '';
  const workflow = nameOfRun(runs[moment.run] as Run);
  return [
    start === undefined || moment.dates === undefined ? formatTime(moment.at) : formatDates(moment),
    cut(`${isSend(moment) ? '' : '· '}${moment.label}${round}`, WIDTHS.email),
    ...(runs.length > 1 ? [cut(workflow, WIDTHS.workflow)] : []),
    cut(shortKey(moment.step), WIDTHS.step),
    moment.template === undefined ? '' : cut(shortKey(moment.template), WIDTHS.template),
  ];
}

/** The time of a moment, on a line from the event to the last time. */
function bar({ at: { least, greatest } }: Moment, end: number, size: number): string {
  const place = (seconds: number): number =>
    end === 0 ? 0 : Math.round((seconds / end) * (size - 1));
  const from = place(least);
  const to = greatest === null ? size - 1 : place(greatest);
  if (from === to && greatest !== null) return `${'·'.repeat(from)}●${'·'.repeat(size - 1 - from)}`;
  return `${'·'.repeat(from)}${'━'.repeat(to - from)}${greatest === null ? '▶' : '━'}${'·'.repeat(size - 1 - to)}`;
}

/** A cell cut to a width after escaping, which can make it wider. */
const cut = (text: string, width: number): string => cutSafe(escapeText(text), width);

function cutSafe(safe: string, width: number): string {
  if (columnsOf(safe) <= width) return safe;
  let end = truncate(safe, width);
  while (columnsOf(end) > width) end = truncate(safe, end.length - 1);
  return end;
}

function* prose(lead: string, text: string, indent: number, width: number): Iterable<string> {
  const [first = '', ...others] = wrap(escapeText(truncate(text, 2000)), width - indent);
  yield `${escapeLine(lead + first)}\n`;
  for (const line of others) yield `${escapeLine(' '.repeat(indent) + line)}\n`;
}

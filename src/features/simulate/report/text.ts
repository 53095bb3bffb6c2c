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
import { wrap } from '../../../core/report/words.ts';
import {
  hasCases,
  MAX_ROWS,
  openQuestions,
  questionNumbers,
  remarksOf,
  type SimulationReporter,
} from './reporter.ts';

const BAR = 20;
const WIDTHS = { email: 44, workflow: 26, step: 24, template: 30 } as const;
const PROSE = 100;
/** Of emails with their conditions. A longer list has each step once. */
const MAX_LINES = 30;

/** A simulation as text: one line per email, with a bar for its time; then open questions with the inputs that decide them. */
export const simulationText: SimulationReporter = function* (report, { palette }) {
  const { simulation } = report;
  const { event, refused, loops } = simulation;
  const at = escapeText(formatStart(simulation));
  yield `${escapeLine(palette.bold(`after "${escapeText(event)}"${at}`))}\n\n`;
  for (const { event: name, at: offset, problems } of refused) {
    yield `${escapeLine(`  ${palette.red('refused')}  the payload of "${escapeText(name)}"${offset === 0 ? '' : ` at ${formatOffset(offset)}`} does not fit its schema: nothing starts by it`)}\n`;
    for (const problem of problems) yield `${escapeLine(`           ${escapeText(problem)}`)}\n`;
    yield '\n';
  }
  yield* caseLines(simulation, palette);
  yield* table(simulation, palette);
  for (const loop of loops)
    yield* prose(`  ${palette.yellow('loop')}  `, formatLoopIn(simulation, loop), 8);
  if (loops.length > 0) yield '\n';
  const questions = openQuestions(simulation);
  if (questions.length > 0) yield `${palette.bold('open')}\n`;
  for (const { number, text, deciders } of questions) {
    yield* prose(`  ${number}  `, text, 5);
    if (deciders !== '')
      yield `${escapeLine(`     ${palette.dim(`decided by ${escapeText(deciders)}`)}`)}\n`;
  }
  if (questions.length > 0) yield '\n';
  yield `${palette.bold(headline(simulation))}\n`;
  for (const { label, text } of remarksOf(report))
    yield* prose(`${label === 'note' ? label : palette.yellow(label)}: `, text, 2);
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
function* caseLines(simulation: Simulation, palette: Palette): Iterable<string> {
  const { cases: groups, runs } = simulation;
  if (!hasCases(simulation)) return;
  for (const { runs: own, cases, isPart } of groups) {
    if (runs.length > 1) {
      const names = new Set(own.map((run) => nameOfRun(runs[run] as Run)));
      yield `${escapeLine(`  ${palette.dim(cut([...names].join(', '), PROSE))}`)}\n`;
    }
    for (const each of cases) yield* prose('  ', formatCase(simulation, each), 4);
    if (isPart) yield '  … and more cases\n';
  }
  yield '\n';
}

function* table(simulation: Simulation, palette: Palette): Iterable<string> {
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
  const widths = head.map((name, column) =>
    Math.max(columnsOf(name), ...rows.map(({ cells }) => columnsOf(cells[column] as string))),
  );
  const pad = (cell: string, column: number): string =>
    cell + ' '.repeat((widths[column] as number) - columnsOf(cell));
  const line = ([time = '', ...rest]: readonly string[], mark: string): readonly string[] => [
    `  ${pad(time, 0)}  `,
    mark,
    `  ${rest.map((cell, i) => pad(cell, i + 1)).join('  ')}`,
  ];
  yield `${palette.dim(line(head, ' '.repeat(BAR)).join('').trimEnd())}\n`;
  const numbersOf = questionNumbers(simulation);
  for (const { moment, cells } of rows) {
    const ofSend = isCertain(moment) ? palette.green : palette.yellow;
    const paint = isSend(moment) ? ofSend : palette.dim;
    const [before = '', mark = '', rest = ''] = line(cells, bar(moment, end));
    const after = rest.trimEnd();
    yield `${before}${paint(mark)}${isSend(moment) ? after : palette.dim(after)}\n`;
    const only = isShort ? '' : formatCondition(simulation, moment);
    if (only === '') continue;
    const numbers = takeFirst(numbersOf(moment), 12);
    const numbered = `${numbers.first.join(', ')}${numbers.more > 0 ? ' …' : ''}`;
    yield* prose('      only if ', `${only}  (${numbered})`, 14);
  }
  if (isShort)
    yield '  each step once, from its first to its last time; -f json has all conditions\n';
  if (more > 0) yield `  … and ${pluralize(more, 'more line')}; -f json has them all\n`;
  yield '\n';
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
function bar({ at: { least, greatest } }: Moment, end: number): string {
  const place = (seconds: number): number =>
    end === 0 ? 0 : Math.round((seconds / end) * (BAR - 1));
  const from = place(least);
  const to = greatest === null ? BAR - 1 : place(greatest);
  if (from === to && greatest !== null) return `${'·'.repeat(from)}●${'·'.repeat(BAR - 1 - from)}`;
  return `${'·'.repeat(from)}${'━'.repeat(to - from)}${greatest === null ? '▶' : '━'}${'·'.repeat(BAR - 1 - to)}`;
}

/** A cell cut to a width after escaping, which can make it wider. */
function cut(text: string, width: number): string {
  const safe = escapeText(text);
  if (columnsOf(safe) <= width) return safe;
  let end = truncate(safe, width);
  while (columnsOf(end) > width) end = truncate(safe, end.length - 1);
  return end;
}

function* prose(lead: string, text: string, indent: number): Iterable<string> {
  const [first = '', ...others] = wrap(escapeText(truncate(text, 2000)), PROSE - indent);
  yield `${escapeLine(lead + first)}\n`;
  for (const line of others) yield `${escapeLine(' '.repeat(indent) + line)}\n`;
}

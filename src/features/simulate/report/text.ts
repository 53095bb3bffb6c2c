import columnsOf from 'fast-string-width';
import { shortKey } from '../../../core/model/label.ts';
import type { Moment, Run, Simulation } from '../../../core/model/simulation.ts';
import { pluralize, truncate } from '../../../core/model/text.ts';
import { escapeLine, escapeText } from '../../../core/report/escape.ts';
import type { Palette } from '../../../core/report/reporter.ts';
import {
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
import { openQuestions, questionsOf, remarksOf, type SimulationReporter } from './reporter.ts';

const BAR = 20;
const MAX_WIDTHS = { email: 44, workflow: 26, step: 24, template: 30 } as const;
const PROSE = 100;
const MAX_LINES = 400;

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

function* table(simulation: Simulation, palette: Palette): Iterable<string> {
  const { runs, start } = simulation;
  const all = sideEffects(simulation);
  const rows = all.slice(0, MAX_LINES);
  if (rows.length === 0) return;
  const end = Math.max(...rows.map(({ at }) => at.greatest ?? at.least));
  const hasSeveral = runs.length > 1;
  const head = ['email', ...(hasSeveral ? ['workflow'] : []), 'step', 'template'];
  const cells = rows.map((moment) => {
    const round = (moment.round ?? 1) > 1 ? ` ↻ ${moment.round}` : '';
    return [
      start === undefined ? formatTime(moment.at) : formatDates(moment),
      cut(`${isSend(moment) ? '' : '· '}${moment.label}${round}`, MAX_WIDTHS.email),
      ...(hasSeveral ? [cut(nameOfRun(runs[moment.run] as Run), MAX_WIDTHS.workflow)] : []),
      cut(shortKey(moment.step), MAX_WIDTHS.step),
      moment.template === undefined ? '' : cut(shortKey(moment.template), MAX_WIDTHS.template),
    ];
  });
  const title = start === undefined ? 'after' : 'date';
  const widths = [title, ...head].map((name, column) =>
    Math.max(columnsOf(name), ...cells.map((row) => columnsOf(row[column] as string))),
  );
  const pad = (cell: string, column: number): string =>
    cell + ' '.repeat((widths[column] as number) - columnsOf(cell));
  const line = ([time = '', ...rest]: readonly string[], mark: string): readonly string[] => [
    `  ${pad(time, 0)}  `,
    mark,
    `  ${rest.map((cell, i) => pad(cell, i + 1)).join('  ')}`,
  ];
  yield `${palette.dim(
    line([title, ...head], ' '.repeat(BAR))
      .join('')
      .trimEnd(),
  )}\n`;
  for (const [index, moment] of rows.entries()) {
    const ofSend = isCertain(moment) ? palette.green : palette.yellow;
    const paint = isSend(moment) ? ofSend : palette.dim;
    const [before = '', mark = '', rest = ''] = line(
      cells[index] as readonly string[],
      bar(moment, end),
    );
    const after = rest.trimEnd();
    yield `${before}${paint(mark)}${isSend(moment) ? after : palette.dim(after)}\n`;
    const only = formatCondition(simulation, moment);
    if (only === '') continue;
    const numbers = questionsOf(moment);
    const listed = `${numbers.slice(0, 12).join(', ')}${numbers.length > 12 ? ' …' : ''}`;
    yield* prose('      only if ', `${only}  (${listed})`, 14);
  }
  if (all.length > rows.length)
    yield `  … and ${pluralize(all.length - rows.length, 'more line')}; -f json has them all\n`;
  yield '\n';
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

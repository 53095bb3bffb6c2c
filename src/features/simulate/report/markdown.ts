import type { Run, Simulation } from '../../../core/model/simulation.ts';
import { truncate } from '../../../core/model/text.ts';
import { code, escapeMarkdown } from '../../../core/report/escape-markdown.ts';
import {
  formatCase,
  formatCondition,
  formatDates,
  formatLoop,
  formatOffset,
  formatStart,
  formatTime,
  isSend,
  nameOfRun,
  sideEffects,
  summarize,
} from '../../../core/report/simulation-words.ts';
import {
  hasCases,
  MAX_ROWS,
  openQuestions,
  remarksOf,
  type SimulationReporter,
} from './reporter.ts';

/** A simulation as a comment on a pull request, or the summary of a job. */
export const simulationMarkdown: SimulationReporter = function* (report) {
  const { simulation } = report;
  const { event, start, runs, refused, loops } = simulation;
  yield `### After ${code(truncate(event, 300))}${escapeMarkdown(formatStart(simulation))}\n\n`;
  if (runs.length > 0) yield `${summarize(simulation)}\n`;
  else if (refused.length === 0) yield 'No enabled workflow starts on it.\n';
  for (const { event: name, at, problems } of refused) {
    yield `\n**Refused:** the payload of ${code(name)}${at === 0 ? '' : ` at ${formatOffset(at)}`} does not fit its schema, so nothing starts by it\n\n`;
    for (const problem of problems) yield `- ${prose(problem)}\n`;
  }
  yield* caseItems(simulation);
  const all = sideEffects(simulation);
  const rows = all.slice(0, MAX_ROWS);
  const dated = start !== undefined;
  if (rows.length > 0) {
    yield `\n| ${dated ? 'date | ' : ''}after | email | workflow | step | template | only if |\n|${dated ? ' --- |' : ''} --- | --- | --- | --- | --- | --- |\n`;
    for (const moment of rows) {
      const email = `${isSend(moment) ? '' : '· '}${cell(moment.label)}${(moment.round ?? 1) > 1 ? ` (round ${moment.round})` : ''}`;
      const cells = [
        formatTime(moment.at),
        email,
        cell(nameOfRun(runs[moment.run] as Run)),
        cell(moment.step),
        cell(moment.template ?? ''),
        cell(formatCondition(simulation, moment)),
      ];
      yield `| ${(dated ? [formatDates(moment), ...cells] : cells).join(' | ')} |\n`;
    }
  }
  if (all.length > rows.length)
    yield `\n… and ${all.length - rows.length} more; other formats have them all\n`;
  if (loops.length > 0) yield '\n**Loops**\n\n';
  for (const loop of loops)
    yield `- ${prose(`${nameOfRun(runs[loop.run] as Run)}: ${loop.steps.join(' → ')}`)}: ${prose(formatLoop(loop))}\n`;
  const questions = openQuestions(simulation);
  if (questions.length > 0) yield '\n**Open**\n\n';
  for (const { text, deciders } of questions)
    yield `1. ${prose(text)}${deciders === '' ? '' : `; decided by ${code(deciders)}`}\n`;
  const remarks = remarksOf(report);
  if (remarks.length > 0) yield '\n';
  for (const { label, text } of remarks) yield `- **${label}:** ${prose(text)}\n`;
};

function* caseItems(simulation: Simulation): Iterable<string> {
  if (!hasCases(simulation)) return;
  const { cases: groups, runs } = simulation;
  yield '\n';
  for (const { runs: own, cases, isPart } of groups) {
    const names = new Set(own.map((run) => nameOfRun(runs[run] as Run)));
    const lead = runs.length > 1 ? `${prose([...names].join(', '))}: ` : '';
    for (const each of cases) yield `- ${lead}${prose(formatCase(simulation, each))}\n`;
    if (isPart) yield `- ${lead}… and more cases\n`;
  }
}

const prose = (text: string): string => escapeMarkdown(truncate(text, 600));
// In a table, the cell separator is an entity too.
const cell = (text: string): string => escapeMarkdown(truncate(text, 300));

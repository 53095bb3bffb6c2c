import type { Moment, Question, Run, Simulation, Within } from '../../../core/model/simulation.ts';
import {
  formatCondition,
  formatTime,
  isCertain,
  isSend,
} from '../../../core/report/simulation-words.ts';
import { writeJson } from '../../../core/report/write-json.ts';
import type { SimulationReporter } from './reporter.ts';

/** Version 1: a contract, described by schemas/simulation.schema.json. Fields may be added, never changed. */
export const simulationJson: SimulationReporter = ({ simulation, failures }, { tool }) => {
  const {
    event,
    start,
    runs,
    emails,
    moments,
    questions,
    loops,
    refused,
    notEnabled,
    notes,
    gaps,
  } = simulation;
  return writeJson({
    version: 1,
    tool: { name: tool.name, version: tool.version },
    event,
    start: start && { date: start.date, zone: start.zone },
    complete: failures.length === 0 && gaps.length === 0,
    failures: failures.map(({ source, message }) => ({ source, message })),
    notSimulated: gaps,
    notes,
    refused,
    notEnabled,
    workflows: runs.map((run) => ({ ...run.workflow, startedBy: run.event, offset: run.at })),
    emails,
    sends: moments.filter(isSend).map((moment) => printMoment(simulation, moment)),
    steps: moments.map((moment) => printMoment(simulation, moment)),
    questions: questions.map((question) => printQuestion(simulation, question)),
    loops: loops.map(({ run, steps, every, rounds, ends, sends, stops }) => {
      const workflow = nameIn(simulation, run);
      return { workflow, steps, every, roundsShown: rounds, ends, sends, stops };
    }),
  });
};

function printMoment(simulation: Simulation, moment: Moment): object {
  const { run, at, dates, step, type, until, round, only, onlyPart } = moment;
  const { template, subject, from, variables, event } = moment;
  const certain = isCertain(moment);
  const condition = () => ({
    text: formatCondition(simulation, moment),
    anyOf: only.map((term) =>
      term.map(({ question, answer }) => {
        const text = simulation.questions[question]?.answers[answer];
        return { question, answer, text };
      }),
    ),
    inPart: onlyPart,
  });
  return {
    offset: printTime(at),
    date: dates && { from: dates.least, to: dates.greatest },
    workflow: nameIn(simulation, run),
    run,
    step,
    type,
    template,
    subject,
    from,
    variables,
    event,
    goesOn: until && printTime(until),
    round,
    certain,
    onlyIf: certain ? undefined : condition(),
  };
}

function printTime({ least, greatest }: Within): object {
  return { least, greatest, text: formatTime({ least, greatest }) };
}

function printQuestion(simulation: Simulation, question: Question): object {
  const { kind, run, step, at, answers, decidedBy } = question;
  const workflow = nameIn(simulation, run);
  return { kind, workflow, run, step, offset: printTime(at), answers, decidedBy };
}

function nameIn({ runs }: Simulation, run: number): object {
  const { id, name } = (runs[run] as Run).workflow;
  return { id, name };
}

import type { Choice, Moment, Question, Run, Simulation } from '../model/simulation.ts';
import { isCertain, isSend, type SimulationReporter, sayOnly, sayTime } from './simulation.ts';
import { writeJson } from './write-json.ts';

/** A simulation for programs, version 1: a contract, described by schemas/simulation.schema.json. Fields may be added, never changed. */
export const simulationJson: SimulationReporter = ({ simulation, failures }, { tool }) => {
  const { event, start, runs, moments, questions, loops, refused, notEnabled, notes, gaps } = simulation;
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
    workflows: runs.map(({ workflow, event: cause, at }) => ({ ...workflow, startedBy: cause, offset: at })),
    sends: moments.filter(isSend).map((moment) => printMoment(simulation, moment)),
    steps: moments.map((moment) => printMoment(simulation, moment)),
    questions: questions.map((question) => printQuestion(simulation, question)),
    loops: loops.map(({ run, steps, every, rounds, sends, stops }) => ({ workflow: nameIn(simulation, run), steps, every, roundsShown: rounds, sends, stops })),
  });
};

function printMoment(simulation: Simulation, moment: Moment): object {
  const { run, at, dates, step, type, template, subject, from, variables, until, event, round, only, onlyPart } = moment;
  return {
    offset: { least: at.least, greatest: at.greatest, text: sayTime(at) },
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
    goesOn: until && { least: until.least, greatest: until.greatest, text: sayTime(until) },
    round,
    certain: isCertain(moment),
    onlyIf: isCertain(moment)
      ? undefined
      : { text: sayOnly(simulation, moment), anyOf: only.map((term) => term.map((choice) => printChoice(simulation, choice))), inPart: onlyPart },
  };
}

function printChoice({ questions }: Simulation, { question, answer }: Choice): object {
  return { question, answer, text: questions[question]?.answers[answer] };
}

function printQuestion(simulation: Simulation, { kind, run, step, at, answers, decidedBy }: Question): object {
  return { kind, workflow: nameIn(simulation, run), run, step, offset: { least: at.least, greatest: at.greatest, text: sayTime(at) }, answers, decidedBy };
}

function nameIn({ runs }: Simulation, run: number): object {
  const { id, name } = (runs[run] as Run).workflow;
  return { id, name };
}

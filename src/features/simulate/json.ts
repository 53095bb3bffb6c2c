import { eventNameOf } from '../../core/model/config.ts';
import type { Failure } from '../../core/model/finding.ts';
import { defined } from '../../core/model/json.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { writeJson } from '../../core/report/escape.ts';
import { TOOL } from '../../core/report/tool.ts';
import type { TimeRange } from '../../core/run/case.ts';
import { formatInstant } from './calendar.ts';
import type { Question } from './questions.ts';
import type { Start } from './request.ts';
import type { Send } from './run.ts';
import type { Simulation } from './simulate.ts';
import { formatWhen, keyOrPlace } from './words.ts';

/** Version 2 of schemas/simulation.schema.json. */
export function simulationJson(
  simulation: Simulation,
  failures: readonly Failure[],
): Iterable<string> {
  const { event, start, runs, emails, refused, notEnabled, gaps, notes } = simulation;
  return writeJson({
    ...{ version: 2, tool: TOOL, event },
    ...(start && { start: { date: formatInstant(start, 0), zone: start.zone } }),
    complete: failures.length === 0 && gaps.length === 0 && !simulation.isPartial,
    failures: failures.map(({ source, message }) => ({ source, message })),
    ...{ notSimulated: gaps, notes, refused },
    notEnabled: notEnabled.map(nameOf),
    workflows: runs.map(({ workflow, startedBy, offset }) => ({
      ...nameOf(workflow),
      ...{ startedBy, offset },
    })),
    emails: { min: emails.min, max: emails.max ?? null },
    cases: casesOf(simulation),
    sends: simulation.sends.map((send) => sendOf(send, simulation)),
    questions: simulation.questions.map(questionOf),
  });
}

const nameOf = ({ id, name, status }: Workflow) => defined({ id, name, status });

function casesOf({ cases, sends, questions }: Simulation) {
  const sendAt = new Map(sends.map((send, i) => [send, i]));
  const questionAt = new Map(questions.map((question, i) => [question, i]));
  return cases.map(({ number, run, answers, sends: own, end }) => ({
    ...{ number, run },
    answers: answers.map(({ question, text }) => ({
      question: questionAt.get(question),
      answer: question.answers.indexOf(text),
    })),
    sends: own.map((send) => sendAt.get(send)),
    end,
  }));
}

function sendOf(send: Send, { runs, start }: Simulation) {
  const { time, run, step, template, subject, from, cases, isCertain } = send;
  const { id, name } = runs[run]?.workflow ?? {};
  return {
    offset: offsetOf(time),
    ...(start && { date: dateOf(time, start) }),
    workflow: defined({ id, name }),
    ...{ run, step: keyOrPlace(step), ...defined({ template, subject, from }) },
    ...{ cases, certain: isCertain },
  };
}

/** JSON has null for Infinity. */
const offsetOf = (time: TimeRange) => {
  const { min: least, max: greatest } = time;
  return { least, greatest, text: formatWhen(time) };
};

const dateOf = ({ min, max }: TimeRange, start: Start) => ({
  from: formatInstant(start, min),
  to: Number.isFinite(max) ? formatInstant(start, max) : null,
});

const questionOf = ({ kind, run, step, time, answers, deciders }: Question) => ({
  ...{ kind, run, step: keyOrPlace(step) },
  ...defined({ event: eventNameOf(step) }),
  offset: offsetOf(time),
  answers,
  decidedBy: deciders.map(({ flags: _, ...what }) => what),
});

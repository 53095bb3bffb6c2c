import { eventNameOf } from '../../core/model/config.ts';
import type { Failure } from '../../core/model/finding.ts';
import { defined } from '../../core/model/json.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { writeJson } from '../../core/report/escape.ts';
import { TOOL } from '../../core/report/tool.ts';
import type { TimeRange } from '../../core/run/case.ts';
import { formatInstant } from './calendar.ts';
import type { Question, Send } from './collect.ts';
import type { Start } from './request.ts';
import type { Simulation } from './simulate.ts';
import { formatTime } from './words.ts';

/** Version 2 of schemas/simulation.schema.json. */
export function simulationJson(
  simulation: Simulation,
  failures: readonly Failure[],
): Iterable<string> {
  const { event, start, runs, emails, cases, refused, notEnabled, gaps, notes } = simulation;
  return writeJson({
    version: 2,
    tool: TOOL,
    event,
    ...(start && { start: { date: formatInstant(start, 0), zone: start.zone } }),
    complete: failures.length === 0 && gaps.length === 0 && !simulation.isPartial,
    failures: failures.map(({ source, message }) => ({ source, message })),
    notSimulated: gaps,
    notes,
    refused,
    notEnabled: notEnabled.map(nameOf),
    workflows: runs.map(({ workflow, startedBy, offset }) => ({
      ...nameOf(workflow),
      startedBy,
      offset,
    })),
    emails: { min: emails.min, max: emails.max ?? null },
    cases: cases.map(({ number, run, answers, sends, end }) => ({
      ...{ number, run, answers, sends, end },
    })),
    sends: simulation.sends.map((send) => sendOf(send, simulation)),
    questions: simulation.questions.map(questionOf),
  });
}

const nameOf = ({ id, name, status }: Workflow) => defined({ id, name, status });

function sendOf(send: Send, { runs, start }: Simulation) {
  const { time, run, step, template, subject, from, cases, isCertain } = send;
  const { workflow } = runs[run] ?? {};
  return {
    offset: offsetOf(time),
    ...(start && { date: dateOf(time, start) }),
    workflow: defined({ id: workflow?.id, name: workflow?.name }),
    run,
    step: step.key ?? `#${step.index + 1}`,
    ...defined({ template, subject, from }),
    cases,
    certain: isCertain,
  };
}

const offsetOf = (time: TimeRange) => ({
  least: time.min,
  greatest: finite(time.max),
  text: formatTime(time),
});

const dateOf = ({ min, max }: TimeRange, start: Start) => ({
  from: formatInstant(start, min),
  to: finite(max) === null ? null : formatInstant(start, max),
});

const finite = (seconds: number): number | null => (Number.isFinite(seconds) ? seconds : null);

function questionOf({ kind, run, step, time, answers, deciders }: Question) {
  return {
    kind,
    run,
    step: step.key ?? `#${step.index + 1}`,
    ...defined({ event: eventNameOf(step) }),
    offset: offsetOf(time),
    answers,
    decidedBy: deciders.map((decider) =>
      decider.kind === 'when'
        ? decider
        : {
            kind: decider.kind,
            field: decider.field,
            ...('event' in decider && { event: decider.event }),
          },
    ),
  };
}

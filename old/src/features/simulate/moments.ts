import { configField, eventNameOf, templateOf, textOf } from '../../core/model/config.ts';
import { groupBy } from '../../core/model/groups.ts';
import type {
  Choice,
  FilledVariable,
  Moment,
  SimulatedStart,
  Simulation,
  Within,
} from '../../core/model/simulation.ts';
import { isWait, takesTime } from '../../core/model/step-type.ts';
import { templateVariablesOf, variableNameOf } from '../../core/model/variables.ts';
import { formatInstant, isNearChange } from './calendar.ts';
import { casesOf } from './cases.ts';
import { keyOf } from './decide.ts';
import {
  type AskedQuestion,
  anyOf,
  type Guard,
  type Questions,
  type Term,
  withoutImplied,
} from './questions.ts';
import { type Running, resolveName } from './running.ts';
import { within } from './state.ts';
import type { Visit } from './walk.ts';

/** A moment before its questions are renumbered. */
export type DraftMoment = Omit<Moment, 'only' | 'onlyPart'> & { readonly guard: Guard };

/** One moment for each step, iteration and time. */
export function draftMoments(
  running: Running,
  visits: readonly Visit[],
  start: SimulatedStart | undefined,
): readonly DraftMoment[] {
  const groups = groupBy(
    visits,
    ({ step, round, state }) => `${step.index} ${round} ${state.min} ${state.max}`,
  );
  return [...groups.values()].map((group) => draft(running, group, start));
}

function draft(
  running: Running,
  visits: readonly Visit[],
  start: SimulatedStart | undefined,
): DraftMoment {
  const [{ step, state, round }] = visits as readonly [Visit];
  const at = within(state);
  const until = takesTime(step) ? untilOf(visits) : undefined;
  const event = isWait(step) ? eventNameOf(step) : undefined;
  const guards = visits.map((visit) => visit.state.guard);
  return {
    run: running.run,
    at,
    ...(start !== undefined && { dates: datesOf(at, start) }),
    index: step.index,
    step: keyOf(step),
    type: step.type ?? 'unknown',
    label: step.spec.describe(step),
    ...(step.spec.effects.sends !== undefined && describeSend(running, visits)),
    ...(event !== undefined && { event }),
    ...(until !== undefined && { until }),
    ...(round !== undefined && { round: round + 1 }),
    guard: anyOf(guards, running.questions),
  };
}

function datesOf({ least, greatest }: Within, start: SimulatedStart): NonNullable<Moment['dates']> {
  return {
    least: formatInstant(start, least),
    greatest: greatest === null ? null : formatInstant(start, greatest),
    nearChange: [least, greatest ?? least].some((seconds) => isNearChange(start, seconds)),
  };
}

function untilOf(visits: readonly Visit[]): Within | undefined {
  const leaves = visits.flatMap((visit) => visit.leaves);
  if (leaves.length === 0) return undefined;
  const min = Math.min(...leaves.map((state) => state.min));
  return within({ min, max: Math.max(...leaves.map(({ max }) => max)) });
}

function describeSend(
  running: Running,
  visits: readonly Visit[],
): Pick<Moment, 'template' | 'subject' | 'from' | 'variables'> {
  const [{ step }] = visits as readonly [Visit];
  const template = templateOf(step)?.id;
  const subject = textOf(configField(step, 'subject'));
  const from = configField(step, 'from');
  const variables = templateVariablesOf(step).map(({ key, value }) =>
    fill(running, visits, key, value),
  );
  return {
    ...(template !== undefined && { template }),
    ...(subject !== undefined && { subject }),
    ...(typeof from === 'string' && { from }),
    ...(variables.length > 0 && { variables }),
  };
}

function fill(
  running: Running,
  visits: readonly Visit[],
  key: string,
  value: unknown,
): FilledVariable {
  const reads = variableNameOf(value);
  if (reads === undefined) {
    const isOpen = typeof value === 'string' && value.includes('{{');
    return isOpen ? { key, state: 'unknown' } : { key, value, state: 'known' };
  }
  const [first, ...others] = visits.map(({ step, state }) =>
    resolveName(running, step, state, reads),
  );
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  if (first === undefined || !isSame || first.kind === 'unknown')
    return { key, reads, state: 'unknown' };
  if (first.kind === 'missing') return { key, reads, state: 'missing' };
  return { key, reads, value: first.value, state: 'known' };
}

/** Moments in order of time, and their questions, renumbered. */
export function numberMoments(
  drafts: readonly DraftMoment[],
  questions: Questions,
): Pick<Simulation, 'moments' | 'questions' | 'cases'> {
  const { asked } = questions;
  const sorted = drafts.toSorted(
    (a, b) => a.at.least - b.at.least || compareEnds(a.at, b.at) || a.run - b.run,
  );
  const timeOf = (question: number): number => (asked[question] as AskedQuestion).at.least;
  const used = new Set(drafts.flatMap(({ guard }) => guard.terms.flat()).map((c) => c.question));
  const order = [...used].sort((a, b) => timeOf(a) - timeOf(b) || a - b);
  const numbers = new Map(order.map((question, at) => [question, at]));
  const rename = (term: Term): readonly Choice[] =>
    term
      .map(({ question, answer }) => ({ question: numbers.get(question) as number, answer }))
      .sort((a, b) => a.question - b.question);
  return {
    moments: sorted.map(({ guard, ...moment }) => ({
      ...moment,
      only: withoutImplied(guard, questions).terms.map(rename),
      ...(!guard.exact && { onlyPart: true as const }),
    })),
    cases: casesOf(sorted, questions).map((group) => ({
      ...group,
      cases: group.cases.map((each) => ({ ...each, only: each.only.map(rename) })),
    })),
    questions: order.map((question) => {
      const { rule: _, ...rest } = asked[question] as AskedQuestion;
      return rest;
    }),
  };
}

function compareEnds({ greatest: a }: Within, { greatest: b }: Within): number {
  return a === b ? 0 : (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY);
}

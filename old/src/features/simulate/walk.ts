import { eventNameOf } from '../../core/model/config.ts';
import { addTo } from '../../core/model/groups.ts';
import { quote } from '../../core/model/label.ts';
import type { Step } from '../../core/model/nodes.ts';
import type { Loop } from '../../core/model/simulation.ts';
import { isEmail, isWait } from '../../core/model/step-type.ts';
import { keyOf } from './decide.ts';
import { type Sending, sendEmail, totalOf } from './emails.ts';
import { leave } from './leave.ts';
import { ALWAYS, type Guard } from './questions.ts';
import type { Stretch } from './route.ts';
import { quoteWorkflow, type Running } from './running.ts';
import { MAX_TIMES, mergeStates, NO_EMAILS, type State, within } from './state.ts';

/** A contact at a step. */
export interface Visit {
  readonly step: Step;
  readonly state: State;
  /** In a loop: the iteration, from 0. */
  readonly round: number | undefined;
  /** The times at which it continues, on any path; empty: it stays, or its run ends here. */
  readonly leaves: readonly State[];
}

/** Iterations of a loop that are followed if no given event or written value makes them differ. */
const ROUNDS = 3;
/** Steps, edges and choices followed in all runs together. Beyond it, the simulation reports a gap. */
export const MAX_WORK = 150_000;

/** What was found so far. */
interface Journey {
  readonly running: Running;
  readonly visits: Visit[];
  readonly loops: Loop[];
  /** The emails of each end of the run. */
  readonly totals: State['emails'][];
  /** By index of the step. */
  readonly arrivals: Map<number, State[]>;
}

/** Follows one contact through a workflow, each step after all that lead to it, so that the number of paths does not matter. */
export function walk(running: Running, starts: readonly Step[]) {
  const { at, index } = running.cause;
  const arrivals = new Map<number, State[]>();
  const journey: Journey = { running, visits: [], loops: [], totals: [], arrivals };
  const { visits, loops, totals } = journey;
  const state: State = {
    min: at,
    max: at,
    guard: ALWAYS,
    moment: String(at),
    emails: NO_EMAILS,
    used: index,
    written: new Map(),
    received: new Map(),
  };
  for (const start of starts) addTo(arrivals, start.index, state);
  for (const stretch of running.route.stretches)
    if (!followStretch(journey, stretch))
      return { visits, loops, isCut: true, emails: { min: 0, max: null } };
  return { visits, loops, isCut: false, emails: totalOf(totals, loops) };
}

/** Follows a step, or a loop until its iterations are alike. Returns false when the limit of work is reached. */
function followStretch(journey: Journey, { steps, isLoop }: Stretch): boolean {
  const { running, visits, loops, totals, arrivals } = journey;
  const first = visits.length;
  const stops = new Set<string>();
  const horizon = isLoop ? lastOccurrence(running, steps) : 0;
  const seen = new Set<string>();
  let [round, ends] = [0, false];
  for (; !ends; round++) {
    const before = Math.min(...steps.flatMap(({ index }) => timesOf(arrivals.get(index))));
    const back = followRound(journey, steps, isLoop ? round : undefined, stops);
    if (back === undefined) return false;
    ends = back.size === 0;
    const next = [...back.values()].flat();
    const from = Math.min(...timesOf(next));
    const isNew = next
      .map(({ written }) => JSON.stringify([...written]))
      .filter((name) => !seen.has(name));
    for (const name of isNew) seen.add(name);
    const goesOn = (from > before && from <= horizon) || (round > 0 && isNew.length > 0);
    if (!ends && round + 1 >= ROUNDS && !goesOn) {
      totals.push(...next.map(({ emails }) => emails));
      break;
    }
    for (const [index, states] of back) arrivals.set(index, states);
  }
  if (!ends || round > 1)
    loops.push({ ...loopOf(running, steps, visits.slice(first), [...stops]), ends });
  return true;
}

/** One iteration. Returns the states that go back to a step of the loop; `undefined` when the limit of work is reached. */
function followRound(
  { running, visits, totals, arrivals }: Journey,
  steps: readonly Step[],
  round: number | undefined,
  stops: Set<string>,
): ReadonlyMap<number, State[]> | undefined {
  const { route, questions, budget } = running;
  const back = new Map<number, State[]>();
  // An exit in the first iteration may only keep contacts from entering the loop.
  const exit = (words: string | undefined): void =>
    void (words !== undefined && (round ?? 0) > 0 && stops.add(words));
  for (const step of steps) {
    const arrived = arrivals.get(step.index) ?? [];
    arrivals.delete(step.index);
    const place = `${running.run}.${step.index}.${round ?? 0}`;
    const states = mergeStates(arrived, questions, place, () => noteManyTimes(running, step));
    for (const state of states) {
      if (budget.left < 0) return undefined;
      const sent: Sending = isEmail(step)
        ? sendEmail(running, step, state)
        : { on: state, sent: state };
      if (sent.fails) {
        totals.push(state.emails);
        continue;
      }
      const { leaves, paths, stays, mayEnd } = leave({ running, step, state: sent.on, place });
      if (sent.sent !== undefined) visits.push({ step, state: sent.sent, round, leaves });
      // Each choice is printed at each moment.
      budget.left -= 2 + sizeOf(state.guard) + paths.length;
      exit(stays);
      if (mayEnd) totals.push(sent.on.emails);
      for (const { path, target } of paths) {
        const lead = target && route.within(step, target);
        if (lead === undefined) exit(path.words);
        if (target === undefined) totals.push(path.state.emails);
        else addTo(lead === 'back' ? back : arrivals, target.index, path.state);
      }
    }
  }
  return back;
}

const sizeOf = ({ terms }: Guard): number => terms.reduce((sum, term) => sum + 1 + term.length, 0);

const timesOf = (states: readonly State[] = []): readonly number[] => states.map(({ min }) => min);

/** The time of the last given event for which one of the steps waits. */
function lastOccurrence({ later }: Running, steps: readonly Step[]): number {
  const awaited = new Set(steps.filter(isWait).map(eventNameOf));
  const times = [...later].flatMap(([event, all]) =>
    awaited.has(event) ? all.map(({ at }) => at) : [],
  );
  return Math.max(-1, ...times);
}

function noteManyTimes({ graph, note }: Running, step: Step): void {
  note(
    `${quote(keyOf(step))} of ${quoteWorkflow(graph.workflow)} is reached at more than ${MAX_TIMES} times; the later ones are reported as one span`,
  );
}

/** @param steps of the loop, its entry first. */
function loopOf(
  { run }: Running,
  steps: readonly Step[],
  visits: readonly Visit[],
  stops: readonly string[],
): Omit<Loop, 'ends'> {
  const repeated = new Set(visits.filter(({ round }) => round !== 0).map(({ step }) => step));
  const again = steps.filter((step) => repeated.has(step));
  const [first, second] = [0, 1].map((round) => {
    const states = visits
      .filter((visit) => visit.step === steps[0] && visit.round === round)
      .map(({ state }) => state);
    const min = Math.min(...states.map((state) => state.min));
    return { min, max: Math.max(...states.map(({ max }) => max)) };
  }) as [State, State];
  // If the entry is passed only once, or at any time, the length of an iteration is unknown.
  const [min, max] = [second.min - first.min, second.max - first.max];
  const isKnown = Number.isFinite(min);
  const every = {
    min: isKnown ? Math.max(0, min) : 0,
    max: isKnown && !Number.isNaN(max) ? Math.max(0, max) : Number.POSITIVE_INFINITY,
  };
  const sends = again.filter(isEmail).length;
  const rounds = Math.max(...visits.map(({ round = 0 }) => round)) + 1;
  return { run, steps: again.map(keyOf), every: within(every), rounds, sends, stops };
}

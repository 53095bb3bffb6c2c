import { eventNameOf } from '../../core/model/config.ts';
import { addTo } from '../../core/model/groups.ts';
import { labelOf, quote } from '../../core/model/label.ts';
import type { Edge, Step } from '../../core/model/nodes.ts';
import type { EmailCount, Loop } from '../../core/model/simulation.ts';
import {
  type Branch,
  branchTypes,
  isCondition,
  isDelay,
  isEmail,
  isWait,
} from '../../core/model/step-type.ts';
import { askAt, choose, decideCondition, keyOf, type Path } from './decide.ts';
import { sendEmail, totalOf } from './emails.ts';
import { ALWAYS, type Guard } from './questions.ts';
import { quoteWorkflow, type Running, writeContact } from './running.ts';
import { advance, MAX_TIMES, mergeStates, NO_EMAILS, type State, within } from './state.ts';
import { leaveWait } from './wait.ts';

/** A contact at a step. */
export interface Visit {
  readonly step: Step;
  readonly state: State;
  /** In a loop: the iteration, from 0 on. */
  readonly round: number | undefined;
  /** When it goes on, by any path; empty: it stays, or its run ends here. */
  readonly leaves: readonly State[];
}

interface Walked {
  readonly visits: readonly Visit[];
  readonly loops: readonly Loop[];
  readonly emails: EmailCount;
  /** There was too much to follow to its end. */
  readonly isCut: boolean;
}

/** Rounds of a loop that are followed where no given event and no written value makes one differ from the last. */
const ROUNDS = 3;
const MAX_ROUNDS = 500;
/** Steps, edges and choices that are followed in all runs together. Beyond it, the simulation reports a gap. */
export const MAX_WORK = 150_000;

/** Follows one contact through a workflow, each step after all that lead to it, so that the number of paths does not matter. */
export function walk(running: Running, starts: readonly Step[]): Walked {
  const { route, questions, cause, budget } = running;
  const visits: Visit[] = [];
  const loops: Loop[] = [];
  const totals: State['emails'][] = [];
  const arrivals = new Map<number, State[]>();
  const result = (isCut: boolean): Walked => ({
    ...{ visits, loops, isCut },
    emails: isCut ? { min: 0, max: null } : totalOf(totals, loops),
  });
  const { at } = cause;
  const state = {
    ...{ min: at, max: at },
    guard: ALWAYS,
    moment: String(at),
    emails: NO_EMAILS,
    used: cause.index,
  };
  const none = new Map<string, never>();
  for (const start of starts)
    addTo(arrivals, start.index, { ...state, written: none, received: none });

  for (const { steps, isLoop } of route.stretches) {
    const first = visits.length;
    const stops = new Set<string>();
    const horizon = isLoop ? lastOccurrence(running, steps) : 0;
    const seen = new Set<string>();
    let [round, ends] = [0, false];
    for (; !ends; round++) {
      const back = new Map<number, State[]>();
      // Leaving in the first iteration may only keep contacts from the loop.
      const exit = (words: string | undefined): void =>
        void (words !== undefined && round > 0 && stops.add(words));
      const before = Math.min(...steps.flatMap(({ index }) => timesOf(arrivals.get(index))));
      for (const step of steps) {
        const arrived = arrivals.get(step.index) ?? [];
        arrivals.delete(step.index);
        const place = `${running.run}.${step.index}.${round}`;
        const states = mergeStates(arrived, questions.answersOf, place, () =>
          noteCrowd(running, step),
        );
        for (const state of states) {
          if (budget.left < 0) return result(true);
          const sent = isEmail(step) ? sendEmail(running, step, state) : { on: state, sent: state };
          const { leaves, paths, stays, mayEnd } = leave(running, step, sent.on, place);
          if (sent.sent !== undefined)
            visits.push({ step, state: sent.sent, round: isLoop ? round : undefined, leaves });
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
      if (round + 1 >= MAX_ROUNDS) return result(true);
      for (const [index, states] of back) arrivals.set(index, states);
    }
    if (!ends || round > 1)
      loops.push({ ...loopOf(running, steps, visits.slice(first), [...stops]), ends });
  }
  return result(false);
}

const sizeOf = ({ terms }: Guard): number => terms.reduce((sum, term) => sum + 1 + term.length, 0);

const timesOf = (states: readonly State[] = []): readonly number[] => states.map(({ min }) => min);

/** When the last given event occurs that some of the steps wait for. */
function lastOccurrence({ later }: Running, steps: readonly Step[]): number {
  const awaited = new Set(steps.filter(isWait).map(eventNameOf));
  const times = [...later].flatMap(([event, all]) =>
    awaited.has(event) ? all.map(({ at }) => at) : [],
  );
  return Math.max(-1, ...times);
}

function noteCrowd({ graph, note }: Running, step: Step): void {
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
  // Where the entry is passed only once, or at any time, the length of a round is unknown.
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

interface Departures {
  readonly leaves: readonly State[];
  /** The contact stays for good unless this holds. */
  readonly stays?: string | undefined;
  readonly mayEnd: boolean;
  /** Without a target: the run ends there. */
  readonly paths: readonly { readonly path: Path; readonly target: Step | undefined }[];
}

/** All paths on from a step. */
function leave(running: Running, step: Step, state: State, place: string): Departures {
  const { graph, route } = running;
  const edges = route.edges(step);
  for (const { to } of route.lost(step)) {
    const end = to === undefined ? 'nothing' : quote(to);
    running.note(
      `an edge from ${labelOf(step)} points to unknown step ${end} of ${quoteWorkflow(graph.workflow)}: the run ends there`,
    );
  }
  const paths: { path: Path; target: Step | undefined }[] = [];
  const leaves: State[] = [];
  const go = (type: string | undefined, taken: readonly Path[], among: readonly Edge[]): void => {
    for (const path of taken) {
      leaves.push(path.state);
      if (among.length < 2) paths.push({ path, target: among[0] && graph.target(among[0]) });
      else paths.push(...divide(running, step, path, among, `${place} ${type}`));
    }
  };
  if (!step.spec.isKnown) {
    // A step of an unknown type may go on by any edge.
    go('any', passOn(running, step, state, place), edges);
    return { leaves, paths, mayEnd: paths.length === 0 };
  }
  const { taken, stays, mayStay } = outcomesOf(running, step, state, place);
  for (const [answer, { type, means }] of step.spec.branches.entries()) {
    const ofType = edges.filter((edge) => edge.type === type);
    const open = means === 'open' ? takeOpen(running, step, state, place, answer) : undefined;
    go(type, open ?? taken[means] ?? [], ofType);
  }
  const mayEnd = paths.length === 0 || mayStay === true;
  const types = branchTypes(step);
  for (const edge of edges) {
    if (edge.type !== undefined && types.includes(edge.type)) continue;
    const time = running.flow.span(edge);
    if (time === undefined) continue;
    const target = graph.target(edge) as Step;
    const name = `${place} ${state.min} ${state.max} edge ${edge.index}`;
    const question = askAt(running, step, state, name, () => ({
      kind: 'edge',
      answers: [true, false].map((taken) => inWords(edge, target, step, taken)),
      decidedBy: [],
    }));
    const path = choose(running, state, question, 0);
    if (path === undefined) continue;
    paths.push({ path: { ...path, state: advance(path.state, time, place) }, target });
  }
  return { leaves, paths, stays, mayEnd };
}

/** The paths out of a step of a known type, by what its branches mean. */
function outcomesOf(
  running: Running,
  step: Step,
  state: State,
  place: string,
): {
  readonly taken: { readonly [M in Branch['means']]?: readonly Path[] };
  readonly stays?: string | undefined;
  readonly mayStay?: boolean | undefined;
} {
  if (isCondition(step)) {
    const { met, notMet } = decideCondition(running, step, state);
    return { taken: { met: met ? [met] : [], notMet: notMet ? [notMet] : [] } };
  }
  if (isWait(step)) {
    const { stays, mayStay, ...taken } = leaveWait(running, step, state, place);
    return { taken, stays, mayStay };
  }
  return { taken: { always: passOn(running, step, state, place) } };
}

function passOn(running: Running, step: Step, state: State, place: string): readonly Path[] {
  const { isKnown, effects } = step.spec;
  if (effects.deletesContact) return [];
  if (effects.writes.length > 0) return [{ state: writeContact(running, step, state, place) }];
  const stay = running.flow.stay(step);
  if (isDelay(step) && stay.min !== stay.max) {
    const isOpen = stay.max === Number.POSITIVE_INFINITY;
    const why = isOpen
      ? 'has no length that can be read'
      : 'has two lengths: it will be one of them';
    running.note(`${labelOf(step)} of ${quoteWorkflow(running.graph.workflow)} ${why}`);
  }
  const after = advance(state, stay, place);
  // A step of an unknown type may do anything to the contact.
  return [{ state: isKnown ? after : { ...after, moment: `${after.moment} ${place}` } }];
}

/** The path by one of the branches between which nothing in the workflow decides. */
function takeOpen(
  running: Running,
  step: Step,
  state: State,
  place: string,
  answer: number,
): readonly Path[] {
  const question = askAt(running, step, state, `${place} ${state.min} ${state.max} open`, () => ({
    kind: 'edge',
    answers: step.spec.branches.map(({ type }) => `it leaves by ${quote(type)}`),
    decidedBy: [],
  }));
  const path = choose(running, state, question, answer);
  if (path === undefined) return [];
  return passOn(running, step, path.state, place).map((next) => ({ ...path, ...next }));
}

/** Edges of one type to different steps: which one is taken is open. */
function divide(
  running: Running,
  step: Step,
  { state }: Path,
  edges: readonly Edge[],
  place: string,
): readonly { path: Path; target: Step }[] {
  const targets = edges.map((edge) => running.graph.target(edge) as Step);
  const name = `${place} ${state.min} ${state.max} of ${edges.length}`;
  const question = askAt(running, step, state, name, () => ({
    kind: 'edge',
    answers: targets.map(
      (target) => `of ${edges.length} edges, the one to ${quote(keyOf(target))} is taken`,
    ),
    decidedBy: [],
  }));
  return targets.flatMap((target, answer) => {
    const path = choose(running, state, question, answer);
    return path === undefined ? [] : [{ path, target }];
  });
}

function inWords({ type }: Edge, target: Step, { type: source }: Step, taken: boolean): string {
  const what = type === undefined ? 'whose type cannot be read' : `of type ${quote(type)}`;
  return `the edge to ${quote(keyOf(target))} ${taken ? 'is' : 'is not'} taken, though it is one ${what}, which a ${source} does not leave by`;
}

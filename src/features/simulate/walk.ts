import { addTo } from '../../core/model/groups.ts';
import { labelOf, quote } from '../../core/model/label.ts';
import type { Edge, Step } from '../../core/model/nodes.ts';
import type { Loop } from '../../core/model/simulation.ts';
import {
  type Branch,
  branchTypes,
  isCondition,
  isDelay,
  isEmail,
  isWait,
} from '../../core/model/step-type.ts';
import { askAt, choose, decideCondition, keyOf, type Path } from './decide.ts';
import { ALWAYS } from './questions.ts';
import { quoteWorkflow, type Running, writeContact } from './running.ts';
import { advance, MAX_TIMES, mergeStates, type State, within } from './state.ts';
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
  /** There was too much to follow to its end. */
  readonly isCut: boolean;
}

/** Rounds of a loop that are followed. */
const ROUNDS = 3;
/** Steps and edges that are followed in all runs together. Beyond it, the simulation reports a gap. */
export const MAX_WORK = 150_000;

/** Follows one contact through a workflow, each step after all that lead to it, so that the number of paths does not matter. */
export function walk(running: Running, starts: readonly Step[]): Walked {
  const { route, questions, cause, budget } = running;
  const visits: Visit[] = [];
  const loops: Loop[] = [];
  const arrivals = new Map<number, State[]>();
  const arrive = (step: Step, round: number, state: State): void =>
    addTo(arrivals, step.index * ROUNDS + round, state);
  const { at } = cause;
  const none = new Map<string, never>();
  const state = { min: at, max: at, guard: ALWAYS, moment: String(at) };
  for (const start of starts) arrive(start, 0, { ...state, written: none, received: none });

  for (const { steps, isLoop } of route.stretches) {
    const first = visits.length;
    const stops = new Set<string>();
    let goesOn = false;
    for (let round = 0; round < (isLoop ? ROUNDS : 1); round++) {
      // Leaving in the first iteration may only keep contacts from the loop.
      const exit = (words: string | undefined): void =>
        void (words !== undefined && round > 0 && stops.add(words));
      for (const step of steps) {
        const arrived = arrivals.get(step.index * ROUNDS + round) ?? [];
        arrivals.delete(step.index * ROUNDS + round);
        const place = `${running.run}.${step.index}.${round}`;
        const states = mergeStates(arrived, questions.answersOf, place, () =>
          noteCrowd(running, step),
        );
        for (const state of states) {
          if (budget.left < 0) return { visits, loops, isCut: true };
          const { leaves, paths, stays } = leave(running, step, state, place);
          visits.push({ step, state, round: isLoop ? round : undefined, leaves });
          budget.left -= 2 + state.guard.terms.length + paths.length;
          exit(stays);
          for (const { path, target } of paths) {
            const lead = target && route.within(step, target);
            if (lead === undefined) exit(path.words);
            if (target === undefined) continue;
            const next = lead === undefined ? 0 : lead === 'back' ? round + 1 : round;
            if (next < ROUNDS) arrive(target, next, path.state);
            else goesOn = true;
          }
        }
      }
    }
    if (goesOn) loops.push(loopOf(running, steps, visits.slice(first), [...stops]));
  }
  return { visits, loops, isCut: false };
}

function noteCrowd({ graph, note }: Running, step: Step): void {
  note(
    `${quote(keyOf(step))} of ${quoteWorkflow(graph.workflow)} is reached at more than ${MAX_TIMES} times: the later ones are told as one span`,
  );
}

/** @param steps of the loop, its entry first. */
function loopOf(
  { run }: Running,
  steps: readonly Step[],
  visits: readonly Visit[],
  stops: readonly string[],
): Loop {
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
  return { run, steps: again.map(keyOf), every: within(every), rounds: ROUNDS, sends, stops };
}

interface Departures {
  readonly leaves: readonly State[];
  /** The contact stays for good unless this holds. */
  readonly stays?: string | undefined;
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
      `an edge leads from ${labelOf(step)} to ${end}, which is no step of ${quoteWorkflow(graph.workflow)}: the run ends there`,
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
    return { leaves, paths };
  }
  const { taken, stays } = outcomesOf(running, step, state, place);
  for (const { type, means } of step.spec.branches) {
    const ofType = edges.filter((edge) => edge.type === type);
    go(type, taken[means] ?? [], ofType);
  }
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
  return { leaves, paths, stays };
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
} {
  if (isCondition(step)) {
    const { met, notMet } = decideCondition(running, step, state);
    return { taken: { met: met ? [met] : [], notMet: notMet ? [notMet] : [] } };
  }
  if (isWait(step)) {
    const { stays, ...taken } = leaveWait(running, step, state, place);
    return { taken, stays };
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

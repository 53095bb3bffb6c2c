import { branchesOf } from '../model/branches.ts';
import { labelOf, quote } from '../model/label.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { choose, decideCondition, keyOf, type Way, within } from './decide.ts';
import { ALWAYS } from './guards.ts';
import { type LoopTrace, traceLoop } from './loops.ts';
import { advance, nameOfWorkflow, type Running } from './running.ts';
import { MAX_TIMES, mergeStates, type State } from './state.ts';
import { leaveWait } from './wait.ts';
import { writeContact } from './write.ts';

/** A contact at a step. */
export interface Visit {
  readonly step: Step;
  readonly state: State;
  /** In a loop: how often it has been through, from 0 on. */
  readonly round: number | undefined;
  /** When it goes on, by any way; nothing: it stays, or its run ends here. */
  readonly leaves: readonly State[];
}

export interface Walked {
  readonly visits: readonly Visit[];
  readonly loops: readonly LoopTrace[];
  /** There was too much to follow to its end. */
  readonly isCut: boolean;
}

/** Rounds of a loop that are followed. */
export const ROUNDS = 3;
/** Steps come to and ways gone, over all runs: far beyond what anybody could read. What comes later is told to be missing. */
export const MAX_WORK = 150_000;

/** Follows one contact through a workflow, each step after all that lead to it, so that the number of paths does not matter. */
export function walk(running: Running, starts: readonly Step[]): Walked {
  const { graph, route, questions, cause } = running;
  const visits: Visit[] = [];
  const loops: LoopTrace[] = [];
  const arrivals = new Map<number, State[]>();
  const arrive = (step: Step, round: number, state: State): void => {
    const key = step.index * ROUNDS + round;
    const states = arrivals.get(key);
    if (states === undefined) arrivals.set(key, [state]);
    else states.push(state);
  };
  const { at } = cause;
  for (const start of starts) arrive(start, 0, { least: at, greatest: at, guard: ALWAYS, moment: String(at), written: new Map(), heard: new Map() });

  for (const { steps, isLoop } of route.stretches) {
    const trace = isLoop ? traceLoop(steps) : undefined;
    for (let round = 0; round < (isLoop ? ROUNDS : 1); round++) {
      for (const step of steps) {
        const arrived = arrivals.get(step.index * ROUNDS + round);
        if (arrived === undefined) continue;
        arrivals.delete(step.index * ROUNDS + round);
        const place = `${running.run}.${step.index}.${round}`;
        const states = mergeStates(arrived, questions.answersOf, place, () =>
          running.note(
            `${quote(keyOf(step))} of ${nameOfWorkflow(graph.workflow)} is reached at more than ${MAX_TIMES} times: the later ones are told as one span`,
          ),
        );
        for (const state of states) {
          if (running.budget.left < 0) return { visits, loops, isCut: true };
          const departures = leave(running, step, state, place);
          visits.push({ step, state, round: isLoop ? round : undefined, leaves: departures.leaves });
          running.budget.left -= 2 + state.guard.terms.length + departures.ways.length;
          trace?.pass(step, round, state);
          if (departures.stays !== undefined) trace?.exit(departures.stays, round);
          for (const { way, target } of departures.ways) {
            const lead = target === undefined ? undefined : route.within(step, target);
            if (target === undefined || lead === undefined) trace?.exit(way.words, round);
            if (target === undefined) continue;
            const next = lead === undefined ? 0 : lead === 'back' ? round + 1 : round;
            if (next < ROUNDS) arrive(target, next, way.state);
            else trace?.cut();
          }
        }
      }
    }
    if (trace?.isCut()) loops.push(trace);
  }
  return { visits, loops, isCut: false };
}

interface Departures {
  readonly leaves: readonly State[];
  /** Where the contact may stay for good: in which case. */
  readonly stays?: string | undefined;
  /** Without a target: the run ends there. */
  readonly ways: readonly { readonly way: Way; readonly target: Step | undefined }[];
}

/** All ways on from a step. */
function leave(running: Running, step: Step, state: State, place: string): Departures {
  const { graph, route } = running;
  const edges = route.edges(step);
  for (const { to } of route.lost(step)) {
    running.note(
      `an edge leads from ${labelOf(step)} to ${to === undefined ? 'nothing' : quote(to)}, which is no step of ${nameOfWorkflow(graph.workflow)}: the run ends there`,
    );
  }
  const ways: { way: Way; target: Step | undefined }[] = [];
  const leaves: State[] = [];
  const go = (type: string | undefined, taken: readonly Way[], among: readonly Edge[]): void => {
    for (const way of taken) {
      leaves.push(way.state);
      if (among.length < 2) ways.push({ way, target: among[0] && graph.target(among[0]) });
      else ways.push(...divide(running, step, way, among, `${place} ${type}`));
    }
  };
  const onward = branchesOf(step.type);
  // What a step of an unknown type goes on by is not known either.
  if (onward === undefined) go('any', passOn(running, step, state, place), edges);
  const byType = (type: string): readonly Edge[] => edges.filter((edge) => edge.type === type);
  if (onward === undefined) return { leaves, ways };
  const { out, stays } = waysOut(running, step, state, place);
  for (const type of onward) go(type, out.get(type) ?? [], byType(type));
  for (const edge of edges) {
    if (edge.type !== undefined && (onward as readonly string[]).includes(edge.type)) continue;
    const time = running.flow.span(edge);
    if (time === undefined) continue;
    const question = running.questions.ask(`${place} ${state.least} ${state.greatest} edge ${edge.index}`, () => ({
      kind: 'edge',
      run: running.run,
      index: step.index,
      step: keyOf(step),
      at: within(state),
      answers: [true, false].map((taken) => inWords(edge, graph.target(edge) as Step, step, taken)),
      decidedBy: [],
    }));
    const way = choose(running, state, question, 0);
    if (way !== undefined) ways.push({ way: { ...way, state: advance(way.state, time, place) }, target: graph.target(edge) });
  }
  return { leaves, ways, stays };
}

/** The ways out of a step of a known type, by the type of edge they take. */
function waysOut(
  running: Running,
  step: Step,
  state: State,
  place: string,
): { readonly out: ReadonlyMap<string, readonly Way[]>; readonly stays?: string | undefined } {
  if (step.type === 'condition') {
    const { met, notMet } = decideCondition(running, step, state);
    const out = new Map<string, readonly Way[]>();
    if (met !== undefined) out.set('condition_met', [met]);
    if (notMet !== undefined) out.set('condition_not_met', [notMet]);
    return { out };
  }
  if (step.type === 'wait_for_event') {
    const { received, timedOut, stays } = leaveWait(running, step, state, place);
    const out = new Map<string, readonly Way[]>([
      ['event_received', received],
      ['timeout', timedOut],
    ]);
    return { out, stays };
  }
  return { out: new Map([['default', passOn(running, step, state, place)]]) };
}

function passOn(running: Running, step: Step, state: State, place: string): readonly Way[] {
  if (step.type === 'contact_delete') return [];
  if (step.type === 'contact_update') return [{ state: writeContact(running, step, state, place) }];
  const stay = running.flow.stay(step);
  if (step.type === 'delay' && stay.least !== stay.greatest) {
    running.note(
      `${labelOf(step)} of ${nameOfWorkflow(running.graph.workflow)} ${stay.greatest === Number.POSITIVE_INFINITY ? 'has no length that can be read' : 'has two lengths: it will be one of them'}`,
    );
  }
  const after = advance(state, stay, place);
  // A step of an unknown type may do anything to the contact.
  if (branchesOf(step.type) !== undefined) return [{ state: after }];
  return [{ state: { ...after, moment: `${after.moment} ${place}` } }];
}

/** Edges of one type to different steps: which one is taken, nobody knows. */
function divide(running: Running, step: Step, way: Way, edges: readonly Edge[], place: string): readonly { way: Way; target: Step }[] {
  const targets = edges.map((edge) => running.graph.target(edge) as Step);
  const question = running.questions.ask(`${place} ${way.state.least} ${way.state.greatest} of ${edges.length}`, () => ({
    kind: 'edge',
    run: running.run,
    index: step.index,
    step: keyOf(step),
    at: within(way.state),
    answers: targets.map((target) => `of ${edges.length} edges, the one to ${quote(keyOf(target))} is taken`),
    decidedBy: [],
  }));
  return targets.flatMap((target, answer) => {
    const chosen = choose(running, way.state, question, answer);
    return chosen === undefined ? [] : [{ way: chosen, target }];
  });
}

function inWords({ type }: Edge, target: Step, { type: source }: Step, taken: boolean): string {
  const what = type === undefined ? 'whose type cannot be read' : `of type ${quote(type)}`;
  return `the edge to ${quote(keyOf(target))} ${taken ? 'is' : 'is not'} taken, though it is one ${what}, which a ${source} does not leave by`;
}

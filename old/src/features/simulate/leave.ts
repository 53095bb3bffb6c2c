import type { TimeRange } from '../../core/graph/flow.ts';
import {
  formatDuration,
  hasShownUnits,
  LONGEST_DELAY,
  lengthsOf,
} from '../../core/model/duration.ts';
import { labelOf, quote } from '../../core/model/label.ts';
import type { Edge, Step } from '../../core/model/nodes.ts';
import type { Branch } from '../../core/model/step-spec.ts';
import { branchTypes, isCondition, isDelay, isWait } from '../../core/model/step-type.ts';
import { askAt, chooseNew, decideCondition, keyOf, type Path } from './decide.ts';
import { quoteWorkflow, type Running, writeContact } from './running.ts';
import { advance, type State } from './state.ts';
import { leaveWait } from './wait.ts';

/** A contact at a step. */
interface Arrival {
  readonly running: Running;
  readonly step: Step;
  readonly state: State;
  /** Run, step and iteration. */
  readonly place: string;
}

/** All paths out of a step; one without a target ends the run. `stays`: the contact stays forever unless this holds. */
export function leave(arrival: Arrival) {
  const { running, step, state, place } = arrival;
  const { graph, route } = running;
  const edges = route.edges(step);
  for (const { to } of route.lost(step)) {
    const end = to === undefined ? 'no step' : `unknown step ${quote(to)}`;
    running.note(
      `an edge from ${labelOf(step)} points to ${end} of ${quoteWorkflow(graph.workflow)}: the run ends there`,
    );
  }
  noteLength(running, step);
  const paths: { path: Path; target: Step | undefined }[] = [];
  const leaves: State[] = [];
  const go = (type: string, taken: readonly Path[], among: readonly Edge[]): void => {
    for (const path of taken) {
      leaves.push(path.state);
      if (among.length < 2) paths.push({ path, target: among[0] && graph.target(among[0]) });
      else paths.push(...divide({ ...arrival, place: `${place} ${type}` }, path, among));
    }
  };
  if (!step.spec.isKnown) {
    // A step of an unknown type may continue by any edge.
    go('any', passOn(arrival), edges);
    return { leaves, paths, mayEnd: paths.length === 0 };
  }
  const { taken, stays, mayStay } = outcomesOf(arrival);
  for (const [answer, { type, means }] of step.spec.branches.entries()) {
    const ofType = edges.filter((edge) => edge.type === type);
    const by = means === 'open' ? takeOpen(arrival, answer) : taken[means];
    go(type, by, ofType);
  }
  const mayEnd = paths.length === 0 || mayStay === true;
  const types = branchTypes(step);
  for (const edge of edges) {
    if (edge.type !== undefined && types.includes(edge.type)) continue;
    // The edges of the route take a known time.
    const time = running.flow.span(edge) as TimeRange;
    const target = graph.target(edge) as Step;
    const name = `${place} ${state.min} ${state.max} edge ${edge.index}`;
    const question = askAt(running, { step, state, name }, () => ({
      kind: 'edge',
      answers: [true, false].map((taken) => inWords(edge, target, step, taken)),
      decidedBy: [],
    }));
    const path = chooseNew(running, state, question, 0);
    paths.push({ path: { ...path, state: advance(path.state, time, place) }, target });
  }
  return { leaves, paths, stays, mayEnd };
}

type Taken = { readonly [M in Exclude<Branch['means'], 'open'>]: readonly Path[] };

const NONE_TAKEN: Taken = { always: [], met: [], notMet: [], received: [], timedOut: [] };

/** The paths out of a step of a known type, by the meaning of its branches. */
function outcomesOf(arrival: Arrival): {
  readonly taken: Taken;
  readonly stays?: string | undefined;
  readonly mayStay?: boolean | undefined;
} {
  const { running, step, state, place } = arrival;
  if (isCondition(step)) {
    const { met, notMet } = decideCondition(running, step, state);
    return { taken: { ...NONE_TAKEN, met: met ? [met] : [], notMet: notMet ? [notMet] : [] } };
  }
  if (isWait(step)) {
    const { stays, mayStay, ...taken } = leaveWait(running, step, state, place);
    return { taken: { ...NONE_TAKEN, ...taken }, stays, mayStay };
  }
  return { taken: { ...NONE_TAKEN, always: passOn(arrival) } };
}

function passOn({ running, step, state, place }: Arrival): readonly Path[] {
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
  // A step of an unknown type may change the contact.
  return [{ state: isKnown ? after : { ...after, moment: `${after.moment} ${place}` } }];
}

/** A length that the service may refuse or read in another way. */
function noteLength({ note, graph }: Running, step: Step): void {
  const name = `${labelOf(step)} of ${quoteWorkflow(graph.workflow)}`;
  for (const { raw, duration } of lengthsOf(step)) {
    if (duration.kind !== 'known') continue;
    const length = formatDuration(duration.seconds);
    if (duration.seconds > LONGEST_DELAY)
      note(`${name} takes ${length}, and the service accepts at most 30 days`);
    if (typeof raw === 'string' && !hasShownUnits(raw))
      note(`${name}: no document shows the unit of ${quote(raw)}, taken as ${length}`);
  }
}

/** The path of a branch that the workflow does not decide. */
function takeOpen(arrival: Arrival, answer: number): readonly Path[] {
  const { running, step, state, place } = arrival;
  const name = `${place} ${state.min} ${state.max} open`;
  const question = askAt(running, { step, state, name }, () => ({
    kind: 'edge',
    answers: step.spec.branches.map(({ type }) => `it leaves by ${quote(type)}`),
    decidedBy: [],
  }));
  const path = chooseNew(running, state, question, answer);
  return passOn({ ...arrival, state: path.state }).map((next) => ({ ...path, ...next }));
}

/** Edges of one type to different steps: the choice is open. */
function divide(
  { running, step, place }: Arrival,
  { state }: Path,
  edges: readonly Edge[],
): readonly { path: Path; target: Step }[] {
  const targets = edges.map((edge) => running.graph.target(edge) as Step);
  const name = `${place} ${state.min} ${state.max} of ${edges.length}`;
  const question = askAt(running, { step, state, name }, () => ({
    kind: 'edge',
    answers: targets.map(
      (target) => `of ${edges.length} edges, the one to ${quote(keyOf(target))} is taken`,
    ),
    decidedBy: [],
  }));
  return targets.map((target, answer) => ({
    path: chooseNew(running, state, question, answer),
    target,
  }));
}

function inWords({ type }: Edge, target: Step, { type: source }: Step, taken: boolean): string {
  const what = type === undefined ? 'whose type cannot be read' : `of type ${quote(type)}`;
  return `the edge to ${quote(keyOf(target))} ${taken ? 'is' : 'is not'} taken, though it is one ${what}, which a ${source} does not leave by`;
}

import type { TimeRange } from '../../core/graph/flow.ts';
import { filterConditionOf } from '../../core/model/condition.ts';
import { conditionInWords } from '../../core/model/condition-words.ts';
import { eventNameOf } from '../../core/model/config.ts';
import { hasTimeout, secondsOf } from '../../core/model/duration.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import type { Step } from '../../core/model/nodes.ts';
import { formatOffset } from '../../core/report/simulation-words.ts';
import { askAt, chooseNew, decide, keyOf, type Path } from './decide.ts';
import { anyOf } from './questions.ts';
import type { Occurrence, Running } from './running.ts';
import { advance, type State } from './state.ts';

/**
 * Of an event the request names, all occurrences are known: the first that the filter accepts ends the wait. One at the moment the
 * contact arrives counts, unless it brought the contact there; one at the end does not. Whether other events occur is open. With
 * `mayStay`, the contact may stay forever, unless the condition `stays` holds.
 */
export function leaveWait(running: Running, step: Step, state: State, place: string) {
  const event = eventNameOf(step);
  const timeout = timeoutOf(running, step);
  const wait: Wait = { running, step, state, place, event, timeout, received: [] };
  const { received } = wait;
  const later = event === undefined ? undefined : running.later.get(event);
  const open = later === undefined ? mayCome(wait) : followOccurrences(wait, later);
  if (open === undefined) return { received, timedOut: [] };
  if (timeout === undefined) return { received, timedOut: [], mayStay: true, stays: open.words };
  const after = pass(advance(open.state, timeout, place), place);
  return { received, timedOut: [{ ...open, state: after }] };
}

/** A contact that waits. */
interface Wait {
  readonly running: Running;
  readonly step: Step;
  readonly state: State;
  readonly place: string;
  readonly event: string | undefined;
  /** `undefined`: the wait is unbounded. */
  readonly timeout: TimeRange | undefined;
  /** The paths by the event. */
  readonly received: Path[];
}

/** The length of the wait without the event. */
function timeoutOf({ flow, route, graph }: Running, step: Step): TimeRange | undefined {
  const edge = [...route.edges(step), ...graph.outgoing(step)].find(
    ({ type }) => type === 'timeout',
  );
  if (edge !== undefined) return flow.span(edge);
  return hasTimeout(step) ? { min: secondsOf(step) ?? 0, max: flow.stay(step).max } : undefined;
}

/** The event may occur or not. Returns the path without it. */
function mayCome(wait: Wait): Path {
  const { running, step, state, place, event, timeout, received } = wait;
  const name = `${running.run} ${place} ${state.min} ${state.max}`;
  const question = askAt(running, { step, state, name }, () => ({
    kind: 'wait',
    answers: [true, false].map((comes) => inWords(wait, comes)),
    decidedBy: event === undefined ? [] : [{ kind: 'when', event }],
  }));
  const came = chooseNew(running, state, question, 0);
  const time = { min: 0, max: timeout?.max ?? Number.POSITIVE_INFINITY };
  const later = pass(advance(came.state, time, place), place);
  received.push({ ...came, state: receive(later, event, undefined) });
  return chooseNew(running, state, question, 1);
}

/** Examines the occurrences in order of time. Returns the path if none of them ends the wait. */
function followOccurrences(wait: Wait, later: readonly Occurrence[]): Path | undefined {
  const { running, step, state, place, timeout, received } = wait;
  const surelyOver = state.min + (timeout?.min ?? Number.POSITIVE_INFINITY);
  const perhapsOver = state.max + (timeout?.max ?? Number.POSITIVE_INFINITY);
  const filter = filterConditionOf(step);
  let rest: Path | undefined = { state };
  for (const occurrence of later) {
    const { at, event } = occurrence;
    const payload = occurrence.isPart ? undefined : occurrence.payload;
    if (occurrence.index === state.used || at < state.min || at >= perhapsOver) continue;
    let path: Path | undefined = rest;
    if (at < state.max || at >= surelyOver) {
      // Whether the contact is waiting at that time is open.
      const name = `${running.run} ${place} ${state.min} ${state.max} ${occurrence.index}`;
      const comes = `${quote(event)} at ${formatOffset(at)} comes`;
      const waits = `${quote(keyOf(step))} waits`;
      const question: number = askAt(running, { step, state, name }, () => ({
        kind: 'wait',
        answers: [`${comes} while ${waits}`, `${comes} before or after ${waits}`],
        decidedBy: [],
      }));
      path = chooseNew(running, rest.state, question, 0);
      rest = chooseNew(running, rest.state, question, 1);
    } else rest = undefined;
    if (path !== undefined && filter !== undefined) {
      const { moment } = path.state;
      const then = { ...path.state, moment: `${moment} ${at}` };
      const test = { root: filter.root, of: occurrence, kind: 'filter' } as const;
      const decision = decide(running, step, then, test);
      // A filter on a field that the event lacks does not match.
      const passedBy: Path | undefined = decision.met || decision.notMet ? decision.notMet : path;
      if (passedBy !== undefined) rest = join(running, rest, { ...passedBy.state, moment });
      path = decision.met;
    }
    if (path !== undefined) {
      const used = occurrence.index;
      const came: State = { ...path.state, min: at, max: at, moment: String(at), used };
      received.push({ ...path, state: receive(pass(came, place), event, payload) });
    }
    if (rest === undefined) return undefined;
  }
  return rest;
}

/** Both paths without the event, as one. */
function join({ questions }: Running, rest: Path | undefined, state: State): Path {
  if (rest === undefined) return { state };
  const guard = anyOf([rest.state.guard, state.guard], questions);
  return { state: { ...state, guard } };
}

/** The contact may have changed during the wait. */
const pass = (state: State, place: string): State => ({
  ...state,
  moment: `${state.moment} ${place}`,
});

function receive(state: State, event: string | undefined, payload: JsonObject | undefined): State {
  if (event === undefined) return state;
  return { ...state, received: new Map([...state.received, [event, payload]]) };
}

/** With its time range, since a contact may wait for one event several times. */
function inWords({ step, event, timeout, state }: Wait, comes: boolean): string {
  const filter = filterConditionOf(step);
  const rule = filter === undefined ? '' : ` (${conditionInWords(filter.root)})`;
  const what = `${event === undefined ? 'the event' : quote(event)}${rule}`;
  const from = state.min === 0 ? '' : ` after ${formatOffset(state.min)}`;
  const end = state.max + (timeout?.max ?? Number.NaN);
  const between = state.min === 0 ? ' by ' : ` between ${formatOffset(state.min)} and `;
  const bounded = Number.isFinite(end) ? `${between}${formatOffset(end)}` : ` in time${from}`;
  return `${what} ${comes ? 'comes' : 'does not come'}${timeout ? bounded : from}`;
}

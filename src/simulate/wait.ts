import type { Span } from '../graph/flow.ts';
import { filterRuleOf } from '../model/condition.ts';
import { eventNameOf } from '../model/config.ts';
import { formatDuration, hasTimeout, secondsOf } from '../model/duration.ts';
import type { JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import { ruleInWords } from '../model/rule-words.ts';
import { choose, decide, keyOf, type Way, within } from './decide.ts';
import { either } from './guards.ts';
import { advance, type Running } from './running.ts';
import type { State } from './state.ts';
import type { Occurrence } from './world.ts';

/** The ways out of a wait: by the event, at the time it comes, and at the timeout. */
export interface WaitWays {
  readonly received: readonly Way[];
  readonly timedOut: readonly Way[];
  /** What must not be the case, or the contact stays for good. */
  readonly stays?: string | undefined;
}

/**
 * What comes of a wait. Of an event the request names, all occurrences are known: the first in time that the filter lets through
 * ends it. One at the very moment the contact comes to the wait counts, one at the very moment the wait is over does not. Of
 * other events it is not known whether they come.
 */
export function leaveWait(running: Running, step: Step, state: State, place: string): WaitWays {
  const event = eventNameOf(step);
  const timeout = timeoutOf(running, step);
  const later = event === undefined ? undefined : running.later.get(event);
  const left: { received: Way[]; timedOut: Way[] } = { received: [], timedOut: [] };
  const open =
    later === undefined
      ? mayCome(running, step, state, event, timeout, place, left.received)
      : followOccurrences(running, step, state, later, timeout, place, left.received);
  if (open !== undefined && timeout === undefined) return { ...left, stays: open.words };
  if (open !== undefined && timeout !== undefined) left.timedOut.push({ ...open, state: pass(advance(open.state, timeout, place), place) });
  return left;
}

/** How long the wait lasts when the event does not come; `undefined`: for ever. */
export function timeoutOf({ flow, route, graph }: Running, step: Step): Span | undefined {
  const edge = route.edges(step).find(({ type }) => type === 'timeout') ?? graph.outgoing(step).find(({ type }) => type === 'timeout');
  if (edge !== undefined) return flow.span(edge);
  return hasTimeout(step) ? { least: secondsOf(step) ?? 0, greatest: flow.stay(step).greatest } : undefined;
}

/** Both may be. Returns the way on without the event. */
function mayCome(
  running: Running,
  step: Step,
  state: State,
  event: string | undefined,
  timeout: Span | undefined,
  place: string,
  received: Way[],
): Way | undefined {
  const question = running.questions.ask(`${running.run} ${place} ${state.least} ${state.greatest}`, () => ({
    kind: 'wait',
    run: running.run,
    index: step.index,
    step: keyOf(step),
    at: within(state),
    answers: [true, false].map((comes) => inWords(step, event, timeout, comes)),
    decidedBy: event === undefined ? [] : [{ kind: 'when', event }],
  }));
  const came = choose(running, state, question, 0);
  if (came !== undefined) {
    const later = advance(came.state, { least: 0, greatest: timeout?.greatest ?? Number.POSITIVE_INFINITY }, place);
    received.push({ ...came, state: hear(pass(later, place), event, undefined) });
  }
  return choose(running, state, question, 1);
}

/** Goes through the occurrences in time, one after the other. Returns the way on if none of them ends the wait. */
function followOccurrences(
  running: Running,
  step: Step,
  state: State,
  later: readonly Occurrence[],
  timeout: Span | undefined,
  place: string,
  received: Way[],
): Way | undefined {
  const [surely, perhaps] = [state.least + (timeout?.least ?? Number.POSITIVE_INFINITY), state.greatest + (timeout?.greatest ?? Number.POSITIVE_INFINITY)];
  const filter = filterRuleOf(step);
  let rest: Way | undefined = { state };
  for (const occurrence of later) {
    const { at, event, payload } = occurrence;
    if (occurrence === running.cause || at < state.least || at >= perhaps) continue;
    let way: Way | undefined = rest;
    if (at < state.greatest || at >= surely) {
      // When the contact comes to the wait, or when it is over, is not known well enough.
      const question: number = running.questions.ask(`${running.run} ${place} ${state.least} ${state.greatest} ${occurrence.index}`, () => ({
        kind: 'wait',
        run: running.run,
        index: step.index,
        step: keyOf(step),
        at: within(state),
        answers: [`${quote(event)} comes while it waits`, `${quote(event)} comes before or after it waits`],
        decidedBy: [],
      }));
      way = choose(running, rest.state, question, 0);
      rest = choose(running, rest.state, question, 1);
    } else rest = undefined;
    if (way !== undefined && filter !== undefined) {
      const [met, notMet] = decide(running, step, { ...way.state, moment: `${way.state.moment} ${at}` }, filter.root, occurrence, 'filter');
      // A filter that asks for what the event does not have lets it pass by.
      const passedBy: Way | undefined = met === undefined && notMet === undefined ? way : notMet;
      rest = join(running, rest, passedBy, way.state.moment);
      way = met;
    }
    if (way !== undefined) {
      const { words } = way;
      const came: State = { ...way.state, least: at, greatest: at, moment: String(at) };
      received.push({ state: hear(pass(came, place), event, payload), ...(words !== undefined && { words }) });
    }
    if (rest === undefined) return undefined;
  }
  return rest;
}

/** Both ways on without the event, as one. */
function join({ questions }: Running, rest: Way | undefined, passedBy: Way | undefined, moment: string): Way | undefined {
  if (passedBy === undefined) return rest;
  const state = { ...passedBy.state, moment };
  return { state: rest === undefined ? state : { ...state, guard: either([rest.state.guard, state.guard], questions.answersOf) } };
}

/** The contact may be another after it waited. */
const pass = (state: State, place: string): State => ({ ...state, moment: `${state.moment} ${place}` });

function hear(state: State, event: string | undefined, payload: JsonObject | undefined): State {
  return event === undefined ? state : { ...state, heard: new Map([...state.heard, [event, payload]]) };
}

function inWords(step: Step, event: string | undefined, timeout: Span | undefined, comes: boolean): string {
  const filter = filterRuleOf(step);
  const what = `${event === undefined ? 'the event' : quote(event)}${filter === undefined ? '' : ` (${ruleInWords(filter.root)})`}`;
  const limit = timeout === undefined ? '' : timeout.greatest === Number.POSITIVE_INFINITY ? ' in time' : ` within ${formatDuration(timeout.greatest)}`;
  return `${what} ${comes ? 'comes' : 'does not come'}${limit}`;
}

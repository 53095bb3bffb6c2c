import type { Reading } from '../../core/conditions/evaluate.ts';
import type { TimeRange } from '../../core/graph/flow.ts';
import { groupBy } from '../../core/model/groups.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { Within } from '../../core/model/simulation.ts';
import { anyOf, type Guard, type Questions } from './questions.ts';

/** A contact on its path. States with equal time and known facts are merged. */
export interface State extends TimeRange {
  readonly guard: Guard;
  /** Conditions on the contact at one moment read equal values; later ones may read others. */
  readonly moment: string;
  readonly written: WrittenFields;
  /** The fewest and the most emails sent so far. */
  readonly emails: { readonly min: number; readonly max: number };
  /** Number of the occurrence that led to this step, which no later wait receives. */
  readonly used: number;
  /** The payloads of awaited events; `undefined`: the payload is unknown. */
  readonly received: ReadonlyMap<string, JsonObject | undefined>;
}

/** The values that workflows have written, by field name in rules: `contact.first_name`. */
type WrittenFields = ReadonlyMap<string, Reading>;

export const NO_EMAILS: State['emails'] = { min: 0, max: 0 };

export const UNKNOWN: Reading = { kind: 'unknown' };

/** The number of times at one step; later ones are merged into a range. */
export const MAX_TIMES = 24;

/** The state some time later. `place` is the step where the time passes. */
export function advance(state: State, time: TimeRange, place: string): State {
  if (time.max === 0) return state;
  const min = state.min + time.min;
  const max = state.max + time.max;
  const moment = min === max ? String(min) : `${place} ${min} ${max}`;
  return { ...state, min, max, moment };
}

/** A time as plain data. */
export function within({ min, max }: TimeRange): Within {
  return { least: min, greatest: max === Number.POSITIVE_INFINITY ? null : max };
}

/** Merges states, in order of time. `crowded` is called when different times are merged. */
export function mergeStates(
  states: readonly State[],
  questions: Questions,
  place: string,
  crowded: () => void,
): readonly State[] {
  if (states.length < 2) return states;
  const groups = groupBy(
    states,
    ({ min, max, used, written, received }) =>
      `${min} ${max} ${used} ${nameOf(written)} ${nameOf(received)}`,
  );
  const merged = [...groups.values()]
    .map((group) => join(group, questions, place))
    .sort((a, b) => a.min - b.min || a.max - b.max);
  if (merged.length <= MAX_TIMES) return merged;
  crowded();
  return [...merged.slice(0, MAX_TIMES - 1), join(merged.slice(MAX_TIMES - 1), questions, place)];
}

function join(states: readonly State[], questions: Questions, place: string): State {
  const [first] = states as [State];
  if (states.length === 1) return first;
  const guards = states.map(({ guard }) => guard);
  const isSameMoment = states.every(({ moment }) => moment === first.moment);
  return {
    min: Math.min(...states.map(({ min }) => min)),
    max: Math.max(...states.map(({ max }) => max)),
    guard: anyOf(guards, questions),
    moment: isSameMoment ? first.moment : `${place} ${first.min} ${first.max}`,
    used: first.used,
    written: joinWritten(states),
    emails: {
      min: Math.min(...states.map(({ emails }) => emails.min)),
      max: Math.max(...states.map(({ emails }) => emails.max)),
    },
    received: joinReceived(states),
  };
}

/** A field with different values, or written in some states only, is unknown. */
function joinWritten(states: readonly State[]): WrittenFields {
  const fields = new Set(states.flatMap(({ written }) => [...written.keys()]));
  const joint = (field: string): Reading =>
    commonValue(states.map(({ written }) => written.get(field))) ?? UNKNOWN;
  return new Map([...fields].map((field) => [field, joint(field)]));
}

/** Only the events received in all states. */
function joinReceived(states: readonly State[]): State['received'] {
  const events = [...(states[0] as State).received.keys()].filter((event) =>
    states.every(({ received }) => received.has(event)),
  );
  const joint = (event: string) => commonValue(states.map(({ received }) => received.get(event)));
  return new Map(events.map((event) => [event, joint(event)]));
}

function commonValue<T>(values: readonly T[]): T | undefined {
  const [first, ...others] = values.map((value) => JSON.stringify(value));
  return others.every((other) => other === first) ? values[0] : undefined;
}

// Mostly empty.
const nameOf = (map: ReadonlyMap<string, unknown>): string =>
  map.size === 0 ? '' : JSON.stringify([...map]);

import type { Reading } from '../graph/evaluate.ts';
import type { JsonObject } from '../model/json.ts';
import { either, type Guard } from './guards.ts';
import type { Written } from './world.ts';

/** A contact on the way: where ways meet with the same time and the same knowledge, they are one. */
export interface State {
  readonly least: number;
  readonly greatest: number;
  readonly guard: Guard;
  /** Two conditions on the contact at one moment see the same contact; later ones may see another. */
  readonly moment: string;
  readonly written: Written;
  /** The payloads of events that were waited for; `undefined`: the event came, with a payload nobody knows. */
  readonly heard: ReadonlyMap<string, JsonObject | undefined>;
}

/** More times than these at one step, and the later ones become one span. */
export const MAX_TIMES = 24;

/** The states as few as can be, in order of time. `crowded` is called when times had to be put together. */
export function mergeStates(states: readonly State[], answersOf: (question: number) => number, place: string, crowded: () => void): readonly State[] {
  if (states.length < 2) return states;
  const groups = new Map<string, State[]>();
  for (const state of states) {
    const key = `${state.least} ${state.greatest} ${nameOf(state.written)} ${nameOf(state.heard)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [state]);
    else group.push(state);
  }
  const merged = [...groups.values()].map((group) => join(group, answersOf, place)).sort((a, b) => a.least - b.least || a.greatest - b.greatest);
  if (merged.length <= MAX_TIMES) return merged;
  crowded();
  return [...merged.slice(0, MAX_TIMES - 1), join(merged.slice(MAX_TIMES - 1), answersOf, place)];
}

function join(states: readonly State[], answersOf: (question: number) => number, place: string): State {
  const [first, ...others] = states as [State, ...State[]];
  if (others.length === 0) return first;
  const sameMoment = others.every(({ moment }) => moment === first.moment);
  return {
    least: Math.min(...states.map(({ least }) => least)),
    greatest: Math.max(...states.map(({ greatest }) => greatest)),
    guard: either(
      states.map(({ guard }) => guard),
      answersOf,
    ),
    moment: sameMoment ? first.moment : `${place} ${first.least} ${first.greatest}`,
    written: joinWritten(states),
    heard: joinHeard(states),
  };
}

/** What was written on one way only, or differently, is not known. */
function joinWritten(states: readonly State[]): Written {
  const [first, ...others] = states as [State, ...State[]];
  if (others.every(({ written }) => written === first.written)) return first.written;
  const fields = new Set(states.flatMap(({ written }) => [...written.keys()]));
  return new Map(
    [...fields].map((field): [string, Reading] => {
      const readings = states.map(({ written }) => JSON.stringify(written.get(field)));
      return [field, readings.every((reading) => reading === readings[0]) ? (first.written.get(field) as Reading) : { kind: 'unknown' }];
    }),
  );
}

/** Only what was heard on all ways. */
function joinHeard(states: readonly State[]): State['heard'] {
  const [first, ...others] = states as [State, ...State[]];
  if (others.every(({ heard }) => heard === first.heard)) return first.heard;
  const common = [...first.heard].filter(([event]) => others.every(({ heard }) => heard.has(event)));
  return new Map(common.map(([event, payload]) => [event, others.every(({ heard }) => heard.get(event) === payload) ? payload : undefined]));
}

// Most have written and heard nothing.
const nameOf = (map: ReadonlyMap<string, unknown>): string => (map.size === 0 ? '' : JSON.stringify([...map]));

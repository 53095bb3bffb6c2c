/**
 * What a contact receives, computed slowly and in another way than `src/core/run`: not by answers, but by concrete values. Each
 * field takes each of a few values, each wait ends in each way; nothing is shared with the executor but the model.
 */
import type { Graph } from '../../src/core/graph/graph.ts';
import type { Comparison, Condition } from '../../src/core/model/condition.ts';
import { conditionOf } from '../../src/core/model/condition.ts';
import type { Step } from '../../src/core/model/workflow.ts';

/** The values of each kind of field that the tests use: all that their comparisons can tell apart. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  text: ['a', 'ab', 'b', 'z'],
  count: [0.5, 1, 1.5, 2, 3, 'many'],
  flag: [true, undefined],
  plan: ['a', 'ab', 'b', 'z'],
};

interface State {
  readonly step: Step;
  readonly trace: readonly string[];
  readonly min: number;
  readonly max: number;
  readonly event: ReadonlyMap<string, unknown>;
  readonly contact: ReadonlyMap<string, unknown>;
  readonly rounds: ReadonlyMap<Step, number>;
}

/** Each run that is possible: its steps with their times, and how it ends. */
export function possibleRuns(graph: Graph): ReadonlySet<string> {
  const runs = new Set<string>();
  const first = graph.triggers[0];
  const none = new Map<never, never>();
  const todo: State[] =
    first === undefined
      ? []
      : [{ step: first, trace: [], min: 0, max: 0, event: none, contact: none, rounds: none }];
  for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
    const { step, min, max } = state;
    const round = (state.rounds.get(step) ?? 0) + 1;
    if (round > 3) {
      runs.add([...state.trace, 'repeats'].join(' '));
      continue;
    }
    const trace = [...state.trace, `${step.key}@${min}-${max}`];
    const here = { ...state, trace, rounds: new Map([...state.rounds, [step, round]]) };
    if (step.type === 'contact_delete') {
      runs.add([...trace, 'deleted'].join(' '));
      continue;
    }
    for (const { type, ...next } of leave(here)) {
      if (type === 'waits') {
        runs.add([...trace, 'waits'].join(' '));
        continue;
      }
      const targets = new Set(
        graph
          .outgoing(step)
          .filter(({ edge }) => edge.type === type)
          .map(({ to }) => to),
      );
      if (targets.size === 0) runs.add([...trace, 'end'].join(' '));
      for (const to of targets) todo.push({ ...here, ...next, step: to });
    }
  }
  return runs;
}

type Left = Partial<State> & { readonly type: string };

const DAY = 86_400;
const secondsIn = (text: unknown): number => Number(String(text).split(' ')[0]) * DAY;

function leave(state: State): readonly Left[] {
  const { step, min, max } = state;
  const later = (from: number, to: number): Partial<State> => ({
    ...{ min: min + from, max: max + to, contact: new Map() },
  });
  if (step.type === 'delay') {
    const time = secondsIn(step.config['duration']);
    return [{ type: 'default', ...later(time, time) }];
  }
  if (step.type === 'wait_for_event') {
    const timeout = step.config['timeout'];
    if (timeout === undefined)
      return [{ type: 'waits' }, { type: 'event_received', ...later(0, Number.POSITIVE_INFINITY) }];
    const time = secondsIn(timeout);
    return [
      { type: 'event_received', ...later(0, time) },
      { type: 'timeout', ...later(time, time) },
    ];
  }
  if (step.type !== 'condition') return [{ type: 'default' }];
  const root = conditionOf(step)?.root as Condition;
  return withValues(state, fieldsOf(root)).map(({ event, contact }) => ({
    type: holds(root, event, contact) ? 'condition_met' : 'condition_not_met',
    ...{ event, contact },
  }));
}

const fieldsOf = (condition: Condition): readonly string[] =>
  condition.kind === 'comparison' ? [condition.field as string] : condition.rules.flatMap(fieldsOf);

type Fields = Pick<State, 'event' | 'contact'>;

/** The state with each value of each field that has none yet. */
function withValues(state: Fields, fields: readonly string[]): readonly Fields[] {
  let states: readonly Fields[] = [state];
  for (const field of fields) {
    const scope = field.startsWith('event.') ? 'event' : 'contact';
    const name = field.slice(field.lastIndexOf('.') + 1);
    states = states.flatMap((each) =>
      each[scope].has(field)
        ? [each]
        : (VALUES[name] ?? []).map((value) => ({
            ...each,
            [scope]: new Map([...each[scope], [field, value]]),
          })),
    );
  }
  return states;
}

function holds(condition: Condition, event: Fields['event'], contact: Fields['contact']): boolean {
  if (condition.kind === 'and') return condition.rules.every((rule) => holds(rule, event, contact));
  if (condition.kind === 'or') return condition.rules.some((rule) => holds(rule, event, contact));
  const { field = '', operator, value } = condition as Comparison;
  const actual = (field.startsWith('event.') ? event : contact).get(field);
  if (operator === 'eq') return actual === value;
  if (operator === 'neq') return actual !== value;
  if (operator === 'exists') return actual !== undefined;
  if (operator === 'starts_with') return String(actual).startsWith(String(value));
  if (operator === 'gt') return Number(actual) > Number(value);
  return Number(actual) <= Number(value);
}

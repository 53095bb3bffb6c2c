import type { Graph } from '../../src/core/graph/graph.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import fc from '../fast-check.ts';
import { graphOf as resolve } from './graph-of.ts';

// Small workflows for the tests of time, and an enumeration of their paths.

export type Kind = { readonly type: string; readonly config?: object };
export interface Sketch {
  /** The first is the trigger; the key of each is its position. */
  readonly steps: readonly Kind[];
  readonly edges: readonly (readonly [from: number, to: number, type?: string])[];
  readonly event?: string;
}

export const mail: Kind = { type: 'send_email', config: { template: { id: 'welcome' } } };
export const update: Kind = { type: 'contact_update', config: { first_name: 'Ada' } };
export const condition: Kind = {
  type: 'condition',
  config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
};
export const deletion: Kind = { type: 'contact_delete', config: {} };
export const delay = (duration: unknown): Kind => ({ type: 'delay', config: { duration } });
export const wait = (timeout?: unknown): Kind => ({
  type: 'wait_for_event',
  config: { event_name: 'order.paid', timeout },
});

export function graphOf({ steps, edges, event = 'user.created' }: Sketch): Graph {
  const all: Kind[] = [{ type: 'trigger', config: { event_name: event } }, ...steps.slice(1)];
  return resolve(
    all.map((step, index) => ({ key: String(index), ...step })),
    edges.map(([from, to, type = 'default']) => ({ from: String(from), to: String(to), type })),
  );
}

/** A chain of steps after the trigger. */
export function chain(...steps: readonly Kind[]): Sketch {
  return {
    steps: [{ type: 'trigger' }, ...steps],
    edges: steps.map((_, index) => [index, index + 1]),
  };
}

export const stepAt = (graph: Graph, index: number): Step => graph.workflow.steps[index] as Step;

const LENGTHS = ['30 seconds', '1 minute', '1 hour', '1 day'];
const SECONDS = new Map([
  ['30 seconds', 30],
  ['1 minute', 60],
  ['1 hour', 3600],
  ['1 day', 86_400],
]);

/** Any graph of few steps: merges, cycles, self-loops, several triggers, unreachable steps, edges of any type. Two thirds lead forward only. */
export function sketches(maxSteps: number): fc.Arbitrary<Sketch> {
  const kind = fc.oneof(
    { weight: 4, arbitrary: fc.constant(mail) },
    { weight: 3, arbitrary: fc.constantFrom(...LENGTHS, 'soon', 5).map(delay) },
    { weight: 2, arbitrary: fc.constantFrom(undefined, null, 'soon', ...LENGTHS).map(wait) },
    { weight: 1, arbitrary: fc.constant(condition) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        update,
        deletion,
        { type: 'webhook' },
        { type: 'trigger', config: { event_name: 'user.created' } },
      ),
    },
  );
  return fc
    .tuple(fc.array(kind, { minLength: 2, maxLength: maxSteps - 1 }), fc.nat(2))
    .chain(([steps, forward]) => {
      const end = fc.nat(steps.length);
      const edge = fc.tuple(
        end,
        end,
        fc.constantFrom(
          'default',
          'default',
          'timeout',
          'event_received',
          'condition_met',
          'condition_not_met',
        ),
      );
      return fc.array(edge, { minLength: 1, maxLength: 9 }).map((edges): Sketch => {
        const turned = edges
          .map(([a, b, type]) => [Math.min(a, b), Math.max(a, b), type] as const)
          .filter(([from, to]) => from < to);
        return { steps: [{ type: 'trigger' }, ...steps], edges: forward > 0 ? turned : edges };
      });
    });
}

/** One edge of a path: how long it takes at least and at most, and whether the contact answered. */
export interface Leg {
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
  readonly answer: boolean;
  /** The outcome of the common rule of all conditions on this branch. */
  readonly met?: boolean;
}

/** All paths from the triggers and their prefixes, through steps with known times. */
export function pathsOf(sketch: Sketch): readonly (readonly Leg[])[] {
  const legs = sketch.edges
    .map(([from, to, type = 'default']) => legOf(sketch, from, to, type))
    .filter((leg) => leg !== undefined);
  const starts = sketch.steps.flatMap(({ type }, index) => (type === 'trigger' ? [index] : []));
  const reach = (from: readonly number[]): Set<number> => {
    const seen = new Set(from);
    for (const step of seen) for (const leg of legs) if (leg.from === step) seen.add(leg.to);
    return seen;
  };
  const next = (step: number): number[] =>
    legs.filter(({ from }) => from === step).map(({ to }) => to);
  const reached = reach(starts);
  const onCycle = [...reached].filter((step) => reach(next(step)).has(step));
  const barred = reach(onCycle);
  const paths: Leg[][] = [];
  const walk = (step: number, path: Leg[]): void => {
    paths.push(path);
    for (const leg of legs)
      if (leg.from === step && !barred.has(leg.to)) walk(leg.to, [...path, leg]);
  };
  for (const start of starts) {
    if (barred.has(start)) continue;
    // An empty path ends where it starts.
    walk(start, [{ from: start, to: start, min: 0, max: 0, answer: false }]);
  }
  return paths;
}

export const endOf = (path: readonly Leg[]): number => (path.at(-1) as Leg).to;
export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
export const isMail = ({ steps }: Sketch, index: number): boolean =>
  steps[index]?.type === 'send_email';

function legOf({ steps }: Sketch, from: number, to: number, type: string): Leg | undefined {
  const source = steps[from] as Kind;
  const { duration, timeout } = (source.config ?? {}) as { duration?: string; timeout?: string };
  const leg = (min: number, max: number, answer = false): Leg => ({
    from,
    to,
    min,
    max,
    answer,
  });
  switch (source.type) {
    case 'contact_delete':
      return undefined;
    case 'webhook':
      return leg(0, Number.POSITIVE_INFINITY);
    case 'delay': {
      const seconds = SECONDS.get(duration ?? '');
      return leg(seconds ?? 0, seconds ?? Number.POSITIVE_INFINITY);
    }
    case 'wait_for_event': {
      const seconds = SECONDS.get(timeout ?? '');
      if (type !== 'timeout') return leg(0, seconds ?? Number.POSITIVE_INFINITY, true);
      if (timeout === undefined || timeout === null) return undefined;
      return leg(seconds ?? 0, seconds ?? Number.POSITIVE_INFINITY);
    }
    case 'condition':
      return {
        ...leg(0, 0),
        ...(type.startsWith('condition_') && { met: type === 'condition_met' }),
      };
    default:
      return leg(0, 0);
  }
}

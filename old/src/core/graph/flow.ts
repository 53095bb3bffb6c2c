import { eventNameOf } from '../model/config.ts';
import { lengthsOf } from '../model/duration.ts';
import { groupBy } from '../model/groups.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { isWait } from '../model/step-type.ts';
import { type Graph, oncePerGraph, triggersOf } from './graph.ts';

/** A time in seconds. `max` is Infinity when nothing bounds it. */
export interface TimeRange {
  readonly min: number;
  readonly max: number;
}

const NO_TIME: TimeRange = { min: 0, max: 0 };
const ANY_TIME: TimeRange = { min: 0, max: Number.POSITIVE_INFINITY };

// Each event is a separate search. No real workflow is started by more events.
const MAX_EVENTS = 8;

/** The flow from all triggers. */
export const flowOf = oncePerGraph((graph): Flow => new Flow(graph, triggersOf(graph)));

/** The flow that each event starts. Several triggers are a fault, yet each of their events starts the workflow. */
export function flowsByEvent(graph: Graph): readonly (readonly [event: string, flow: Flow])[] {
  const triggers = triggersOf(graph);
  const byEvent = groupBy(triggers, eventNameOf);
  byEvent.delete(undefined);
  return [...byEvent]
    .slice(0, MAX_EVENTS)
    .map(([event, steps]) => [
      event as string,
      steps.length === triggers.length ? flowOf(graph) : new Flow(graph, steps),
    ]);
}

/** Whether the edge is taken by an action of the contact, not after a time. */
export function isAnswer(source: Step, edge: Edge): boolean {
  return isWait(source) && edge.type !== 'timeout';
}

/**
 * The part of a workflow that contacts pass and whose times are known: reached from a trigger, not after a
 * contact_delete (which ends the run), not on or after a cycle, no duplicates. Built in linear time.
 */
export class Flow {
  readonly graph: Graph;
  /** The triggers it starts from. */
  readonly starts: readonly Step[];
  /** Its steps in topological order. */
  readonly order: readonly Step[];
  /** By step: -1 when it is not reached, 0 when it is in order, above 0 when it is on or after a cycle. */
  readonly #pending: number[];
  readonly #clocks: TimeRange[];
  /** Many walks pass one step. */
  readonly #incoming: (readonly Edge[])[] = [];

  constructor(graph: Graph, starts: readonly Step[]) {
    this.graph = graph;
    this.starts = starts;
    this.#clocks = [];
    this.#pending = new Array(graph.workflow.steps.length).fill(-1);
    this.#countIncoming();
    this.order = this.#sort();
  }

  has(step: Step): boolean {
    return this.#pending[step.index] === 0;
  }

  /**
   * The edges by which contacts come to a step, in document order. For a step of the flow their sources are earlier in its
   * order, so a walk back over them ends.
   */
  incoming(step: Step): readonly Edge[] {
    const { graph } = this;
    return (this.#incoming[step.index] ??= graph
      .incoming(step)
      .filter((edge) => graph.isTaken(edge) && this.#isReached(graph.source(edge) as Step)));
  }

  /** The time from the source of a resolved edge to its target; `undefined` when no contact takes the edge. */
  span(edge: Edge): TimeRange | undefined {
    if (!this.graph.isTaken(edge)) return undefined;
    const source = this.graph.source(edge) as Step;
    return isAnswer(source, edge) ? this.stay(source) : this.#clock(source);
  }

  /** The time a contact stays at the step before the run continues or ends. */
  stay(step: Step): TimeRange {
    const clock = this.#clock(step);
    return isWait(step) ? { min: 0, max: clock.max } : clock;
  }

  #isReached(step: Step): boolean {
    return this.#pending[step.index] !== -1;
  }

  #clock(step: Step): TimeRange {
    return (this.#clocks[step.index] ??= readClock(step));
  }

  /** Marks all reached steps and counts the edges into each. */
  #countIncoming(): void {
    const { graph } = this;
    const reached = [...this.starts];
    for (const start of reached) this.#pending[start.index] = 0;
    for (const step of reached) {
      for (const edge of graph.outgoing(step)) {
        if (!graph.isTaken(edge)) continue;
        const target = graph.target(edge) as Step;
        if (!this.#isReached(target)) {
          this.#pending[target.index] = 0;
          reached.push(target);
        }
        this.#pending[target.index] = (this.#pending[target.index] as number) + 1;
      }
    }
  }

  /** Kahn's algorithm: takes each step after all edges into it, which never happens on a cycle. */
  #sort(): readonly Step[] {
    const { graph } = this;
    const order = this.starts.filter((start) => this.#pending[start.index] === 0);
    for (const step of order) {
      for (const edge of graph.outgoing(step)) {
        if (!graph.isTaken(edge)) continue;
        const target = graph.target(edge) as Step;
        const pending = (this.#pending[target.index] as number) - 1;
        this.#pending[target.index] = pending;
        if (pending === 0) order.push(target);
      }
    }
    return order;
  }
}

/** The length of a delay, the timeout of a wait, no time for other known steps. */
function readClock(step: Step): TimeRange {
  const { time } = step.spec;
  if (time === 'none') return NO_TIME;
  const lengths = lengthsOf(step);
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (const { duration } of lengths) {
    if (duration.kind !== 'known') continue;
    min = Math.min(min, duration.seconds);
    max = Math.max(max, duration.seconds);
  }
  // If two lengths differ (`seconds` and `duration`), either may apply. An unknown type may be some kind of delay.
  return min > max ? ANY_TIME : { min, max };
}

import { eventNameOf, isKnownStepType } from '../model/config.ts';
import { lengthsOf } from '../model/duration.ts';
import type { Edge, Step } from '../model/nodes.ts';
import type { Graph } from './graph.ts';
import { remembered } from './memo.ts';

/** How long something takes, in seconds. `greatest` is Infinity when nothing bounds it: then nothing may be claimed from it. */
export interface Span {
  readonly least: number;
  readonly greatest: number;
}

/**
 * The part of a workflow that contacts run through and whose time can be told: reached from a trigger, not through a
 * contact_delete (which ends the run), not on a cycle and not behind one, no duplicates. Linear in steps and edges.
 */
export interface Flow {
  readonly graph: Graph;
  /** The triggers it starts from. */
  readonly starts: readonly Step[];
  /** Its steps, each after all the steps that lead to it. */
  readonly order: readonly Step[];
  has(step: Step): boolean;
  /** The time from reaching the source of a resolved edge to reaching its target; `undefined` when no contact takes the edge. */
  span(edge: Edge): Span | undefined;
  /** How long a contact stays at the step before the run goes on or ends. */
  stay(step: Step): Span;
}

const NO_TIME: Span = { least: 0, greatest: 0 };
const ANY_TIME: Span = { least: 0, greatest: Number.POSITIVE_INFINITY };
const NEVER: Span = { least: Number.POSITIVE_INFINITY, greatest: Number.POSITIVE_INFINITY };

// Each event is a walk of its own, so their number is bounded: nobody starts one workflow by nine events on purpose.
const MAX_EVENTS = 8;

/** The flow from all triggers; computed once per graph. */
export function flowOf(graph: Graph): Flow {
  return remembered(graph, flowOf, () => new TimedFlow(graph, triggersOf(graph)));
}

/** The flow that each event starts. Several triggers are a fault, yet each of their events starts the workflow. */
export function flowsByEvent(graph: Graph): readonly (readonly [event: string, flow: Flow])[] {
  const triggers = triggersOf(graph);
  const starts = new Map<string, Step[]>();
  for (const trigger of triggers) {
    const event = eventNameOf(trigger);
    if (event === undefined) continue;
    const others = starts.get(event);
    if (others !== undefined) others.push(trigger);
    else if (starts.size < MAX_EVENTS) starts.set(event, [trigger]);
  }
  return Array.from(starts, ([event, steps]) => [event, steps.length === triggers.length ? flowOf(graph) : new TimedFlow(graph, steps)]);
}

/** The time a contact spends on an edge, from its source on; `undefined` when no contact takes it. */
export function spanOf(source: Step, edge: Edge, clock = readClock(source)): Span | undefined {
  if (source.type === 'contact_delete') return undefined;
  if (isAnswer(source, edge)) return stayAt(source, clock);
  return clock === NEVER ? undefined : clock;
}

const stayAt = (step: Step, clock: Span): Span => (step.type === 'wait_for_event' ? { least: 0, greatest: clock.greatest } : clock);

/** Whether the edge is taken because the contact did something, and not because time went by. */
export function isAnswer(source: Step, edge: Edge): boolean {
  return source.type === 'wait_for_event' && edge.type !== 'timeout';
}

/** Whether there are at least so many send_email steps: with fewer, time is no concern. */
export function hasSends(steps: readonly Step[], count: number): boolean {
  let missing = count;
  for (const { type } of steps) if (type === 'send_email' && --missing <= 0) return true;
  return false;
}

function triggersOf(graph: Graph): readonly Step[] {
  return graph.workflow.steps.filter((step) => step.type === 'trigger' && !graph.isDuplicate(step));
}

/** A class for the same reason as the graph: one is built for most workflows. */
class TimedFlow implements Flow {
  readonly graph: Graph;
  readonly starts: readonly Step[];
  readonly order: readonly Step[];
  /** By step: -1 when it is not reached, 0 when it is in order, above 0 when it is on a cycle or behind one. */
  readonly #pending: Int32Array;
  readonly #clocks: Span[];

  constructor(graph: Graph, starts: readonly Step[]) {
    this.graph = graph;
    this.starts = starts;
    this.#clocks = new Array(graph.workflow.steps.length);
    this.#pending = new Int32Array(graph.workflow.steps.length).fill(-1);
    this.#reach();
    this.order = this.#sort();
  }

  has(step: Step): boolean {
    return this.#pending[step.index] === 0;
  }

  span(edge: Edge): Span | undefined {
    const source = this.graph.source(edge) as Step;
    return spanOf(source, edge, this.#clock(source));
  }

  stay(step: Step): Span {
    return stayAt(step, this.#clock(step));
  }

  #clock(step: Step): Span {
    return (this.#clocks[step.index] ??= readClock(step));
  }

  /** Goes everywhere the starts lead to, and counts in `pending` the edges into each step. */
  #reach(): void {
    const reached = [...this.starts];
    for (const start of reached) this.#pending[start.index] = 0;
    for (const step of reached) {
      for (const edge of this.graph.outgoing(step)) {
        const target = this.#next(step, edge);
        if (target === undefined) continue;
        if (this.#pending[target.index] === -1) {
          this.#pending[target.index] = 0;
          reached.push(target);
        }
        (this.#pending[target.index] as number)++;
      }
    }
  }

  /** Kahn's algorithm: takes each step once all edges into it are taken, which on a cycle never happens. */
  #sort(): readonly Step[] {
    const order = this.starts.filter((start) => this.#pending[start.index] === 0);
    for (const step of order) {
      for (const edge of this.graph.outgoing(step)) {
        const target = this.#next(step, edge);
        if (target !== undefined && --(this.#pending[target.index] as number) === 0) order.push(target);
      }
    }
    return order;
  }

  /** The step that contacts get to by the edge. */
  #next(source: Step, edge: Edge): Step | undefined {
    // Only these have edges that nobody takes; of other steps no length need be read here.
    if ((source.type === 'contact_delete' || source.type === 'wait_for_event') && this.span(edge) === undefined) return undefined;
    const target = this.graph.target(edge) as Step;
    return this.graph.isDuplicate(target) ? undefined : target;
  }
}

/** What the clock alone makes of a step: the length of a delay, the timeout of a wait, nothing for most others. */
export function readClock(step: Step): Span {
  if (step.type !== 'delay' && step.type !== 'wait_for_event') {
    // A type nobody knows may well be some kind of delay.
    return step.type !== undefined && isKnownStepType(step.type) ? NO_TIME : ANY_TIME;
  }
  const { seconds, duration } = step.config;
  if (typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds) && duration === undefined && step.type === 'delay')
    return { least: seconds, greatest: seconds };
  const lengths = lengthsOf(step);
  if (lengths.length === 0 && step.type === 'wait_for_event') return NEVER;
  let least = Number.POSITIVE_INFINITY;
  let greatest = 0;
  for (const { duration } of lengths) {
    if (duration.kind !== 'known') continue;
    // Two lengths that differ (`seconds` and `duration`): it will be one of them.
    least = Math.min(least, duration.seconds);
    greatest = Math.max(greatest, duration.seconds);
  }
  return greatest === 0 ? ANY_TIME : { least, greatest };
}

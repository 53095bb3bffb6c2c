import { eventNameOf } from '../model/config.ts';
import { hasTimeout } from '../model/duration.ts';
import type { Edge, Step } from '../model/nodes.ts';
import type { Reference } from '../model/references.ts';
import type { Graph } from './graph.ts';
import { remembered } from './memo.ts';
import { waysOf } from './ways.ts';

/** The payloads a step can count on: the trigger's everywhere, a waited-for event's only once it has come on every path. */
export interface Payloads {
  /** The first trigger that is not a duplicate. */
  readonly trigger: Step | undefined;
  /** The event the workflow starts with, when the trigger names one. */
  readonly triggerEvent: string | undefined;
  /** The waits of the workflow by the event they wait for, in array order. */
  readonly waits: ReadonlyMap<string, readonly Step[]>;
  /**
   * The payload a reference of a step reads, and the property of it. `undefined` when no event is named, when nothing waits for
   * the one that is, and for what is no payload. In the filter of a wait `event.` is the awaited event.
   */
  read(step: Step, reference: Pick<Reference, 'kind' | 'name'>): PayloadProperty | undefined;
  /**
   * Whether some path from a trigger leads to the step without the event having come. Never so for a step that no path leads
   * to: nothing is known of it. A wait passes its event on by all its edges but `timeout`: others are faults of their own. The
   * timeout branch of a wait without a timeout is never taken: it counts for the steps that nothing else leads to.
   */
  mayLack(step: Step, event: string): boolean;
  /** For a step that may lack the event: a wait for it that times out on the way there, if the way back from the step meets one. */
  timedOutWait(step: Step, event: string): Step | undefined;
}

export interface PayloadProperty {
  readonly event: string;
  readonly property: string;
}

// Far beyond any real workflow: then nothing more is claimed, rather than a run that takes minutes.
const MAX_VISITS = 5_000_000;
const MAX_WAY_BACK = 1000;

/** Built when first asked for, once per graph; its parts when they are first needed. */
export function payloadsOf(graph: Graph): Payloads {
  return remembered(graph, payloadsOf, () => buildPayloads(graph));
}

function buildPayloads(graph: Graph): Payloads {
  const { steps } = graph.workflow;
  const trigger = graph.ofType('trigger').find((step) => !graph.isDuplicate(step));
  const waits = new Map<string, Step[]>();
  // Events are numbered from 1 on, and 32 of them travel through the graph at once, a bit each (a shift counts modulo 32).
  const numbers = new Map<string, number>();
  const numberOf = new Int32Array(steps.length);
  for (const step of graph.ofType('wait_for_event')) {
    const event = eventNameOf(step);
    if (event === undefined) continue;
    const group = waits.get(event);
    if (group !== undefined) group.push(step);
    else {
      waits.set(event, [step]);
      numbers.set(event, waits.size);
    }
    numberOf[step.index] = numbers.get(event) as number;
  }
  let lengths: readonly number[] | undefined;
  const words: (Int32Array | undefined)[] = [];
  const possible = new Map<string, ReadonlySet<Step> | undefined>();
  let visits = 0;
  let back = 0;

  /** Adds to each step the events of one word that some path from those in the queue leads there without. */
  const spread = (lacking: Int32Array, word: number, queue: Step[], reached: Uint8Array, isOpen: (edge: Edge, target: Step) => boolean): void => {
    // Bits are only ever added, so a step is looked at again at most 32 times, and in practice once.
    for (let step = queue.pop(); step !== undefined; step = queue.pop()) {
      const number = numberOf[step.index] as number;
      const bits = lacking[step.index] as number;
      const onward = number > 0 && number >>> 5 === word ? bits & ~(1 << number) : bits;
      // The run ends with the contact.
      if (step.type === 'contact_delete') continue;
      for (const edge of graph.outgoing(step)) {
        visits++;
        const target = graph.target(edge) as Step;
        if (!isOpen(edge, target)) continue;
        const before = lacking[target.index] as number;
        const after = before | (edge.type === 'timeout' ? bits : onward);
        if (after === before && reached[target.index] === 1) continue;
        lacking[target.index] = after;
        reached[target.index] = 1;
        queue.push(target);
      }
    }
  };

  /** For each step, the events of one word that some path from a trigger leads there without. */
  const lackingIn = (word: number): Int32Array => {
    const lacking = new Int32Array(steps.length);
    const reached = new Uint8Array(steps.length);
    const triggers = graph.ofType('trigger').filter((step) => !graph.isDuplicate(step));
    for (const step of triggers) {
      lacking[step.index] = -1;
      reached[step.index] = 1;
    }
    let hasDead = false;
    spread(lacking, word, triggers, reached, (edge) => {
      if (edge.type !== 'timeout') return true;
      const isDead = isNeverTaken(edge);
      hasDead ||= isDead;
      return !isDead;
    });
    if (!hasDead) return lacking;
    const taken = reached.slice();
    const all = steps.filter(({ index }) => taken[index] === 1);
    spread(lacking, word, all, reached, (_, target) => taken[target.index] === 0);
    return lacking;
  };

  const isNeverTaken = (edge: Edge): boolean => {
    const source = graph.source(edge) as Step;
    return source.type === 'wait_for_event' && !hasTimeout(source);
  };

  /** The steps to which the ways that conditions leave open lead without the event; `undefined` when that is not known. */
  const possiblyLacking = (event: string): ReadonlySet<Step> | undefined => {
    const lacking = new Set<Step>(graph.ofType('trigger'));
    const all = waysOf(graph)?.walk({
      start: '',
      keyOf: (state) => state,
      follow(state, edge, target) {
        const source = graph.source(edge) as Step;
        if (edge.type !== 'timeout' && source.type === 'wait_for_event' && eventNameOf(source) === event) return undefined;
        lacking.add(target);
        return state;
      },
    });
    return all === true ? lacking : undefined;
  };

  const mayLack = (step: Step, event: string): boolean => {
    const number = numbers.get(event);
    if (number === undefined) return graph.isReachable(step);
    const word = number >>> 5;
    let lacking = words[word];
    if (lacking === undefined) {
      if (visits > MAX_VISITS) return false;
      words[word] = lacking = lackingIn(word);
    }
    if (((lacking[step.index] as number) & (1 << number)) === 0) return false;
    if (!possible.has(event)) possible.set(event, possiblyLacking(event));
    return possible.get(event)?.has(step) ?? true;
  };

  const triggerEvent = trigger === undefined ? undefined : eventNameOf(trigger);
  return {
    trigger,
    triggerEvent,
    waits,
    read(step, { kind, name }) {
      if (kind === 'event') {
        const event = step.type === 'wait_for_event' ? eventNameOf(step) : triggerEvent;
        return event === undefined ? undefined : { event, property: name };
      }
      if (kind !== 'wait_events') return undefined;
      // Event names hold dots as well: the longest that is waited for is meant.
      lengths ??= [...new Set(Array.from(waits.keys(), (event) => event.length))].sort((a, b) => b - a);
      const length = lengths.find((candidate) => name[candidate] === '.' && waits.has(name.slice(0, candidate)));
      return length === undefined ? undefined : { event: name.slice(0, length), property: name.slice(length + 1) };
    },
    mayLack,
    timedOutWait(step, event) {
      const seen = new Set([step]);
      // A Set visits what is added while it is walked.
      for (const at of seen) {
        if (seen.size > MAX_WAY_BACK) return undefined;
        for (const edge of graph.incoming(at)) {
          if (++back > MAX_VISITS) return undefined;
          const source = graph.source(edge) as Step;
          if (!mayLack(source, event)) continue;
          if (source.type !== 'wait_for_event' || eventNameOf(source) !== event) seen.add(source);
          else if (edge.type === 'timeout') return source;
        }
      }
      return undefined;
    },
  };
}

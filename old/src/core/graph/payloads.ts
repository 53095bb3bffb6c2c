import { eventNameOf } from '../model/config.ts';
import { groupBy } from '../model/groups.ts';
import type { Edge, Step } from '../model/nodes.ts';
import type { Reference } from '../model/references.ts';
import { deletesContact, isTrigger, isWait } from '../model/step-type.ts';
import { feasiblePaths } from './feasible-paths.ts';
import { type Graph, oncePerGraph, takenSteps, triggersOf } from './graph.ts';

/** The payloads available to a step: the trigger's always, an awaited event's once it has come on every path. */
export interface Payloads {
  /** The waits by their event, in array order. */
  readonly waits: ReadonlyMap<string, readonly Step[]>;
  /**
   * The payload property that a reference of a step reads. `undefined` when no event is named, when no step waits for it,
   * and for references to anything else. In the filter of a wait `event.` is the awaited event.
   */
  read(step: Step, reference: Pick<Reference, 'kind' | 'name'>): PayloadProperty | undefined;
  /**
   * Whether some path from a trigger leads to the step without the event. False for unreachable steps. A wait provides
   * its event on all edges except `timeout`. The timeout branch of a wait without a timeout is never taken; it only
   * counts for steps that nothing else leads to.
   */
  mayLack(step: Step, event: string): boolean;
  /** Whether no path to the step has the event. */
  neverHas(step: Step, event: string): boolean;
  /** For a step that may lack the event: a wait for it that times out on the path, if there is one. */
  timedOutWait(step: Step, event: string): Step | undefined;
}

export interface PayloadProperty {
  readonly event: string;
  readonly property: string;
}

/** The event that starts the workflow; `undefined` when none is named, or when triggers name different ones. */
export function startingEvent(graph: Graph): string | undefined {
  const triggers = triggersOf(graph);
  const event = triggers[0] && eventNameOf(triggers[0]);
  return triggers.every((trigger) => eventNameOf(trigger) === event) ? event : undefined;
}

export const payloadsOf = oncePerGraph((graph): Payloads => {
  const [trigger] = triggersOf(graph);
  const triggerEvent = trigger === undefined ? undefined : eventNameOf(trigger);
  const namedWaits = graph.where(isWait).filter((step) => eventNameOf(step));
  const waits = groupBy(namedWaits, (step) => eventNameOf(step) as string);
  const awaited = [...waits.keys()].sort((a, b) => b.length - a.length);
  const lackingByEvent = new Map<string, ReadonlySet<Step>>();

  const mayLack = (step: Step, event: string): boolean => {
    if (!waits.has(event)) return graph.isReachable(step);
    const lacking = lackingByEvent.get(event) ?? lackingSteps(graph, event);
    lackingByEvent.set(event, lacking);
    return lacking.has(step);
  };

  return {
    waits,
    read(step, { kind, name }) {
      if (kind === 'event') {
        const event = isWait(step) ? eventNameOf(step) : triggerEvent;
        return event === undefined ? undefined : { event, property: name };
      }
      if (kind !== 'wait_events') return undefined;
      // Event names contain dots as well. The longest awaited event has priority.
      const event = awaited.find((each) => name.startsWith(`${each}.`));
      return event === undefined ? undefined : { event, property: name.slice(event.length + 1) };
    },
    mayLack,
    neverHas(step, event) {
      const received = (waits.get(event) ?? []).flatMap((wait) =>
        graph
          .outgoing(wait)
          .filter((edge) => providesEvent(edge, wait, event) && graph.isReachable(wait))
          .map((edge) => graph.target(edge) as Step),
      );
      return !graph.reachableFrom(received).has(step);
    },
    timedOutWait: (step, event) => findTimedOut(graph, step, event, mayLack),
  };
});

/** The steps that some feasible path reaches without the event, or some path if the feasible ones are unknown. */
function lackingSteps(graph: Graph, event: string): ReadonlySet<Step> {
  const taken = takenSteps(graph);
  const isOpen = (edge: Edge, source: Step): boolean =>
    !providesEvent(edge, source, event) &&
    (!taken.has(graph.target(edge) as Step) || (taken.has(source) && graph.isTaken(edge)));
  // The run ends with the contact.
  const lacking = graph.reachableFrom(triggersOf(graph), (step) => !deletesContact(step), isOpen);
  const feasible = new Set(graph.where(isTrigger));
  const isComplete = feasiblePaths(graph)?.visit({
    start: '',
    keyOf: (state) => state,
    follow(state, edge, target) {
      if (providesEvent(edge, graph.source(edge) as Step, event)) return undefined;
      feasible.add(target);
      return state;
    },
  });
  return isComplete === true ? new Set([...lacking].filter((step) => feasible.has(step))) : lacking;
}

function findTimedOut(
  graph: Graph,
  step: Step,
  event: string,
  mayLack: Payloads['mayLack'],
): Step | undefined {
  const seen = new Set([step]);
  for (const at of seen) {
    for (const edge of graph.incoming(at)) {
      const source = graph.source(edge) as Step;
      if (!mayLack(source, event)) continue;
      if (!isWait(source) || eventNameOf(source) !== event) seen.add(source);
      else if (edge.type === 'timeout') return source;
    }
  }
  return undefined;
}

/** Whether contacts have the payload of an event after an edge. */
export const providesEvent = (edge: Edge, source: Step, event: string): boolean =>
  edge.type !== 'timeout' && isWait(source) && eventNameOf(source) === event;

/** Which property of which event a reference reads, and whether the event has come. */
import type { Graph } from '../graph/graph.ts';
import { eventNameOf } from '../model/config.ts';
import type { Reference } from '../model/references.ts';
import { isWait } from '../model/step-type.ts';
import type { Step } from '../model/workflow.ts';
import type { Cases } from './case.ts';

export interface PayloadProperty {
  /** As the trigger or wait names it. */
  readonly event: string;
  readonly property: string;
  /** The waits for the event; none where it is the event that starts the workflow. */
  readonly waits: readonly Step[];
}

/** Undefined for references to anything else, to a whole event, or to an event that no step names. */
export function propertyOf(
  { step, scope, name, use }: Reference,
  { workflow, triggers }: Graph,
): PayloadProperty | undefined {
  if (scope === 'event') {
    // In the filter of a wait, `event.` is the awaited event.
    const owner = isWait(step) && use === 'condition' ? step : triggers[0];
    const event = owner === undefined ? undefined : eventNameOf(owner);
    return event === undefined ? undefined : { event, property: name, waits: [] };
  }
  if (scope !== 'wait_events') return undefined;
  const waits = (workflow.steps ?? []).filter(isWait);
  // Names of events have dots as well: the longest one counts.
  const events = waits
    .flatMap((wait) => eventNameOf(wait) ?? [])
    .filter((event) => name.startsWith(`${event}.`))
    .sort((a, b) => b.length - a.length);
  const [event] = events;
  if (event === undefined) return undefined;
  const own = waits.filter((wait) => eventNameOf(wait) === event);
  return { event, property: name.slice(event.length + 1), waits: own };
}

/** In which of the cases that come to a step the event was received before; undefined where none comes to it. */
export function receivedBefore(
  step: Step,
  event: string,
  { cases }: Cases,
): 'always' | 'sometimes' | 'never' | undefined {
  const received = new Set<boolean>();
  for (const { moments, answers } of cases) {
    const at = moments.findIndex((moment) => moment.step === step);
    if (at === -1) continue;
    received.add(
      answers.some(
        ({ question, holds, moment }) =>
          question.is === 'event' && question.event === event && holds && moment < at,
      ),
    );
  }
  if (received.size === 0) return undefined;
  if (received.size === 2) return 'sometimes';
  return received.has(true) ? 'always' : 'never';
}

/** Whether a schema has a property, or the first part of its path: `address.city`. */
export const hasProperty = (schema: ReadonlyMap<string, unknown>, property: string): boolean =>
  schema.has(property) || schema.has(property.split('.', 1)[0] as string);

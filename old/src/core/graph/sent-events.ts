import { eventNameOf } from '../model/config.ts';
import { createNearest } from '../model/nearest.ts';
import type { ApiCall, Place, Workflow } from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import { isTrigger } from '../model/step-type.ts';
import type { Workspace } from '../model/workspace.ts';

/** An event that a workflow starts on or waits for: the summary of rules that compare it with the events that code sends. */
export interface UsedEvent {
  readonly event: string;
  /** Of a trigger: the place of the name. */
  readonly trigger?: Place;
}

export function usedEventsOf({ workflow }: { readonly workflow: Workflow }): readonly UsedEvent[] {
  return workflow.steps.flatMap((step): readonly UsedEvent[] => {
    const event = step.spec.event === undefined ? undefined : eventNameOf(step);
    if (event === undefined) return [];
    if (!isTrigger(step)) return [{ event }];
    return [{ event, trigger: placeOf([step, 'config', 'event_name']) }];
  });
}

interface UnknownSend {
  readonly call: ApiCall;
  readonly event: string;
  /** The nearest name of an event that is defined or used, and that the code does not send. */
  readonly meant: string | undefined;
}

/**
 * The calls that send an event which nothing defines. Without all definitions, only those with a name near that of
 * another event, which no workflow uses.
 */
export function findUnknownSends(
  summaries: readonly { readonly summary: readonly UsedEvent[] }[],
  { events, definitions, calls, definition }: Workspace,
): readonly UnknownSend[] {
  const used = new Set(summaries.flatMap(({ summary }) => summary.map(({ event }) => event)));
  const defined = definitions.flatMap(({ name }) => name ?? []);
  const sent = new Set(calls.flatMap(({ event }) => event ?? []));
  const unsent = [...used].filter((name) => !sent.has(name));
  const near = createNearest(events === 'complete' ? defined : [...defined, ...unsent]);
  return calls.flatMap((call) => {
    const { event } = call;
    if (event === undefined || definition(event) !== undefined) return [];
    const meant = near(event);
    const isFault = events === 'complete' || (!used.has(event) && meant !== undefined);
    return isFault ? { call, event, meant } : [];
  });
}

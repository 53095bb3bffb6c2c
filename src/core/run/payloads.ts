/** Which property of which event a reference reads, and whether the event has come. */
import type { Graph } from '../graph/graph.ts';
import { eventNameOf } from '../model/config.ts';
import { contactFieldMeant } from '../model/contact.ts';
import { parseReference, type Reference, splitEvent } from '../model/references.ts';
import { isWait } from '../model/step-type.ts';
import type { EventDefinition, Step } from '../model/workflow.ts';
import type { Workspace } from '../workspace.ts';
import type { Answer, Cases } from './case.ts';
import { answersBefore, momentOf } from './emails.ts';

export interface PayloadProperty {
  /** By its meant name. */
  readonly event: string;
  readonly property: string;
  /** The waits for the event; none where it is the event that starts the workflow. */
  readonly waits: readonly Step[];
}

/**
 * Undefined for references to anything else, to a whole event, or to an event that no step names.
 */
export function propertyOf(
  { step, scope, name, use }: Reference,
  { workflow, triggers }: Graph,
  workspace: Workspace,
): PayloadProperty | undefined {
  if (scope === 'event') {
    // In the filter of a wait, `event.` is the awaited event.
    const owner = isWait(step) && use === 'condition' ? step : triggers[0];
    const event = owner && meantEvent(owner, workspace);
    return event === undefined ? undefined : { event, property: name, waits: [] };
  }
  if (scope !== 'wait_events') return undefined;
  const waits = (workflow.steps ?? []).filter(isWait);
  const events = waits.flatMap((wait) => [eventNameOf(wait), meantEvent(wait, workspace)]);
  const read = splitEvent(name, events);
  if (read === undefined) return undefined;
  const meant = workspace.event(read.event)?.name ?? read.event;
  return { ...read, waits: waits.filter((wait) => meantEvent(wait, workspace) === meant) };
}

function meantEvent(step: Step, workspace: Workspace): string | undefined {
  const name = eventNameOf(step);
  return name === undefined ? undefined : (workspace.event(name)?.name ?? name);
}

/**
 * In which of the cases that come to a step one of the waits was met before, or that all waits come
 * later; undefined where no case comes to the step.
 */
export function receivedBefore(
  step: Step,
  waits: readonly Step[],
  { cases }: Cases,
): 'always' | 'sometimes' | 'never' | 'notAsked' | undefined {
  const isOfWait = ({ step: wait, question }: Answer): boolean =>
    question.is === 'event' && waits.includes(wait);
  const received = cases.flatMap((each) => {
    const at = momentOf(step, each);
    return at === undefined ? [] : [answersBefore(at.index, each).filter(isOfWait)];
  });
  const met = received.filter((answers) => answers.some(({ holds }) => holds));
  if (received.length === 0) return undefined;
  if (met.length > 0) return met.length === received.length ? 'always' : 'sometimes';
  return received.every((answers) => answers.length === 0) ? 'notAsked' : 'never';
}

/** Whether a schema has a property, or one that its path begins with: `address.city`. */
export const hasProperty = (schema: ReadonlyMap<string, unknown>, property: string): boolean =>
  [...schema.keys()].some((name) => property === name || property.startsWith(`${name}.`));

/** The type that the schema of its event gives what a reference reads. */
export function typeInSchema(
  reference: Reference,
  graph: Graph,
  workspace: Workspace,
): string | undefined {
  const read = propertyOf(reference, graph, workspace);
  if (read === undefined) return undefined;
  return workspace.ask('events', 'some')?.find(read.event)?.item.schema?.get(read.property);
}

/** The schema of the event of a trigger or wait, where there is one. */
export function schemaOf(step: Step | undefined, workspace: Workspace): EventDefinition['schema'] {
  const event = step && eventNameOf(step);
  return (event && workspace.event(event)?.schema) || null;
}

/** The reference that a name means, with or without its prefix: none that the schema lacks. */
export function referenceMeant(
  text: string,
  schema: EventDefinition['schema'],
): string | undefined {
  const { scope, name } = parseReference(text);
  const isOfEvent = schema === null || hasProperty(schema, name);
  if (scope === 'contact') return text;
  if (scope === 'event') return isOfEvent ? text : undefined;
  if (scope === 'wait_events' || name === '') return undefined;
  const contact = schema !== null && isOfEvent ? undefined : contactFieldMeant(name);
  return contact ?? (isOfEvent ? `event.${name}` : undefined);
}

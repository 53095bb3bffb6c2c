import { eventNameOf } from '../../core/model/config.ts';
import { isContactField } from '../../core/model/contact.ts';
import { formatDuration, type Length, lengthsOf } from '../../core/model/duration.ts';
import { quote } from '../../core/model/label.ts';
import type { EventDefinition, Workflow } from '../../core/model/nodes.ts';
import { placeOf } from '../../core/model/place.ts';
import { pathOfReference, type Reference, referencesOf } from '../../core/model/references.ts';
import { isTrigger, isWait } from '../../core/model/step-type.ts';
import { awaitedEvent } from './mentions.ts';
import type { ProjectFile } from './project.ts';
import { regionsIn } from './regions.ts';

/** The variables and the lengths of time in a file, with their meaning. @param events all known definitions. */
export const valuesIn = (file: ProjectFile, events: readonly EventDefinition[]) =>
  regionsIn(file, ({ workflows }) => workflows.flatMap((each) => [...describe(each, events)]));

/** Meanings are plain text. */
function* describe(
  workflow: Workflow,
  events: readonly EventDefinition[],
): Iterable<{ readonly pointer: string; readonly text: string }> {
  for (const step of workflow.steps) {
    for (const length of lengthsOf(step)) {
      const { pointer } = placeOf([step, 'config', length.field]);
      yield { pointer, text: describeLength(length) };
    }
    for (const reference of referencesOf(step)) {
      const { pointer } = placeOf([step, ...pathOfReference(reference)]);
      yield {
        pointer,
        text: `${reference.text}: ${describeVariable(reference, workflow, events)}`,
      };
    }
  }
}

function describeLength({ duration }: Length): string {
  if (duration.kind === 'invalid') return `the value ${duration.reason}`;
  if (duration.kind === 'unclear') return 'the value has no unit';
  return `${formatDuration(duration.seconds)}, ${duration.seconds} seconds`;
}

function describeVariable(
  { kind, name, step }: Reference,
  { steps }: Workflow,
  events: readonly EventDefinition[],
): string {
  if (kind === 'unqualified') return 'variables without a prefix are not resolved';
  const [field = '', property] = name.split('.');
  if (kind === 'contact' && field === 'properties' && property !== undefined)
    return 'a property of the contact';
  if (kind === 'contact')
    return isContactField(field) ? 'a field of the contact' : 'not a known field of the contact';
  if (kind === 'event') {
    const source = isWait(step) ? step : steps.find(isTrigger);
    return describeProperty(source && eventNameOf(source), name, events);
  }
  const event = awaitedEvent(name, steps);
  return event === undefined
    ? 'no wait of this workflow waits for this event'
    : describeProperty(event, name.slice(event.length + 1), events);
}

function describeProperty(
  event: string | undefined,
  property: string,
  events: readonly EventDefinition[],
): string {
  if (event === undefined) return 'the event is not known';
  const definition = events.find(({ name }) => name === event);
  if (definition === undefined) return `event ${quote(event)} is not defined`;
  const { schema } = definition;
  if (schema === null || schema === undefined)
    return `of event ${quote(event)}, which has no schema`;
  if (!schema.has(property)) return `not in the schema of event ${quote(event)}`;
  return `${schema.get(property) ?? 'a value'} of event ${quote(event)}`;
}

import type { Graph } from '../src/graph/graph.ts';
import { type Payloads, payloadsOf } from '../src/graph/payloads.ts';
import { readsOf } from '../src/graph/reads.ts';
import { eventNameOf } from '../src/model/config.ts';
import { CONTACT_FIELDS, isContactField } from '../src/model/contact.ts';
import { hasTimeout } from '../src/model/duration.ts';
import { labelOf, quote } from '../src/model/label.ts';
import { nearest } from '../src/model/nearest.ts';
import type { EventDefinition, Place, Step } from '../src/model/nodes.ts';
import type { Reference } from '../src/model/references.ts';
import { type At, defineRule } from '../src/rule.ts';

/** A reference that has no value for certain, or one whose property has to be looked up in the event's schema. */
interface Read {
  readonly place: Place;
  /** The step that reads, as a message names it. */
  readonly reader: string;
  readonly text: string;
  readonly fault?: Fault;
  readonly event?: string;
  readonly property?: string;
  /** Of a filter: the event that starts the workflow, which "event." does not mean there. */
  readonly starting?: string;
}

interface Fault {
  readonly message: string;
  readonly help: string;
  readonly uncertain?: boolean;
}

export default defineRule<Record<never, never>, readonly Read[]>({
  id: 'unknown-variable',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A reference to data that the run does not have.',
  why: 'The email goes out with a gap where the value should be, and a condition on it fails the run.',
  remedy: 'Refer to a property the event has, or wait for the event first.',
  whenOff: 'When your schemas are out of date and the payloads carry more than they say.',
  gaps: ['events'],

  facts(context) {
    const { graph, place, definition } = context;
    const references = readsOf(graph);
    if (references.length === 0) return undefined;
    const event = startingEvent(graph);
    const schema = event === undefined ? undefined : definition(event)?.schema;
    let reads: Read[] | undefined;
    for (const reference of references) {
      const { step, kind } = reference;
      if (kind === 'unqualified') continue;
      let read: Read | undefined;
      if (kind === 'contact') {
        const fault = foreignField(reference);
        if (fault !== undefined) read = { place: place([step, ...reference.path]), reader: labelOf(step), text: reference.text, fault };
      } else if (kind === 'wait_events' || step.type === 'wait_for_event') read = readOf(reference, context);
      else if (event !== undefined && !isKnown(schema, reference.name)) {
        read = { place: place([step, ...reference.path]), reader: labelOf(step), text: reference.text, event, property: reference.name };
      }
      if (read !== undefined) (reads ??= []).push(read);
    }
    return reads;
  },

  workspace({ facts, workspace }, report) {
    for (const { fact } of facts) {
      for (const { place, reader, text, fault, event, property, starting } of fact) {
        if (fault !== undefined) {
          report({ at: place, detail: text, ...fault });
          continue;
        }
        const schema = workspace.definition(event as string)?.schema;
        if (schema === undefined || schema === null || allows(schema, property as string)) continue;
        report({
          at: place,
          message: `${reader} reads ${quote(text)}, but the event ${quote(event as string)} has no property ${quote(property as string)}`,
          help: helpFor(property as string, schema, starting === undefined || starting === event ? undefined : workspace.definition(starting)),
          detail: text,
        });
      }
    }
  },
});

function helpFor(property: string, schema: ReadonlyMap<string, unknown>, starting: EventDefinition | undefined): string {
  if (starting?.schema?.has(property))
    return `in a filter "event." is the event waited for; ${quote(property)} comes with ${quote(starting.name as string)}: test it in a condition before the wait`;
  const meant = nearest(property, schema.keys());
  if (meant !== undefined) return `did you mean ${quote(meant)}?`;
  if (schema.size === 0) return 'its schema is empty: {}';
  return `it has ${[...schema.keys()].slice(0, 5).map(quote).join(', ')}${schema.size > 5 ? ' …' : ''}`;
}

interface Known {
  readonly graph: Graph;
  place(at: At): Place;
  definition(event: string): EventDefinition | undefined;
}

function readOf(reference: Reference, { graph, place, definition }: Known): Read | undefined {
  const { step, kind, text, use } = reference;
  const payloads = payloadsOf(graph);
  // The event itself rather than one of its properties: what that gives is not known.
  if (kind === 'wait_events' && payloads.waits.has(reference.name)) return undefined;
  const found = payloads.read(step, reference);
  const about = () => ({ place: place([step, ...reference.path]), reader: labelOf(step), text });
  // In its own filter the event has come: that is what is filtered.
  const isOwn = () => use === 'rule' && step.type === 'wait_for_event' && eventNameOf(step) === found?.event;
  if (found !== undefined && (kind === 'event' || isOwn() || !payloads.mayLack(step, found.event))) {
    if (isKnown(definition(found.event)?.schema, found.property)) return undefined;
    const starting = kind === 'event' ? startingEvent(graph) : undefined;
    return { ...about(), ...found, ...(starting !== undefined && { starting }) };
  }
  if (kind === 'event' || !graph.isReachable(step)) return undefined;
  return { ...about(), fault: found === undefined ? neverComes(step, reference, payloads) : mayNotCome(step, text, found.event, payloads) };
}

/** A template may know more of a contact than is documented, so only variables and rules are looked at. */
function foreignField({ step, name, text, use }: Reference): Fault | undefined {
  const field = name.split('.', 1)[0] as string;
  if (use === 'text' || isContactField(field)) return undefined;
  const meant = nearest(field, CONTACT_FIELDS);
  return {
    message: `${labelOf(step)} reads ${quote(text)}, and no such field of a contact is documented`,
    help: meant === undefined ? `write ${quote(`contact.properties.${name}`)} if it is a property of your own` : `did you mean ${quote(`contact.${meant}`)}?`,
    uncertain: true,
  };
}

function neverComes(step: Step, { text, name }: Reference, { waits }: Payloads): Fault {
  const dot = name.lastIndexOf('.');
  const meant = nearest(dot === -1 ? name : name.slice(0, dot), waits.keys());
  return {
    message: `${labelOf(step)} reads ${quote(text)}, but no step of this workflow waits for such an event`,
    help:
      meant === undefined
        ? 'put a wait_for_event for it before this step, or read the trigger\'s own data with "event."'
        : `did you mean ${quote(`wait_events.${meant}.`)}?`,
  };
}

function mayNotCome(step: Step, text: string, event: string, payloads: Payloads): Fault {
  const wait = payloads.timedOutWait(step, event);
  const why =
    wait === undefined
      ? 'some way there does not wait for it'
      : hasTimeout(wait)
        ? `${labelOf(wait)} may time out on the way`
        : `the timeout branch of ${labelOf(wait)} leads there`;
  return {
    message: `${labelOf(step)} reads ${quote(text)}, but a contact can get there without the event ${quote(event)}: ${why}`,
    help: 'read it only behind the event_received branch',
  };
}

/** The event that starts the workflow; `undefined` when none is named, and when several triggers, a fault of their own, name different ones. */
function startingEvent(graph: Graph): string | undefined {
  const named = graph.ofType('trigger');
  const triggers = graph.hasUniqueKeys ? named : named.filter((trigger) => !graph.isDuplicate(trigger));
  const event = triggers[0] === undefined ? undefined : eventNameOf(triggers[0]);
  return triggers.length > 1 && triggers.some((trigger) => eventNameOf(trigger) !== event) ? undefined : event;
}

/** Whether the event has the property for certain, or any: then it need not be looked up again. */
function isKnown(schema: EventDefinition['schema'] | undefined, property: string): boolean {
  return schema === null || (schema !== undefined && allows(schema, property));
}

/** "order.total" is fine where the schema has "order": of what is within a property it says nothing. */
function allows(schema: ReadonlyMap<string, unknown>, property: string): boolean {
  if (schema.has(property)) return true;
  for (let dot = property.indexOf('.'); dot !== -1; dot = property.indexOf('.', dot + 1)) if (schema.has(property.slice(0, dot))) return true;
  return false;
}

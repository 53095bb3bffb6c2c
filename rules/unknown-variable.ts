import { type Graph, memoized } from '../src/core/graph/graph.ts';
import { type Payloads, payloadsOf, startingEvent } from '../src/core/graph/payloads.ts';
import { readsOf } from '../src/core/graph/reads.ts';
import { mayAwait } from '../src/core/graph/unclear-waits.ts';
import { eventNameOf, templateIdOf } from '../src/core/model/config.ts';
import { CONTACT_FIELDS, isContactField } from '../src/core/model/contact.ts';
import { allowsProperty } from '../src/core/model/definitions.ts';
import { hasTimeout } from '../src/core/model/duration.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity, joinNames } from '../src/core/model/identity.ts';
import { copyText } from '../src/core/model/json.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { createNearest, createNearestKey, nearest } from '../src/core/model/nearest.ts';
import type { EventDefinition, Place, Step } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { pathOfReference, type Reference } from '../src/core/model/references.ts';
import { isWait, writesContact } from '../src/core/model/step-type.ts';
import { isRequired } from '../src/core/resources/template-variables.ts';
import templates from '../src/core/resources/templates.ts';
import { type At, defineRule, type Workspace } from '../src/rule.ts';

/** A reference that certainly has no value, or one whose property is looked up in the event's schema. */
interface Read {
  /** Its place, without the parts that follow from the fact and the reader, since there may be many reads. */
  readonly pointer: string;
  /** The step that reads. */
  readonly step: string | undefined;
  readonly text: string;
  readonly fault: Fault | undefined;
  /** The awaited event with a name near to that of an event that no step waits for. */
  readonly nearWait?: string | undefined;
  readonly event: string | undefined;
  /** Offset of the property name in the text. Keeping the name as well takes more memory. */
  readonly from: number;
  /** Its target, if known. */
  readonly target?: Target | undefined;
  /** Of a filter: the event that starts the workflow. "event." there means the awaited event. */
  readonly starting: string | undefined;
}

/** The variable of a template that takes the value. */
interface Target {
  readonly template: string;
  readonly variable: string;
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
  why: 'The email is sent with an empty value, and a condition on it fails the run.',
  remedy: 'Write a property that the event has, or wait for the event first.',
  whenOff: 'When payloads have properties that your schemas do not list.',
  gaps: ['events'],

  facts(context) {
    const { graph, place, definition, hasResources } = context;
    const references = readsOf(graph);
    if (references.length === 0) return undefined;
    const event = startingEvent(graph);
    let reads: Read[] | undefined;
    for (const reference of references) {
      const { step, kind } = reference;
      if (kind === 'unqualified') continue;
      // The rule invalid-update reports it.
      if (kind === 'wait_events' && writesContact(step)) continue;
      let read: Read | undefined;
      if (kind === 'contact') {
        const fault = foreignField(reference);
        read = fault && createRead(place, reference, { fault });
      } else if (kind === 'wait_events' || isWait(step)) read = readOf(reference, context);
      else if (event !== undefined && !isKnown(definition(event)?.schema, reference.name))
        read = createRead(place, reference, {
          ...{ event, property: reference.name },
          target: hasResources ? targetOf(reference) : undefined,
        });
      if (read !== undefined) (reads ??= []).push(read);
    }
    return reads;
  },

  workspace({ facts, workspace }, report) {
    const nearestKey = createNearestKey();
    for (const { fact, workflow, document } of facts) {
      const groups = groupBy(fact, ({ text, event, from }) => joinNames(event, text.slice(from)));
      for (const reads of groups.values() as Iterable<[Read, ...Read[]]>) {
        const read = withMeantWait(reads[0], workspace);
        const fault = read.fault ?? missingProperty(read, workspace, nearestKey);
        if (fault === undefined) continue;
        const places = reads.map(
          ({ pointer, step }): Place => ({
            document,
            pointer,
            subject: { workflow, step },
          }),
        );
        const { message, ...rest } = { ...fault, ...weigh(reads, workspace) };
        const where = places.length === 1 ? '' : `, read in ${places.length} places`;
        report({
          ...atFirst(places as [Place, ...Place[]], 'also read here'),
          detail: read.text,
          identity: groupIdentity(workflow, places),
          message: message + where,
          ...rest,
        });
      }
    }
  },
});

/** The effect on the email, if its template is known: a fallback is sent, or the email is not sent. */
function weigh(
  reads: readonly [Read, ...Read[]],
  workspace: Workspace,
): { readonly uncertain?: boolean; readonly consequence?: string } {
  const { find } = workspace.resources(templates);
  const variables = reads.map(({ target }) =>
    target === undefined
      ? undefined
      : find(target.template)?.value.variables?.find(({ key }) => key === target.variable),
  );
  const required = variables.filter((variable) => variable !== undefined && isRequired(variable));
  if (required.length > 0)
    return { consequence: 'without the value, the service refuses the email' };
  // A fallback is correct if only some paths lack the value.
  const isLackedBySome = reads[0].fault !== undefined;
  return isLackedBySome && variables.every((variable) => variable !== undefined)
    ? { uncertain: true }
    : {};
}

/** A wait for a misspelt event has its own finding. The read is checked as if the wait named the defined event. */
function withMeantWait(read: Read, workspace: Workspace): Read {
  const { nearWait, text } = read;
  if (nearWait === undefined || workspace.definition(nearWait) !== undefined) return read;
  const event = workspace.definitionMeant(nearWait)?.name;
  const start = `${PREFIX}${event}.`;
  if (event === undefined || !text.startsWith(start)) return read;
  return { ...read, fault: undefined, event, from: start.length };
}

const PREFIX = 'wait_events.';

function missingProperty(
  { text, event = '', from, starting = event }: Read,
  workspace: Workspace,
  nearestKey: NearestKey,
): Fault | undefined {
  const property = text.slice(from);
  const definition = workspace.definitionMeant(event);
  const schema = definition?.schema;
  if (schema === undefined || schema === null || allowsProperty(schema, property)) return undefined;
  const start = starting === event ? undefined : workspace.definition(starting);
  return {
    message: `event ${quote(definition?.name as string)} has no property ${quote(property)}`,
    help: helpFor(property, schema, start, nearestKey),
  };
}

type NearestKey = ReturnType<typeof createNearestKey>;

type About = Partial<Pick<Read, 'fault' | 'nearWait' | 'event' | 'starting' | 'target'>> & {
  readonly property?: string;
};

function createRead(place: Known['place'], reference: Reference, about: About): Read {
  const { fault, nearWait, event, property, starting, target } = about;
  const { step, text, use } = reference;
  const { pointer, subject } = place([step, ...pathOfReference(reference)]);
  const own = use === 'text' ? copyText(text) : text;
  const from = property === undefined ? 0 : text.length - property.length;
  const read = { pointer, step: subject.step, text: own, fault, event, from, starting };
  return nearWait === undefined && target === undefined ? read : { ...read, nearWait, target };
}

function helpFor(
  property: string,
  schema: ReadonlyMap<string, unknown>,
  starting: EventDefinition | undefined,
  nearestKey: NearestKey,
): string {
  if (starting?.schema?.has(property))
    return `"event." is the awaited event here; test ${quote(property)} of ${quote(starting.name as string)} in a condition before the wait`;
  const meant = nearestKey(property, schema);
  if (meant !== undefined) return `did you mean ${quote(meant)}?`;
  if (schema.size === 0) return 'add the property to its schema, which is empty';
  return `write one of its properties: ${[...schema.keys()].slice(0, 5).map(quote).join(', ')}${schema.size > 5 ? ' …' : ''}`;
}

interface Known {
  readonly graph: Graph;
  readonly hasResources: boolean;
  place(at: At): Place;
  definition(event: string): EventDefinition | undefined;
}

function readOf(
  reference: Reference,
  { graph, place, definition, hasResources }: Known,
): Read | undefined {
  const { step, kind, text } = reference;
  const payloads = payloadsOf(graph);
  // A reference to the whole event: its value is not documented.
  if (kind === 'wait_events' && payloads.waits.has(reference.name)) return undefined;
  const found = payloads.read(step, reference);
  // In the filter of a wait the awaited event is present.
  if (
    found !== undefined &&
    (eventNameOf(step) === found.event || !payloads.mayLack(step, found.event))
  ) {
    if (isKnown(definition(found.event)?.schema, found.property)) return undefined;
    const starting = kind === 'event' ? startingEvent(graph) : undefined;
    const target = hasResources ? targetOf(reference) : undefined;
    return createRead(place, reference, { ...found, starting, target });
  }
  if (kind === 'event' || !graph.isReachable(step)) return undefined;
  const target = targetOf(reference);
  if (found !== undefined) {
    const fault = mayNotCome(step, text, found.event, payloads);
    return createRead(place, reference, { fault, target });
  }
  if (mayAwait(graph, reference.name)) return undefined;
  const event = reference.name.replace(/\.[^.]*$/, '');
  const nearWait = memoized(graph, createNearestWait)(event);
  const meant = nearWait && PREFIX + nearWait + reference.name.slice(event.length);
  return createRead(place, reference, { fault: neverComes(text, meant), nearWait, target });
}

function targetOf({ step, use, inner }: Reference): Target | undefined {
  const template = use === 'variable' ? templateIdOf(step) : undefined;
  return template === undefined ? undefined : { template, variable: inner as string };
}

const createNearestWait = (graph: Graph) => createNearest(payloadsOf(graph).waits.keys());

/** Templates may have undocumented contact fields, so only variables and rules are checked. */
function foreignField({ name, text, use }: Reference): Fault | undefined {
  const field = name.split('.', 1)[0] as string;
  if (use === 'text') return undefined;
  if (name === 'properties')
    return {
      message: `${quote(text)} names no property`,
      help: 'write one property, such as "contact.properties.plan"',
      uncertain: true,
    };
  if (isContactField(field)) return undefined;
  const meant = nearest(field, CONTACT_FIELDS);
  return {
    message: `${quote(text)} is not a documented field of a contact`,
    help:
      meant === undefined
        ? `for a custom property, write ${quote(`contact.properties.${name}`)}`
        : `did you mean ${quote(`contact.${meant}`)}?`,
    uncertain: true,
  };
}

function neverComes(text: string, meant: string | undefined): Fault {
  return {
    message: `no step waits for the event of ${quote(text)}`,
    help:
      meant === undefined
        ? 'add a wait_for_event before this step, or read data of the trigger with "event."'
        : `did you mean ${quote(meant)}?`,
  };
}

function mayNotCome(step: Step, text: string, event: string, payloads: Payloads): Fault {
  const wait = payloads.timedOutWait(step, event);
  const why =
    wait === undefined
      ? 'some paths do not wait for the event'
      : hasTimeout(wait)
        ? `${labelOf(wait)} may time out`
        : `it is read after the timeout of ${labelOf(wait)}`;
  return {
    message: `${quote(text)} may be missing: ${why}`,
    help: `read it only after the event_received branch of the wait for ${quote(event)}`,
  };
}

/** Whether the event certainly has the property or any property, so that no lookup is needed. */
function isKnown(schema: EventDefinition['schema'] | undefined, property: string): boolean {
  return schema === null || (schema !== undefined && allowsProperty(schema, property));
}

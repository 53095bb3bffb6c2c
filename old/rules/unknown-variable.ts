import { type Graph, memoized } from '../src/core/graph/graph.ts';
import { type Payloads, payloadsOf, startingEvent } from '../src/core/graph/payloads.ts';
import { readsOf } from '../src/core/graph/reads.ts';
import { swappedReads } from '../src/core/graph/swapped-reads.ts';
import { mayAwait } from '../src/core/graph/unclear-waits.ts';
import { eventNameOf, templateIdOf } from '../src/core/model/config.ts';
import { CONTACT_FIELDS, isContactField } from '../src/core/model/contact.ts';
import { allowsProperty } from '../src/core/model/definitions.ts';
import { hasTimeout } from '../src/core/model/duration.ts';
import type { Severity } from '../src/core/model/finding.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { firstNames, labelOf, quote, suggestName } from '../src/core/model/label.ts';
import { createNearest, createNearestKey, nearest } from '../src/core/model/nearest.ts';
import type { EventDefinition, Step } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { pathOfReference, type Reference } from '../src/core/model/references.ts';
import { isWait, writesContact } from '../src/core/model/step-type.ts';
import { isRequired } from '../src/core/resources/template-variables.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, type Target, type Workspace } from '../src/core/rule.ts';

/** A reference without a value: its property is missing in the schema of an event, or `fault` says why. */
interface Read {
  readonly reference: Reference;
  readonly fault?: Fault | undefined;
  /** The awaited event with a name near to that of an event that no step waits for. */
  readonly nearWait?: string | undefined;
  readonly event?: string | undefined;
  readonly property?: string | undefined;
  /** No path to the step has the event. */
  readonly isOnTimeout?: boolean;
  /** Of a filter: the event that starts the workflow. "event." there means the awaited event. */
  readonly starting?: string | undefined;
}

/** Of a property of an event. */
interface PropertyRead extends Read {
  readonly event: string;
  readonly property: string;
}

interface Fault {
  readonly message: string;
  readonly help: string;
  /** The reference that is meant. */
  readonly meant?: string | undefined;
  readonly maxSeverity?: Severity;
}

export default defineRule({
  id: 'unknown-variable',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'A reference to data that the run does not have.',
  why: 'The email is sent with an empty value, and a condition on it fails the run.',
  remedy: 'Write a property that the event has, or wait for the event first.',
  whenOff: 'When payloads have properties that your schemas do not list.',
  needs: { events: 'partly' },

  workflow({ workflow, graph, workspace }, report) {
    const reads = readsOf(graph).flatMap((reference) => readOf(reference, graph, workspace) ?? []);
    if (reads.length === 0) return;
    const swapped = new Set([...swappedReads(graph).values()].flat());
    const groups = groupBy(reads, ({ reference: { text }, event, property = text }) =>
      joinNames(event, property),
    );
    for (const group of groups.values()) {
      const read = withMeantWait(group[0], workspace);
      const fault = read.fault ?? missingProperty(read as PropertyRead, workspace);
      if (fault === undefined) continue;
      const places = group.map(
        ({ reference }): Target => [reference.step, ...pathOfReference(reference)],
      );
      const { message, meant, ...rest } = { ...fault, ...weigh(group, workspace) };
      const isInText = group.some(({ reference }) => reference.use === 'text');
      const where = places.length === 1 ? '' : `, read in ${places.length} places`;
      report({
        ...atFirst(places, 'also read here'),
        fixes: isInText ? undefined : writeFix(places, meant, 'unsafe'),
        fingerprintKey: { names: groupIdentity(workflow.ref), detail: read.reference.text },
        message: message + where,
        explainedBy: group.every((each) => each.isOnTimeout === true && swapped.has(each.reference))
          ? 'swapped-branches'
          : undefined,
        ...rest,
      });
    }
  },
});

/** The effect on the email, if its template is known: a fallback is sent, or the email is not sent. */
function weigh(
  reads: readonly [Read, ...Read[]],
  workspace: Workspace,
): { readonly maxSeverity?: Severity; readonly consequence?: string } {
  const { find } = workspace.resources(templates);
  const variables = reads.map(({ reference: { step, inner } }) =>
    find(templateIdOf(step) ?? '')?.value.variables?.find(({ key }) => key === inner),
  );
  const required = variables.filter((variable) => variable !== undefined && isRequired(variable));
  if (required.length > 0)
    return { consequence: 'without the value, the service refuses the email' };
  // A fallback is correct if only some paths lack the value.
  const isLackedBySome = reads[0].fault !== undefined;
  return isLackedBySome && variables.every((variable) => variable !== undefined)
    ? { maxSeverity: 'warning' }
    : {};
}

/** A wait for a misspelt event has its own finding. The read is checked as if the wait named the defined event. */
function withMeantWait(read: Read, workspace: Workspace): Read {
  const { nearWait, reference } = read;
  if (nearWait === undefined) return read;
  const event = workspace.definitionMeant(nearWait)?.name ?? nearWait;
  const start = `${PREFIX}${event}.`;
  if (!reference.text.startsWith(start)) return read;
  return { reference, event, property: reference.text.slice(start.length) };
}

const PREFIX = 'wait_events.';

function missingProperty(
  { reference, event, property, starting = event }: PropertyRead,
  workspace: Workspace,
): Fault | undefined {
  const definition = workspace.definitionMeant(event);
  const schema = definition?.schema;
  if (!schema || allowsProperty(schema, property)) return undefined;
  const start = starting === event ? undefined : workspace.definition(starting);
  const nearestKey = workspace.memoized(createNearestKey);
  return {
    message: `event ${quote(definition?.name as string)} has no property ${quote(property)}`,
    help: helpFor(property, schema, start, nearestKey),
    meant: start?.schema?.has(property)
      ? undefined
      : withProperty(reference, property, nearestKey(property, schema)),
  };
}

function withProperty({ text }: Reference, property: string, meant: string | undefined) {
  return meant && text.slice(0, -property.length) + meant;
}

type NearestKey = ReturnType<typeof createNearestKey>;

function helpFor(
  property: string,
  schema: ReadonlyMap<string, unknown>,
  starting: EventDefinition | undefined,
  nearestKey: NearestKey,
): string {
  if (starting?.schema?.has(property))
    return `"event." is the awaited event here; test ${quote(property)} of ${quote(starting.name as string)} in a condition before the wait`;
  const suggested = suggestName(nearestKey(property, schema));
  if (suggested !== undefined) return suggested;
  if (schema.size === 0) return 'add the property to its schema, which is empty';
  return `write one of its properties: ${firstNames([...schema.keys()], 5)}`;
}

function readOf(reference: Reference, graph: Graph, workspace: Workspace): Read | undefined {
  const { step, kind, text, name } = reference;
  if (kind === 'unqualified') return undefined;
  if (kind === 'contact') {
    const fault = foreignField(reference);
    return fault && { reference, fault };
  }
  if (kind === 'event' && !isWait(step)) {
    const event = startingEvent(graph);
    return event === undefined
      ? undefined
      : readOfProperty({ reference, event, property: name }, workspace);
  }
  // The rule invalid-update reports it.
  if (writesContact(step)) return undefined;
  const payloads = payloadsOf(graph);
  // A reference to the whole event: its value is not documented.
  if (kind === 'wait_events' && payloads.waits.has(name)) return undefined;
  const found = payloads.read(step, reference);
  // In the filter of a wait the awaited event is present.
  if (
    found !== undefined &&
    (eventNameOf(step) === found.event || !payloads.mayLack(step, found.event))
  ) {
    const starting = kind === 'event' ? startingEvent(graph) : undefined;
    return readOfProperty({ reference, ...found, starting }, workspace);
  }
  if (kind === 'event' || !graph.isReachable(step) || mayAwait(graph, name)) return undefined;
  if (
    found !== undefined &&
    graph.where(isWait).some((wait) => isMisspelt(wait, found.event, workspace))
  )
    return undefined;
  if (found !== undefined)
    return {
      reference,
      fault: mayNotCome(step, text, found.event, payloads),
      isOnTimeout: payloads.neverHas(step, found.event),
    };
  const event = name.replace(/\.[^.]*$/, '');
  const nearWait = memoized(graph, createNearestWait)(event);
  const meant = nearWait && PREFIX + nearWait + name.slice(event.length);
  return { reference, fault: neverComes(text, meant), nearWait };
}

/** Whether a wait names an event by a misspelt name, which has its own finding. */
function isMisspelt(wait: Step, event: string, workspace: Workspace): boolean {
  const name = eventNameOf(wait);
  return (
    name !== undefined &&
    workspace.definition(name) === undefined &&
    workspace.definitionMeant(name)?.name === event
  );
}

const readOfProperty = (read: PropertyRead, workspace: Workspace): Read | undefined =>
  missingProperty(read, workspace) && read;

const createNearestWait = (graph: Graph) => createNearest(payloadsOf(graph).waits.keys());

/** Templates may have undocumented contact fields, so only variables and rules are checked. */
function foreignField({ name, text, use }: Reference): Fault | undefined {
  const field = name.split('.', 1)[0] as string;
  if (use === 'text') return undefined;
  if (name === 'properties')
    return {
      message: `${quote(text)} names no property`,
      help: 'write one property: "contact.properties.…"',
      maxSeverity: 'warning',
    };
  if (isContactField(field)) return undefined;
  const near = nearest(field, CONTACT_FIELDS);
  const rest = name.slice(field.length);
  const isProperty = near === 'properties';
  const meant =
    near === undefined || (rest === '') === isProperty
      ? undefined
      : `contact.${near}${isProperty ? rest : ''}`;
  return {
    message: `${quote(text)} is not a documented field of a contact`,
    help:
      suggestName(meant ?? (isProperty ? 'contact.properties.…' : undefined)) ??
      `for a custom property, write ${quote(`contact.properties.${name}`)}`,
    meant,
    maxSeverity: 'warning',
  };
}

function neverComes(text: string, meant: string | undefined): Fault {
  return {
    message: `no step waits for the event of ${quote(text)}`,
    help:
      suggestName(meant) ??
      'add a wait_for_event before this step, or read data of the trigger with "event."',
    meant,
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

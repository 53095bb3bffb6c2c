import type { Graph } from '../src/core/graph/graph.ts';
import { eventNameOf, nameOf } from '../src/core/model/config.ts';
import { CONTACT_FIELDS, contactFieldMeant, isContactField } from '../src/core/model/contact.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { type Reference, referencesOf } from '../src/core/model/references.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { didYouMean, listNames, quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, type Report, type Workspace } from '../src/core/rule.ts';
import {
  hasProperty,
  type PayloadProperty,
  propertyOf,
  receivedBefore,
} from '../src/core/run/payloads.ts';

const SCOPES = ['event', 'contact', 'wait_events'];

/** Why a reference has no value. `meant`: the reference to write. */
type Problem = Omit<Report, 'at'> & { readonly meant?: string | undefined };

interface Context {
  readonly graph: Graph;
  readonly workspace: Workspace;
}

export default defineRule({
  id: 'unknown-variable',
  severity: 'error',
  preset: 'recommended',
  stage: 'flow',
  summary: 'A reference to data that the run does not have.',
  why: 'The email is sent with an empty value, and a condition on it fails the run.',
  remedy: 'Write a property that the event has, with its prefix, or wait for the event first.',

  workflow({ steps, graph, workspace }, report) {
    for (const reference of steps.flatMap(referencesOf)) {
      const problem = resolve(reference, { graph, workspace });
      if (problem === undefined) continue;
      const { meant, ...rest } = problem;
      const fixes = reference.use === 'text' ? [] : writeFix(reference.at, meant, 'unsafe');
      report({ name: reference.text, ...rest, at: reference.at, fixes });
    }
  },
});

function resolve(reference: Reference, context: Context): Problem | undefined {
  const { scope, use, text, name } = reference;
  if (scope === 'none') return withoutPrefix(reference, context);
  if (scope === 'contact') return use === 'text' ? undefined : ofContact(text, name);
  const read = propertyOf(reference, context.graph, context.workspace);
  if (scope === 'event') return read === undefined ? undefined : ofSchema(reference, read, context);
  const { steps = [] } = context.graph.workflow;
  // A wait without an event may be for any.
  if (steps.some((step) => isWait(step) && eventNameOf(step) === undefined)) return undefined;
  // What a contact_update writes cannot be an awaited event: that is a fault of its shape.
  if (use === 'write' || steps.some((step) => isWait(step) && eventNameOf(step) === name))
    return undefined;
  return read === undefined ? neverAwaited(reference, steps) : ofWait(reference, read, context);
}

/** A property that the schema of the event lacks. */
function ofSchema(
  { text }: Reference,
  { event, property }: PayloadProperty,
  { workspace }: Context,
): Problem | undefined {
  const definition = workspace.event(event);
  const schema = definition?.schema;
  if (!schema || hasProperty(schema, property)) return undefined;
  const near = nearest(property, schema.keys());
  const others = schema.size === 0 ? '' : `, or write one of ${listNames([...schema.keys()], 5)}`;
  return {
    message: `event ${quote(definition?.name ?? event)} has no property ${quote(property)}`,
    help: near === undefined ? `add it to the schema${others}` : didYouMean(near),
    meant: near === undefined ? undefined : text.slice(0, -property.length) + near,
  };
}

/** Data of an awaited event, by the cases that come to the step. */
function ofWait(
  reference: Reference,
  read: PayloadProperty,
  context: Context,
): Problem | undefined {
  const { graph, workspace } = context;
  const cases = workspace.casesOf(graph.workflow);
  const received = cases && receivedBefore(reference.step, read.waits, cases);
  if (received === undefined) return undefined;
  if (received === 'always' || read.waits.includes(reference.step))
    return ofSchema(reference, read, context);
  const [wait, another] = read.waits;
  const text = quote(reference.text);
  if (received === 'never' && wait !== undefined && another === undefined)
    return {
      message: `${text} is read only where wait ${nameOf(wait)} timed out`,
      help: `are the branches of ${nameOf(wait)} swapped? exchange their types`,
      related: [{ at: wait, message: 'the wait' }],
    };
  const event = wait === undefined ? 'the event' : `wait ${nameOf(wait)}`;
  return {
    message: `${text} may be missing: ${event} may time out`,
    help: `read it only after the event_received branch of the wait for ${quote(read.event)}`,
  };
}

function neverAwaited({ text }: Reference, steps: readonly Step[]): Problem {
  const awaited = steps.flatMap((step) => (isWait(step) ? (eventNameOf(step) ?? []) : []));
  return {
    message: `no step waits for the event of ${quote(text)}`,
    help:
      awaited.length === 0
        ? 'add a wait_for_event before this step, or read data of the trigger with "event."'
        : `write a property of an awaited event: ${listNames(awaited)}`,
  };
}

function ofContact(text: string, name: string): Problem | undefined {
  const [field = '', ...rest] = name.split('.');
  if (isContactField(field)) return undefined;
  const near = nearest(field, CONTACT_FIELDS);
  const isFitting = near !== undefined && (near === 'properties') === rest.length > 0;
  const meant = isFitting ? ['contact', near, ...rest].join('.') : undefined;
  return {
    message: `${quote(text)} is not a documented field of a contact`,
    help: didYouMean(meant ?? `contact.properties.${name}`),
    meant,
    severity: 'warning',
  };
}

/** A name without a prefix, or with a misspelt one. No property is proposed that the schema lacks. */
function withoutPrefix({ text, use, step }: Reference, { graph, workspace }: Context): Problem {
  const plain = text.replace(/[{}$]/g, '').trim();
  const [first = '', ...rest] = plain.split('.');
  const scope = rest.length === 0 ? undefined : nearest(first.toLowerCase(), SCOPES);
  const owner = isWait(step) ? step : graph.triggers[0];
  const event = owner === undefined ? undefined : eventNameOf(owner);
  const schema = event === undefined ? undefined : workspace.event(event)?.schema;
  const property = scope === undefined ? plain : rest.join('.');
  const isOfEvent = schema ? hasProperty(schema, property) : undefined;
  const isUnknown = scope === 'event' && isOfEvent === false;
  const contact = schema ? contactFieldMeant(plain) : undefined;
  const ofName = isOfEvent ? `event.${plain}` : contact;
  const ofScope = isUnknown ? undefined : `${scope}.${property}`;
  const meant = scope === undefined ? ofName : ofScope;
  const fault = scope === undefined ? 'no prefix' : `the unknown prefix ${quote(`${first}.`)}`;
  return {
    message: `${use === 'condition' ? 'field' : 'variable'} ${quote(text)} has ${fault}`,
    help:
      meant === undefined
        ? 'write a property of the event ("event.…") or of the contact ("contact.…")'
        : `write ${quote(meant)}`,
    meant,
    severity: 'warning',
    ...(scope === undefined && { habit: 'names have no prefix' }),
  };
}

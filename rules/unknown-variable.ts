import { eventNameOf } from '../src/core/model/config.ts';
import { CONTACT_FIELDS, isContactField } from '../src/core/model/contact.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { type Reference, referencesOf } from '../src/core/model/references.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { adviseName, didYouMean, nameOf, quote } from '../src/core/model/text.ts';
import { defineRule, type Report, type WorkflowContext } from '../src/core/rule.ts';
import {
  hasProperty,
  type PayloadProperty,
  propertyOf,
  receivedBefore,
  referenceMeant,
  schemaOf,
} from '../src/core/run/payloads.ts';

/** Why a reference has no value. `meant`: the reference to write. */
type Problem = Omit<Report, 'at'> & { readonly meant?: string | undefined };

export default defineRule({
  id: 'unknown-variable',
  severity: 'error',
  stage: 'flow',
  summary: 'A reference to data that the run does not have.',
  why: 'The email is sent with an empty value, and a condition on it fails the run.',
  remedy: 'Write a property that the event has, with its prefix, or wait for the event first.',

  workflow(context, report) {
    for (const step of context.steps)
      for (const reference of referencesOf(step)) {
        const problem = resolve(reference, context);
        if (problem === undefined) continue;
        const { meant, ...rest } = problem;
        const fixes = reference.use === 'text' ? [] : writeFix(reference.at, meant, 'unsafe');
        report({ name: reference.text, ...rest, at: reference.at, fixes });
      }
  },
});

function resolve(reference: Reference, context: WorkflowContext): Problem | undefined {
  const { scope, use, text, name } = reference;
  if (scope === 'none') return withoutPrefix(reference, context);
  if (scope === 'contact') return use === 'text' ? undefined : ofContact(text, name);
  const read = propertyOf(reference, context.graph, context.workspace);
  if (scope === 'event') return read && ofSchema(reference, read, context);
  if (use === 'write')
    return {
      message: `a contact_update cannot write ${quote(text)}`,
      help: 'write data of the trigger ("event.") or of the contact ("contact.")',
    };
  const waits = context.steps.filter(isWait).map(eventNameOf);
  // A wait without an event may be for any. The whole event is no property.
  if (waits.includes(undefined) || waits.includes(name)) return undefined;
  return read === undefined ? withoutWait(reference) : ofWait(reference, read, context);
}

const withoutWait = ({ text }: Reference): Problem => ({
  message: `no earlier step waits for the event of ${quote(text)}`,
  help: 'add a wait_for_event before this step, or read data of the trigger with "event."',
  habit: 'variables are of events that no earlier step waits for',
});

/** A property that the schema of the event lacks. */
function ofSchema(
  { text }: Reference,
  { event, property }: PayloadProperty,
  { workspace }: WorkflowContext,
): Problem | undefined {
  const definition = workspace.ask('events', 'some')?.find(event)?.item;
  const schema = definition?.schema;
  if (!schema || hasProperty(schema, property)) return undefined;
  const near = nearest(property, schema.keys());
  return {
    message: `event ${quote(definition?.name ?? event)} has no property ${quote(property)}`,
    help: adviseName(near, 'add it to the schema, or write a property that it has'),
    meant: near === undefined ? undefined : text.slice(0, -property.length) + near,
  };
}

/** Data of an awaited event, by the cases that come to the step. */
function ofWait(
  reference: Reference,
  read: PayloadProperty,
  context: WorkflowContext,
): Problem | undefined {
  const cases = context.workspace.casesOf(context.workflow);
  const received = cases && receivedBefore(reference.step, read.waits, cases);
  const [wait, another] = read.waits;
  if (received === undefined || wait === undefined) return undefined;
  if (received === 'always' || read.waits.includes(reference.step))
    return ofSchema(reference, read, context);
  if (received === 'notAsked') return withoutWait(reference);
  const [name, text] = [nameOf(wait), quote(reference.text)];
  return received === 'never' && another === undefined
    ? {
        message: `${text} is read only where wait ${name} timed out`,
        help: `are the branches of ${name} swapped? exchange their types`,
        habit: `variables are read only where wait ${name} timed out`,
      }
    : {
        message: `${text} may be missing: some contacts come without the event of ${name}`,
        help: 'read it only after the event_received branch of the wait',
        habit: `variables may be missing without the event of ${name}`,
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

const SCOPES = ['event', 'contact', 'wait_events'];

/** A name without a prefix, or with a misspelt one. */
function withoutPrefix({ text, step }: Reference, { graph, workspace }: WorkflowContext): Problem {
  const plain = text.replace(/[{}$]/g, '').trim();
  const [first = '', ...rest] = plain.split('.');
  const scope = rest.length === 0 ? undefined : nearest(first.toLowerCase(), SCOPES);
  const schema = schemaOf(isWait(step) ? step : graph.triggers[0], workspace);
  const named = [scope, ...rest].join('.');
  const ofScope = scope === 'event' ? referenceMeant(named, schema) : named;
  const ofName = schema === null ? undefined : referenceMeant(plain, schema);
  const meant = scope === undefined ? ofName : ofScope;
  return {
    message: `${quote(text)} has no known prefix`,
    help: adviseName(meant, 'write a field of the event or contact: "event.…", "contact.…"'),
    meant,
    severity: 'warning',
    ...(scope === undefined && { habit: 'names have no prefix' }),
  };
}

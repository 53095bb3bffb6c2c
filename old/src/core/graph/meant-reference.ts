import { isContactField } from '../model/contact.ts';
import { allowsProperty } from '../model/definitions.ts';
import { createNearestKey, isOneEdit } from '../model/nearest.ts';
import type { Step } from '../model/nodes.ts';
import { createReference } from '../model/references.ts';
import { isEmail, isWait } from '../model/step-type.ts';
import { namesMeant } from '../model/text.ts';
import { isReferenceText } from '../model/variables.ts';
import type { Workspace } from '../model/workspace.ts';
import contactProperties from '../resources/contact-properties.ts';
import type { Graph } from './graph.ts';
import { payloadsOf } from './payloads.ts';

/** Where a reference is read. */
interface Reading {
  readonly step: Step;
  readonly graph: Graph;
  readonly workspace: Workspace;
}

/** What a name without a valid prefix means. */
export interface MeantReference {
  /** `event.plan`, if only one is likely. */
  readonly reference?: string;
  /** Otherwise those that are possible, the likeliest first. */
  readonly candidates: readonly string[];
  /** The prefix as it is written, if it is a misspelt one: `even.`. */
  readonly wrongPrefix?: string;
  /** The event whose data `event.` reads. */
  readonly event: string | undefined;
}

const PREFIXES = ['event', 'contact', 'wait_events'] as const;
/** Prefixes of other tools. */
const OTHERS = namesMeant({
  event: 'payload events data trigger',
  contact: 'contacts',
  'contact.properties': 'properties',
});
const NAMES = namesMeant({
  'contact.email': 'email',
  'contact.first_name': 'firstname fname',
  'contact.last_name': 'lastname lname',
  'contact.unsubscribed': 'unsubscribed',
});

/** The reference to write instead of a name: no property that the loaded schema lacks. */
export function meantReference(text: string, { step, graph, workspace }: Reading): MeantReference {
  const plain = text.replace(/[{}$]/g, '').trim();
  const event = payloadsOf(graph).read(step, { kind: 'event', name: plain })?.event;
  const only = (reference: string | undefined): MeantReference => ({
    event,
    candidates: [],
    ...(reference !== undefined && { reference }),
  });
  const schema = event === undefined ? undefined : workspace.definitionMeant(event)?.schema;
  const ofEvent = (name: string): string | undefined => {
    if (!schema) return undefined;
    if (allowsProperty(schema, name)) return `event.${name}`;
    const near = workspace.memoized(createNearestKey)(name, schema);
    return near === undefined ? undefined : `event.${near}`;
  };
  const [first, ...names] = plain.split('.') as [string, ...string[]];
  const rest = names.join('.');
  const prefix = rest === '' ? undefined : prefixMeant(first);
  if (prefix !== undefined) {
    const written = `${prefix}.${rest}`;
    const near = prefix === 'event' && schema ? ofEvent(rest) : written;
    const isKnown = near !== undefined && isReadable(near, { step, graph, workspace });
    return { ...only(isKnown ? near : undefined), wrongPrefix: `${first}.` };
  }
  if (!isReferenceText(`event.${plain}`)) return only(undefined);
  const known = ofEvent(plain);
  if (known !== undefined) return only(known);
  const contact = NAMES.get(plain.toLowerCase().replaceAll('_', ''));
  const properties = workspace.resources(contactProperties);
  const property = `contact.properties.${plain}`;
  if (contact === undefined && properties.find(plain) !== undefined) return only(property);
  if (schema) return only(contact);
  const own = contact ?? (properties.completeness === 'complete' ? undefined : property);
  return { event, candidates: [`event.${plain}`, ...(own === undefined ? [] : [own])] };
}

/** Whether a step can read a reference: nothing known says that its value is missing there. */
export function isReadable(text: string, { step, graph, workspace }: Reading): boolean {
  const { kind, name } = createReference(step, text, 'variable');
  if (kind === 'contact') return !isWait(step) && isContactField(name.split('.', 1)[0] as string);
  if (kind === 'wait_events' && !isEmail(step)) return false;
  const payloads = payloadsOf(graph);
  const found = payloads.read(step, { kind, name });
  if (found === undefined) return kind === 'event';
  if (kind === 'wait_events' && payloads.mayLack(step, found.event)) return false;
  const schema = workspace.definitionMeant(found.event)?.schema;
  return !schema || allowsProperty(schema, found.property);
}

/** The prefix that a wrong one means: a typo of one letter, the same in another case, or that of another tool. */
function prefixMeant(first: string): string | undefined {
  const lower = first.toLowerCase();
  return (
    PREFIXES.find((prefix) => prefix === lower || isOneEdit(lower, prefix)) ?? OTHERS.get(lower)
  );
}

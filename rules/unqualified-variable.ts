import { payloadsOf, startingEvent } from '../src/core/graph/payloads.ts';
import { readsOf } from '../src/core/graph/reads.ts';
import { allowsProperty } from '../src/core/model/definitions.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import { isOneEdit } from '../src/core/model/nearest.ts';
import type { EventDefinition } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { pathOfReference, type Reference } from '../src/core/model/references.ts';
import { type At, defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unqualified-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A variable or rule field without a prefix.',
  why: 'Variables without a prefix are not resolved, so the text stays empty or the condition fails the run.',
  remedy: 'Start it with "event.", "contact." or "wait_events.".',
  whenOff: 'When your service resolves such names.',

  workflow({ workflow, graph, workspace }, report) {
    const unqualified = readsOf(graph).filter(({ kind }) => kind === 'unqualified');
    if (unqualified.length === 0) return;
    const event = startingEvent(graph);
    const schema = event === undefined ? undefined : workspace.definitionMeant(event)?.schema;
    const known: Known = { schema: schema ?? undefined, awaited: payloadsOf(graph).waits };
    for (const [text, references] of groupBy(unqualified, (reference) => reference.text)) {
      const places = references.map((each): At => [each.step, ...pathOfReference(each)]);
      const { use } = references[0] as Reference;
      const what = `${use === 'rule' ? 'field' : 'variable'} ${quote(text)}`;
      report({
        ...atFirst(places as [At, ...At[]]),
        message: `${what} has no prefix${places.length === 1 ? '' : `, in ${places.length} places`}`,
        help: helpFor(text, known),
        detail: text,
        identity: groupIdentity(workflow, places),
      });
    }
  },
});

const CONTACT_FIELDS: ReadonlySet<string> = new Set([
  'email',
  'first_name',
  'last_name',
  'unsubscribed',
]);

const contactField = (name: string): string =>
  CONTACT_FIELDS.has(name) || name.startsWith('properties.')
    ? `contact.${name}`
    : `contact.properties.${name}`;

const PREFIXES = ['event', 'contact', 'wait_events'];

interface Known {
  /** Of the event that starts the workflow, if it is known. */
  readonly schema: EventDefinition['schema'] | undefined;
  /** By the name of the event. */
  readonly awaited: ReadonlyMap<string, unknown>;
}

/** The prefix that is written in capitals, or misspelt in one letter. */
function prefixMeant(prefix: string): string | undefined {
  const lower = prefix.toLowerCase();
  return PREFIXES.find((each) => each === lower || isOneEdit(lower, each));
}

function helpFor(text: string, { schema, awaited }: Known): string {
  const plain = text.replace(/[{}]/g, '').trim();
  const [first = '', ...rest] = plain.split('.');
  const prefix = prefixMeant(first);
  // "payload.plan" is used by other tools: the part after the dot is the name of the property.
  const name =
    prefix === undefined
      ? plain.replace(/^(?:payload|data|trigger|user|properties)\./i, '')
      : rest.join('.');
  if (name === '')
    return 'write a property of the event ("event.plan") or of the contact ("contact.email")';
  const contact = contactField(name);
  if (prefix === 'contact') return `write ${quote(contact)}`;
  if (prefix === 'wait_events')
    return [...awaited.keys()].some((event) => name.startsWith(`${event}.`))
      ? `write ${quote(`wait_events.${name}`)}`
      : 'name an event that the workflow waits for';
  if (schema && !allowsProperty(schema, name))
    return `for contact data, write ${quote(contact)}; the event has no ${quote(name)}`;
  return prefix === 'event'
    ? `write ${quote(`event.${name}`)}`
    : `write ${quote(`event.${name}`)} for event data, or ${quote(contact)} for contact data`;
}

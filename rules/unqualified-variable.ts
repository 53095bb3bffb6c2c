import { startingEvent } from '../src/core/graph/payloads.ts';
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
    for (const [text, references] of groupBy(unqualified, (reference) => reference.text)) {
      const places = references.map((each): At => [each.step, ...pathOfReference(each)]);
      const { use } = references[0] as Reference;
      const what = `${use === 'rule' ? 'field' : 'variable'} ${quote(text)}`;
      report({
        ...atFirst(places as [At, ...At[]]),
        message: `${what} has no prefix${places.length === 1 ? '' : `, in ${places.length} places`}`,
        help: helpFor(text, schema ?? undefined),
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

function helpFor(text: string, schema: EventDefinition['schema'] | undefined): string {
  const plain = text.replace(/[{}]/g, '').trim();
  const [prefix = '', ...rest] = plain.split('.');
  const lower = prefix.toLowerCase();
  const meant = PREFIXES.find((each) => each === lower || isOneEdit(lower, each));
  const isOfEvent = (name: string): boolean => !schema || allowsProperty(schema, name);
  if (meant !== undefined && rest.length > 0 && (meant !== 'event' || isOfEvent(rest.join('.'))))
    return `write ${quote(meant === 'contact' ? contactField(rest.join('.')) : [meant, ...rest].join('.'))}`;
  // "payload.plan" and "events.plan" are used by other tools: the part after the dot is the name of the property.
  const name = (meant === undefined ? plain : rest.join('.')).replace(
    /^(?:payload|events?|data|trigger|contacts?|user|properties)\./i,
    '',
  );
  if (name === '')
    return 'write a property of the event ("event.plan") or of the contact ("contact.email")';
  const contact = contactField(name);
  return isOfEvent(name)
    ? `write ${quote(`event.${name}`)} for event data, or ${quote(contact)} for contact data`
    : `for contact data, write ${quote(contact)}; the event has no ${quote(name)}`;
}

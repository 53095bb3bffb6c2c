import { readsOf } from '../src/core/graph/reads.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
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

  workflow({ workflow, graph }, report) {
    const unqualified = readsOf(graph).filter(({ kind }) => kind === 'unqualified');
    if (unqualified.length === 0) return;
    for (const [text, references] of groupBy(unqualified, (reference) => reference.text)) {
      const places = references.map((each): At => [each.step, ...pathOfReference(each)]);
      const { use } = references[0] as Reference;
      const what = `${use === 'rule' ? 'field' : 'variable'} ${quote(text)}`;
      report({
        ...atFirst(places as [At, ...At[]]),
        message: `${what} has no prefix${places.length === 1 ? '' : `, in ${places.length} places`}`,
        help: helpFor(text),
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

function helpFor(text: string): string {
  const plain = text.replace(/[{}]/g, '').trim();
  if (plain !== text.trim() && /^(?:event|contact|wait_events)\../.test(plain))
    return `write ${quote(plain)}`;
  // "payload.plan" and "events.plan" are used by other tools: the part after the dot is the name of the property.
  const name = plain.replace(/^(?:payload|events?|data|trigger|contacts?|user|properties)\./i, '');
  if (name === '')
    return 'write a property of the event ("event.plan") or of the contact ("contact.email")';
  const contact = CONTACT_FIELDS.has(name) ? `contact.${name}` : `contact.properties.${name}`;
  return `write ${quote(`event.${name}`)} for event data, or ${quote(contact)} for contact data`;
}

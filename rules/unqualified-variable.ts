import { readsOf } from '../src/graph/reads.ts';
import { labelOf, quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unqualified-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A variable or the field of a rule that does not say whose it is.',
  why: 'The service looks it up nowhere: the text stays empty, or the condition fails and the run with it.',
  remedy: 'Begin it with event., contact. or wait_events.',
  whenOff: 'When your service is known to find such names by itself.',

  workflow({ graph }, report) {
    for (const reference of readsOf(graph)) {
      if (reference.kind !== 'unqualified') continue;
      const { step, text, use, path } = reference;
      const what = use === 'rule' ? 'tests the field' : 'reads the variable';
      report({
        at: [step, ...path],
        message: `${labelOf(step)} ${what} ${quote(text)}, which does not begin with "event.", "contact." or "wait_events."`,
        help: helpFor(text),
        detail: text,
      });
    }
  },
});

const CONTACT_FIELDS: ReadonlySet<string> = new Set(['email', 'first_name', 'last_name', 'unsubscribed']);

function helpFor(text: string): string {
  // "payload.plan" and "events.plan" are what other tools call it: the part behind the dot is what is meant.
  const name = text
    .trim()
    .replace(/^(?:payload|events?|data|trigger|contacts?|user)\./i, '')
    .slice(0, 80);
  if (name === '') return 'name a property of the event, such as "event.plan", or of the contact, such as "contact.email"';
  const contact = CONTACT_FIELDS.has(name) ? `contact.${name}` : `contact.properties.${name}`;
  return `write ${quote(`event.${name}`)} if it comes with the event, ${quote(contact)} if it is kept with the contact`;
}

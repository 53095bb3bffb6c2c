import { neverSent } from '../src/core/graph/lost-emails.ts';
import { resourceFactOf } from '../src/core/graph/resource-facts.ts';
import { placeOfUse } from '../src/core/graph/template-uses.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { createUnknownNames } from '../src/core/resources/named-uses.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unknown-template',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  since: '0.1.0',
  summary: 'An email whose template does not exist.',
  why: 'The step fails, and the contact does not receive the email.',
  remedy: 'Write the id or alias of an existing template.',
  whenOff: 'When your workflows and templates come from different accounts.',
  needs: { templates: 'complete' },
  isCause: true,

  facts: resourceFactOf,

  workspace({ facts, workspace }, report) {
    const unknownNames = createUnknownNames(templates, workspace.resources(templates));
    for (const fact of facts) {
      const { emails } = fact.fact;
      const uses = emails.map((email) => ({ ...email, name: email.template }));
      for (const { name, uses: group, help } of unknownNames(uses)) {
        const places = group.map((use) => placeOfUse(fact, use, use.templateAt));
        const where = places.length === 1 ? '' : `, in ${places.length} emails`;
        report({
          ...atFirst(places as [Place, ...Place[]]),
          message: `template ${quote(name)} does not exist${where}`,
          help,
          consequence: neverSent(places.length),
          detail: name,
          identity: groupIdentity(fact.workflow, places),
        });
      }
    }
  },
});

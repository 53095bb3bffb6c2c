import { neverSent } from '../src/core/graph/lost-emails.ts';
import { resourceFactOf } from '../src/core/graph/resource-facts.ts';
import {
  emailsWithTemplates,
  groupByTemplate,
  labelOfEmail,
} from '../src/core/graph/template-uses.ts';
import { groupIdentity, scopeOf } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'missing-sender',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'An email without a sender, in the step and in its template.',
  why: 'The step fails, because the service does not send an email without a sender.',
  remedy: 'Add "from" to the step or to the template.',
  whenOff: 'When the sender is added to the templates after the check.',
  needs: { templates: 'any' },
  gaps: ['templates'],

  facts: resourceFactOf,

  workspace({ facts, workspace, leaveUnchecked }, report) {
    const known = workspace.resources(templates);
    const lacking = emailsWithTemplates(facts, known, leaveUnchecked).filter(
      ({ email, template }) => !email.from?.trim() && !template.value.from?.trim(),
    );
    for (const { first, places } of groupByTemplate(lacking)) {
      const { fact, email } = first;
      const where = places.length === 1 ? '' : `, in ${places.length} emails`;
      report({
        ...atFirst(places),
        message: `neither ${labelOfEmail(email)} nor template ${quote(email.template)} has a sender${where}`,
        help: 'add "from": "Name <name@your-domain>" to the config of the step, or to the template',
        consequence: neverSent(places.length),
        identity: groupIdentity(fact.workflow, places, scopeOf(fact.workflow), email.template),
      });
    }
  },
});

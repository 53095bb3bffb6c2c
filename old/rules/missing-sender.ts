import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import {
  emailsWithTemplates,
  groupByTemplate,
  labelOfEmail,
} from '../src/core/graph/template-uses.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { neverSent, quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { fromOf } from '../src/core/model/sender.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-sender',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'An email without a sender, in the step and in its template.',
  why: 'The step fails, because the service does not send an email without a sender.',
  remedy: 'Add "from" to the step or to the template.',
  whenOff: 'When the sender is added to the templates after the check.',
  needs: { templates: 'any' },

  workflow({ workflow, graph, ...context }, report) {
    const lacking = emailsWithTemplates(resourceUsesOf(graph).emails, context).filter(
      ({ email, template }) => !fromOf(email.step)?.trim() && !template.value.from?.trim(),
    );
    for (const group of groupByTemplate(lacking)) {
      const [{ email }] = group;
      const places = group.map((each): Target => [each.email.step, 'config']);
      report({
        ...atFirst(places),
        message: `neither ${labelOfEmail(email.step)} nor template ${quote(email.name)} has a sender${inSeveral(places.length, 'emails')}`,
        help: 'add "from": "Name <name@your-domain>" to the config of the step, or to the template',
        consequence: neverSent(places.length),
        fingerprintKey: {
          names: groupIdentity(workflow.ref, email.name),
        },
      });
    }
  },
});

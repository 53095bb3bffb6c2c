import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { emailsWithTemplates, labelOfEmail, passedBy } from '../src/core/graph/template-uses.ts';
import { firstNames, neverSent, quote } from '../src/core/model/label.ts';
import { matchVariables } from '../src/core/resources/template-variables.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-template-variable',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'A template variable without a fallback that the step does not pass.',
  why: 'The service refuses the email with a validation error, and the step fails.',
  remedy: 'Pass the variable, or give it a fallback in the template.',
  whenOff: 'When fallbacks are added to the templates after the check.',
  needs: { templates: 'any' },

  workflow({ graph, ...context }, report) {
    const { emails } = resourceUsesOf(graph);
    for (const { email, template } of emailsWithTemplates(emails, context)) {
      const { missing } = matchVariables(passedBy(email.step), template.value.variables);
      if (missing.length === 0) continue;
      const names = missing.map(({ key }) => key);
      const what =
        names.length === 1 ? `variable ${quote(names[0] as string)}` : `${names.length} variables`;
      report({
        at: [email.step, ...email.path.slice(0, -1)],
        message: `${labelOfEmail(email.step)} lacks ${what} of template ${quote(email.name)}`,
        help: `add ${firstNames(names)} to "variables", or give ${names.length === 1 ? 'it a fallback' : 'them fallbacks'} in the template`,
        consequence: neverSent(1),
        fingerprintKey: { detail: names.toSorted().join(' ') },
      });
    }
  },
});

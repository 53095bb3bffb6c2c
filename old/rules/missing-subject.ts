import { hasSubject, lacksAlphaSubject, resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import {
  emailsWithTemplates,
  groupByTemplate,
  labelOfEmail,
} from '../src/core/graph/template-uses.ts';
import { configField } from '../src/core/model/config.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { inSeveral } from '../src/core/model/text.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-subject',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'An email without a subject, in the step and in its template.',
  why: 'The email is sent with an empty subject, which spam filters may reject, or it is not sent at all.',
  remedy: 'Add a subject to the step or to its template.',
  whenOff: 'When all your templates define a subject.',
  needs: { templates: 'partly' },

  workflow({ workflow, graph, ...context }, report) {
    for (const step of graph.where(isEmail)) {
      const { subject } = step.config;
      // A blank subject replaces that of the template. An empty one may be an unset field.
      if (typeof subject !== 'string' || subject === '' || subject.trim() !== '') continue;
      report({
        at: [step, 'config', 'subject'],
        message: `subject of ${labelOf(step)} is blank`,
        help: 'write a subject',
        maxSeverity: 'warning',
      });
    }
    const { items, find } = context.workspace.resources(templates);
    if (items.length === 0 && !graph.where(isEmail).some(lacksAlphaSubject)) return;
    const { emails } = resourceUsesOf(graph);
    const lacking = emailsWithTemplates(emails, context).filter(
      ({ email, template }) => !hasSubject(email.step) && !template.value.subject?.trim(),
    );
    for (const group of groupByTemplate(lacking)) {
      const [{ email }] = group;
      const places = group.map((each): Target => [each.email.step, 'config']);
      report({
        ...atFirst(places),
        message: `neither ${labelOfEmail(email.step)} nor template ${quote(email.name)} has a subject${inSeveral(places.length, 'emails')}`,
        help: 'add "subject": "…" to the config of the step, or a subject to the template',
        fingerprintKey: { names: groupIdentity(workflow.ref, email.name) },
      });
    }

    // The alpha requires a subject in the step. A template that is known here has no subject.
    for (const { step, name } of emails) {
      if (!lacksAlphaSubject(step) || find(name)?.value.variables !== undefined) continue;
      const isBlank = typeof configField(step, 'subject') === 'string';
      report({
        at: [step, 'config'],
        message: isBlank
          ? `subject of ${labelOf(step)} is blank`
          : `${labelOf(step)} has no subject`,
        help: 'add "subject": "…" to its config',
        maxSeverity: 'warning',
      });
    }
  },
});
